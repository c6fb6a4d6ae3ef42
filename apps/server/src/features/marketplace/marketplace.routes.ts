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
  queryMarketplaceAccounts: () => service.query(db.handle),
  queryMarketplaceAccountNames: () => service.names(db.handle),
  addMarketplaceAccount: (call, input) => call.write((tx) => service.add(tx, call, input)),
  updateMarketplaceAccount: (call, input) => call.write((tx) => service.update(tx, call, input)),
  deleteMarketplaceAccount: (call, input) => call.write((tx) => service.remove(tx, call, input)),
  checkMarketplaceAccount: (call, input) => service.check(call, input),
})
