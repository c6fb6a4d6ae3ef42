import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, minor, updatedAt } from '../../db/columns.ts'

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

/** Values of the home page's figures at the end of a day (YYYY-MM-DD in UTC+8); for the current day, the latest values. */
export const figureDay = pgTable(
  'figure_day',
  { day: text('day').notNull(), name: text('name').notNull(), value: minor('value').notNull() },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
)
