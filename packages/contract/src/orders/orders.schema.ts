import * as z from '../zod.ts'
import { can, id, instant, remoteId, version } from '../wire.ts'
import { ORDER_PAYMENTS, ORDER_STATES, ORDER_TASK_STATES, TRACKING_RETURNS } from './orders.status.ts'
import { ORDER_RISKS } from './risk.words.ts'

const words = <T extends string>(table: Readonly<Record<T, unknown>>) => z.enum(Object.keys(table) as [T, ...T[]])

export const orderState = words(ORDER_STATES)
export const orderPayment = words(ORDER_PAYMENTS)
export const trackingReturn = words(TRACKING_RETURNS)
export const orderTaskState = words(ORDER_TASK_STATES)
/** Whether a person should check the order before money is spent on it. */
export const orderRisk = words(ORDER_RISKS)

/** Flags of a row in addition to its state. */
export const orderFlag = z.enum([
  'test',
  'rescued',
  'edited',
  'noted',
  'unsourced',
  'address-open',
  'risk-open',
  'held-by-us',
  'held-by-shop',
  'cut',
  'returned',
])
export type OrderFlag = z.infer<typeof orderFlag>

/**
 * One row of the list, kept small: 24 of them are below 10 kB. Amounts are minor units of `currency`, `profit` is fen. The store is an
 * index into the page's `stores`. Allowed actions depend on the state and are sent once for the page, in `cans`. Lines with pictures and
 * sources are read with `getOrderLines`.
 */
export const orderRow = z.object({
  id,
  number: z.string(),
  store: z.int(),
  state: orderState,
  payment: orderPayment,
  tracking: trackingReturn,
  /** the current value, after edits and refunds */
  total: z.int(),
  currency: z.string(),
  profit: z.int().nullable(),
  country: z.string().nullable(),
  /** masked without the right to see customers; null: unknown or deleted */
  customer: z.string().nullable(),
  lines: z.int(),
  pieces: z.int(),
  flags: z.array(orderFlag),
  /** when the shopper ordered */
  at: instant,
})
export type OrderRow = z.infer<typeof orderRow>

/** The 1688 SKU that a line is bought as. `saleQuantity` pieces of the line equal `sourceQuantity` pieces of the SKU. */
export const lineSource = z.object({
  offerId: remoteId,
  skuId: remoteId.nullable(),
  specId: z.string().nullable(),
  saleQuantity: z.int().min(1),
  sourceQuantity: z.int().min(1),
  /** where the link comes from: a remembered relation, our own listing, or set for this order only */
  origin: z.enum(['relation', 'listing', 'order']),
  title: z.string(),
  supplierName: z.string().nullable(),
  /** fen for one source piece, as last fetched */
  unitCostMinor: z.int().nullable(),
})
export type LineSource = z.infer<typeof lineSource>

export const orderLine = z.object({
  id,
  orderId: id,
  /** as the shop writes it: #1001; another store may have the same */
  orderNumber: z.string(),
  storeName: z.string(),
  sku: z.string(),
  title: z.string(),
  variantTitle: z.string(),
  image: z.string().nullable(),
  /** the shop's variant; null: it was deleted there */
  variantId: z.string().nullable(),
  /** our product that is listed as it */
  productId: id.nullable(),
  /** as ordered, and what is left after edits and refunds */
  quantity: z.int(),
  current: z.int(),
  /** of the refunded ones, those that were sent before and came back; `fulfilled` still counts them */
  returned: z.int(),
  /** sale pieces that still have to be bought */
  toBuy: z.int(),
  purchased: z.int(),
  placed: z.int(),
  received: z.int(),
  shipped: z.int(),
  /** fulfilled at the shop by anybody */
  fulfilled: z.int(),
  /** after discounts, rounded */
  unitPriceMinor: z.int(),
  /** discount on all ordered pieces; null (this and the next): unknown for an old order */
  discountMinor: z.int().nullable(),
  /** amount of all ordered pieces after discounts */
  totalMinor: z.int().nullable(),
  currency: z.string(),
  ignored: z.boolean(),
  requiresShipping: z.boolean(),
  source: lineSource.nullable(),
  can,
})
export type OrderLine = z.infer<typeof orderLine>

export const orderPerson = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** address lines as written on a parcel */
  address: z.array(z.string()),
  country: z.string().nullable(),
  /** the shopper's note */
  note: z.string(),
  /** masked, because the caller lacks the right */
  masked: z.boolean(),
  /** held; absent: the shop gave none; redacted: deleted on request; expired: deleted by retention */
  status: z.enum(['held', 'absent', 'redacted', 'expired']),
})
export type OrderPerson = z.infer<typeof orderPerson>

/** Fen, and the exchange rate used. */
export const orderProfit = z.object({
  saleMinor: z.int(),
  goodsMinor: z.int(),
  freightMinor: z.int(),
  /** international freight; null: unknown and not subtracted */
  abroadMinor: z.int().nullable(),
  /** typed by a person, or estimated by the store's price rule (weight × freight for a kilogram); unknown: no weight or no rule */
  abroadBasis: z.enum(['entered', 'estimated', 'unknown']),
  feeMinor: z.int(),
  profitMinor: z.int(),
  /** expected (from sources as last fetched), actual (paid), or partly each (`parts`) */
  basis: z.enum(['expected', 'part', 'actual']),
  /** of `goodsMinor`: paid for what is ordered at 1688, and expected for the sale pieces that are not; only for basis `part` */
  parts: z.object({ paidMinor: z.int(), expectedMinor: z.int(), expectedPieces: z.int() }).nullable(),
  /** CNY for one unit of the order's currency, and its day */
  rate: z.string(),
  rateDay: z.string(),
})
export type OrderProfit = z.infer<typeof orderProfit>

