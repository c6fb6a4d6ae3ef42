import type { Money } from '@huoqiao/kit'

/**
 * An order as the shop has it, in our types: ids are text, instants ISO 8601 UTC, money integer minor units with their
 * currency, absent where the vendor says null (reference, section 4). Words in capitals are the vendor's, verbatim.
 */

/** The known words; a later version's new words are passed through unchanged. */
type Known<Word extends string> = Word | (string & {})

/** One amount in the shop's currency and in the shopper's; equal if both use the same currency. */
export type MoneyPair = { readonly shop: Money; readonly presentment: Money }

export type OrderFinancialStatus = Known<
  'PENDING' | 'AUTHORIZED' | 'PARTIALLY_PAID' | 'PAID' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'VOIDED' | 'EXPIRED'
>
export type OrderFulfillmentStatus = Known<
  | 'UNFULFILLED'
  | 'PARTIALLY_FULFILLED'
  | 'FULFILLED'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'SCHEDULED'
  | 'REQUEST_DECLINED'
  | 'FULFILLMENT_NOT_REQUIRED'
  | 'OPEN'
  | 'PENDING_FULFILLMENT'
  | 'RESTOCKED'
>
export type OrderReturnStatus = Known<
  'NO_RETURN' | 'RETURN_REQUESTED' | 'IN_PROGRESS' | 'INSPECTION_COMPLETE' | 'RETURNED' | 'RETURN_FAILED'
>
export type OrderRiskLevel = Known<'NONE' | 'PENDING' | 'LOW' | 'MEDIUM' | 'HIGH'>
export type OrderRiskAdvice = Known<'NONE' | 'ACCEPT' | 'INVESTIGATE' | 'CANCEL'>
export type OrderCancelReason = 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF'
export type FulfillmentOrderStatus = Known<
  'OPEN' | 'IN_PROGRESS' | 'SCHEDULED' | 'ON_HOLD' | 'INCOMPLETE' | 'CLOSED' | 'CANCELLED'
>
export type FulfillmentOrderAction = Known<
  | 'CREATE_FULFILLMENT'
  | 'HOLD'
  | 'RELEASE_HOLD'
  | 'MOVE'
  | 'SPLIT'
  | 'MERGE'
  | 'MARK_AS_OPEN'
  | 'CANCEL_FULFILLMENT_ORDER'
  | 'REQUEST_FULFILLMENT'
  | 'REQUEST_CANCELLATION'
  | 'REPORT_PROGRESS'
  | 'EXTERNAL'
>
export type HoldReason =
  | 'AWAITING_PAYMENT'
  | 'AWAITING_RETURN_ITEMS'
  | 'HIGH_RISK_OF_FRAUD'
  | 'INCORRECT_ADDRESS'
  | 'INVENTORY_OUT_OF_STOCK'
  | 'ONLINE_STORE_POST_PURCHASE_CROSS_SELL'
  | 'UNKNOWN_DELIVERY_DATE'
  | 'OTHER'
export type FulfillmentStatus = Known<'PENDING' | 'OPEN' | 'SUCCESS' | 'CANCELLED' | 'ERROR' | 'FAILURE'>
export type RestockType = Known<'CANCEL' | 'RETURN' | 'NO_RESTOCK' | 'LEGACY_RESTOCK'>

export type OrderAddress = {
  readonly name?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly company?: string
  readonly address1?: string
  readonly address2?: string
  readonly city?: string
  readonly province?: string
  readonly provinceCode?: string
  readonly country?: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string
  readonly zip?: string
  readonly phone?: string
}

export type ShopOrderLine = {
  readonly id: string
  /** absent if the variant or its product was deleted; `sku`, `title` and `variantTitle` are what was sold */
  readonly variantId?: string
  readonly productId?: string
  readonly sku: string
  readonly title: string
  readonly variantTitle: string
  /** as ordered; never decreases */
  readonly quantity: number
  /** `quantity` minus what was removed or refunded */
  readonly currentQuantity: number
  readonly unfulfilledQuantity: number
  readonly nonFulfillableQuantity: number
  readonly unitPrice: MoneyPair
  /** all discounts of this line, its own and its share of the order's, for its whole `quantity` */
  readonly discount: MoneyPair
  readonly requiresShipping: boolean
  /** URL. */
  readonly image?: string
  readonly customAttributes: readonly { readonly key: string; readonly value: string }[]
}

export type ShopRefund = {
  readonly id: string
  /** The return that it refunds. Missing: none, or without the scope read_returns. */
  readonly returnId?: string
  readonly createdAt: string
  readonly lines: readonly {
    readonly lineItemId: string
    readonly quantity: number
    readonly restockType: RestockType
  }[]
  readonly total: MoneyPair
}

