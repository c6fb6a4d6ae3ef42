import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { seenHash, shopChange } from '../shop-change.ts'
import { bulkOutcome, id } from '../wire.ts'

const base = '/api/alibaba/product'
const pair = z.object({ productId: id, storeId: id })

/** On and off sale in the shop: seen first, then written (beyond, item 1). */
export const saleEndpoints = defineEndpoints({
  /** What taking listings online or offline would change in the shops. Nothing is written. */
  previewListingsOnline: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/previewListingsOnline`,
    mode: 'postjson',
    right: 'granted',
    title: '预演上架或下架',
    logged: false,
    input: z.object({ pairs: z.array(pair).min(1).max(50), online: z.boolean() }),
    output: z.object({ items: z.array(shopChange.extend({ productId: id, storeId: id })) }),
    refusals: ['not-found', 'store-unauthorised', 'store-busy', 'store-failed'],
    lists: [],
  },
  /**
   * Takes listings offline or online again in the shop, an outcome per row. With `approvals` these pairs alone, and of them only
   * those of which the shop still shows what was seen.
   */
  setListingsOnline: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/setListingsOnline`,
    mode: 'postjson',
    right: 'granted',
    title: '上架或下架',
    logged: true,
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
