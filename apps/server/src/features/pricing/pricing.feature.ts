import { defineFeature } from '../../define-feature.ts'
import { rulesInUse } from './pricing.hooks.ts'
import { pricingRoutes } from './pricing.routes.ts'
import { pricingService } from './pricing.service.ts'

export const pricingFeature = defineFeature({
  name: 'pricing',
  needs: {},
  build(base) {
    const service = pricingService({ ...base, usesOf: (tx, ruleIds) => base.hooks.ask(rulesInUse, tx, ruleIds) })
    return { api: service, routes: pricingRoutes({ db: base.db, service }) }
  },
})
