import { z } from 'zod'
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

/** One field of the dry run: store now · ours · will become · why (beyond, item 1). */
export const dryRunField = z.object({
  /** stable path, e.g. title, images, variants.{variantId}.price */
  field: z.string(),
  label: z.string(),
  storeNow: z.string().nullable(),
  ours: z.string().nullable(),
  willBecome: z.string().nullable(),
  /** why this is proposed: 新商品 · 人工修改 · 规则调价 · 店铺被改动 … */
  why: z.string(),
  change: z.enum(['create', 'update', 'delete', 'none']),
  /** changed in the shop since our last push: approving overwrites somebody's work */
  conflict: z.boolean(),
})
export type DryRunField = z.infer<typeof dryRunField>

export const dryRunProblem = z.object({
  field: z.string().nullable(),
  level: z.enum(['blocks', 'warns']),
  message: z.string(),
  advice: z.string(),
})

export const dryRunItem = z.object({
  productId: id,
  storeId: id,
  title: z.string(),
  image: z.string().nullable(),
  storeName: z.string(),
  action: z.enum(['create', 'update', 'none', 'blocked']),
  fields: z.array(dryRunField),
  problems: z.array(dryRunProblem),
  /** hash of what was shown: sent back with the approval, so that what is written is what was seen */
  contentHash: z.string(),
  /** points of the shop's cost bucket that the push will take */
  estimatedCost: z.number().int(),
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
  attempts: z.number().int(),
  updatedAt: instant,
})
export type SyncItem = z.infer<typeof syncItem>

/** One cause that many items share (beyond, item 10). */
export const syncCause = z.object({
  message: z.string(),
  advice: z.string().nullable(),
  count: z.number().int(),
})
export type SyncCause = z.infer<typeof syncCause>

export const syncTask = z.object({
  id,
  title: z.string(),
  state: syncTaskState,
  total: z.number().int(),
  done: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  /** while 限流等待: when the shop's bucket allows the next call */
  waitingUntil: instant.nullable(),
  createdBy: z.string(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  can,
})
export type SyncTask = z.infer<typeof syncTask>
