import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt, version } from '../../db/columns.ts'

/** Only settings that differ from the default, or once did; their version is kept, so that a stale save is detected. */
export const systemConfig = pgTable('system_config', {
  key: text('key').primaryKey(),
  /** null: the default */
  value: jsonb('value').$type<string | number | boolean | null>(),
  /** a secret, encrypted; never shown to a person */
  sealed: text('sealed'),
  updatedBy: text('updated_by').notNull(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
