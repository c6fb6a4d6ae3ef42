import type { Endpoint } from '@huoqiao/contract/endpoint'
import { ENDPOINTS } from '@huoqiao/contract/registry'

/** Excludes the codes of currencies and countries, which are in capitals and may be shown. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+([-_][a-z]+)*$/i.test(value) && /^[a-z]/.test(value)

/** Every word of the contract's enumerations, in inputs and outputs. */
export function contractWords(): string[] {
  const words = new Set<string>()
  const seen = new Set<unknown>()
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if (Array.isArray(value)) return value.forEach(read)
    const def = (value as { _zod?: { def: Record<string, unknown> } })._zod?.def
    // A plain object within a definition: its fields.
    if (def === undefined) return Object.values(value).forEach(read)
    if (def['type'] === 'enum')
      Object.values(def['entries'] as object)
        .filter(isWord)
        .forEach((word) => words.add(word))
    if (def['type'] === 'literal') (def['values'] as unknown[]).filter(isWord).forEach((word) => words.add(word))
    if (def['type'] === 'lazy') return read((def['getter'] as () => unknown)())
    for (const [key, part] of Object.entries(def)) if (!['checks', 'entries', 'values'].includes(key)) read(part)
  }
  for (const { input, output, query } of Object.values<Endpoint>(ENDPOINTS)) [input, output, query].forEach(read)
  return [...words].toSorted()
}
