import * as z from '../zod.ts'
import { CARD_PAGE_SIZE } from '../specification.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, id, instant, pageOf, remoteId, text } from '../wire.ts'
import { base } from './order-filter.ts'
import { LINE_SOURCE_FIELDS } from './orders.fields.ts'
import { PROPOSAL_ORIGINS } from './proposal.words.ts'
import type { ProposalOrigin } from './proposal.words.ts'

/**
 * Identifies goods without a source by what they are (store and variant, otherwise SKU, otherwise text). Derived from a hash, so it is the
 * same for all orders.
 */
export const goodId = z.guid('应为商品编号')

const proposalOrigin = z.enum(Object.keys(PROPOSAL_ORIGINS) as [ProposalOrigin, ...ProposalOrigin[]])

/** A 1688 SKU proposed as source. */
export const sourceProposal = z.object({
  origin: proposalOrigin,
  /** why it is proposed, for a person */
  why: z.string(),
  offerId: remoteId,
  /** null: the offer has no SKUs, or (`exact` false) it is unknown which one */
  skuId: remoteId.nullable(),
  specId: z.string().nullable(),
  saleQuantity: z.int(),
  sourceQuantity: z.int(),
  /** title of the offer; empty if it was never fetched */
  title: z.string(),
  supplierName: z.string().nullable(),
  image: z.string().nullable(),
  /** the SKU's attributes as text */
  spec: z.string(),
  unitCostMinor: z.int().nullable(),
  /** the supplier's stock, as last fetched */
  stock: z.int().nullable(),
  /** whether it can be linked directly: the SKU is known, or there is none to choose */
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
  /** number of orders that wait for a source, and their pieces */
  orders: z.int(),
  pieces: z.int(),
  /** numbers of the first of these orders */
  numbers: z.array(z.string()),
  since: instant,
  /** false: it has neither variant nor SKU, so it cannot be recognised in a later order */
  rememberable: z.boolean(),
  proposals: z.array(sourceProposal),
})
export type UnsourcedGood = z.infer<typeof unsourcedGood>

/** 一次 or 以后都用. */
const scope = z.enum(['this-order', 'remember'])

/** A row of a relations sheet: as parsed, and what it would do or why it is invalid. */
export const relationSheetRow = z.object({
  /** row number in the sheet */
  row: z.int(),
  sku: z.string(),
  storeName: z.string(),
  source: z.string(),
  /** lines of open orders that would get this source */
  lines: z.int(),
  ok: z.boolean(),
  message: z.string(),
})
export type RelationSheetRow = z.infer<typeof relationSheetRow>

/** Many goods without a source at once. */
export const orderUnsourcedEndpoints = defineEndpoints({
  /** Goods without a source, each once, most wanted first, with proposed sources. */
  getUnsourcedGoods: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/getUnsourcedGoods`,
    mode: 'postjson',
    right: 'granted',
    title: '查询没有货源的商品',
    logged: false,
    object: 'order-line',
    labels: { goodIds: '商品' },
    input: z.object({
      /** only goods that these orders wait for; empty: all */
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
   * Links goods, one outcome for each row, each in its own transaction, so that one offer that is gone does not block the others. With
   * `orderIds` only lines of these orders are linked directly; remembered links apply to all.
   */
  relateGoods: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/relateGoods`,
    mode: 'postjson',
    right: 'granted',
    title: '批量关联货源',
    logged: true,
    object: 'order-line',
    labels: {
      rows: {
        label: '各行',
        format: 'list',
        fields: {
          ...LINE_SOURCE_FIELDS,
          goodId: { label: '店铺商品', format: 'text' },
          scope: { label: '范围', format: 'text' },
        },
      },
    },
    input: z.object({
      orderIds: z.array(id).max(500).default([]),
      rows: z
        .array(
          z.object({
            goodId,
            offerId: remoteId,
            skuId: remoteId.nullable().default(null),
            specId: text(64).nullable().default(null),
            saleQuantity: z.int().min(1).max(10_000).default(1),
            sourceQuantity: z.int().min(1).max(10_000).default(1),
            scope,
          }),
        )
        .min(1)
        .max(200),
    }),
    output: z.object({ rows: bulkOutcome, lines: z.int(), followed: z.int() }),
    refusals: [],
    lists: ['orders', 'triage'],
  },
  /**
   * Imports a sheet of SKU → 1688 SKU: stored as relations, and open lines of these SKUs follow. `dryRun` writes nothing and shows what
   * would happen.
   */
  importRelations: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/importRelations`,
    mode: 'upload',
    right: 'granted',
    title: '导入货源关联',
    logged: true,
    object: 'sku-relation',
    input: z.object({ dryRun: z.enum(['true', 'false']).default('false') }),
    output: z.object({ rows: z.array(relationSheetRow), good: z.int(), faulty: z.int() }),
    refusals: ['file-unset', 'file-refused'],
    lists: ['orders', 'triage'],
  },
})
