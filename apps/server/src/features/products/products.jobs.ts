import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** A product was claimed to additional stores. */
export const productClaimed = defineEvent(
  'product-claimed',
  z.object({ productId: z.uuid(), storeIds: z.array(z.uuid()).min(1) }),
)

/** Texts of products were written that are translated, or products were moved to the recycle bin or back. */
export const productContentChanged = defineEvent(
  'product-content-changed',
  z.object({ productIds: z.array(z.uuid()).min(1) }),
)

/** Merges the counters' deltas into one row for each bucket, so that tab counts stay cheap. */
const compactProductCounts = defineJob({
  name: 'compact-product-counts',
  payload: z.object({}),
  cron: '* * * * *',
  exclusive: true,
  retryLimit: 1,
  concurrency: 1,
})

export const productsJobs = (jobs: Jobs, service: { compactCounts(): Promise<void> }): void => {
  jobs.handle(compactProductCounts, () => service.compactCounts())
}
