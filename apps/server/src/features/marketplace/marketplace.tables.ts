import { sql } from 'drizzle-orm'
import type { MarketplaceHealth } from '@huoqiao/contract/marketplace/marketplace.status'
import type { MarketplacePermission } from '@huoqiao/contract/marketplace/permissions.status'
import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    loginId: text('login_id'),
    /** what 1688 answered when an API of the group was last called */
    permissions: jsonb('permissions')
      .$type<Partial<Record<MarketplacePermission, 'granted' | 'denied'>>>()
      .notNull()
      .default({}),
    isDefault: boolean('is_default').notNull(),
    health: text('health').$type<MarketplaceHealth>().notNull(),
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

export type ConsentState = 'asked' | 'answered' | 'refused' | 'ended'

/**
 * A consent that a person began (reference 1.6). Its `state` parameter is stored as a digest only, and can be used once. The callback, which
 * anybody can request, changes only this row. The code is encrypted, and deleted when it is used.
 */
export const marketplaceConsent = pgTable(
  'marketplace_consent',
  {
    id: primaryId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => marketplaceAccount.id, { onDelete: 'cascade' }),
    /** our account that began it; only that account may complete it */
    startedBy: uuid('started_by').notNull(),
    /** the app for which the code is valid */
    appKey: text('app_key').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    stateDigest: text('state_digest').notNull(),
    sealedCode: text('sealed_code'),
    state: text('state').$type<ConsentState>().notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('marketplace_consent_state').on(table.stateDigest)],
)
