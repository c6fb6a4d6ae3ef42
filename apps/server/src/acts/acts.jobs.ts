import { z } from 'zod'
import { defineJob } from '../jobs/define.ts'

/** Looks up every open remote act that is due. */
export const resolveActs = defineJob({
  name: 'settle-acts',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 3,
  concurrency: 1,
})

/** One lookup of one act at the time when it is due. */
export const lookAfterAct = defineJob({
  name: 'look-after-act',
  payload: z.object({ actId: z.uuid() }),
  concurrency: 2,
})
