import type { MarketplaceAccount, MarketplaceAccountName } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { environmentOf } from './marketplace.rules.ts'
import type { AccountRow } from './marketplace.store.ts'

/** An account without its secrets: only whether they are set. */
export const accountView = (row: AccountRow): MarketplaceAccount => ({
  id: row.id,
  name: row.name,
  gateway: row.gateway,
  environment: environmentOf(row.gateway),
  appKey: row.appKey,
  loginId: row.loginId,
  isDefault: row.isDefault,
  hasSecret: true,
  hasRefreshToken: row.hasRefreshToken,
  // Time zero means: no access token yet, fetch one at the first call.
  tokenExpiresAt:
    row.tokenExpiresAt === null || row.tokenExpiresAt.getTime() === 0 ? null : row.tokenExpiresAt.getTime(),
  health: row.health,
  healthMessage: row.healthMessage,
  checkedAt: row.checkedAt?.getTime() ?? null,
  version: row.version,
  can: { updateMarketplaceAccount: true, deleteMarketplaceAccount: true, checkMarketplaceAccount: true },
})

export const accountName = (row: AccountRow): MarketplaceAccountName => ({
  id: row.id,
  name: row.name,
  environment: environmentOf(row.gateway),
  isDefault: row.isDefault,
})
