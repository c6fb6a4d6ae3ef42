import type { ActState } from '@huoqiao/kit'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt } from '../db/columns.ts'

/**
 * A request to another system that must happen at most once: what is sent, who may still send it, and the outcome. The tables of the
 * features hold its meaning for purchases, orders and shipments under the same id, written in the same transactions.
 */
export const remoteAct = pgTable(
  'remote_act',
  {
    id: primaryId(),
    /** `refund`, `pay` … */
    kind: text('kind').notNull(),
    /** the object that it changes: no second act of this kind starts for the key while the outcome of one is open */
    key: text('key').notNull(),
    state: text('state').$type<ActState>().notNull(),
    /** what is sent, and what a lookup searches for */
    intent: jsonb('intent').notNull(),
    byId: uuid('by_id'),
    by: text('by').notNull(),
    /** the failure: one of FAILURE_WORDS, and a message */
    word: text('word'),
    message: text('message').notNull().default(''),
    intendedAt: at('intended_at').notNull(),
    looks: integer('looks').notNull().default(0),
    nextLookAt: at('next_look_at'),
    resolvedAt: at('settled_at'),
    /** how often the request was about to leave; more than once only if the remote answered each time that it did nothing */
    sends: integer('sends').notNull().default(0),
    sentAt: at('sent_at'),
    /** until when the last request may still be under way from us, by the database's clock; null: never sent */
    until: at('until'),
    /** the sender has its answer, or knows that none will come: no request of ours is under way */
    endedAt: at('ended_at'),
    /** called off: nothing is sent for it any more, even if a stopped process resumes */
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
