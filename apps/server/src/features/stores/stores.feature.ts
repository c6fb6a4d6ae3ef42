import { answers, defineFeature } from '../../define-feature.ts'
import { pricingFeature, rulesInUse } from '../pricing/index.ts'
import { shopService } from './shop.service.ts'
import { handleStoreJobs } from './stores.jobs.ts'
import { storesRoutes } from './stores.routes.ts'
import { storesService } from './stores.service.ts'
import { countStoresByRule } from './stores.store.ts'

export const storesFeature = defineFeature({
  name: 'stores',
  needs: { pricing: pricingFeature },
  answers: [
    answers(rulesInUse, async (_base, tx, ruleIds) => {
      const used = await countStoresByRule(tx, ruleIds)
      return new Map(used.map(({ priceRuleId, names }) => [priceRuleId!, `店铺${names}正在使用这条规则`]))
    }),
  ],
  build(base) {
    const service = storesService(base)
    const shop = shopService({ ...base, stores: service })
    handleStoreJobs(base.jobs, service)
    return { api: service, routes: storesRoutes({ db: base.db, service, shop }) }
  },
})
