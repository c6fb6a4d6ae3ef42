import { z } from 'zod'
import { defineJob } from '../jobs/define.ts'

/** Looks for every remote act whose outcome is open and due. */
export const resolveActs = defineJob({
  name: 'settle-acts',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

/** One look at one act when it is due. */
export const lookAfterAct = defineJob({
  name: 'look-after-act',
  payload: z.object({ actId: z.uuid() }),
  concurrency: 2,
})
