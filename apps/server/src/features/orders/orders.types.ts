import type { OrderExportColumn } from '@huoqiao/contract/orders/order-export.columns'
import type { OrderFilter } from '@huoqiao/contract/orders/orders.endpoints'
import type { LineSource } from '@huoqiao/contract/orders/orders.schema'
import type { OrderState, TrackingReturn } from '@huoqiao/contract/orders/orders.status'
import type { Tx } from '../../db/db.ts'
import type { RenamedSkus } from './source-sku.rules.ts'
import type { By } from '../../platform/call.ts'

/** Sale quantities of one line (decision 0007). All are whole numbers ≥ 0. */
export type LineCounters = {
  /** pieces in purchase orders that were neither deleted nor ended */
  purchased: number
  /** pieces out of `purchased` that are ordered at 1688 */
  placed: number
  received: number
  /** pieces that we sent, as fulfilments at the shop */
  shipped: number
}

/** An order line as a purchase needs it. */
export type PurchasableLine = LineCounters & {
  lineId: string
  orderId: string
  orderNumber: string
  orderState: OrderState
  storeId: string
  storeName: string
  sku: string
  title: string
  variantTitle: string
  image: string | null
  /** our product and variant that are listed as this item, if known */
  productId: string | null
  variantId: string | null
  /** pieces that the shopper wants now: after edits, refunds and the shop's own fulfilments; 0 for ignored lines */
  wanted: number
  /** wanted − purchased, never below 0 */
  toBuy: number
  source: (LineSource & { supplierId: string | null }) | null
  /** why it may not be bought now: 未付款, 搁置, 已取消, 没有货源 …; null: it may */
  refusal: string | null
}

/** An order for later features: without personal data and without amounts of other people. */
export type OrderDoc = {
  id: string
  number: string
  storeId: string
  /** gid://shopify/Order/… */
  shopifyGid: string
  state: OrderState
  trackingReturn: TrackingReturn
  currency: string
  cancelledAt: Date | null
  /** the shopper has the whole money back, or it never came */
  isMoneyGone: boolean
  /** put on hold by a person here, or by the shop */
  isHeld: boolean
  createdAt: Date
  lines: (LineCounters & {
    lineId: string
    /** gid://shopify/LineItem/… */
    shopifyGid: string
    sku: string
    title: string
    wanted: number
    /** pieces that purchases have to bring: wanted ones, and fulfilled ones that came from goods that arrived */
    due: number
    /** fulfilled at the shop by anybody, including us */
    fulfilled: number
  })[]
}

/**
 * The values of an order for sums of many orders. Amounts are fen, calculated like the order's profit and with the rate of its day; null: unknown,
 * because a rate or a source's price is missing.
 */
export type OrderSums = {
  id: string
  storeId: string
  orderedAt: Date
  country: string | null
  /** a test order of the shop's owner, which nobody paid */
  test: boolean
  /** when the last goods were sent; null: not all were sent */
  sentAt: Date | null
  saleCny: number | null
  refundCny: number | null
  taxCny: number | null
  goodsCny: number | null
  freightCny: number | null
  abroadCny: number | null
  feeCny: number | null
  profitCny: number | null
  lines: LineSums[]
}

/**
 * `sold`: pieces that the shopper kept or sent back. Amounts of the whole order are divided among its lines in proportion to: `valueMinor`, the price
 * of the pieces that are left (of a cancelled order: of all ordered pieces); `removedMinor`, the price of the pieces that edits and refunds removed;
 * `costCny`, the expected price of the pieces that were bought or have to be bought, null if unknown.
 */
export type LineSums = {
  sold: number
  returned: number
  valueMinor: number
  removedMinor: number
  costCny: number | null
  productId: string | null
  variantId: string | null
  offerId: string | null
  shopProductId: string | null
  shopVariantId: string | null
  /** identifies the sold item if the shop reports neither variant nor SKU */
  key: string
  sku: string
  title: string
  variantTitle: string
  image: string | null
}

/** A sale quantity to add to (or subtract from) a counter of one line. */
export type LineMove = { lineId: string; quantity: number }

/**
 * The API of orders for later features. Every function runs in the transaction that it is given. Moves lock their lines in the order of ids, keep 0 ≤
 * shipped ≤ received and 0 ≤ placed ≤ purchased, and recalculate the orders' states. A move beyond a bound throws `state-not-allowed` naming the
 * line, and nothing is moved.
 */
