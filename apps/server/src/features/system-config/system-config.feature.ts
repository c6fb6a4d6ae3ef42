import { defineFeature } from '../../define-feature.ts'
import { systemConfigRoutes } from './system-config.routes.ts'
import { systemConfigService } from './system-config.service.ts'

export const systemConfigFeature = defineFeature({
  name: 'system-config',
  needs: {},
  build(base) {
    const service = systemConfigService(base)
    return { api: service, routes: systemConfigRoutes({ db: base.db, service }) }
  },
})
