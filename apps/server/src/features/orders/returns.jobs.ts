import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** A shopper returns goods of a line for which more pieces are bought and not sent yet. */
export const goodsReturned = defineEvent(
  'goods-returned',
  z.object({ orderId: z.uuid(), orderLineIds: z.array(z.uuid()).min(1), name: z.string() }),
)

/** Reads the returns of orders that have any. Retried for hours, because a shop may be unreachable for some time. */
export const readReturns = defineJob({
  name: 'read-order-returns',
  payload: z.object({ orderIds: z.array(z.uuid()).min(1) }),
  retryLimit: 50,
  concurrency: 1,
})

/**
 * Reads open returns again on a schedule. A shop has no list of returns by change time (its API returns a return by id only), and a second
 * return does not change the status of an order that has one. If its message is lost, nothing else finds it.
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
