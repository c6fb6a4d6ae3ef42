import type { OrderExportColumn } from '@huoqiao/contract/orders/order-export.columns'
import type { OrderFilter } from '@huoqiao/contract/orders/orders.endpoints'
import type { LineSource } from '@huoqiao/contract/orders/orders.schema'
import type { OrderState, TrackingReturn } from '@huoqiao/contract/orders/orders.status'
import type { Tx } from '../../db/db.ts'
import type { RenamedSkus } from './source-sku.rules.ts'
import type { By } from '../../platform/call.ts'

/** Sale quantities of one line (decision 0007). All are whole numbers ≥ 0. */
export type LineCounters = {
  /** stands in purchase orders that were not deleted or ended */
  purchased: number
  /** of `purchased`, what was ordered at 1688 */
  placed: number
  received: number
  /** sent on by us, as fulfilments at the shop */
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
  /** our product and variant that are listed as it, when they are known */
  productId: string | null
  variantId: string | null
  /** pieces wanted by the shopper now: after edits, refunds and what the shop fulfilled by itself; 0 for ignored lines */
  wanted: number
  /** wanted − purchased, never below 0 */
  toBuy: number
  source: (LineSource & { supplierId: string | null }) | null
  /** why it may not be bought now: 未付款, 搁置, 已取消, 没有货源 …; null: it may */
  refusal: string | null
}

/** An order as later features need it: no person, no amounts of other people. */
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
  createdAt: Date
  lines: (LineCounters & {
    lineId: string
    /** gid://shopify/LineItem/… */
    shopifyGid: string
    sku: string
    title: string
    wanted: number
    /** pieces that purchases have to bring: the wanted ones, and those fulfilled out of goods that arrived */
    due: number
    /** fulfilled at the shop by whomever, our own fulfilments among them */
    fulfilled: number
  })[]
}

/** ± sale quantity of one line. */
export type LineMove = { lineId: string; quantity: number }

/**
 * What features after this one may ask of orders. Every function runs in the transaction that it is given. Moves lock
 * their lines (in the order of ids), hold the bounds 0 ≤ shipped ≤ received and 0 ≤ placed ≤ purchased, and work the
 * orders' states out anew; a move past its bounds throws `state-not-allowed` naming the line, and nothing was moved.
 */
export type OrdersApi = {
  /** Locked until the transaction ends, so that of two purchases for one line the second sees the first. Unknown ids are left out. */
  linesForPurchase(tx: Tx, lineIds: readonly string[]): Promise<PurchasableLine[]>
  /** SKU ids of these offers that sellers replaced: the present id by the former one. */
  renamedSkus(tx: Tx, offerIds: readonly string[]): Promise<RenamedSkus>
  /** The lines of orders that may be bought now, unlocked: for a plan from chosen orders. */
  openLinesOf(tx: Tx, orderIds: readonly string[]): Promise<PurchasableLine[]>
  /** More than is wanted is refused: `toBuy` is the most that may be added. */
  movePurchased(tx: Tx, moves: readonly LineMove[]): Promise<void>
  /** Ordered at 1688, or cancelled there again. */
  movePlaced(tx: Tx, moves: readonly LineMove[]): Promise<void>
  /** Received goods may exceed what is wanted by now (a late cancellation), never what was purchased. */
  moveReceived(tx: Tx, moves: readonly LineMove[]): Promise<void>
  moveShipped(tx: Tx, moves: readonly LineMove[]): Promise<void>
  /** In the order of ids; unknown ones are left out. */
  orderDocs(tx: Tx, orderIds: readonly string[]): Promise<OrderDoc[]>
  /** Ids of orders by exact number, in any store: for a search by order number. */
  orderIdsByNumber(tx: Tx, number: string): Promise<string[]>
  setTrackingReturn(tx: Tx, orderId: string, to: TrackingReturn): Promise<void>
  /**
   * What goods and freight of all that is ordered at 1688 for an order really cost, fen; the profit counts with it, and with the
   * expectation for what the order wants beyond. null takes it back to expectation. A move of `placed` does that too: whoever
   * knows the costs has to tell them anew.
   */
  setCosts(
    tx: Tx,
    costs: readonly { orderId: string; goodsMinor: number | null; freightMinor: number | null }[],
  ): Promise<void>
  /** Reads it from its shop again, by a job: something was changed there that it does not show yet. */
  readAgain(tx: Tx, orderId: string): Promise<void>
  /** A line of the order's timeline. `kind` groups it, e.g. `purchase`, `parcel`. */
  addEvent(tx: Tx, event: { orderId: string; kind: string; text: string; by: By | null }): Promise<void>
  /** CNY for one unit of a currency on a day (YYYY-MM-DD, UTC+8), as decimal text; undefined: no rate is kept. */
  rateOf(tx: Tx, currency: string, day: string): Promise<{ rate: string; day: string } | undefined>
  /** Orders by cursor (their ids ascend), for whoever compares all of them. */
  ordersAfter(tx: Tx, afterId: string | null, limit: number): Promise<OrderDoc[]>
}

