import type { CallNotes } from './call.ts'

/** Records each given field whose value differs from before. Nested values are compared as a whole. `before` is null for a new row. */
export function noteChanges<Fields extends object>(
  notes: CallNotes,
  given: Fields,
  before: Readonly<Record<keyof Fields, unknown>> | null,
  after: Readonly<Record<keyof Fields, unknown>>,
): void {
  for (const field of Object.keys(given) as (keyof Fields & string)[]) {
    const was = before?.[field] ?? null
    if (JSON.stringify(was) !== JSON.stringify(after[field])) notes.change(field, was, after[field])
  }
}
