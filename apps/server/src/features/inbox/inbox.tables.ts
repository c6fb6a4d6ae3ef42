import type { InboxState } from '@huoqiao/contract/inbox/inbox.status'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt } from '../../db/columns.ts'

/**
 * Every message of a vendor, stored before it is answered (beyond, item 11). The row is the work: a process claims waiting rows by moving
 * `next_at` into the future, so the claim of a killed process expires by itself.
 */
export const inboxMessage = pgTable(
  'inbox_message',
  {
    id: primaryId(),
    source: text('source').$type<'shopify' | '1688'>().notNull(),
    /** the store or the 1688 account */
    ownerId: uuid('owner_id').notNull(),
    topic: text('topic').notNull(),
    /** the vendor's id of the event: all deliveries of one event share it (reference shopify-admin, section 6) */
    eventId: text('event_id').notNull(),
    /** of the delivery that was stored */
    deliveryId: text('delivery_id'),
    about: text('about'),
    /** as received; its signature was verified before it was stored */
    body: text('body').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    triggeredAt: at('triggered_at'),
    receivedAt: at('received_at').notNull(),
    state: text('state').$type<InboxState>().notNull(),
    nextAt: at('next_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    repeats: integer('repeats').notNull().default(0),
    message: text('message').notNull().default(''),
    handledAt: at('handled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('inbox_message_event').on(table.source, table.ownerId, table.topic, table.eventId),
    index('inbox_message_waiting')
      .on(table.nextAt)
      .where(sql`state = 'waiting'`),
    index('inbox_message_received').on(table.receivedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('inbox_message_state').on(table.state, table.receivedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('inbox_message_about').on(table.about),
    index('inbox_message_event_id').on(table.eventId),
  ],
)
