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

/**
 * Returns under way, read again by the clock. A shop has no list of returns by their own time (its query root knows a return by its
 * id only), and a second one beside a first changes no word of its order: where no message comes, nothing else would find it.
 */
export const recheckReturns = defineJob({
  name: 'recheck-returns',
  payload: z.object({}),
  cron: '23 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

export function handleReturnJobs(
  jobs: Jobs,
  work: { read(orderIds: readonly string[], signal: AbortSignal): Promise<void>; recheck(): Promise<void> },
): void {
  jobs.handle(recheckReturns, () => work.recheck())
  jobs.handle(readReturns, ({ orderIds }, run) => work.read(orderIds, run.signal))
}
