/** The reasons that every shop has from the beginning, by their handles; a shop may add others, which stay as they are. */
const REASONS: Readonly<Record<string, string>> = {
  unknown: '未说明原因',
  color: '颜色不对',
  defective: '有瑕疵',
  'not-as-described': '与描述不符',
  other: '其他原因',
  'size-too-large': '尺码偏大',
  'size-too-small': '尺码偏小',
  style: '不喜欢款式',
  unwanted: '不想要了',
  'wrong-item': '发错货',
}
export const reasonWord = (handle: string): string => (handle === '' ? '' : (REASONS[handle] ?? handle))

/** ReturnDeclineReason, before what staff wrote. */
const DECLINES: Readonly<Record<string, string>> = {
  FINAL_SALE: '不退换商品',
  RETURN_PERIOD_ENDED: '已过退货期限',
  OTHER: '其他原因',
}
export function declineWord(said: string): string {
  const [word = '', ...rest] = said.split('：')
  return [DECLINES[word] ?? word, ...rest].join('：')
}
