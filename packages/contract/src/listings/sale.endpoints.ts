import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { seenHash, shopChange } from '../shop-change.ts'
import { bulkOutcome, id } from '../wire.ts'
import { APPROVALS } from './listings.fields.ts'

const base = '/api/alibaba/product'
const pair = z.object({ productId: id, storeId: id })

/** Putting listings on or off sale in the shop: previewed, then written (beyond, item 1). */
export const saleEndpoints = defineEndpoints({
  /** Shows what putting listings on or off sale would change in the shops. Writes nothing. */
  previewListingsOnline: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/previewListingsOnline`,
    mode: 'postjson',
    right: 'granted',
    title: '预演上架或下架',
    logged: false,
    object: 'product',
    labels: { pairs: '商品和店铺', online: '上架' },
    input: z.object({ pairs: z.array(pair).min(1).max(50), online: z.boolean() }),
    output: z.object({ items: z.array(shopChange.extend({ productId: id, storeId: id })) }),
    refusals: ['not-found', 'store-unauthorised', 'store-busy', 'store-failed'],
    lists: [],
  },
  /**
   * Puts listings on or off sale in the shop, one outcome for each row. With `approvals`: only these pairs, and only if the shop still
   * shows what was seen.
   */
  setListingsOnline: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/setListingsOnline`,
    mode: 'postjson',
    right: 'granted',
    title: '上架或下架',
    logged: true,
    object: 'product',
    labels: { online: '上架', approvals: APPROVALS },
    input: z.object({
      productIds: z.array(id).min(1).max(100),
      storeIds: z.array(id).min(1).max(50),
      online: z.boolean(),
      approvals: z
        .array(pair.extend({ contentHash: seenHash }))
        .max(100)
        .default([]),
    }),
    output: bulkOutcome,
    refusals: [],
    lists: ['products'],
  },
})
