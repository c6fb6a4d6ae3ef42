import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, updatedAt } from '../../db/columns.ts'

/** A snoozed item of the triage list, for everybody: kind and object as in the list. */
export const triageSnooze = pgTable(
  'triage_snooze',
  {
    key: text('key').primaryKey(),
    until: at('until').notNull(),
    note: text('note').notNull().default(''),
    byId: uuid('by_id').notNull(),
    byName: text('by_name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('triage_snooze_until').on(table.until)],
)
