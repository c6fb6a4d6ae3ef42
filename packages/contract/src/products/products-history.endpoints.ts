import * as z from '../zod.ts'
import { BODY_MAX, defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, can, formInt, id, instant, pageInput, pageOf, text, version } from '../wire.ts'
import { pastProduct, product } from './products.schema.ts'

const base = '/api/alibaba/product'
const fieldPath = text(200).min(1)

/** History and undo (beyond, item 3), and the origin of field values (beyond, item 4). */
export const productsHistoryEndpoints = defineEndpoints({
  /** Earlier states of a product and who changed it, newest first. `can.undoProductChange`: whether an edit can be undone. */
  getProductHistory: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getProductHistory`,
    mode: 'get',
    right: 'granted',
    title: '商品历史',
    logged: false,
    input: z.object({ productId: id, ...pageInput }),
    output: pageOf(
      z.object({
        id,
        at: instant,
        by: z.string().nullable(),
        reason: z.string(),
        changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
        /** the bulk action that it belongs to */
        batchId: id.nullable(),
        can,
      }),
    ),
    refusals: ['not-found'],
    lists: ['products'],
  },
  /**
   * The whole product at the time `at`, or with `revisionId` right after that change. `product` null: it did not exist yet; `since`: the
   * last change before.
   */
  getProductAt: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getProductAt`,
    mode: 'get',
    right: 'granted',
    title: '商品某一时刻的样子',
    logged: false,
    object: 'product',
    labels: { at: '时刻', revisionId: '修改记录' },
    input: z
      .object({ productId: id, at: formInt(0, 9_999_999_999_999).optional(), revisionId: id.optional() })
      .refine((one) => (one.at === undefined) !== (one.revisionId === undefined), {
        message: '请给出时刻，或一条历史',
        path: ['at'],
      }),
    output: z.object({
      since: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
      product: pastProduct.nullable(),
    }),
    refusals: ['not-found'],
    lists: ['products'],
  },
  /**
   * Undoes one edit. Refused if a field that it changed was changed again since. The shop is not changed: an online product becomes 待更新 and
   * goes through a dry run.
   */
  undoProductChange: {
    feature: 'products',
    method: 'POST',
    path: `${base}/undoProductChange`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销商品修改',
    logged: true,
    object: 'product',
    labels: { revisionId: '修改记录' },
    input: z.object({ productId: id, version, revisionId: id }),
    output: product,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['products'],
  },
  /**
   * Undoes a bulk action on all its products, or one field of it: "title", "tags", "prices". One outcome for each product: fields that
   * still have the action's value are set back; fields changed since are left and named, and the row is `partly`.
   */
  undoProductBatch: {
    feature: 'products',
    method: 'POST',
    path: `${base}/undoProductBatch`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销批量修改',
    logged: true,
    object: 'product',
    labels: { batchId: '批次', field: '字段' },
    input: z.object({ batchId: id, field: fieldPath.optional() }),
    output: bulkOutcome.extend({
      /** titles for the rows; missing for products deleted since */
      titles: z.record(id, z.string()),
      /** undone products that are in a shop, for the dry run */
      online: z.array(z.object({ productId: id, title: z.string(), storeIds: z.array(id) })),
    }),
    refusals: ['not-found'],
    lists: ['products'],
  },
  /** Allows the source to change these fields again, by the keys of `fieldSources`. Their values stay. */
  unlockProductFields: {
    feature: 'products',
    method: 'POST',
    path: `${base}/unlockProductFields`,
    mode: 'postjson',
    right: 'granted',
    title: '解除字段锁定',
    logged: true,
    object: 'product',
    labels: { fields: '字段', lock: '锁定' },
    // 5,000 field paths.
    bodyMax: 4 * BODY_MAX,
    input: z.object({ productId: id, version, fields: z.array(fieldPath).min(1).max(5000) }),
    output: product,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['products'],
  },
  /** The differences between a product and its source as last read. */
  getSourceProposals: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getSourceProposals`,
    mode: 'get',
    right: 'granted',
    title: '对照货源',
    logged: false,
    input: z.object({ productId: id }),
    output: z.object({
      version,
      proposals: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          /** our value as text */
          ours: z.string(),
          /** the source's value as text */
          source: z.string(),
          locked: z.boolean(),
          can,
        }),
      ),
    }),
    refusals: ['not-found'],
    lists: ['products'],
  },
  /** Takes over the source's value for these fields; they follow the source again. */
  applySourceProposals: {
    feature: 'products',
    method: 'POST',
    path: `${base}/applySourceProposals`,
    mode: 'postjson',
    right: 'granted',
    title: '采用货源数据',
    logged: true,
    object: 'product',
    labels: { fields: '字段' },
    // 5,000 field paths.
    bodyMax: 4 * BODY_MAX,
    input: z.object({ productId: id, version, fields: z.array(fieldPath).min(1).max(5000) }),
    output: product,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['products'],
  },
})
