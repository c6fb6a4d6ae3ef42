/** For `rowSelection` of a table: Ant Design names the box in its head in English, in every language. */
export const SELECT_PAGE = { getTitleCheckboxProps: () => ({ 'aria-label': '选中本页' }) }
