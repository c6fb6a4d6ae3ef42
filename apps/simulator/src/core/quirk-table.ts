import type { SimCore } from '../core.ts'
import type { QuirkValue } from './quirks.ts'

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string
type QuirkTable = Readonly<Record<string, readonly [fallback: QuirkValue, help: string]>>

/** Switches from a table of defaults and help texts, each named `prefix.name`; returns a function per switch that reads its value. */
export const openQuirkTable = <const T extends QuirkTable>(
  core: SimCore,
  prefix: string,
  table: T,
): { readonly [K in keyof T]: () => Widened<T[K][0]> } =>
  Object.fromEntries(
    Object.entries(table).map(([name, [fallback, help]]) => [name, core.quirk(`${prefix}.${name}`, fallback, help)]),
  ) as { readonly [K in keyof T]: () => Widened<T[K][0]> }
