import type { SimCore, Table } from '../core.ts'

export type QuirkValue = string | number | boolean
export type Quirk = { name: string; value: QuirkValue; fallback: QuirkValue; help: string }

export type Quirks = {
  quirk: SimCore['quirk']
  list(): Quirk[]
  /** Sets a known quirk. Returns a sentence when the name is unknown or the value has another type. */
  set(name: string, value: unknown): string | undefined
  /** Resets every quirk to its default. */
  reset(): void
}

/**
 * Switches for behaviour that the vendor's documents leave open. Values are stored on disk; the code that reads a switch defines its name.
 */
export function openQuirks(table: Table<{ value: QuirkValue }>): Quirks {
  const known = new Map<string, { fallback: QuirkValue; help: string }>()
  return {
    quirk: <T extends QuirkValue>(name: string, fallback: T, help: string) => {
      known.set(name, { fallback, help })
      return () => {
        const kept = table.get(name)?.value
        return typeof kept === typeof fallback ? (kept as T) : fallback
      }
    },
    list: () =>
      Array.from(known, ([name, { fallback, help }]) => {
        const kept = table.get(name)?.value
        return { name, value: typeof kept === typeof fallback ? kept! : fallback, fallback, help }
      }),
    set: (name, value) => {
      const quirk = known.get(name)
      if (!quirk) return `unknown quirk: ${name}`
      if (typeof value !== typeof quirk.fallback) return `${name} takes a ${typeof quirk.fallback}`
      table.put(name, { value: value as QuirkValue })
      return undefined
    },
    reset: () => table.clear(),
  }
}
