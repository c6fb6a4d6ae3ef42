import type { CallNotes } from './call.ts'

/** Notes each field that was given and is another than before. What is nested is compared whole. `before` is null of what is new. */
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
