import { z } from 'zod'
import { defineEvent, defineJob } from '../../jobs/define.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** A store's price rule was changed or removed. */
export const storeRuleChanged = defineEvent('store-rule-changed', z.object({ storeId: z.uuid() }))

/** After the shop reported that its languages changed. */
export const readShopLanguages = defineJob({
  name: 'read-shop-languages',
  payload: z.object({ storeId: z.uuid() }),
  retryLimit: 5,
  concurrency: 1,
})

export function handleStoreJobs(
  jobs: Jobs,
  languages: { readExpected(storeId: string, signal: AbortSignal): Promise<void> },
): void {
  jobs.handle(readShopLanguages, ({ storeId }, run) => languages.readExpected(storeId, run.signal))
}
