import { defineFeature } from '../../define-feature.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { handleOperationLogJobs } from './operation-log.jobs.ts'
import { logSealService } from './log-seal.service.ts'
import { unfinishedSubjects } from './operation-log.hooks.ts'
import { operationLogRoutes } from './operation-log.routes.ts'
import { operationLogService } from './operation-log.service.ts'

export const operationLogFeature = defineFeature({
  name: 'operation-log',
  needs: { config: systemConfigFeature },
  build(base) {
    const keepMonths = async (): Promise<number> => {
      const keepFor = await base.config.setting(base.db.handle, 'log.keepFor')
      return keepFor === 'forever' ? 0 : Number.parseInt(keepFor, 10)
    }
    const service = operationLogService({ ...base, keepMonths })
    handleOperationLogJobs(
      base.jobs,
      service,
      (before) =>
        base.acts.dropOld(before, async (tx, subjects) => {
          const kept = await base.hooks.ask(unfinishedSubjects, tx, subjects)
          return new Set(kept.flatMap((some) => [...some]))
        }),
      logSealService(base),
    )
    return {
      api: { record: (...args: Parameters<typeof service.record>) => service.record(...args), keepMonths },
      routes: operationLogRoutes({ db: base.db, service }),
    }
  },
})
