import { defineFeature } from '../../define-feature.ts'
import { filesFeature } from '../files/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { ordersFeature } from '../orders/index.ts'
import { storesFeature } from '../stores/index.ts'
import { handleAnalyticsJobs } from './analytics.jobs.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { analyticsService } from './analytics.service.ts'
import { factsService } from './facts.service.ts'
import { schedulesService } from './schedules.service.ts'
import { sheetService } from './sheet.service.ts'

export const analyticsFeature = defineFeature({
  name: 'analytics',
  needs: { files: filesFeature, notices: noticesFeature, orders: ordersFeature, stores: storesFeature },
  build(base) {
    const facts = factsService(base)
    const analytics = analyticsService({ ...base, facts })
    const sheet = sheetService({ ...base, linkTo: base.orders.linkTo, analytics })
    const schedules = schedulesService(base)
    handleAnalyticsJobs(base.jobs, { keep: (signal) => facts.keep(signal), send: () => schedules.send() })
    return { api: {}, routes: analyticsRoutes({ analytics, schedules, sheet }) }
  },
})
