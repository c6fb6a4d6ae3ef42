import type { Tx } from '../../db/db.ts'

export type InboxSource = 'shopify' | '1688'

/** A message as features see it. */
export type InboxMessageDoc = {
  id: string
  /** the store or the 1688 account */
  ownerId: string
  topic: string
  eventId: string
  about: string | null
  /** as received: JSON text */
  body: string
  triggeredAt: Date | null
  receivedAt: Date
}

/** What became of a message; a fault is thrown instead, and the message is tried again. */
export type InboxOutcome = { kind: 'handled' | 'ignored'; message: string }

/**
 * A feature that cares for messages. `handle` gets messages of one owner, oldest first, inside the transaction that also
 * marks them as handled: both happen or neither. So it asks nobody outside; what has to be asked is enqueued as a job.
 * Messages come in any order and may come again. Those without an outcome count as ignored.
 */
export type InboxConsumer = {
  readonly source: InboxSource
  takes(topic: string): boolean
  handle(tx: Tx, ownerId: string, messages: readonly InboxMessageDoc[]): Promise<ReadonlyMap<string, InboxOutcome>>
}

export type NewMessage = {
  source: InboxSource
  ownerId: string
  topic: string
  eventId: string
  deliveryId: string | null
  about: string | null
  body: string
  headers: Record<string, string>
  triggeredAt: Date | null
}

/** What features after this one may ask of the inbox. */
export type InboxApi = {
  /** Registered once, when the app is composed. A topic may interest several. */
  consume(consumer: InboxConsumer): void
  /**
   * Keeps a message that is known to be genuine; one that was kept before only counts as a repeat. Answers whether it is new.
   * For whoever fetches messages that could not be delivered (1688, cursor.messageList).
   */
  keep(message: NewMessage): Promise<boolean>
}
