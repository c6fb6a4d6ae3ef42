import type { CallNotes } from '../platform/call.ts'

export type KeptNotes = CallNotes & {
  readonly objects: { kind: string; id: string; label?: string }[]
  readonly changes: { field: string; before: unknown; after: unknown }[]
}

/** Collects what a call touched. Kept short: the log is for people. */
export function createNotes(): KeptNotes {
  const objects: KeptNotes['objects'] = []
  const changes: KeptNotes['changes'] = []
  return {
    objects,
    changes,
    object(kind, id, label) {
      if (objects.length < 500) objects.push(label === undefined ? { kind, id } : { kind, id, label })
    },
    change(field, before, after) {
      if (changes.length < 200) changes.push({ field, before, after })
    },
  }
}
