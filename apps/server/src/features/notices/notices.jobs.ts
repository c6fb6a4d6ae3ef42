import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { NoticesService } from './notices.service.ts'

/** A notice by a rule of 预警配置, the first of its day: repetitions and notices to one person do not emit it. */
export const noticeCreated = defineEvent('notice-created', z.object({ noticeId: z.uuid() }))

/** Nightly: deletes notices that are no longer shown. */
const sweepNotices = defineJob({
  name: 'sweep-notices',
  payload: z.object({}),
  cron: '30 3 * * *',
  concurrency: 1,
})

export const handleNoticeJobs = (jobs: Jobs, db: Db, notices: Pick<NoticesService, 'sweep'>): void => {
  jobs.handle(sweepNotices, () => notices.sweep(db.handle))
}
