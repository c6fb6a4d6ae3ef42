/**
 * An order as the pretend shop keeps it: one row is the whole aggregate with its fulfilment orders, fulfilments,
 * refunds and payments, so that one put is one change. Money is a pair of integers in minor units of the order's two
 * currencies; times are ISO 8601 UTC; ids are gids (reference shopify-admin 4 and 5).
 */

/** One amount twice: minor units of the shop's currency and of the one that the shopper saw. */
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

/** Asked of a shopper abroad for one line and passed on to the customs; on top of the prices. */
export type DutyRow = {
  id: string
  price: Pair
  harmonizedSystemCode: string | null
  countryCodeOfOrigin: string | null
}

export type TaxRow = { title: string; rate: number; price: Pair }

export type OrderLineRow = {
  id: string
  /** Ids as they were when bought: the variant or its product may be gone since, so words and code are kept beside. */
  variantId: string | null
  productId: string | null
  itemId: string | null
  title: string
  variantTitle: string | null
  sku: string | null
  vendor: string | null
  imageId: string | null
  /** As ordered, also what an edit added; never falls. */
  quantity: number
  /** Units taken away by order edits. */
  removed: number
  unitPrice: Pair
  /** All that is off the price of all units of this line: its own discount, and its share of the order's. */
  discount: Pair
  /** Of `discount`, what was given on this line alone; absent where nothing was. */
  ownDiscount?: Pair
  taxes: TaxRow[]
  customAttributes: Attribute[]
  requiresShipping: boolean
  taxable: boolean
  grams: number
  locationId: string
  /** What the shopper gave beyond the price: a line of no variant that nobody can fulfil. */
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
  /** Whose work it is: decides which scopes show it (reference shopify-admin 5). */
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
  /** Whether the shopper was written to at creation. */
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
  /** The tax that went back with `shipping`. */
  shippingTax?: Pair
  duties?: { dutyId: string; refundType: DutyRefundType; amount: Pair }[]
  /** What was due less what was paid: positive in the merchant's favour (Order.refundDiscrepancySet); absent where they are the same. */
  discrepancy?: Pair
  transactionIds: string[]
  /** Of the return that it was made for. */
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
  /** Dealt with by returnProcess; absent in rows from before it was simulated. */
  processed?: number
}

/** What the shopper gets instead. Lines of the order stand for it once it was processed. */
export type ExchangeLineRow = {
  id: string
  variantId: string
  quantity: number
  processed: number
  lineIds: string[]
  /** Percent of the price, or an amount for all its units together; absent where nothing is given. */
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

/** Goods on their way back. `reverse` is there from the moment at which it was opened. */
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

/** A running edit of an order: what was staged so far. */
export type EditRow = {
  id: string
  orderId: string
  quantities: { lineId: string; quantity: number }[]
  additions: { id: string; variantId: string; quantity: number }[]
  committed: boolean
  /** Of the order when the edit was begun. */
  updatedAt: string
}

export type CancelReason = 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF'
export type RiskLevel = 'NONE' | 'PENDING' | 'LOW' | 'MEDIUM' | 'HIGH'

export type OrderRow = {
  id: string
  /** 1001 and up, one row a shop. */
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
  /** `price` is the listed one; taxes are those of what is left of it after `discount`. */
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
  /** Absent in rows from before returns were kept. */
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
