import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from '../../db/columns.ts'

export const LOGS = ['operation_log', 'login_log'] as const
export type LogName = (typeof LOGS)[number]

/** Rows of the logs that no seal covers yet, by trigger (migration 0001_functions): in the transaction that wrote the row, so that none is missed. */
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
 * One link of a log's chain: a batch of its rows, all of one month in China, as months are what a log gives up (decision 0015).
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
    /** the rows, and of each the first 16 digits of its hash, to name the one that no longer fits */
    rowIds: uuid('row_ids').array().notNull(),
    marks: text('marks').notNull(),
    /** over the whole hashes of the rows, in the order of `rowIds` */
    rowsHash: text('rows_hash').notNull(),
    prevHash: text('prev_hash').notNull(),
    /** over everything above */
    hash: text('hash').notNull(),
    sealedAt: at('sealed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.seq] })],
)
