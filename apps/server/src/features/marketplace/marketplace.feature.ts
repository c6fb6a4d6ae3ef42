import { defineFeature } from '../../define-feature.ts'
import { noticesFeature } from '../notices/index.ts'
import { handleMarketplaceJobs } from './marketplace.jobs.ts'
import { marketplaceRoutes, receiveConsents } from './marketplace.routes.ts'
import { marketplaceService } from './marketplace.service.ts'

export const marketplaceFeature = defineFeature({
  name: 'marketplace',
  needs: { notices: noticesFeature },
  build(base) {
    const service = marketplaceService({ ...base, startsPerSecond: base.settings.alibabaStartsPerSecond })
    handleMarketplaceJobs(base.jobs, service)
    return {
      api: service,
      routes: marketplaceRoutes({ db: base.db, service }),
      serve: (fastify) => receiveConsents(fastify, service),
    }
  },
})
