/**
 * JSON with sorted object keys, so that equal values have equal text (and hashes). Throws TypeError if the top value has no JSON text
 * (undefined, a function).
 */
export function canonicalJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
  if (text === undefined) throw new TypeError(`JSON has no text for ${typeof value}`)
  return text
}
