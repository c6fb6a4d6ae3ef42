/**
 * How a field is sent in a query or a form: text as it is, numbers and booleans as their text, a list of plain words joined by commas,
 * everything else as JSON text. The contract's formInt, formList and formJson parse exactly these.
 */
export function fieldText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    const items = value as unknown[]
    return items.every(isPlainWord) ? items.join(',') : JSON.stringify(items)
  }
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value)
}

/** A word that can be sent in a comma-separated list without being misread. */
const isPlainWord = (item: unknown): boolean =>
  typeof item === 'number' || (typeof item === 'string' && !item.includes(',') && !item.trim().startsWith('['))

/** Fields as urlencoded text, in their given order; an emptied list is an empty field and is left out. */
export function encodeFields(fields: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) {
    const text = fieldText(value)
    if (text !== '') params.append(key, text)
  }
  return params.toString()
}
