import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** The processes of this installation, each of which says every few seconds that it lives. One that ends as it should takes its row away. */
export const node = pgTable('node', {
  /** machine and port: a process that is started again in the same place takes the row over */
  name: text('name').primaryKey(),
  startedAt: at('started_at').notNull(),
  /** by the database's clock */
  beatAt: at('beat_at').notNull(),
  /** how far the machine's own clock is ahead of the database's */
  clockOffsetMs: integer('clock_offset_ms').notNull(),
  /** when the last migration that it knows was made, in milliseconds; null: a version that did not say */
  schema: bigint('schema', { mode: 'number' }),
  /** people were told that it is missing */
  reportedAt: at('told_at'),
})
