/** What a picker without options says: a failed read is not an empty answer. */
export const noneText = ({ isLoading, error }: { isLoading: boolean; error: unknown }, none: string): string =>
  isLoading ? '加载中...' : error ? '没有读到，请刷新页面后再选' : none
