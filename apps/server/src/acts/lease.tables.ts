import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt } from '../db/columns.ts'

/**
 * Who may still send an attempt that must happen at most once. One row an attempt, written with its intent; the attempt itself (what
 * is sent, what came of it) is a row of the feature's own. All times are the database's.
 */
export const actLease = pgTable(
  'act_lease',
  {
    /** the attempt's own id */
    id: uuid('id').primaryKey(),
    /** `place`, `refund` … */
    act: text('act').notNull(),
    /** how often the request was about to leave: more than once only where the remote said each time that it did nothing */
    sends: integer('sends').notNull().default(0),
    sentAt: at('sent_at'),
    /** until when the request that was sent last may still be on its way from us; null: none ever was */
    until: at('until'),
    /** the caller has its answer, or knows that none will come: nothing is on its way from us any more */
    endedAt: at('ended_at'),
    /** taken away: nothing leaves for this attempt ever again, whoever wakes up with it */
    withdrawnAt: at('withdrawn_at'),
    createdAt: createdAt(),
  },
  (table) => [index('act_lease_created').on(table.createdAt)],
)
