import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, primaryId } from '../../db/columns.ts'

/**
 * Append-only, by triggers (migration 0001_functions); only whole past months can be deleted. `search` is the text that a keyword is searched
 * in.
 */
export const operationLog = pgTable(
  'operation_log',
  {
    id: primaryId(),
    at: at('at').notNull(),
    accountId: uuid('account_id'),
    accountName: text('account_name').notNull(),
    ip: text('ip').notNull(),
    call: text('call').notNull(),
    title: text('title').notNull(),
    objects: jsonb('objects').$type<{ kind: string; id: string; label?: string }[]>().notNull(),
    objectKeys: text('object_keys').array().notNull(),
    changes: jsonb('changes').$type<{ field: string; before: unknown; after: unknown }[]>().notNull(),
    outcome: text('outcome').$type<'ok' | 'refused' | 'fault'>().notNull(),
    word: text('word'),
    message: text('message').notNull(),
    durationMs: integer('duration_ms').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('operation_log_at').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('operation_log_account').on(table.accountId, table.at.desc().nullsFirst()),
    index('operation_log_call').on(table.call, table.at.desc().nullsFirst()),
    index('operation_log_outcome').on(table.outcome, table.at.desc().nullsFirst()),
    index('operation_log_objects').using('gin', table.objectKeys),
  ],
)
