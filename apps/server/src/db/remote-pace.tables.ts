import { doublePrecision, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What nodes share of a remote's patience, a row a 1688 app or a shop. Times are milliseconds of the database's clock. Of an app it is the
 * starts of calls that were handed out lately, written by the functions `take_starts` and `quiet_starts` alone; of a shop, who draws on
 * its points.
 */
export const remotePace = pgTable('remote_pace', {
  budget: text('budget').primaryKey(),
  /** soonest first */
  starts: doublePrecision('starts').array().notNull().default([]),
  /** nothing starts before */
  quietUntil: doublePrecision('quiet_until').notNull().default(0),
  /** by a number of the process, when it last told that it draws */
  drawers: jsonb('drawers').$type<Record<string, number>>().notNull().default({}),
})
