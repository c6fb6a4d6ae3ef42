import type { marketplaceEndpoints } from '@huoqiao/contract/marketplace/marketplace.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { MarketplaceService } from './marketplace.service.ts'

export const marketplaceRoutes = ({
  db,
  service,
}: {
  db: Db
  service: MarketplaceService
}): RoutesOf<keyof typeof marketplaceEndpoints> => ({
  queryMarketplaceAccounts: () => service.queryMarketplaceAccounts(db.handle),
  queryMarketplaceAccountNames: () => service.queryMarketplaceAccountNames(db.handle),
  addMarketplaceAccount: (call, input) => call.write((tx) => service.addMarketplaceAccount(tx, call, input)),
  updateMarketplaceAccount: (call, input) => call.write((tx) => service.updateMarketplaceAccount(tx, call, input)),
  deleteMarketplaceAccount: (call, input) => call.write((tx) => service.deleteMarketplaceAccount(tx, call, input)),
  checkMarketplaceAccount: (call, input) => service.checkMarketplaceAccount(call, input),
})
