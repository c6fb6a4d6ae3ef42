import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId, updatedAt, version } from '../../db/columns.ts'

/**
 * One app of the 1688 open platform with the tokens of one buyer. The secret and the tokens are sealed; what lists need
 * to know of them stands in columns of its own, so that showing an account opens no secret.
 */
export const marketplaceAccount = pgTable(
  'marketplace_account',
  {
    id: primaryId(),
    name: text('name').notNull(),
    gateway: text('gateway').notNull(),
    appKey: text('app_key').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** JSON of the connector's `Tokens`; null: an app that serves one account and sends no token (reference 1.5) */
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
    // At most one default; the service sees to it that there is one whenever there is an account.
    uniqueIndex('marketplace_account_default')
      .on(table.isDefault)
      .where(sql`${table.isDefault}`),
  ],
)
