import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from '../../db/columns.ts'

export const LOGS = ['operation_log', 'login_log'] as const
export type LogName = (typeof LOGS)[number]

/**
 * Log rows that no seal covers yet, inserted by trigger (migration 0001_functions) in the transaction that wrote the row, so that none is
 * missed.
 */
export const logUnsealed = pgTable(
  'log_unsealed',
  {
    log: text('log').$type<LogName>().notNull(),
    rowId: uuid('row_id').notNull(),
    queuedAt: at('queued_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.log, table.rowId] }),
    index('log_unsealed_queued').on(table.log, table.queuedAt, table.rowId),
  ],
)

/**
 * One link of a log's chain: a batch of its rows, all from one month in China time, because retention drops whole months (decision 0015).
 * Append-only, by triggers (migration 0001_functions).
 */
export const logSeal = pgTable(
  'log_seal',
  {
    log: text('log').$type<LogName>().notNull(),
    /** from 1, without gaps */
    seq: integer('seq').notNull(),
    /** "2026-01" */
    month: text('month').notNull(),
    /** the row ids, and the first 16 digits of each row's hash, so that a mismatch can name the row */
    rowIds: uuid('row_ids').array().notNull(),
    marks: text('marks').notNull(),
    /** hash over the full hashes of the rows, in the order of `rowIds` */
    rowsHash: text('rows_hash').notNull(),
    prevHash: text('prev_hash').notNull(),
    /** hash over all columns above */
    hash: text('hash').notNull(),
    sealedAt: at('sealed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.seq] })],
)
