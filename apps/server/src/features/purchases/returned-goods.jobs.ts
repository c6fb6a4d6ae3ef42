import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { ReturnedGoods } from './returned-goods.service.ts'

/** A shopper returns goods while more of them is being bought for the same order. */
export const handleReturnedGoods = defineJob({
  name: 'heed-returned-goods',
  payload: z.object({ orderId: z.uuid(), orderLineIds: z.array(z.uuid()).min(1), name: z.string() }),
})

export function bindReturnedGoods(jobs: Jobs, handle: (reported: ReturnedGoods) => Promise<void>): void {
  jobs.handle(handleReturnedGoods, handle)
}
