import { isLoggedKind } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { KeptNotes } from './notes.ts'

/** A bulk call that changed nothing logs the objects that were refused, just as a successful one logs the objects that it changed. */
export function noteRefusedRows(notes: KeptNotes, { object }: Endpoint, { rows }: BulkOutcome): void {
  if (object === undefined || !isLoggedKind(object)) return
  const named = new Set(notes.objects.map(({ id }) => id))
  for (const { key } of rows) if (!named.has(key)) notes.object(object, key)
}
