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

/** The outcome of a message. On a failure an error is thrown, and the message is retried. */
export type InboxOutcome = { kind: 'handled' | 'ignored'; message: string }

/**
 * A feature that handles messages. `handle` gets messages of one owner, oldest first, in the transaction that also marks them as handled,
 * so both happen or neither. It must not call remotes; it enqueues a job for that. Messages arrive in any order and may repeat. A message
 * without an outcome counts as ignored.
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

/** The API of the inbox for later features. */
export type InboxApi = {
  /** Called once, when the app is composed. Several consumers may handle the same topic. */
  consume(consumer: InboxConsumer): void
  /**
   * Stores a message that is known to be genuine; a repeat is only counted. Returns whether it is new. For callers that fetch undelivered
   * messages (1688, cursor.messageList).
   */
  keep(message: NewMessage): Promise<boolean>
}
