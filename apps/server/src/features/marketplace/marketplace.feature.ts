import { defineFeature } from '../../define-feature.ts'
import { marketplaceRoutes } from './marketplace.routes.ts'
import { marketplaceService } from './marketplace.service.ts'

export const marketplaceFeature = defineFeature({
  name: 'marketplace',
  needs: {},
  build(base) {
    const service = marketplaceService({ ...base, startsPerSecond: base.settings.alibabaStartsPerSecond })
    return { api: service, routes: marketplaceRoutes({ db: base.db, service }) }
  },
})
