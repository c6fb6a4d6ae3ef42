import { defineFeature } from '../../define-feature.ts'
import { accessFeature } from '../access/index.ts'
import { handleNoticeJobs } from './notices.jobs.ts'
import { noticesRoutes } from './notices.routes.ts'
import { noticesService } from './notices.service.ts'

export const noticesFeature = defineFeature({
  name: 'notices',
  needs: { access: accessFeature },
  build(base) {
    const service = noticesService(base)
    handleNoticeJobs(base.jobs, base.db, service)
    return { api: service, routes: noticesRoutes({ db: base.db, service }) }
  },
})
