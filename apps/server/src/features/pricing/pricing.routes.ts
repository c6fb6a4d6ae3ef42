import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { PricingService } from './pricing.service.ts'

type Names = 'queryPriceRules' | 'addPriceRule' | 'updatePriceRule' | 'deletePriceRule' | 'previewPriceRule'

export const pricingRoutes = ({ db, service }: { db: Db; service: PricingService }): RoutesOf<Names> => ({
  queryPriceRules: () => service.query(db.handle),
  addPriceRule: (call, input) => call.write((tx) => service.add(tx, call, input)),
  updatePriceRule: (call, input) => call.write((tx) => service.update(tx, call, input)),
  deletePriceRule: (call, input) => call.write((tx) => service.remove(tx, call, input)),
  previewPriceRule: async (_call, input) => service.preview(input),
})
