import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** An offer or product was claimed to stores that it was not in before. */
export const productClaimed = defineEvent(
  'product-claimed',
  z.object({ productId: z.uuid(), storeIds: z.array(z.uuid()).min(1) }),
)

/** Folds the counters' append-only deltas into one row a bucket, so that tab counts stay one short sum. */
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
