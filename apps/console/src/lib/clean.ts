const documents = new WeakSet<object>()

/**
 * Marks a value as one document that travels exactly as it is, such as an editor's draft in which an emptied field means
 * "emptied". Returns the same value.
 */
export function verbatim<T extends object>(value: T): T {
  documents.add(value)
  return value
}
const isVerbatim = (value: unknown): boolean => typeof value === 'object' && value !== null && documents.has(value)

/** Empty in the sense of specification section 5: '', null, undefined, NaN, ±Infinity. False and 0 are values. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'number' && !Number.isFinite(value))

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Removes empty values before sending (specification, section 5): from objects at any depth, and empty primitives from
 * arrays. Arrays and objects stay even when nothing is left in them, since an emptied list ("no tags") is something said, and
 * objects in arrays keep their positions. Documents marked `verbatim`, files and dates are not entered.
 */
export function clean<T>(value: T): T {
  if (isVerbatim(value)) return value
  if (Array.isArray(value)) {
    return (value as unknown[]).filter((item) => !isEmpty(item)).map((item) => clean(item)) as T
  }
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !isEmpty(inner))
      .map(([key, inner]) => [key, clean(inner)]),
  ) as T
}
