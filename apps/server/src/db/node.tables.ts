import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** The processes of this installation; each updates its row every few seconds and deletes it when it ends normally. */
export const node = pgTable('node', {
  /** machine and port: a process that is restarted in the same place takes over the row */
  name: text('name').primaryKey(),
  startedAt: at('started_at').notNull(),
  /** by the database's clock */
  beatAt: at('beat_at').notNull(),
  /** how far the machine's own clock is ahead of the database's */
  clockOffsetMs: integer('clock_offset_ms').notNull(),
  /** creation time of the last migration that it knows, in milliseconds; null: a version that did not report it */
  schema: bigint('schema', { mode: 'number' }),
  /** when people were notified that it is missing */
  reportedAt: at('told_at'),
})
