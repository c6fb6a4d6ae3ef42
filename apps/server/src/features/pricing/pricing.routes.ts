import type { pricingEndpoints } from '@huoqiao/contract/pricing/pricing.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { PricingService } from './pricing.service.ts'

export const pricingRoutes = ({
  db,
  service,
}: {
  db: Db
  service: PricingService
}): RoutesOf<keyof typeof pricingEndpoints> => ({
  queryPriceRules: () => service.query(db.handle),
  addPriceRule: (call, input) => call.write((tx) => service.add(tx, call, input)),
  updatePriceRule: (call, input) => call.write((tx) => service.update(tx, call, input)),
  deletePriceRule: (call, input) => call.write((tx) => service.remove(tx, call, input)),
  previewPriceRule: async (_call, input) => service.preview(input),
})
