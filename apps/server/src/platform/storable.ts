/** Removes characters that PostgreSQL cannot store (NUL, lone surrogates); texts of suppliers and answers of models contain them sometimes. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '') as T
  if (Array.isArray(value)) return value.map((item: unknown) => storable(item)) as T
  if (value instanceof Map)
    return new Map([...value].map(([key, inner]: [unknown, unknown]) => [key, storable(inner)])) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)])) as T
}

/** At most `max` UTF-16 units, without cutting a character in half. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
