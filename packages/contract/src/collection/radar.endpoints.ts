import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, id, instant, pageInput, pageOf, remoteId, text } from '../wire.ts'
import { SOURCE_CHANGES } from './radar.words.ts'
import type { SourceChangeKind } from './radar.words.ts'

const base = '/api/alibaba/product'
export const sourceChangeKind = z.enum(Object.keys(SOURCE_CHANGES) as [SourceChangeKind, ...SourceChangeKind[]])
const when = formInt(0, 9_999_999_999_999)

/** One change of a source. Numbers are fen for prices, pieces for stock and minimum; texts for whatever is no number. */
export const sourceChange = z.object({
  id,
  offerId: remoteId,
  kind: sourceChangeKind,
  /** when it was seen here, which is not when 1688 changed it */
  at: instant,
  title: z.string(),
  image: z.string().nullable(),
  supplierName: z.string().nullable(),
  url: z.string(),
  /** which SKUs in words; empty: the whole offer */
  specText: z.string(),
  /** how many SKUs changed so */
  skus: z.number().int(),
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
  beforeText: z.string(),
  afterText: z.string(),
  /** our products that are sold from it */
  productIds: z.array(id),
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

/** 货源雷达: what changed at the sources of our products, with the whole history. */
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
      /** by kind, under the same filters but the kind */
      counts: z.partialRecord(sourceChangeKind, z.number().int()),
      /** some count stopped at its cap */
      capped: z.boolean(),
    }),
    refusals: [],
    lists: ['offers'],
  },
  /** How a source stood at each time when it was read and had changed, oldest first. */
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
          /** the lowest at the smallest order, fen */
          priceMinor: z.number().int().nullable(),
          stock: z.number().int().nullable(),
          skuCount: z.number().int(),
          minOrderQuantity: z.number().int().nullable(),
        }),
      ),
    }),
    refusals: ['not-found'],
    lists: ['offers'],
  },
  /** Reads these sources at 1688 now. An outcome an offer. */
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
