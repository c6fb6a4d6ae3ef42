import type { DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'

/** The first repeated value, if any: values are used as keys. */
export function repeatedValue(entries: DictionaryFields['entries']): string | undefined {
  const seen = new Set<string>()
  for (const { value } of entries) {
    if (seen.has(value)) return value
    seen.add(value)
  }
  return undefined
}

/** Dictionaries that pages of the app read by code, and which pages: they may be edited, but not deleted or renamed. */
const READ_BY: Readonly<Record<string, string>> = {
  hold_reason: '搁置订单时要选它',
  carrier: '登记发货时要选它',
  shipping_remark: '给卖家留言时要选它',
}
export const readBy = (code: string): string | undefined => (Object.hasOwn(READ_BY, code) ? READ_BY[code] : undefined)

/** Entries whose value no longer exists, because they were removed or their value changed. */
export const goneEntries = (
  before: DictionaryFields['entries'],
  after: DictionaryFields['entries'],
): DictionaryFields['entries'] => before.filter((old) => !after.some(({ value }) => value === old.value))
