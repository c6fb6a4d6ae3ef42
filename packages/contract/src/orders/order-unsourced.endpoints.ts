import { z } from 'zod'
import { CARD_PAGE_SIZE } from '../specification.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, id, instant, pageOf, remoteId, text } from '../wire.ts'
import { base } from './order-filter.ts'
import { PROPOSAL_ORIGINS } from './proposal.words.ts'
import type { ProposalOrigin } from './proposal.words.ts'

/**
 * What a shop sells and nobody knows where to buy, known by what it is (store and variant, else SKU, else its words): made of a
 * hash, so that it stays the same from one order to the next.
 */
export const goodId = z.guid('应为商品编号')

const proposalOrigin = z.enum(Object.keys(PROPOSAL_ORIGINS) as [ProposalOrigin, ...ProposalOrigin[]])

/** A 1688 SKU that may be what is sold. */
export const sourceProposal = z.object({
  origin: proposalOrigin,
  /** why it is proposed, for a person */
  why: z.string(),
  offerId: remoteId,
  /** null: the offer has none, or (`exact` false) nobody knows which */
  skuId: remoteId.nullable(),
  specId: z.string().nullable(),
  saleQuantity: z.number().int(),
  sourceQuantity: z.number().int(),
  /** of the offer; empty when it was never fetched */
  title: z.string(),
  supplierName: z.string().nullable(),
  image: z.string().nullable(),
  /** the SKU in words */
  spec: z.string(),
  unitCostMinor: z.number().int().nullable(),
  /** pieces that the supplier has, as last fetched */
  stock: z.number().int().nullable(),
  /** whether it can be linked as it stands: the SKU is known, or there is none to choose */
  exact: z.boolean(),
})
export type SourceProposal = z.infer<typeof sourceProposal>

export const unsourcedGood = z.object({
  id: goodId,
  storeId: id,
  storeName: z.string(),
  sku: z.string(),
  title: z.string(),
  variantTitle: z.string(),
  image: z.string().nullable(),
  /** that wait for a source, and pieces in them */
  orders: z.number().int(),
  pieces: z.number().int(),
  /** numbers of the first of these orders */
  numbers: z.array(z.string()),
  since: instant,
  /** false: neither a variant nor a SKU, so that a later order cannot be known to want the same */
  rememberable: z.boolean(),
  proposals: z.array(sourceProposal),
})
export type UnsourcedGood = z.infer<typeof unsourcedGood>

/** 一次 or 以后都用. */
const scope = z.enum(['this-order', 'remember'])

/** A row of a sheet of relations, as it was read and what it would do, or what is wrong with it. */
export const relationSheetRow = z.object({
  /** as the sheet counts */
  row: z.number().int(),
  sku: z.string(),
  storeName: z.string(),
  source: z.string(),
  /** lines of open orders that get this source */
  lines: z.number().int(),
  ok: z.boolean(),
  message: z.string(),
})

/** Many goods without a source at once. */
export const orderUnsourcedEndpoints = defineEndpoints({
  /** Goods that wait for a source, each once, most wanted first, with what they may be bought as. */
  getUnsourcedGoods: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/getUnsourcedGoods`,
    mode: 'postjson',
    right: 'granted',
    title: '查询没有货源的商品',
    logged: false,
    input: z.object({
      /** only what these orders wait for; none: all */
      orderIds: z.array(id).max(500).default([]),
      goodIds: z.array(goodId).max(200).default([]),
      storeId: id.optional(),
      keyword: text(100).optional(),
      page: formInt(1, 10_000).default(1),
      pageSize: formInt(1, 200).default(CARD_PAGE_SIZE),
    }),
    output: pageOf(unsourcedGood),
    refusals: [],
    lists: ['orders'],
  },
  /**
   * Links goods, an outcome a row: each in a transaction of its own, so that one offer that has gone holds up nobody. With `orderIds`
   * only lines of these orders are meant; what is remembered reaches the others all the same.
   */
  relateGoods: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/relateGoods`,
    mode: 'postjson',
    right: 'granted',
    title: '批量关联货源',
    logged: true,
    input: z.object({
      orderIds: z.array(id).max(500).default([]),
      rows: z
        .array(
          z.object({
            goodId,
            offerId: remoteId,
            skuId: remoteId.nullable().default(null),
            specId: text(64).nullable().default(null),
            saleQuantity: z.number().int().min(1).max(10_000).default(1),
            sourceQuantity: z.number().int().min(1).max(10_000).default(1),
            scope,
          }),
        )
        .min(1)
        .max(200),
    }),
    output: z.object({ rows: bulkOutcome, lines: z.number().int(), followed: z.number().int() }),
    refusals: [],
    lists: ['orders', 'triage'],
  },
  /** A sheet of SKU → 1688 SKU: remembered, and open lines of these SKUs follow. `dryRun` writes nothing and says what would happen. */
  importRelations: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/importRelations`,
    mode: 'upload',
    right: 'granted',
    title: '导入货源关联',
    logged: true,
    input: z.object({ dryRun: z.enum(['true', 'false']).default('false') }),
    output: z.object({ rows: z.array(relationSheetRow), good: z.number().int(), faulty: z.number().int() }),
    refusals: ['file-unset', 'file-refused'],
    lists: ['orders', 'triage'],
  },
})
