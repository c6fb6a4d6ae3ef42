import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { SessionAdminService } from './session-admin.service.ts'

/** Nightly: deletes sessions and logins that ended long ago. */
const sweepSessions = defineJob({
  name: 'sweep-sessions',
  payload: z.object({}),
  cron: '20 3 * * *',
  concurrency: 1,
})

export const handleSessionJobs = (jobs: Jobs, db: Db, admin: Pick<SessionAdminService, 'sweep'>): void => {
  jobs.handle(sweepSessions, () => admin.sweep(db.handle))
}
