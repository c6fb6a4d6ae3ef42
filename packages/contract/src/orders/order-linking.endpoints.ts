import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, formList, id, pageInput, pageOf, remoteId, text, version } from '../wire.ts'
import { base } from './order-filter.ts'
import { LINE_SOURCE_FIELDS } from './orders.fields.ts'
import { skuRelation } from './orders.schema.ts'

/** A link of lines to a 1688 SKU. */
const link = {
  offerId: remoteId,
  skuId: remoteId.nullable().default(null),
  specId: text(64).nullable().default(null),
  saleQuantity: formInt(1, 10_000).default(1),
  sourceQuantity: formInt(1, 10_000).default(1),
}

/** Order lines and the 1688 SKUs that they are bought as. */
export const orderLinkingEndpoints = defineEndpoints({
  /** Shows which other lines `relateShopifyOrder` with scope `remember` would change. Writes nothing. */
  previewRelation: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/previewRelation`,
    mode: 'postjson',
    right: 'granted',
    title: '预览货源关联',
    logged: false,
    input: z.object({ lineIds: z.array(id).min(1).max(200) }),
    output: z.object({
      /** other open lines of the same variants, at most 200 */
      others: z.array(
        z.object({ lineId: id, orderId: id, number: z.string(), quantity: z.int(), purchased: z.boolean() }),
      ),
      total: z.int(),
      relations: z.array(skuRelation),
    }),
    refusals: ['not-found'],
    lists: [],
  },
  /**
   * Links lines to a 1688 SKU with a ratio. `remember` also stores the link for the variant, and open lines of other orders that are not
   * purchased yet follow. Lines that are already purchased keep their source.
   */
  relateShopifyOrder: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/relateShopifyOrder`,
    mode: 'post',
    right: 'granted',
    title: '关联货源',
    logged: true,
    object: 'order-line',
    labels: { ...LINE_SOURCE_FIELDS, scope: '范围' },
    input: z.object({
      lineIds: formList(id, 200, 1),
      ...link,
      scope: z.enum(['this-order', 'remember']).default('remember'),
    }),
    output: z.object({ rows: bulkOutcome, followed: z.int() }),
    refusals: [
      'not-found',
      'offer-gone',
      'no-marketplace-account',
      'marketplace-unauthorised',
      'marketplace-busy',
      'marketplace-failed',
    ],
    lists: ['orders'],
  },
  /** Removes the source of lines; `forget` also deletes the remembered relation of their variants. */
  unlinkShopifyOrder: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/unlinkShopifyOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '取消货源关联',
    logged: true,
    object: 'order-line',
    labels: { scope: '范围' },
    input: z.object({ lineIds: z.array(id).min(1).max(200), scope: z.enum(['this-order', 'forget']) }),
    output: bulkOutcome,
    refusals: ['not-found'],
    lists: ['orders'],
  },
  querySkuRelations: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/querySkuRelations`,
    mode: 'get',
    right: 'granted',
    title: '查询货源关联',
    logged: false,
    input: z.object({
      storeId: id.optional(),
      keyword: text(100).optional(),
      offerId: remoteId.optional(),
      ...pageInput,
    }),
    output: pageOf(skuRelation),
    refusals: [],
    lists: ['orders'],
  },
  deleteSkuRelation: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/deleteSkuRelation`,
    mode: 'postjson',
    right: 'granted',
    title: '删除货源关联',
    logged: true,
    object: 'sku-relation',
    input: z.object({ id, version }),
    output: z.null(),
    refusals: ['not-found', 'stale'],
    lists: ['orders'],
  },
})
