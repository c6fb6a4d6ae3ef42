import { defineFeature } from '../../define-feature.ts'
import { collectionFeature } from '../collection/index.ts'
import { deliveriesFeature } from '../deliveries/index.ts'
import { placementFeature } from '../placement/index.ts'
import { purchasesFeature } from '../purchases/index.ts'
import { handleScorecardsJobs } from './scorecards.jobs.ts'
import { scorecardsRoutes } from './scorecards.routes.ts'
import { scorecardsService } from './scorecards.service.ts'

export const scorecardsFeature = defineFeature({
  name: 'scorecards',
  needs: {
    collection: collectionFeature,
    purchases: purchasesFeature,
    placement: placementFeature,
    deliveries: deliveriesFeature,
  },
  build(base) {
    const service = scorecardsService(base)
    handleScorecardsJobs(base.jobs, (signal) => service.keepScores(base.db, signal))
    return { api: {}, routes: scorecardsRoutes({ db: base.db, service }) }
  },
})