/** Why an order changed in a way that those who bought for it must hear. */
export type OrderChangeWhy = 'cancelled' | 'reduced' | 'refunded' | 'held' | 'fulfilled'

/** Minor units of the shop's currency; `presentment` is the total as the shopper saw it. */
export type Amounts = {
  subtotal: number
  shipping: number
  tax: number
  discount: number
  /** absent, as the next two: taken in before it was read */
  tip?: number
  duties?: number
  /** of `duties`, what was not given back */
  currentDuties?: number
  /** the next two: absent in orders from before they were read. Prices hold the tax (Shopify's taxesIncluded), or it is on top */
  taxIncluded?: boolean
  /** of `tax`, what edits and refunds left */
  currentTax?: number
  /** what refunds gave back beyond the goods that they took back, less what they kept of those; absent: not read yet */
  overRefunded?: number
  /** weight of what the order still holds, as the shop's variants weigh it, grams; absent: not read yet */
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

/** What a task was asked for. */
export type TaskInput =
  | { kind: 'recover'; storeIds: string[]; from: number | null; to: number | null; numbers: string[] }
  /** `columns` absent: a task from before they could be chosen; empty: all */
  | { kind: 'export'; orderIds: string[]; filter: OrderFilter | null; columns?: OrderExportColumn[] }

/** An order as a shop told it, in our terms. Absent `risk` and `shopHold`: the source does not tell them, what is held stays. */
export type NewOrder = {
  shopifyId: string
  number: string
  /** 1: read whole; 0: from a webhook's body */
  depth: 0 | 1
  orderedAt: Date
  shopUpdatedAt: Date
  /** when it was so: when the shop was read, or when it said that it sent the message */
  reportedAt: Date
  cancelledAt: Date | null
  cancelReason: string | null
  closedAt: Date | null
  test: boolean
  /** undefined: not told */
  edited?: boolean
  financialStatus: string
  fulfillmentStatus: string
  /** undefined: not told */
  returnStatus?: string
  risk?: { level: 'none' | 'low' | 'medium' | 'high'; advice: string | null }
  shopHold?: { reason: string | null }
  tags: string[]
  currency: string
  totalMinor: number
  /** undefined: not told, as by a message whose refund was paid in another currency; what is held stays, and the order is read */
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
  unitPriceMinor: number
  /** before discounts */
  listPriceMinor: number
  /** all that is off `listPriceMinor` × `quantity` */
  discountMinor: number
  requiresShipping: boolean
}

/** What one of our variants is bought as; `offerId` null: made by hand, without a source. */
export type KnownSource = {
  productId: string
  variantId: string
  offerId: string | null
  skuId: string | null
  specId: string | null
  unitCostCny: number | null
}
