import * as z from '../zod.ts'
import { shopChange } from '../shop-change.ts'
import { can, id, instant } from '../wire.ts'

export const syncTaskState = z.enum([
  'queued',
  'running',
  'throttled',
  'succeeded',
  'partial',
  'failed',
  'unknown',
  'cancelled',
])
export const syncItemState = z.enum([
  'queued',
  'running',
  'succeeded',
  'unchanged',
  'failed',
  'unknown',
  'cancelled',
  'merged',
])

export const dryRunItem = shopChange.extend({
  productId: id,
  storeId: id,
  action: z.enum(['create', 'update', 'none', 'blocked']),
  /** points of the shop's rate limit that the push will cost */
  estimatedCost: z.int(),
})
export type DryRunItem = z.infer<typeof dryRunItem>

export const syncItem = z.object({
  id,
  productId: id,
  storeId: id,
  title: z.string(),
  image: z.string().nullable(),
  storeName: z.string(),
  state: syncItemState,
  step: z.string(),
  message: z.string(),
  advice: z.string().nullable(),
  word: z.string().nullable(),
  shopifyProductId: z.string().nullable(),
  storefrontUrl: z.string().nullable(),
  adminUrl: z.string().nullable(),
  exchange: z.object({ request: z.string(), response: z.string(), status: z.number().optional() }).nullable(),
  attempts: z.int(),
  updatedAt: instant,
})
export type SyncItem = z.infer<typeof syncItem>

/** One cause shared by many items (beyond, item 10). */
export const syncCause = z.object({
  message: z.string(),
  advice: z.string().nullable(),
  count: z.int(),
})
export type SyncCause = z.infer<typeof syncCause>

export const syncTask = z.object({
  id,
  title: z.string(),
  state: syncTaskState,
  total: z.int(),
  done: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  unknown: z.int(),
  /** while 限流等待: when the shop's rate limit allows the next call */
  waitingUntil: instant.nullable(),
  createdBy: z.string(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  can,
})
export type SyncTask = z.infer<typeof syncTask>
