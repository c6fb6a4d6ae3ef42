import type { Money } from '@huoqiao/kit'
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

/** A filter for orders, combined with AND. Times are ISO 8601; `From` is inclusive, `To` exclusive. */
export type OrderFilter = {
  readonly updatedFrom?: string
  readonly updatedTo?: string
  readonly createdFrom?: string
  readonly createdTo?: string
  /** as people see them, with or without the leading #; at most 50 */
  readonly names?: readonly string[]
  /** any of these return statuses */
  readonly returnStatuses?: readonly OrderReturnStatus[]
}

export type OrderQuery = OrderFilter & {
  /** the `endCursor` of the previous page */
  readonly after?: string
  /** 1 to 250. */
  readonly first: number
}

export type OrderPage = {
  readonly orders: readonly ShopOrder[]
  readonly endCursor?: string
  readonly hasNext: boolean
}

/** What decides whether an order has to be read again. */
export type OrderStamp = {
  readonly id: string
  readonly name: string
  readonly updatedAt: string
  /** the vendor does not say whether a change of it changes `updatedAt` */
  readonly returnStatus: OrderReturnStatus
}

export type OrderStampPage = {
  readonly stamps: readonly OrderStamp[]
  readonly endCursor?: string
  readonly hasNext: boolean
}

export type TrackingRequest = {
  /** in the spelling of `knownCarrier`, for which Shopify creates the links; otherwise send `urls` */
  readonly company?: string
  readonly numbers: readonly string[]
  /** In the order of `numbers`. */
  readonly urls?: readonly string[]
}

export type FulfillmentRequest = {
  /**
   * all from one order and one location; at most 512 lines each; an entry without `lines` fulfils everything that remains, one with an
   * empty list nothing
   */
  readonly fulfillmentOrders: readonly {
    readonly id: string
    readonly lines?: readonly { readonly id: string; readonly quantity: number }[]
  }[]
  readonly tracking?: TrackingRequest
  /** whether the shopper is notified by e-mail */
  readonly notifyCustomer: boolean
}

export type MadeFulfillment = {
  readonly fulfillmentId: string
  readonly name: string
  readonly status: FulfillmentStatus
  /** as stored, with the links that Shopify created */
  readonly tracking: readonly ShopTracking[]
}

export type HoldRequest = {
  readonly reason: HoldReason
  readonly notes?: string
  /** names this hold of ours: a second one with the same handle is refused as `already-done` */
  readonly handle: string
  /** holds only these; the rest is split off and continues */
  readonly lines?: readonly { readonly id: string; readonly quantity: number }[]
}

export type PlacedHold = {
  readonly holdId: string
  readonly status: FulfillmentOrderStatus
  /** what was split off if only some lines are held */
  readonly remainingFulfillmentOrderId?: string
}

export type CancelOrderRequest = {
  readonly reason: OrderCancelReason
  /** Puts the quantities back into stock. */
  readonly restock: boolean
  /** refunds by the original payment method */
  readonly refund: boolean
  readonly notifyCustomer: boolean
  /** only visible to staff; at most 255 characters */
  readonly staffNote?: string
}

/** ReturnDeclineReason. */
export type DeclineReason = 'FINAL_SALE' | 'OTHER' | 'RETURN_PERIOD_ENDED'
export type DeclineReturnRequest = {
  readonly reason: DeclineReason
  /** for the shopper */
  readonly note: string
  readonly notifyCustomer: boolean
}

/** Pieces of one line of a return. */
export type ReturnPieces = { readonly id: string; readonly quantity: number }

/** The part of a return that was not processed yet. */
export type UnprocessedReturn = {
  readonly status: ShopReturn['status']
  readonly lines: readonly {
    readonly id: string
    /** the order's line; absent if the vendor cannot match it with what was sent */
    readonly lineItemId?: string
    readonly quantity: number
    /** lines of reverse fulfilment orders, with the pieces that were not put back or written off yet */
    readonly arrivals: readonly ReturnPieces[]
  }[]
  /** number of exchange pieces that were not added to the order yet */
  readonly exchanges: number
  readonly refundIds: readonly string[]
  /** it has more lines than were read */
  readonly isPartial: boolean
}

/** What the shop proposes to refund. */
export type RefundSuggestion = {
  /** absent: nothing */
  readonly amount?: MoneyPair
  /** the shopper would have to pay this instead */
  readonly owed?: MoneyPair
  readonly maximum: MoneyPair
  /** what was paid for shipping and not refunded yet */
  readonly shipping: MoneyPair
  readonly payments: readonly {
    readonly id: string
    /** the name on the shop's own screens (`formattedGateway`), otherwise the technical name; empty: the shop returned neither */
    readonly gateway: string
    readonly amount: MoneyPair
    readonly maximum: MoneyPair
  }[]
}

