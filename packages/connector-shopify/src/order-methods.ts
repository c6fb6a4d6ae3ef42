import type { CallOptions } from './operation.ts'
import type {
  MoneyPair,
  FulfillmentOrderStatus,
  FulfillmentStatus,
  HoldReason,
  OrderCancelReason,
  OrderReturnStatus,
  ShopOrder,
  ShopReturn,
  ShopTracking,
} from './orders.ts'

/** Which orders: all conditions hold together. Instants are ISO 8601; `From` is included, `To` is not. */
export type OrderFilter = {
  readonly updatedFrom?: string
  readonly updatedTo?: string
  readonly createdFrom?: string
  readonly createdTo?: string
  /** As people see them, with or without the leading #; at most 50. */
  readonly names?: readonly string[]
  /** Any of these words about its returns. */
  readonly returnStatuses?: readonly OrderReturnStatus[]
}

export type OrderQuery = OrderFilter & {
  /** The `endCursor` of the page before. */
  readonly after?: string
  /** 1 to 250. */
  readonly first: number
}

export type OrderPage = {
  readonly orders: readonly ShopOrder[]
  readonly endCursor?: string
  readonly hasNext: boolean
}

/** What tells whether an order has to be read again. */
export type OrderStamp = {
  readonly id: string
  readonly name: string
  readonly updatedAt: string
  /** The vendor does not say whether a change of it moves `updatedAt`. */
  readonly returnStatus: OrderReturnStatus
}

export type OrderStampPage = {
  readonly stamps: readonly OrderStamp[]
  readonly endCursor?: string
  readonly hasNext: boolean
}

export type TrackingRequest = {
  /** Spelt as `knownCarrier` says, and then Shopify makes the links; else send `urls`. */
  readonly company?: string
  readonly numbers: readonly string[]
  /** In the order of `numbers`. */
  readonly urls?: readonly string[]
}

export type FulfillmentRequest = {
  /** All of one order and one location; at most 512 lines each. An entry without `lines` fulfils all that remains, one with an empty list nothing. */
  readonly fulfillmentOrders: readonly {
    readonly id: string
    readonly lines?: readonly { readonly id: string; readonly quantity: number }[]
  }[]
  readonly tracking?: TrackingRequest
  /** Whether the shopper is told by mail. */
  readonly notifyCustomer: boolean
}

export type MadeFulfillment = {
  readonly fulfillmentId: string
  readonly name: string
  readonly status: FulfillmentStatus
  /** As it was taken, with the links that Shopify made. */
  readonly tracking: readonly ShopTracking[]
}

export type HoldRequest = {
  readonly reason: HoldReason
  readonly notes?: string
  /** Names this hold of ours: a second with the same handle is refused as `already-done`. */
  readonly handle: string
  /** Holds only these; the rest is split off and goes on. */
  readonly lines?: readonly { readonly id: string; readonly quantity: number }[]
}

export type PlacedHold = {
  readonly holdId: string
  readonly status: FulfillmentOrderStatus
  /** What was split off when only some lines are held. */
  readonly remainingFulfillmentOrderId?: string
}

export type CancelOrderRequest = {
  readonly reason: OrderCancelReason
  /** Puts the quantities back into stock. */
  readonly restock: boolean
  /** Pays back the way it was paid. */
  readonly refund: boolean
  readonly notifyCustomer: boolean
  /** For the staff only; at most 255 characters. */
  readonly staffNote?: string
}

/** Given fields replace what the order has; `tags` is the whole list. */
export type OrderChange = { readonly note?: string; readonly tags?: readonly string[] }

/**
 * What the connector does with orders; `createShopifyConnector` gives these among its other methods. Reading may be
 * repeated at will. Of the changes, those marked *once* are never sent a second time after they may have arrived: they
 * end in `unknown-outcome`, and reading the order tells what became of them.
 */
export type OrderMethods = {
  /** A page of whole orders, oldest change (or, without an updated window, creation) first. */
  listOrders(query: OrderQuery, options?: CallOptions): Promise<OrderPage>
  /** The same page as ids and change times only: a point an order, to skip those that are known already. */
  listOrderStamps(query: OrderQuery, options?: CallOptions): Promise<OrderStampPage>
  readOrder(orderId: string, options?: CallOptions): Promise<ShopOrder | undefined>
  /** In the order of the ids; undefined where there is no such order (any more), or it is out of the app's sight. */
  readOrders(ids: readonly string[], options?: CallOptions): Promise<(ShopOrder | undefined)[]>
  /** The orders with these names; names that nobody has are left out. */
  ordersByNames(names: readonly string[], options?: CallOptions): Promise<ShopOrder[]>
  /** Which order each fulfilment order belongs to, for webhooks that name only the latter. */
  ordersOfFulfillmentOrders(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, string>>
  /** By order id, all that was given back so far: a few points an order, where a message told the rest. Those out of sight are left out. */
  refundTotals(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, MoneyPair>>
  /** Which order each return belongs to, for webhooks that name only the latter; none without the grant `read_returns`. */
  ordersOfReturns(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, string>>
  /** The order's returns; undefined without the grant `read_returns`. Lines are the order's own. */
  readReturns(orderId: string, options?: CallOptions): Promise<ShopReturn[] | undefined>
  /** *Once.* Refusals of this vendor's call have no codes: the sentence is in the failure's message. */
  createFulfillment(request: FulfillmentRequest, options?: CallOptions): Promise<MadeFulfillment>
  /** Replaces all tracking; *once* when the shopper is told. */
  updateTracking(
    fulfillmentId: string,
    tracking: TrackingRequest,
    notifyCustomer: boolean,
    options?: CallOptions,
  ): Promise<MadeFulfillment>
  /** *Once.* The quantities come back in new fulfilment orders with new ids. */
  cancelFulfillment(fulfillmentId: string, options?: CallOptions): Promise<void>
  holdFulfillmentOrder(fulfillmentOrderId: string, hold: HoldRequest, options?: CallOptions): Promise<PlacedHold>
  /** Releases the named holds, or all that the app may release. */
  releaseHold(fulfillmentOrderId: string, holdIds?: readonly string[], options?: CallOptions): Promise<void>
  /** *Once.* Cannot be taken back. Gives the id of the job that carries it out. */
  cancelOrder(orderId: string, request: CancelOrderRequest, options?: CallOptions): Promise<{ readonly jobId: string }>
  jobDone(jobId: string, options?: CallOptions): Promise<boolean>
  updateOrder(orderId: string, change: OrderChange, options?: CallOptions): Promise<void>
  /** Adds to the tags and leaves the others. */
  addOrderTags(orderId: string, tags: readonly string[], options?: CallOptions): Promise<void>
}
