import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Follows a new notice: which channels get it, and when. */
export const routeNotice = defineJob({
  name: 'route-notice',
  payload: z.object({ noticeId: z.uuid() }),
  concurrency: 1,
})

/** Sends what is due for one channel, one message a run. */
export const sendAlerts = defineJob({ name: 'send-alerts', payload: z.object({ channelId: z.uuid() }) })

/** Every minute: retries, the end of quiet hours, and messages whose sender is gone. */
const sendDueAlerts = defineJob({
  name: 'send-due-alerts',
  payload: z.object({}),
  cron: '* * * * *',
  concurrency: 1,
})

/** Nightly: deletes old messages. */
const sweepAlerts = defineJob({ name: 'sweep-alerts', payload: z.object({}), cron: '40 3 * * *', concurrency: 1 })

export function handleAlertJobs(
  jobs: Jobs,
  work: {
    route(noticeId: string): Promise<void>
    send(channelId: string): Promise<void>
    sendDue(): Promise<void>
    sweep(): Promise<void>
  },
): void {
  jobs.handle(routeNotice, ({ noticeId }) => work.route(noticeId))
  jobs.handle(sendAlerts, ({ channelId }) => work.send(channelId))
  jobs.handle(sendDueAlerts, () => work.sendDue())
  jobs.handle(sweepAlerts, () => work.sweep())
}
