import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, id, instant, pageInput, pageOf, remoteId, text } from '../wire.ts'
import { SOURCE_CHANGES } from './radar.words.ts'
import type { SourceChangeKind } from './radar.words.ts'

const base = '/api/alibaba/product'
export const sourceChangeKind = z.enum(Object.keys(SOURCE_CHANGES) as [SourceChangeKind, ...SourceChangeKind[]])
const when = formInt(0, 9_999_999_999_999)

/** One change of a source. Numbers are fen for prices, pieces for stock and minimum; other values are texts. */
export const sourceChange = z.object({
  id,
  offerId: remoteId,
  kind: sourceChangeKind,
  /** when the app noticed it, not when 1688 changed it */
  at: instant,
  title: z.string(),
  image: z.string().nullable(),
  supplierName: z.string().nullable(),
  url: z.string(),
  /** the changed SKUs in words; empty: the whole offer */
  specText: z.string(),
  /** number of SKUs with this change */
  skus: z.int(),
  before: z.int().nullable(),
  after: z.int().nullable(),
  beforeText: z.string(),
  afterText: z.string(),
  /** our products that use this source, and the stores that they are claimed for */
  productIds: z.array(id),
  storeIds: z.array(id),
  /**
   * of a changed price: the lowest margin that our present prices leave at the former cost and at the new one, in per cent of the price;
   * null: not a price, or no variant of ours has this cost
   */
  margin: z.object({ before: z.number(), after: z.number() }).nullable(),
})
export type SourceChange = z.infer<typeof sourceChange>

export const sourceChangeFilter = z.object({
  kind: sourceChangeKind.optional(),
  /** title, supplier or offer id */
  keyword: text(100).optional(),
  offerId: remoteId.optional(),
  from: when.optional(),
  to: when.optional(),
})

/** 货源雷达: changes at the sources of our products, with the whole history. */
export const radarEndpoints = defineEndpoints({
  getSourceChanges: {
    feature: 'collection',
    method: 'GET',
    path: `${base}/getSourceChanges`,
    mode: 'get',
    right: 'granted',
    title: '货源变动',
    logged: false,
    input: sourceChangeFilter.extend({ ...pageInput }),
    output: pageOf(sourceChange).extend({
      /** by kind, under the same filters except the kind */
      counts: z.partialRecord(sourceChangeKind, z.int()),
      /** as in `stateCounts` */
      capped: z.array(sourceChangeKind),
    }),
    refusals: [],
    lists: ['offers'],
  },
  /** The source at each read that showed a change, oldest first. */
  getSourceHistory: {
    feature: 'collection',
    method: 'GET',
    path: `${base}/getSourceHistory`,
    mode: 'get',
    right: 'granted',
    title: '货源历史',
    logged: false,
    input: z.object({ offerId: remoteId }),
    output: z.object({
      offerId: remoteId,
      title: z.string(),
      url: z.string(),
      fetchedAt: instant,
      published: z.boolean(),
      points: z.array(
        z.object({
          at: instant,
          /** lowest price at the minimum quantity, fen */
          priceMinor: z.int().nullable(),
          stock: z.int().nullable(),
          skuCount: z.int(),
          minOrderQuantity: z.int().nullable(),
        }),
      ),
    }),
    refusals: ['not-found'],
    lists: ['offers'],
  },
  /** Reads these sources at 1688 now. One outcome for each offer. */
  checkSources: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/checkSources`,
    mode: 'postjson',
    right: 'granted',
    title: '检查货源',
    logged: false,
    input: z.object({ offerIds: z.array(remoteId).min(1).max(50) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['offers', 'products'],
  },
})
