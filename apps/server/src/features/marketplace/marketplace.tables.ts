import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

/**
 * One app of the 1688 open platform with the tokens of one buyer. Secret and tokens are encrypted; what lists show about them is in
 * separate columns, so that showing an account decrypts nothing.
 */
export const marketplaceAccount = pgTable(
  'marketplace_account',
  {
    id: primaryId(),
    name: text('name').notNull(),
    gateway: text('gateway').notNull(),
    appKey: text('app_key').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** JSON of the connector's `Tokens`, encrypted; null: an app for one account that sends no token (reference 1.5) */
    sealedTokens: text('sealed_tokens'),
    hasRefreshToken: boolean('has_refresh_token').notNull(),
    tokenExpiresAt: at('token_expires_at'),
    loginId: text('login_id'),
    isDefault: boolean('is_default').notNull(),
    health: text('health').$type<'unchecked' | 'ok' | 'unauthorised' | 'unreachable'>().notNull(),
    healthMessage: text('health_message').notNull(),
    checkedAt: at('checked_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('marketplace_account_name').on(table.name),
    // At most one default; the service ensures that there is one if there is an account.
    uniqueIndex('marketplace_account_default')
      .on(table.isDefault)
      .where(sql`${table.isDefault}`),
  ],
)
