import { defineFeature } from '../../define-feature.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { handleWorkbenchJobs } from './workbench.jobs.ts'
import { workbenchRoutes } from './workbench.routes.ts'
import { workbenchService } from './workbench.service.ts'

export const workbenchFeature = defineFeature({
  name: 'workbench',
  needs: { config: systemConfigFeature },
  build(base) {
    const service = workbenchService(base)
    handleWorkbenchJobs(base.jobs, service)
    return { api: {}, routes: workbenchRoutes(service) }
  },
})
