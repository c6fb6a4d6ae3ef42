import { doublePrecision, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What nodes share about the rate limit of a remote; one row for each 1688 app or shop. Times are milliseconds of the database's clock. For
 * a 1688 app: the start times recently given to calls, written only by the functions `take_starts` and `quiet_starts`. For a shop: which
 * processes use its rate limit.
 */
export const remotePace = pgTable('remote_pace', {
  budget: text('budget').primaryKey(),
  /** earliest first */
  starts: doublePrecision('starts').array().notNull().default([]),
  /** no call may start before this */
  quietUntil: doublePrecision('quiet_until').notNull().default(0),
  /** by a number of the process: when it last reported that it uses the limit */
  drawers: jsonb('drawers').$type<Record<string, number>>().notNull().default({}),
})