export type ProcessReturnRequest = {
  readonly lines: readonly (ReturnPieces & {
    /** where its pieces go; without a location they are not put back into stock */
    readonly dispositions: readonly {
      readonly arrivalId: string
      readonly quantity: number
      readonly locationId?: string
    }[]
  })[]
  /** the amount to refund to each payment, in the shopper's currency; empty: no money is refunded */
  readonly payments: readonly { readonly id: string; readonly amount: Money }[]
  /** refunds the rest of the shipping charge too; `payments` contains it */
  readonly shipping: boolean
  readonly note: string
  readonly notifyCustomer: boolean
}

/** Given fields replace the order's values; `tags` is the whole list. */
export type OrderChange = { readonly note?: string; readonly tags?: readonly string[] }

/**
 * The connector's methods for orders, part of `createShopifyConnector`. Reads may be repeated. Of the changes, those marked *once* are
 * never repeated after they may have arrived: they end in `unknown-outcome`, and reading the order shows the result.
 */
export type OrderMethods = {
  /** A page of whole orders, oldest change (or, without an updated window, creation) first. */
  listOrders(query: OrderQuery, options?: CallOptions): Promise<OrderPage>
  /** The same page with only ids and change times: one point for each order, to skip known ones. */
  listOrderStamps(query: OrderQuery, options?: CallOptions): Promise<OrderStampPage>
  readOrder(orderId: string, options?: CallOptions): Promise<ShopOrder | undefined>
  /** In the order of the ids; undefined if an order does not exist (any more) or is not visible to the app. */
  readOrders(ids: readonly string[], options?: CallOptions): Promise<(ShopOrder | undefined)[]>
  /** The orders with these names; unknown names are left out. */
  ordersByNames(names: readonly string[], options?: CallOptions): Promise<ShopOrder[]>
  /** The order of each fulfilment order, for webhooks that name only the latter. */
  ordersOfFulfillmentOrders(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, string>>
  /**
   * By order id, the total refunded amount: a few points for each order, if a message contained the rest. Orders that are not visible are
   * left out.
   */
  refundTotals(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, MoneyPair>>
  /** The order of each return, for webhooks that name only the latter; empty without the scope `read_returns`. */
  ordersOfReturns(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, string>>
  /** The order's returns; undefined without the scope `read_returns`. Lines refer to the order's lines. */
  readReturns(orderId: string, options?: CallOptions): Promise<ShopReturn[] | undefined>
  /** *Once.* Accepts a requested return. */
  approveReturn(returnId: string, notifyCustomer: boolean, options?: CallOptions): Promise<void>
  /** *Once.* */
  declineReturn(returnId: string, request: DeclineReturnRequest, options?: CallOptions): Promise<void>
  /** *Once.* Ends an open return. */
  closeReturn(returnId: string, options?: CallOptions): Promise<void>
  /** The part of a return that was not processed yet; undefined: the return does not exist any more. */
  unprocessedReturn(returnId: string, options?: CallOptions): Promise<UnprocessedReturn | undefined>
  /** What the shop proposes to refund for these pieces; undefined if it has no proposal. */
  suggestReturnRefund(
    returnId: string,
    request: { readonly lines: readonly ReturnPieces[]; readonly shipping: boolean },
    options?: CallOptions,
  ): Promise<RefundSuggestion | undefined>
  /** *Once.* Processes pieces of a return, refunds, and puts them back into stock. */
  processReturn(returnId: string, request: ProcessReturnRequest, options?: CallOptions): Promise<void>
  /** *Once.* Errors of this call have no codes: the failure contains the message. */
  createFulfillment(request: FulfillmentRequest, options?: CallOptions): Promise<MadeFulfillment>
  /** Replaces all tracking; *once* if the shopper is notified. */
  updateTracking(
    fulfillmentId: string,
    tracking: TrackingRequest,
    notifyCustomer: boolean,
    options?: CallOptions,
  ): Promise<MadeFulfillment>
  /** *Once.* The quantities return in new fulfilment orders with new ids. */
  cancelFulfillment(fulfillmentId: string, options?: CallOptions): Promise<void>
  holdFulfillmentOrder(fulfillmentOrderId: string, hold: HoldRequest, options?: CallOptions): Promise<PlacedHold>
  /** Releases the named holds, or all that the app may release. */
  releaseHold(fulfillmentOrderId: string, holdIds?: readonly string[], options?: CallOptions): Promise<void>
  /** *Once.* Cannot be reverted. Returns the id of the job that carries it out. */
  cancelOrder(orderId: string, request: CancelOrderRequest, options?: CallOptions): Promise<{ readonly jobId: string }>
  jobDone(jobId: string, options?: CallOptions): Promise<boolean>
  updateOrder(orderId: string, change: OrderChange, options?: CallOptions): Promise<void>
  /** Adds to the tags and leaves the others. */
  addOrderTags(orderId: string, tags: readonly string[], options?: CallOptions): Promise<void>
}
