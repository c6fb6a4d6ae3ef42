/**
 * An order as the simulated shop stores it: one row is the whole aggregate with its fulfilment orders, fulfilments,
 * refunds and payments, so that one put is one change. Money is a pair of integers in minor units of the order's two
 * currencies; times are ISO 8601 UTC; ids are gids (reference shopify-admin 4 and 5).
 */

/** An amount in two currencies: minor units of the shop's currency and of the one that the shopper saw. */
export type Pair = { shop: number; presentment: number }

export type Attribute = { key: string; value: string | null }

export type AddressRow = {
  firstName: string | null
  lastName: string | null
  company: string | null
  address1: string | null
  address2: string | null
  city: string | null
  province: string | null
  provinceCode: string | null
  country: string | null
  countryCode: string | null
  zip: string | null
  phone: string | null
}

/** Charged to a shopper abroad for one line and passed on to customs; on top of the price. */
export type DutyRow = {
  id: string
  price: Pair
  harmonizedSystemCode: string | null
  countryCodeOfOrigin: string | null
}

export type TaxRow = { title: string; rate: number; price: Pair }

export type OrderLineRow = {
  id: string
  /** Ids at the time of the purchase: the variant or its product may have been deleted, so texts and code are stored as well. */
  variantId: string | null
  productId: string | null
  itemId: string | null
  title: string
  variantTitle: string | null
  sku: string | null
  vendor: string | null
  imageId: string | null
  /** As ordered, plus what edits added; never decreases. */
  quantity: number
  /** Units taken away by order edits. */
  removed: number
  unitPrice: Pair
  /** The total reduction of all units of this line: its own discount, and its share of the order's discounts. */
  discount: Pair
  /** The part of `discount` that was given on this line alone; absent when there is none. */
  ownDiscount?: Pair
  taxes: TaxRow[]
  customAttributes: Attribute[]
  requiresShipping: boolean
  taxable: boolean
  grams: number
  locationId: string
  /** What the shopper gave on top of the price: a line without variant that cannot be fulfilled. */
  tip?: true
  duties?: DutyRow[]
}

export type HoldRow = {
  id: string
  reason: string
  reasonNotes: string | null
  handle: string | null
  externalId: string | null
}

export type FulfillmentOrderStatus = 'OPEN' | 'IN_PROGRESS' | 'SCHEDULED' | 'ON_HOLD' | 'CLOSED' | 'CANCELLED'

export type FulfillmentOrderLineRow = { id: string; lineId: string; total: number; remaining: number }

export type FulfillmentOrderRow = {
  id: string
  locationId: string
  /** Who fulfils it: determines which scopes can see it (reference shopify-admin 5). */
  kind: 'merchant' | 'third-party'
  status: FulfillmentOrderStatus
  fulfillAt: string | null
  holds: HoldRow[]
  lines: FulfillmentOrderLineRow[]
  createdAt: string
  updatedAt: string
}

export type TrackingRow = { company: string | null; number: string | null; url: string | null }

export type FulfillmentEventRow = {
  id: string
  status: string
  happenedAt: string
  createdAt: string
  message: string | null
  city: string | null
  province: string | null
  country: string | null
  zip: string | null
  address1: string | null
  estimatedDeliveryAt: string | null
}

export type FulfillmentRow = {
  id: string
  name: string
  status: 'SUCCESS' | 'CANCELLED' | 'FAILURE'
  locationId: string
  tracking: TrackingRow[]
  lines: { id: string; lineId: string; fulfillmentOrderId: string; quantity: number }[]
  events: FulfillmentEventRow[]
  /** Whether the shopper was notified at creation. */
  notified: boolean
  createdAt: string
  updatedAt: string
}

export type RestockType = 'CANCEL' | 'RETURN' | 'NO_RESTOCK' | 'LEGACY_RESTOCK'

export type DutyRefundType = 'FULL' | 'PROPORTIONAL'

export type RefundLineRow = {
  id: string
  lineId: string
  quantity: number
  restockType: RestockType
  locationId: string | null
  subtotal: Pair
  tax: Pair
}