/** A pasted row of international freight; `refusal` null: it can be stored. */
export const parsedFreight = z.object({
  /** counted from 1 */
  row: z.int(),
  text: z.string(),
  orderNumber: z.string(),
  orderId: id.nullable(),
  orderName: z.string().nullable(),
  storeName: z.string().nullable(),
  /** fen */
  freightMinor: z.int().nullable(),
  /** fen, current value; null: unknown */
  beforeMinor: z.int().nullable(),
  refusal: z.string().nullable(),
})
export type ParsedFreight = z.infer<typeof parsedFreight>

export const orderEvent = z.object({
  id,
  at: instant,
  kind: z.string(),
  text: z.string(),
  /** null: the app or the shop */
  by: z.string().nullable(),
})

const amount = z.int()
export const orderDetail = z.object({
  id,
  version,
  number: z.string(),
  storeId: id,
  storeName: z.string(),
  /** the order's page in the shop's admin */
  adminUrl: z.string(),
  shopifyId: z.string(),
  state: orderState,
  payment: orderPayment,
  tracking: trackingReturn,
  /** the shop's own status words */
  financialStatus: z.string(),
  fulfillmentStatus: z.string(),
  returnStatus: z.string(),
  cancelReason: z.string().nullable(),
  risk: orderRisk,
  riskAdvice: z.string().nullable(),
  flags: z.array(orderFlag),
  holdReason: z.string().nullable(),
  note: z.string(),
  tags: z.array(z.string()),
  currency: z.string(),
  /** minor units of `currency` */
  amounts: z.object({
    /** before discounts: goods − discount + shipping + (tax, unless included) + tip + duties + other = total */
    goods: amount,
    shipping: amount,
    tax: amount,
    /** the prices include it, so it is not part of the sum */
    taxIncluded: z.boolean(),
    discount: amount,
    /** of `discount`: the discount on shipping */
    shippingDiscount: amount,
    tip: amount,
    /** collected for customs, before refunds; not income, so not part of the profit */
    duties: amount,
    /** difference between the shop's total and its named parts */
    other: amount,
    total: amount,
    refunded: amount,
    /** order edits, and refunds that did not change the order: total − refunded + adjusted = current */
    adjusted: amount,
    /**
     * the part of the lines that edits removed (lines keep what was ordered): the lines' totals + this = goods − their discounts + tip;
     * null: unknown
     */
    editedAway: amount.nullable(),
    /** the order's current value */
    current: amount,
  }),
  presentment: z.object({ minor: z.int(), currency: z.string() }),
  profit: orderProfit.nullable(),
  /** why there is no profit */
  profitMissing: z.string().nullable(),
  person: orderPerson,
  lines: z.array(orderLine),
  fulfillments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      company: z.string().nullable(),
      numbers: z.array(z.string()),
      urls: z.array(z.string()),
      at: instant,
    }),
  ),
  events: z.array(orderEvent),
  createdAt: instant,
  shopUpdatedAt: instant,
  /** when it was last read from the shop */
  readAt: instant,
  cancelledAt: instant.nullable(),
  closedAt: instant.nullable(),
  can,
})
export type OrderDetail = z.infer<typeof orderDetail>

/** A remembered link between a shop's variant (or its SKU code, for lines without a variant) and a 1688 SKU. */
export const skuRelation = z.object({
  id,
  version,
  storeId: id,
  storeName: z.string(),
  variantId: z.string().nullable(),
  sku: z.string(),
  title: z.string(),
  image: z.string().nullable(),
  source: lineSource.omit({ origin: true }),
  by: z.string(),
  updatedAt: instant,
})
export type SkuRelation = z.infer<typeof skuRelation>

/** A durable task on orders: searching for missing ones, or writing a sheet. */
export const orderTask = z.object({
  id,
  kind: z.enum(['recover', 'export']),
  title: z.string(),
  state: orderTaskState,
  /** null: the amount is not known yet */
  total: z.int().nullable(),
  done: z.int(),
  /** for `recover`, by store */
  stores: z.array(
    z.object({
      storeId: id,
      storeName: z.string(),
      found: z.int(),
      already: z.int(),
      brought: z.int(),
      failed: z.int(),
      message: z.string(),
    }),
  ),
  /** orders that were found and stored (补单), at most 200 */
  brought: z.array(z.object({ orderId: id, number: z.string() })),
  /** for `export`: the finished file */
  file: z.object({ name: z.string(), size: z.int(), rows: z.int() }).nullable(),
  message: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  can,
})
export type OrderTask = z.infer<typeof orderTask>

/** How orders of a store come in, and the store's fees. */
export const orderFeed = z.object({
  storeId: id,
  storeName: z.string(),
  version,
  /** per cent of a sale kept by payment and platform, as decimal text */
  feePercent: z.string(),
  lastPulledAt: instant.nullable(),
  /** all changes in the shop before this time are stored */
  pulledTo: instant.nullable(),
  pullError: z.string().nullable(),
  webhooksAt: instant.nullable(),
  webhookTopics: z.int(),
  webhookError: z.string().nullable(),
  can,
})
export type OrderFeed = z.infer<typeof orderFeed>

/** CNY for one unit of a currency on one day in UTC+8. */
export const exchangeRate = z.object({
  currency: z.string(),
  day: z.string(),
  rate: z.string(),
  /** typed by a person, or taken from a store's price rule */
  origin: z.enum(['manual', 'price-rule']),
  by: z.string().nullable(),
  version,
  updatedAt: instant,
})
export type ExchangeRate = z.infer<typeof exchangeRate>
