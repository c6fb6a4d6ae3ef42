import { z } from 'zod'
import { BODY_MAX, defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, can, formInt, id, instant, pageInput, pageOf, text, version } from '../wire.ts'
import { pastProduct, product } from './products.schema.ts'

const base = '/api/alibaba/product'
const fieldPath = text(200).min(1)

/** Time travel (beyond, item 3) and whose word a field takes (beyond, item 4). */
export const productsHistoryEndpoints = defineEndpoints({
  /** What the product was and who changed it, newest first. `can.undoProductChange` tells whether one can be taken back. */
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
        /** the bulk action that it was part of */
        batchId: id.nullable(),
        can,
      }),
    ),
    refusals: ['not-found'],
    lists: ['products'],
  },
  /**
   * The whole product as it stood at `at`, or, with `revisionId`, right after that change. `product` is null where it did not
   * exist yet; `since` is the change that had made it so.
   */
  getProductAt: {
    feature: 'products',
    method: 'GET',
    path: `${base}/getProductAt`,
    mode: 'get',
    right: 'granted',
    title: '商品某一时刻的样子',
    logged: false,
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
   * Takes one edit back. Refused when what it changed was changed again since. The shop is not touched: what is online is
   * 待更新 afterwards and goes through a dry run.
   */
  undoProductChange: {
    feature: 'products',
    method: 'POST',
    path: `${base}/undoProductChange`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销商品修改',
    logged: true,
    input: z.object({ productId: id, version, revisionId: id }),
    output: product,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['products'],
  },
  /**
   * Takes a bulk action back on all its products, or one field of it: "title", "tags", "prices". An outcome per product: what still
   * is what the action made of it goes back, what was changed since is left and named, and that row is `partly`.
   */
  undoProductBatch: {
    feature: 'products',
    method: 'POST',
    path: `${base}/undoProductBatch`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销批量修改',
    logged: true,
    input: z.object({ batchId: id, field: fieldPath.optional() }),
    output: bulkOutcome.extend({
      /** what the rows are known by; those that were deleted since have none */
      titles: z.record(id, z.string()),
      /** what was taken back and stands in a shop: for the dry run */
      online: z.array(z.object({ productId: id, title: z.string(), storeIds: z.array(id) })),
    }),
    refusals: ['not-found'],
    lists: ['products'],
  },
  /** Lets the source change these fields again, by the keys of `fieldSources`. Their values stay as they are. */
  unlockProductFields: {
    feature: 'products',
    method: 'POST',
    path: `${base}/unlockProductFields`,
    mode: 'postjson',
    right: 'granted',
    title: '解除字段锁定',
    logged: true,
    // 5,000 paths of fields.
    bodyMax: 4 * BODY_MAX,
    input: z.object({ productId: id, version, fields: z.array(fieldPath).min(1).max(5000) }),
    output: product,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['products'],
  },
  /** Where the product differs from its source as that was last read. */
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
          /** ours, in words */
          ours: z.string(),
          /** the source's, in words */
          source: z.string(),
          locked: z.boolean(),
          can,
        }),
      ),
    }),
    refusals: ['not-found'],
    lists: ['products'],
  },
  /** Takes the source's word for these fields over ours; they follow the source again. */
  applySourceProposals: {
    feature: 'products',
    method: 'POST',
    path: `${base}/applySourceProposals`,
    mode: 'postjson',
    right: 'granted',
    title: '采用货源数据',
    logged: true,
    // 5,000 paths of fields.
    bodyMax: 4 * BODY_MAX,
    input: z.object({ productId: id, version, fields: z.array(fieldPath).min(1).max(5000) }),
    output: product,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['products'],
  },
})
