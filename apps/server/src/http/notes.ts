import type { CallNotes } from '../platform/call.ts'

export type KeptNotes = CallNotes & {
  readonly objects: { kind: string; id: string; label?: string }[]
  readonly changes: { field: string; before: unknown; after: unknown }[]
}

/** Maximum of objects and changes in one log entry: the largest bulk action names each of its rows. */
const MOST_OBJECTS = 500
const MOST_CHANGES = 200

/** Collects what a call changed, in short form, because people read the log. */
export function createNotes(): KeptNotes {
  const objects: KeptNotes['objects'] = []
  const changes: KeptNotes['changes'] = []
  return {
    objects,
    changes,
    object(kind, id, label) {
      if (objects.length < MOST_OBJECTS) objects.push(label === undefined ? { kind, id } : { kind, id, label })
    },
    change(field, before, after) {
      if (changes.length < MOST_CHANGES) changes.push({ field, before, after })
    },
  }
}
