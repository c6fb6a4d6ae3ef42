import type { ActState } from '@huoqiao/kit'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt } from '../db/columns.ts'

/**
 * What was asked of another system and must happen at most once: what is sent, who may still send it, and what became of it. What it
 * means for purchases, orders and shipments stands in the tables of their features, under the same id, written in the same transactions.
 */
export const remoteAct = pgTable(
  'remote_act',
  {
    id: primaryId(),
    /** `refund`, `pay` … */
    kind: text('kind').notNull(),
    /** the thing that it is done to: no second act of the kind is begun for it while the outcome of one is open */
    key: text('key').notNull(),
    state: text('state').$type<ActState>().notNull(),
    /** what is sent, and what it will be looked for by */
    intent: jsonb('intent').notNull(),
    byId: uuid('by_id'),
    by: text('by').notNull(),
    /** what went wrong, as one of FAILURE_WORDS; and in words */
    word: text('word'),
    message: text('message').notNull().default(''),
    intendedAt: at('intended_at').notNull(),
    looks: integer('looks').notNull().default(0),
    nextLookAt: at('next_look_at'),
    resolvedAt: at('settled_at'),
    /** how often the request was about to leave: more than once only where the remote said each time that it did nothing */
    sends: integer('sends').notNull().default(0),
    sentAt: at('sent_at'),
    /** until when the request that was sent last may still be on its way from us, by the database's clock; null: none ever was */
    until: at('until'),
    /** the sender has its answer, or knows that none will come: nothing is on its way from us any more */
    endedAt: at('ended_at'),
    /** called off: nothing leaves for it ever again, whoever wakes up with it */
    withdrawnAt: at('withdrawn_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('remote_act_open')
      .on(table.kind, table.key)
      .where(sql`state in ('intended', 'sent', 'unknown')`),
    index('remote_act_due')
      .on(table.nextLookAt)
      .where(sql`state in ('intended', 'sent', 'unknown')`),
    index('remote_act_created').on(table.createdAt),
    index('remote_act_happened')
      .on(table.kind, table.key)
      .where(sql`state in ('done', 'found')`),
  ],
)
