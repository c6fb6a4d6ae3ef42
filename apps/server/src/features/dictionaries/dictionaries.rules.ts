import type { DictionaryFields } from '@huoqiao/contract/dictionaries/dictionaries.schema'

/** The first value that stands twice, if any: a dictionary is looked up by value. */
export function repeatedValue(entries: DictionaryFields['entries']): string | undefined {
  const seen = new Set<string>()
  for (const { value } of entries) {
    if (seen.has(value)) return value
    seen.add(value)
  }
  return undefined
}

/** Dictionaries that our own pages read by code may be edited, never deleted or given another code. */
export const BUILT_IN_CODES: readonly string[] = ['hold_reason', 'carrier', 'shipping_remark']
export const isBuiltIn = (code: string): boolean => BUILT_IN_CODES.includes(code)
