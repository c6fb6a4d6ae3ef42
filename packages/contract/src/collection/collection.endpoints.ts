import * as z from '../zod.ts'
import { BODY_MAX, defineEndpoints } from '../endpoint.ts'
import { SEARCH_LANGUAGES } from '../marketplace/marketplace.languages.ts'
import { CARD_PAGE_SIZE } from '../specification.ts'
import { bulkOutcome, formInt, formList, id, pageInput, pageOf, remoteId, text } from '../wire.ts'
import {
  SEARCH_FILTERS,
  SEARCH_SORTS,
  collectItem,
  collectState,
  lineOutcome,
  offer,
  offerCard,
} from './collection.schema.ts'
import { SEARCH_JOINED_PAGE, SEARCH_PAGE_MAX } from './collection.words.ts'

const base = '/api/alibaba/product'
const keys = <T extends string>(table: Record<T, unknown>) => z.enum(Object.keys(table) as [T, ...T[]])
const marketplaceRefusals = [
  'no-marketplace-account',
  'marketplace-unauthorised',
  'marketplace-busy',
  'marketplace-failed',
] as const
const priceText = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, '最多两位小数')

export const collectionEndpoints = defineEndpoints({
  /** Searches the marketplace. A pasted link or an offer id finds that one offer. */
  keywordQuery: {
    feature: 'collection',
    method: 'GET',
    path: `${base}/keywordQuery`,
    mode: 'get',
    right: 'granted',
    title: '搜索1688货源',
    logged: false,
    labels: { language: '语言', priceStart: '最低价', priceEnd: '最高价', filters: '筛选' },
    input: z.object({
      keyword: text(200).min(1, '请输入关键词'),
      /** of the keyword and of the translated titles; `zh`: English titles beside the Chinese ones */
      language: keys(SEARCH_LANGUAGES).default('zh'),
      priceStart: priceText.optional(),
      priceEnd: priceText.optional(),
      sort: keys(SEARCH_SORTS).default('default'),
      filters: formList(keys(SEARCH_FILTERS), 20).default([]),
      page: formInt(1, 1000).default(1),
      // The marketplace returns at most 50 on a page; larger pages are joined from pages of 48.
      pageSize: formInt(1, 192)
        .refine((size) => size <= SEARCH_PAGE_MAX || size % SEARCH_JOINED_PAGE === 0, '应为 24、48、96 或 192')
        .default(CARD_PAGE_SIZE),
    }),
    output: pageOf(offerCard).extend({
      /** the language of the translated titles, as far as it is known: 1688 may answer in another language than the requested one */
      titlesIn: keys(SEARCH_LANGUAGES),
    }),
    refusals: [...marketplaceRefusals, 'offer-gone'],
    lists: ['offers'],
  },
  /** One complete offer, for the drawer. */
  getOffer: {
    feature: 'collection',
    method: 'GET',
    path: `${base}/getOffer`,
    mode: 'get',
    right: 'granted',
    title: '1688货源详情',
    logged: false,
    object: 'offer',
    labels: { refresh: '重新读取' },
    input: z.object({ offerId: remoteId, refresh: z.enum(['true', 'false']).default('false') }),
    output: offer,
    refusals: [...marketplaceRefusals, 'offer-gone'],
    lists: ['offers'],
  },
  /** The collection box: collected and not yet claimed, failed, ignored. */
  queryCollectProducts: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/queryCollectProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '查询采集箱',
    logged: false,
    input: z.object({
      state: collectState.optional(),
      keyword: text(100).optional(),
      ids: z.array(id).max(500).optional(),
      ...pageInput,
    }),
    output: pageOf(collectItem).extend({
      counts: z.partialRecord(collectState, z.int()),
      /** as in `stateCounts` */
      capped: z.array(collectState),
    }),
    refusals: [],
    lists: ['collection'],
  },
  /** Puts offers into the collection box without claiming them. */
  collectProducts: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/collectProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '采集商品',
    logged: true,
    object: 'collected',
    labels: { lines: '货源' },
    // 500 pasted links of up to 2,000 characters.
    bodyMax: 4 * BODY_MAX,
    input: z.object({ lines: z.array(text(2000)).min(1).max(500) }),
    output: z.object({ lines: z.array(lineOutcome) }),
    refusals: ['no-marketplace-account'],
    lists: ['collection', 'offers'],
  },
  /** Claims offers (ids, pasted links or lines of the box) to stores: one outcome for each line; offers are fetched by a job. */
  claimProducts: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/claimProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '认领商品',
    logged: true,
    object: 'collected',
    labels: { lines: '货源', origin: '来源' },
    query: z.object({ origin: z.enum(['1688']).default('1688') }),
    // 500 pasted links of up to 2,000 characters.
    bodyMax: 4 * BODY_MAX,
    input: z.object({
      /** one offer id or link in each line */
      lines: z.array(text(2000)).max(500).default([]),
      collectIds: z.array(id).max(500).default([]),
      storeIds: z.array(id).min(1, '请先选择店铺').max(50),
    }),
    output: z.object({ lines: z.array(lineOutcome) }),
    refusals: ['no-marketplace-account', 'no-store', 'not-found', 'too-large'],
    lists: ['collection', 'products', 'offers'],
  },
  ignoreCollectProducts: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/ignoreCollectProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '忽略或恢复采集',
    logged: true,
    object: 'collected',
    labels: { ignored: '忽略' },
    input: z.object({ ids: z.array(id).min(1).max(500), ignored: z.boolean() }),
    output: bulkOutcome,
    refusals: [],
    lists: ['collection'],
  },
  retryCollectProducts: {
    feature: 'collection',
    method: 'POST',
    path: `${base}/retryCollectProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '重新采集',
    logged: true,
    object: 'collected',
    input: z.object({ ids: z.array(id).min(1).max(500) }),
    output: bulkOutcome,
    refusals: ['no-marketplace-account'],
    lists: ['collection'],
  },
})
