import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** A shopper sends goods back of which more was bought and did not go out. */
export const goodsReturned = defineEvent(
  'goods-returned',
  z.object({ orderId: z.uuid(), orderLineIds: z.array(z.uuid()).min(1), name: z.string() }),
)

/** What comes back of orders of which something does. Tried for hours: a shop that is out of reach comes back. */
export const readReturns = defineJob({
  name: 'read-order-returns',
  payload: z.object({ orderIds: z.array(z.uuid()).min(1) }),
  retryLimit: 50,
  concurrency: 1,
})

export function handleReturnJobs(
  jobs: Jobs,
  work: { read(orderIds: readonly string[], signal: AbortSignal): Promise<void> },
): void {
  jobs.handle(readReturns, ({ orderIds }, run) => work.read(orderIds, run.signal))
}
