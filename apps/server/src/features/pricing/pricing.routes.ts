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
  queryPriceRules: () => service.queryPriceRules(db.handle),
  addPriceRule: (call, input) => call.write((tx) => service.addPriceRule(tx, call, input)),
  updatePriceRule: (call, input) => call.write((tx) => service.updatePriceRule(tx, call, input)),
  deletePriceRule: (call, input) => call.write((tx) => service.deletePriceRule(tx, call, input)),
  previewPriceRule: async (_call, input) => service.previewPriceRule(input),
})
