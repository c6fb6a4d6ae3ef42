import * as z from '../zod.ts'
import { BODY_MAX, defineEndpoints } from '../endpoint.ts'
import {
  bulkOutcome,
  formInt,
  formJson,
  formList,
  id,
  instant,
  pageInput,
  pageOf,
  requiredText,
  stateCounts,
  text,
} from '../wire.ts'
import { APPROVALS } from './listings.fields.ts'
import { dryRunItem, syncCause, syncItem, syncItemState, syncTask, syncTaskState } from './listings.schema.ts'

const base = '/api/alibaba/product'
const chosen = { productIds: formList(id, 500), storeIds: formList(id, 50) }

/** An approval from a dry run: product × store, the hash of what was seen, and the excluded fields. */
export const approval = z.object({
  productId: id,
  storeId: id,
  contentHash: z.string().max(128),
  skipFields: z.array(z.string().max(200)).max(5000).default([]),
})
export type Approval = z.infer<typeof approval>

export const listingsEndpoints = defineEndpoints({
  /** The dry run: writes nothing. At most 50 product × store pairs in a call; the console sends several calls. */
  previewSyncToShopify: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/previewSyncToShopify`,
    mode: 'postjson',
    right: 'granted',
    title: '同步预演',
    logged: false,
    object: 'sync-task',
    labels: { pairs: '商品和店铺' },
    input: z.object({
      pairs: z
        .array(z.object({ productId: id, storeId: id }))
        .min(1)
        .max(50),
    }),
    output: z.object({ items: z.array(dryRunItem) }),
    refusals: ['not-found', 'store-unauthorised', 'store-busy', 'store-failed'],
    lists: [],
  },
  /** Returns a task at once; a durable job carries it out. Pairs without an approval are pushed completely. */
  syncToShopify: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/syncToShopify`,
    mode: 'post',
    right: 'granted',
    title: '同步到店铺',
    logged: true,
    object: 'product',
    labels: { approvals: APPROVALS },
    // 25,000 approvals in a form.
    bodyMax: 8 * BODY_MAX,
    input: z.object({ ...chosen, approvals: formJson(z.array(approval).max(25_000)).default([]) }),
    output: z.object({ taskId: id.nullable(), task: syncTask.nullable(), rows: bulkOutcome }),
    refusals: ['not-found', 'no-store', 'not-ready'],
    lists: ['products', 'sync-tasks'],
  },
  /** Fetches the source first and returns what it would change; with `push` it continues with a task. */
  syncUpdateProductDataAndShopifyData: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/syncUpdateProductDataAndShopifyData`,
    mode: 'post',
    right: 'granted',
    title: '更新货源并同步',
    logged: true,
    object: 'product',
    labels: { push: '同步' },
    input: z.object({ ...chosen, push: z.enum(['true', 'false']).default('true') }),
    output: z.object({
      taskId: id.nullable(),
      rows: bulkOutcome,
      proposals: z.array(
        z.object({
          productId: id,
          title: z.string(),
          changes: z.array(
            z.object({
              field: z.string(),
              label: z.string(),
              before: z.string(),
              after: z.string(),
              applied: z.boolean(),
              why: z.string(),
            }),
          ),
        }),
      ),
    }),
    refusals: ['not-found', 'no-store', 'no-marketplace-account', 'marketplace-unauthorised'],
    lists: ['products', 'sync-tasks'],
  },
  queryProductsSyncStates: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/queryProductsSyncStates`,
    mode: 'postjson',
    right: 'granted',
    title: '查询同步状态',
    logged: false,
    input: z.object({
      taskId: id.optional(),
      productIds: z.array(id).max(500).optional(),
      state: syncItemState.optional(),
      /** only items that failed with exactly this message: one of `causes` */
      cause: text(2000).optional(),
      ...pageInput,
    }),
    output: z.object({
      task: syncTask.nullable(),
      items: pageOf(syncItem),
      /** for one task: messages of failed or unknown items, most frequent first, at most 20 */
      causes: z.array(syncCause),
    }),
    refusals: ['not-found'],
    lists: ['sync-tasks'],
  },
  querySyncTasks: {
    feature: 'listings',
    method: 'GET',
    path: `${base}/querySyncTasks`,
    mode: 'get',
    right: 'granted',
    title: '查询同步任务',
    logged: false,
    /** `keyword`: words of the title, who began it, or a product (title, SKU code, 1688 number) */
    input: z.object({ state: syncTaskState.optional(), keyword: text(64).optional(), ...pageInput }),
    output: pageOf(syncTask),
    refusals: [],
    lists: ['sync-tasks'],
  },
  getSyncTaskCountByState: {
    feature: 'listings',
    method: 'GET',
    path: `${base}/getSyncTaskCountByState`,
    mode: 'get',
    right: 'granted',
    title: '同步任务数量',
    logged: false,
    input: z.object({ keyword: text(64).optional() }),
    output: stateCounts(syncTaskState),
    refusals: [],
    lists: ['sync-tasks'],
  },
  /** Server-sent events: changes of tasks, at most twice a second. */
  streamSyncTasks: {
    feature: 'listings',
    method: 'GET',
    path: `${base}/streamSyncTasks`,
    mode: 'get',
    right: 'granted',
    title: '同步进度推送',
    logged: false,
    stream: true,
    input: z.object({ taskId: id.optional() }),
    output: z.object({ tasks: z.array(syncTask), at: instant }),
    refusals: [],
    lists: [],
  },
  cancelSyncTask: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/cancelSyncTask`,
    mode: 'postjson',
    right: 'granted',
    title: '取消同步任务',
    logged: true,
    object: 'sync-task',
    input: z.object({ taskId: id }),
    output: syncTask,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['sync-tasks', 'products'],
  },
  /** Repeats the failed items of a task: all, some, or those of one cause. For unknown ones the shop is read first. */
  retrySyncTask: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/retrySyncTask`,
    mode: 'postjson',
    right: 'granted',
    title: '重试同步任务',
    logged: true,
    object: 'sync-task',
    labels: { itemIds: '条目', cause: '失败的原因' },
    input: z.object({ taskId: id, itemIds: z.array(id).max(5000).optional(), cause: text(2000).optional() }),
    output: syncTask,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['sync-tasks', 'products'],
  },
  /** Sets a stuck 同步中 to 同步失败 with a reason; a success that arrives later still counts. */
  manualSetSyncFailed: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/manualSetSyncFailed`,
    mode: 'postjson',
    right: 'granted',
    title: '手动置为同步失败',
    logged: true,
    object: 'product',
    input: z.object({ productIds: z.array(id).min(1).max(500), storeId: id.optional(), reason: requiredText(500) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['products', 'sync-tasks'],
  },
  /**
   * The callback of an external sync worker: signed (HMAC-SHA256, hex, over timestamp, itemId, result, shopifyProductId and message joined
   * by line feeds), idempotent; late results are accepted.
   */
  receiveSyncShopifyResult: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/receiveSyncShopifyResult`,
    mode: 'post',
    right: 'worker',
    title: '接收同步结果',
    logged: true,
    object: 'sync-task',
    labels: {
      itemId: '条目',
      result: '结果',
      message: '消息',
      timestamp: { label: '时间', format: 'time' },
      signature: '签名',
    },
    input: z.object({
      itemId: id,
      result: z.enum(['succeeded', 'failed']),
      shopifyProductId: text(80).optional(),
      message: text(2000).default(''),
      timestamp: formInt(0, 9_999_999_999_999),
      signature: z.string().max(128),
    }),
    output: z.object({ taken: z.boolean(), message: z.string() }),
    refusals: ['bad-signature', 'not-found'],
    lists: ['products', 'sync-tasks'],
  },
  /** Sends a sample through the same path as receiveSyncShopifyResult and stores nothing. */
  testBackData: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/testBackData`,
    mode: 'post',
    right: 'granted',
    title: '测试结果回传',
    logged: true,
    object: 'sync-task',
    labels: { itemId: '条目', result: '结果' },
    input: z.object({ itemId: id.optional(), result: z.enum(['succeeded', 'failed']).default('succeeded') }),
    output: z.object({
      ok: z.boolean(),
      steps: z.array(z.object({ step: z.string(), ok: z.boolean(), found: z.string() })),
    }),
    refusals: [],
    lists: [],
  },
  getSyncSuccessSkuCountByDate: {
    feature: 'listings',
    method: 'GET',
    path: `${base}/getSyncSuccessSkuCountByDate`,
    mode: 'get',
    right: 'granted',
    title: '每日同步成功SKU数',
    logged: false,
    input: z.object({
      from: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '应为YYYY-MM-DD'),
      to: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '应为YYYY-MM-DD'),
      storeId: id.optional(),
    }),
    output: z.array(
      z.object({
        date: z.string(),
        storeId: id,
        storeName: z.string(),
        skuCount: z.int(),
        productCount: z.int(),
      }),
    ),
    refusals: ['invalid'],
    lists: ['sync-tasks'],
  },
})