export type RefundRow = {
  id: string
  note: string | null
  createdAt: string
  lines: RefundLineRow[]
  shipping: Pair
  /** The tax that was refunded with `shipping`. */
  shippingTax?: Pair
  duties?: { dutyId: string; refundType: DutyRefundType; amount: Pair }[]
  /** What was due minus what was paid: positive in the merchant's favour (Order.refundDiscrepancySet); absent when they are equal. */
  discrepancy?: Pair
  transactionIds: string[]
  /** The return that it was made for. */
  returnId?: string
}

export type TransactionRow = {
  id: string
  kind: 'AUTHORIZATION' | 'CAPTURE' | 'SALE' | 'REFUND' | 'VOID'
  status: 'SUCCESS' | 'PENDING'
  gateway: string
  amount: Pair
  parentId: string | null
  createdAt: string
}

export type ReturnLineRow = {
  id: string
  fulfillmentLineId: string
  lineId: string
  quantity: number
  reason: string
  reasonNote: string
  customerNote: string | null
  /** Units processed by returnProcess; absent in rows from before it was simulated. */
  processed?: number
}

/** What the shopper gets in exchange. After processing it is represented by lines of the order. */
export type ExchangeLineRow = {
  id: string
  variantId: string
  quantity: number
  processed: number
  lineIds: string[]
  /** Percent of the price, or an amount for all its units together; absent without a discount. */
  discount?: { percent: number } | { whole: Pair }
}

export type DispositionRow = {
  id: string
  type: string
  quantity: number
  locationId: string | null
  createdAt: string
}

export type ReverseLineRow = { id: string; returnLineId: string; total: number; dispositions: DispositionRow[] }

/** A return. `reverse` exists from the moment when the return was opened. */
export type ReturnRow = {
  id: string
  name: string
  status: 'REQUESTED' | 'OPEN' | 'CLOSED' | 'CANCELED' | 'DECLINED'
  lines: ReturnLineRow[]
  /** Absent in rows from before exchanges were simulated. */
  exchanges?: ExchangeLineRow[]
  reverse: { id: string; status: 'OPEN' | 'CLOSED' | 'CANCELED'; lines: ReverseLineRow[] } | null
  decline: { reason: string; note: string | null } | null
  createdAt: string
  approvedAt: string | null
  closedAt: string | null
}

/** A running edit of an order with its staged changes. */
export type EditRow = {
  id: string
  orderId: string
  quantities: { lineId: string; quantity: number }[]
  additions: { id: string; variantId: string; quantity: number }[]
  committed: boolean
  /** `updatedAt` of the order when the edit was begun. */
  updatedAt: string
}

export type CancelReason = 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF'
export type RiskLevel = 'NONE' | 'PENDING' | 'LOW' | 'MEDIUM' | 'HIGH'

export type OrderRow = {
  id: string
  /** 1001 and up, counted per shop. */
  number: number
  currency: string
  presentmentCurrency: string
  taxesIncluded: boolean
  customerId: string | null
  email: string | null
  phone: string | null
  shippingAddress: AddressRow | null
  note: string | null
  tags: string[]
  customAttributes: Attribute[]
  test: boolean
  edited: boolean
  risk: RiskLevel
  gateway: string
  discount: { code: string; percent: number } | null
  lines: OrderLineRow[]
  /** `price` is the list price; taxes are those of the rest after `discount`. */
  shipping: {
    id: string
    title: string
    code: string
    price: Pair
    discount?: { code: string; percent: number; amount: Pair }
    taxes: TaxRow[]
  } | null
  originalTotal: Pair
  transactions: TransactionRow[]
  refunds: RefundRow[]
  fulfillmentOrders: FulfillmentOrderRow[]
  fulfillments: FulfillmentRow[]
  returnStatus: string
  /** Absent in rows from before returns were simulated. */
  returns?: ReturnRow[]
  cancelReason: CancelReason | null
  cancelledAt: string | null
  staffNote: string | null
  closedAt: string | null
  /** Unguessable part of the thank-you page's address. */
  token: string
  createdAt: string
  processedAt: string
  updatedAt: string
}

export type CustomerRow = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  address: AddressRow | null
  createdAt: string
  updatedAt: string
}
