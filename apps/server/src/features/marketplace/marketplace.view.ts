import { marketplaceAccount } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import type { MarketplaceAccount, MarketplaceAccountName } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import { wireOf } from '../../platform/wire-of.ts'
import { environmentOf } from './marketplace.rules.ts'
import type { AccountRow } from './marketplace.store.ts'

/** An account without its secrets: only whether they are set. */
export const accountView = (row: AccountRow): MarketplaceAccount => ({
  ...wireOf(marketplaceAccount, row),
  environment: environmentOf(row.gateway),
  hasSecret: true,
  // Time zero means: no access token yet, fetch one at the first call.
  tokenExpiresAt:
    row.tokenExpiresAt === null || row.tokenExpiresAt.getTime() === 0 ? null : row.tokenExpiresAt.getTime(),
  refreshTokenExpiresAt: row.refreshTokenExpiresAt?.getTime() ?? null,
  can: { updateMarketplaceAccount: true, deleteMarketplaceAccount: true, checkMarketplaceAccount: true },
})

export const accountName = (row: AccountRow): MarketplaceAccountName => ({
  id: row.id,
  name: row.name,
  environment: environmentOf(row.gateway),
  isDefault: row.isDefault,
})
