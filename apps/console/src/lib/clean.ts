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
 * arrays. Arrays and objects stay even when nothing is left in them, since an emptied list has a meaning ("no tags"), and
 * objects in arrays keep their positions. Files and dates stay as they are.
 *
 * `carriesEmpty` names the fields that are sent unchanged, by their path from the top: `draft`, `edit.note`; rows of a list have the path of
 * their list.
 */
export function clean<T>(value: T, carriesEmpty: readonly string[] = [], path = ''): T {
  if (Array.isArray(value)) {
    return (value as unknown[]).filter((item) => !isEmpty(item)).map((item) => clean(item, carriesEmpty, path)) as T
  }
  if (!isPlain(value)) return value
  const kept: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`
    if (carriesEmpty.includes(at)) kept[key] = inner
    else if (!isEmpty(inner)) kept[key] = clean(inner, carriesEmpty, at)
  }
  return kept as T
}