export type OrdersApi = {
  /** Locks the lines until the transaction ends: if two purchases want one line, the second sees the first. Unknown ids are left out. */
  linesForPurchase(tx: Tx, lineIds: readonly string[]): Promise<PurchasableLine[]>
  /** SKU ids of these offers that sellers replaced: new id by old id. */
  renamedSkus(tx: Tx, offerIds: readonly string[]): Promise<RenamedSkus>
  /** The lines of orders that may be bought now, without a lock, for planning. */
  openLinesOf(tx: Tx, orderIds: readonly string[]): Promise<PurchasableLine[]>
  /** Refuses more than is wanted: at most `toBuy` may be added. */
  movePurchased(tx: Tx, moves: readonly LineMove[]): Promise<void>
  /** Pieces were ordered at 1688, or that order was cancelled. */
  movePlaced(tx: Tx, moves: readonly LineMove[]): Promise<void>
  /** Received goods may exceed what is wanted now (after a late cancellation), but never what was purchased. */
  moveReceived(tx: Tx, moves: readonly LineMove[]): Promise<void>
  moveShipped(tx: Tx, moves: readonly LineMove[]): Promise<void>
  /** In the order of ids; unknown ids are left out. */
  orderDocs(tx: Tx, orderIds: readonly string[]): Promise<OrderDoc[]>
  /** Ids of orders by exact number, in all stores. */
  orderIdsByNumber(tx: Tx, number: string): Promise<string[]>
  setTrackingReturn(tx: Tx, orderId: string, to: TrackingReturn): Promise<void>
  /**
   * The real cost, in fen, of goods and freight of everything ordered at 1688 for an order. The profit uses it, plus the estimate for what
   * is not ordered yet. null: use the estimate only. A move of `placed` also resets it, so the caller has to set the cost again.
   */
  setCosts(
    tx: Tx,
    costs: readonly { orderId: string; goodsMinor: number | null; freightMinor: number | null }[],
  ): Promise<void>
  /** Enqueues a job that reads the order from its shop again, because its stored copy is known to be outdated. */
  readAgain(tx: Tx, orderId: string): Promise<void>
  /** Adds a line to the order's timeline. `kind` groups it, for example `purchase`, `parcel`. */
  addEvent(tx: Tx, event: { orderId: string; kind: string; text: string; by: By | null }): Promise<void>
  /** CNY for one unit of a currency on a day (YYYY-MM-DD, UTC+8), as decimal text; undefined: no rate is stored. */
  rateOf(tx: Tx, currency: string, day: string): Promise<{ rate: string; day: string } | undefined>
  /**
   * Removes up to `limit` changes from the list of changes and returns the ids of their orders; empty: no change is left. The removal is part of the
   * transaction. Includes deleted orders.
   */
  takeChanged(tx: Tx, limit: number): Promise<string[]>
  /** Number of changes that were not taken yet, counted up to `most`. */
  countChanged(tx: Tx, most: number): Promise<number>
  /** Deleted orders are left out. */
  orderSums(tx: Tx, orderIds: readonly string[]): Promise<OrderSums[]>
  /** Orders in pages by id, for comparisons over all of them. */
  ordersAfter(tx: Tx, afterId: string | null, limit: number): Promise<OrderDoc[]>
}

/** Why an order changed in a way that affects what was bought for it. */
export type OrderChangeWhy = 'cancelled' | 'reduced' | 'refunded' | 'held' | 'fulfilled'

/** Minor units of the shop's currency; `presentment` is the total that the shopper saw. */
export type Amounts = {
  subtotal: number
  shipping: number
  tax: number
  discount: number
  /** absent (this and the next two): stored before it was read */
  tip?: number
  duties?: number
  /** the part of `duties` that was not refunded */
  currentDuties?: number
  /** absent (this and the next) for orders stored before they were read. Whether prices include the tax (Shopify's taxesIncluded) */
  taxIncluded?: boolean
  /** the part of `tax` that edits and refunds left */
  currentTax?: number
  /** refunds beyond the value of the returned goods, minus what was kept of that value; absent: not read yet */
  overRefunded?: number
  /** weight in grams of what the order still contains, by the shop's variants; absent: not read yet */
  currentGrams?: number
  presentment: { minor: number; currency: string }
}

export type KeptAddress = {
  company?: string
  address1?: string
  address2?: string
  city?: string
  province?: string
  zip?: string
  country?: string
}

export type KeptFulfillment = {
  id: string
  name: string
  status: string
  company: string | null
  numbers: string[]
  urls: string[]
  at: number
}

/** The request that started a task. */
export type TaskInput =
  | { kind: 'recover'; storeIds: string[]; from: number | null; to: number | null; numbers: string[] }
  /**
   * `columns` absent: a task from before columns could be chosen; empty: all without personal data. `reason`: why, for personal data
   */
  | { kind: 'export'; orderIds: string[]; filter: OrderFilter | null; columns?: OrderExportColumn[]; reason?: string }

/**
 * An order as a shop reported it, in our terms. If `risk` or `shopHold` is absent, the source does not report it and the stored value
 * stays.
 */
export type NewOrder = {
  shopifyId: string
  number: string
  /** 1: read in full; 0: from a webhook body */
  depth: 0 | 1
  orderedAt: Date
  shopUpdatedAt: Date
  /** the time of this state: when the shop was read, or when it says that it sent the message */
  reportedAt: Date
  cancelledAt: Date | null
  cancelReason: string | null
  closedAt: Date | null
  test: boolean
  /** undefined: not reported */
  edited?: boolean
  financialStatus: string
  fulfillmentStatus: string
  /** undefined: not reported */
  returnStatus?: string
  risk?: { level: 'none' | 'low' | 'medium' | 'high'; advice: string | null }
  shopHold?: { reason: string | null }
  tags: string[]
  currency: string
  totalMinor: number
  /** undefined: not reported, for example if the refund was paid in another currency; the stored value stays, and the order is read */
  refundedMinor?: number
  currentMinor: number
  amounts: Amounts
  person: NewPerson | null
  addressIncomplete: boolean
  country: string | null
  lines: NewLine[]
  fulfillments: KeptFulfillment[]
}
export type NewPerson = {
  customerId: string | null
  name: string | null
  email: string | null
  phone: string | null
  address: KeptAddress | null
  note: string
}
export type NewLine = {
  shopifyId: string
  variantId: string | null
  productId: string | null
  sku: string
  title: string
  variantTitle: string
  image: string | null
  quantity: number
  current: number
  fulfilled: number
  returned: number
  unitPriceMinor: number
  /** before discounts */
  listPriceMinor: number
  /** total discount on `listPriceMinor` × `quantity` */
  discountMinor: number
  requiresShipping: boolean
}

/** The source of one of our variants; `offerId` null: a product made by hand, without a source. */
export type KnownSource = {
  productId: string
  variantId: string
  offerId: string | null
  skuId: string | null
  specId: string | null
  unitCostCny: number | null
}
