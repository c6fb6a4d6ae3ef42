import { defineFeature } from '../../define-feature.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { workbenchRoutes } from './workbench.routes.ts'
import { workbenchService } from './workbench.service.ts'

export const workbenchFeature = defineFeature({
  name: 'workbench',
  needs: { config: systemConfigFeature },
  build: (base) => ({ api: {}, routes: workbenchRoutes(workbenchService(base)) }),
})
