const TEXT_LIMIT = 240
const LIST_LIMIT = 6

/** A request for the ledger: long text and long lists are shortened, so that thousands of products stay readable. */
export function shorten<T>(value: T): T
export function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > TEXT_LIMIT ? `${value.slice(0, TEXT_LIMIT)}…(${value.length})` : value
  if (Array.isArray(value)) {
    const kept = value.slice(0, LIST_LIMIT).map((entry: unknown) => shorten(entry))
    return value.length > LIST_LIMIT ? [...kept, `…(${value.length})`] : kept
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner as unknown)]))
}
