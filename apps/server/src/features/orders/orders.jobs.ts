import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { orderHint } from './order-hints.rules.ts'

/** An order changed in a way that affects what was bought for it (截单提醒). Only for orders with purchased lines. */
export const orderChanged = defineEvent(
  'order-changed',
  z.object({
    orderIds: z.array(z.uuid()).min(1),
    why: z.enum(['cancelled', 'reduced', 'refunded', 'held', 'fulfilled']),
  }),
)

/** Fulfilments were cancelled in a shop, by anybody. The shop never reverts such a cancellation. */
export const fulfilmentsCancelled = defineEvent(
  'fulfilments-cancelled',
  z.object({ orderId: z.uuid(), fulfillmentGids: z.array(z.string()).min(1) }),
)

/** Safety net for lost webhooks. */
export const pullOrders = defineJob({
  name: 'pull-orders',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Reads in full the orders that were taken from messages. */
const deepenOrders = defineJob({
  name: 'deepen-orders',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

const compactOrderCounts = defineJob({
  name: 'compact-order-counts',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Recalculates profits after a rate, a fee or the freight of a price rule changed. `from` and `to` are instants; `to` is exclusive. */
export const reckonOrders = defineJob({
  name: 'reckon-orders',
  payload: z.object({
    storeId: z.uuid().optional(),
    /** only stores with this price rule */
    priceRuleId: z.uuid().optional(),
    currency: z.string().optional(),
    from: z.number().optional(),
    to: z.number().optional(),
  }),
  concurrency: 1,
})

/** One task that a person started: a search for missing orders, or an export. */
export const runOrderTask = defineJob({
  name: 'run-order-task',
  payload: z.object({ taskId: z.uuid() }),
  exclusive: true,
  retryLimit: 200,
  retryDelay: 1,
  retryDelayMax: 30,
  concurrency: 2,
})

/** Registers missing webhooks of every store, because a shop deletes a subscription that failed too often (reference, section 6). */
export const registerShopWebhooks = defineJob({
  name: 'register-shop-webhooks',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Alerts about paid orders that nobody buys for and about stores that no longer answer (`order-alerts.service`). */
export const checkOrders = defineJob({
  name: 'look-for-order-trouble',
  payload: z.object({}),
  cron: '*/10 * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

/** Reads orders for which a webhook was only a hint. Retried for hours, because a shop may be unreachable for some time. */
export const rereadOrders = defineJob({
  name: 'reread-orders',
  payload: z.object({
    storeId: z.uuid(),
    shopifyIds: z.array(z.string()),
    fulfillmentOrderIds: z.array(z.string()),
    returnIds: z.array(z.string()).optional(),
    /** orders that are read only if the stored copy still does not show what the hint reports */
    hints: z.array(orderHint).optional(),
  }),
  retryLimit: 50,
  concurrency: 2,
})

/**
 * Reads the refunded amount of orders whose message gave it only in the shopper's currency. This single field costs a fiftieth of reading
 * the whole order, so many of them take only seconds.
 */
export const readRefunds = defineJob({
  name: 'read-refunds',
  payload: z.object({ storeId: z.uuid(), shopifyIds: z.array(z.string()).min(1) }),
  retryLimit: 50,
  concurrency: 1,
})

/** shop/redact: deletes the personal data of all orders of a store. */
export const forgetStore = defineJob({
  name: 'forget-store-customers',
  payload: z.object({ storeId: z.uuid() }),
  concurrency: 1,
})

/** Personal data was deleted: sheets that may contain it are deleted too. */
export const withdrawPersonExports = defineJob({
  name: 'withdraw-person-exports',
  payload: z.object({}),
  concurrency: 1,
})

/** Nightly: deletes the personal data of orders older than the retention. */
export const expirePersons = defineJob({
  name: 'expire-persons',
  payload: z.object({}),
  cron: '10 3 * * *',
  concurrency: 1,
})

export function handleOrderJobs(
  jobs: Jobs,
  work: {
    pull(signal: AbortSignal): Promise<void>
    compact(): Promise<void>
    deepen(signal: AbortSignal): Promise<void>
    reckon(which: z.infer<typeof reckonOrders.payload>, signal: AbortSignal): Promise<void>
    task(taskId: string, signal: AbortSignal): Promise<void>
    registerWebhooks(signal: AbortSignal): Promise<void>
    checkOrders(): Promise<void>
    expirePersons(): Promise<void>
    reread(which: z.infer<typeof rereadOrders.payload>, signal: AbortSignal): Promise<void>
    refunds(which: z.infer<typeof readRefunds.payload>, signal: AbortSignal): Promise<void>
    forgetStore(storeId: string): Promise<unknown>
    withdrawPersonExports(): Promise<void>
  },
): void {
  jobs.handle(pullOrders, (_payload, run) => work.pull(run.signal))
  jobs.handle(deepenOrders, (_payload, run) => work.deepen(run.signal))
  jobs.handle(compactOrderCounts, () => work.compact())
  jobs.handle(reckonOrders, (payload, run) => work.reckon(payload, run.signal))
  jobs.handle(runOrderTask, ({ taskId }, run) => work.task(taskId, run.signal))
  jobs.handle(registerShopWebhooks, (_payload, run) => work.registerWebhooks(run.signal))
  jobs.handle(checkOrders, () => work.checkOrders())
  jobs.handle(expirePersons, () => work.expirePersons())
  jobs.handle(rereadOrders, (payload, run) => work.reread(payload, run.signal))
  jobs.handle(readRefunds, (payload, run) => work.refunds(payload, run.signal))
  jobs.handle(withdrawPersonExports, () => work.withdrawPersonExports())
  jobs.handle(forgetStore, async ({ storeId }) => void (await work.forgetStore(storeId)))
}
