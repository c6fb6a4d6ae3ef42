import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt, version } from '../../db/columns.ts'

/** Only what differs from the default, or once did: the version counts on, so that a stale save is seen. */
export const systemConfig = pgTable('system_config', {
  key: text('key').primaryKey(),
  /** null: the default */
  value: jsonb('value').$type<string | number | boolean | null>(),
  /** a secret, sealed; never read back by a person */
  sealed: text('sealed'),
  updatedBy: text('updated_by').notNull(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
