/** A table of states: code → label, colour (one of five hues), group, allowed next states. */
export type Hue = 'waiting' | 'moving' | 'done' | 'attention' | 'failed'
export type StateEntry<Code extends string> = {
  readonly label: string
  readonly hue: Hue
  readonly group?: string
  readonly next: readonly Code[]
}
export type StateTable<Code extends string> = { readonly [C in Code]: StateEntry<C | Code> }

/** Checks the graph once when the module loads: every `next` must be a state of the table. */
export function defineStates<Code extends string>(name: string, table: StateTable<Code>): StateTable<Code> {
  for (const [code, entry] of Object.entries<StateEntry<Code>>(table)) {
    for (const next of entry.next) {
      if (!(next in table)) throw new Error(`state table ${name}: ${code} leads to unknown state ${next}`)
    }
  }
  return table
}

export const mayMove = <Code extends string>(table: StateTable<Code>, from: Code, to: Code): boolean =>
  (table[from].next as readonly string[]).includes(to)
