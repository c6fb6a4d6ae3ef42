import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What nodes share of a remote's patience, a row a 1688 app: the starts of calls that were handed out lately. Times are milliseconds of
 * the database's clock. Written by the functions `take_starts` and `quiet_starts` alone.
 */
export const remotePace = pgTable('remote_pace', {
  budget: text('budget').primaryKey(),
  /** soonest first */
  starts: doublePrecision('starts').array().notNull().default([]),
  /** nothing starts before */
  quietUntil: doublePrecision('quiet_until').notNull().default(0),
})
