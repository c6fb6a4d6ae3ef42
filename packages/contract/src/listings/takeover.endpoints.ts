import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, id, pageInput, pageOf, stateCounts, text } from '../wire.ts'
import { takeoverItem, takeoverRead, takeoverState, takeoverSureness } from './takeover.schema.ts'

const base = '/api/shopify/takeover'
/** Each row is read in the shop again before it is linked. */
const ROWS_MAX = 50
const ITEMS = '店铺商品'
const itemIds = z.array(id).min(1).max(ROWS_MAX)
const filter = z.object({
  storeId: id,
  sureness: takeoverSureness.optional(),
  /** words of the title, the product's number in the shop, an SKU code or a barcode */
  keyword: text(64).optional(),
})

/** Linking products that a shop had before this app with products of ours. None of these calls writes to the shop. */
export const takeoverEndpoints = defineEndpoints({
  /** Starts reading the shop's products, or continues a reading that stopped; a durable job carries it out. */
  startShopTakeover: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/startShopTakeover`,
    mode: 'postjson',
    right: 'granted',
    title: '读取店铺商品',
    logged: true,
    object: 'store',
    input: z.object({ storeId: id }),
    output: takeoverRead,
    refusals: ['not-found', 'store-unauthorised'],
    lists: ['takeovers'],
  },
  /** The last reading of a shop (null: never read), and the number of rows in each state under the filters. */
  getShopTakeover: {
    feature: 'listings',
    method: 'GET',
    path: `${base}/getShopTakeover`,
    mode: 'get',
    right: 'granted',
    title: '查询店铺商品的读取进度',
    logged: false,
    labels: { sureness: '把握' },
    input: filter,
    output: z.object({
      read: takeoverRead.nullable(),
      items: stateCounts(takeoverState),
      /** open ones whose SKU codes all belong to the proposed product, without filters; 0 until the reading has ended */
      exact: z.int(),
    }),
    refusals: ['not-found'],
    lists: ['takeovers'],
  },
  /** Surest proposals first. */
  queryTakeoverItems: {
    feature: 'listings',
    method: 'GET',
    path: `${base}/queryTakeoverItems`,
    mode: 'get',
    right: 'granted',
    title: '查询待接管的店铺商品',
    logged: false,
    labels: { sureness: '把握' },
    input: filter.extend({ state: takeoverState.optional(), ...pageInput }),
    output: pageOf(takeoverItem),
    refusals: ['not-found'],
    lists: ['takeovers'],
  },
  /** Links each product of the shop with the named product of ours, or with the proposed one. */
  acceptTakeovers: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/acceptTakeovers`,
    mode: 'postjson',
    right: 'granted',
    title: '接管店铺商品',
    logged: true,
    object: 'product',
    labels: { items: { label: ITEMS, format: 'list', fields: { itemId: { label: ITEMS, format: 'reference' } } } },
    input: z.object({
      storeId: id,
      items: z
        .array(z.object({ itemId: id, productId: id.optional() }))
        .min(1)
        .max(ROWS_MAX),
    }),
    output: bulkOutcome,
    refusals: ['not-found', 'store-unauthorised', 'store-busy', 'store-failed'],
    lists: ['takeovers', 'products'],
  },
  /** Creates a product of ours from each product of the shop, and links the two. */
  createTakenProducts: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/createTakenProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '从店铺商品新建商品',
    logged: true,
    object: 'product',
    labels: { itemIds: ITEMS },
    input: z.object({ storeId: id, itemIds }),
    output: bulkOutcome,
    refusals: ['not-found', 'store-unauthorised', 'store-busy', 'store-failed'],
    lists: ['takeovers', 'products'],
  },
  /** Marks products of the shop as skipped, or puts them back on the list. */
  skipTakeovers: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/skipTakeovers`,
    mode: 'postjson',
    right: 'granted',
    title: '跳过店铺商品',
    logged: true,
    object: 'store',
    labels: { itemIds: ITEMS, skipped: '跳过' },
    input: z.object({ storeId: id, itemIds, skipped: z.boolean() }),
    output: bulkOutcome,
    refusals: ['not-found'],
    lists: ['takeovers'],
  },
  /** Unlinks, and sets our product back to what it was before; a created product is moved to the recycle bin. */
  undoTakeovers: {
    feature: 'listings',
    method: 'POST',
    path: `${base}/undoTakeovers`,
    mode: 'postjson',
    right: 'granted',
    title: '撤销接管',
    logged: true,
    object: 'product',
    labels: { itemIds: ITEMS },
    input: z.object({ storeId: id, itemIds }),
    output: bulkOutcome,
    refusals: ['not-found'],
    lists: ['takeovers', 'products'],
  },
})