/** Returned goods, by the order's lines. */
export type ShopReturn = {
  readonly id: string
  /** E.g. #1001-R1 */
  readonly name: string
  readonly status: Known<'REQUESTED' | 'OPEN' | 'CLOSED' | 'CANCELED' | 'DECLINED'>
  readonly createdAt: string
  readonly closedAt?: string
  /** why the shop declined it; `reason` is the vendor's word */
  readonly declined?: { readonly reason: string; readonly note: string }
  /** refunds for it */
  readonly refunds: readonly { readonly id: string; readonly createdAt: string; readonly total: MoneyPair }[]
  /** what the shopper gets instead; a line of the order once it was processed */
  readonly exchanges: readonly {
    readonly id: string
    /** the order's line; absent until the exchange was processed */
    readonly lineItemId?: string
    /** absent if it has no variant (any more) */
    readonly variantId?: string
    readonly sku: string
    readonly title: string
    readonly quantity: number
    readonly processedQuantity: number
  }[]
  readonly lines: readonly {
    readonly id: string
    /** the order's line; absent if the vendor cannot match it with what was sent */
    readonly lineItemId?: string
    readonly quantity: number
    readonly refundedQuantity: number
    /** arrived and processed */
    readonly processedQuantity: number
    /** the shop's reason handle, for example `defective`; empty if none was given */
    readonly reason: string
    readonly note: string
  }[]
}

export type ShopFulfillmentOrder = {
  readonly id: string
  readonly status: FulfillmentOrderStatus
  readonly requestStatus: string
  /** what may be requested now: check for CREATE_FULFILLMENT before fulfilling (reference, section 5) */
  readonly supportedActions: readonly FulfillmentOrderAction[]
  /** absent if the location was deleted or belongs to another app's service */
  readonly locationId?: string
  readonly locationName: string
  readonly holds: readonly {
    readonly id: string
    readonly reason: HoldReason | (string & {})
    readonly notes?: string
    readonly handle?: string
    readonly heldByUs: boolean
  }[]
  readonly lines: readonly {
    /** the fulfilment order's line id, used by createFulfillment */
    readonly id: string
    /** the order's line id */
    readonly lineItemId: string
    readonly totalQuantity: number
    readonly remainingQuantity: number
  }[]
}

export type ShopTracking = { readonly company?: string; readonly number?: string; readonly url?: string }

export type ShopFulfillment = {
  readonly id: string
  /** E.g. #1001.1 */
  readonly name: string
  readonly status: FulfillmentStatus
  /** The parcel's own state, e.g. IN_TRANSIT or DELIVERED. */
  readonly displayStatus?: string
  readonly createdAt: string
  readonly tracking: readonly ShopTracking[]
  readonly lines: readonly { readonly lineItemId: string; readonly quantity: number }[]
}

export type ShopOrder = {
  /** gid://shopify/Order/… */
  readonly id: string
  /** The number in `id` as text, as admin addresses and webhooks have it. */
  readonly legacyId: string
  /** As people see it, e.g. #1001; prefix and suffix are the shop's. */
  readonly name: string
  readonly number: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly processedAt: string
  readonly cancelledAt?: string
  readonly cancelReason?: OrderCancelReason | (string & {})
  readonly closedAt?: string
  readonly test: boolean
  /** edited after it was placed: lines may be new, and `currentQuantity` may be lower */
  readonly edited: boolean
  readonly financialStatus: OrderFinancialStatus
  readonly fulfillmentStatus: OrderFulfillmentStatus
  readonly returnStatus: OrderReturnStatus
  /** whether prices include the tax */
  readonly taxesIncluded: boolean
  /** Weight after edits and returns, grams. */
  readonly currentGrams: number
  /** the highest risk of the assessments; absent without an assessment or scope */
  readonly riskLevel?: OrderRiskLevel
  readonly riskAdvice?: OrderRiskAdvice
  /** The shop's currency. */
  readonly currency: string
  readonly presentmentCurrency: string
  readonly totals: {
    /** before refunds, like `shipping`, `tax`, `discount`, `tip`, `duties` and `total` */
    readonly subtotal: MoneyPair
    readonly shipping: MoneyPair
    readonly tax: MoneyPair
    readonly discount: MoneyPair
    readonly total: MoneyPair
    /** paid beyond the price; also a line of the order that is never sent */
    readonly tip: MoneyPair
    /** collected for customs, on top of the prices; zero if there are none */
    readonly duties: MoneyPair
    /** What is left of `duties` after refunds. */
    readonly currentDuties: MoneyPair
    /** the part of `tax` left after edits and refunds */
    readonly currentTax: MoneyPair
    readonly refunded: MoneyPair
    /** refunds due minus refunds paid: negative if the shopper got more than the value of the goods */
    readonly refundDiscrepancy: MoneyPair
    /** the order's current value, after edits and refunds */
    readonly current: MoneyPair
  }
  readonly note: string
  readonly tags: readonly string[]
  /** absent for guests and without the scope for customers; `email` and `phone` belong to the order */
  readonly customer?: { readonly id: string; readonly name: string }
  readonly email?: string
  readonly phone?: string
  /** absent if nothing is shipped, or if protected customer data was not approved (reference, section 4) */
  readonly shippingAddress?: OrderAddress
  readonly lines: readonly ShopOrderLine[]
  readonly refunds: readonly ShopRefund[]
  /** also empty if the scope for fulfilment orders is missing (reference, section 5) */
  readonly fulfillmentOrders: readonly ShopFulfillmentOrder[]
  readonly fulfillments: readonly ShopFulfillment[]
}
