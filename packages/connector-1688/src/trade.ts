import type { CallOptions } from './transport.ts'
import type {
  PayLink,
  PayLinkInput,
  PayProtocol,
  PayWays,
  PreparedPay,
  PreparePayInput,
  RefundCreated,
  RefundInput,
  RefundLimit,
  RefundLimitInput,
  RefundReason,
  RefundReasonsInput,
  RefundsInput,
  ReturnGoodsInput,
  SourceRefund,
  SourceRefundPage,
} from './payment.ts'
import type { CursorMessagesInput, PushMessage, ReplayMessagesInput, ReplayPage } from './push-message.ts'
import type { Carrier, FreightEstimate, FreightInput, SourceParcel, SourceTrace } from './shipping.ts'
import type { FindOrdersInput, ListOrdersInput, SourceOrder, SourceOrderPage } from './trade-order.ts'

/**
 * Buying at 1688 in neutral types, as in `offer.ts`: money is fen and named `…Fen`, ids are digits as text, times are milliseconds since
 * the epoch, null means not reported. An amount that cannot be parsed is null, never zero.
 */
export type ReceiveAddress = {
  readonly addressId: string
  readonly fullName: string | null
  readonly mobile: string | null
  readonly phone: string | null
  readonly postCode: string | null
  /** Six-digit code of the district, or of the city where a city has no districts. */
  readonly districtCode: string | null
  /** Province, city, district as 1688 names them; two parts for cities without districts. */
  readonly region: readonly string[]
  readonly townCode: string | null
  readonly town: string | null
  readonly address: string | null
  readonly isDefault: boolean
}

/** The result of parsing a pasted address: the region, its code, and the rest for the street. */
export type ParsedAddress = Pick<
  ReceiveAddress,
  'fullName' | 'mobile' | 'phone' | 'postCode' | 'districtCode' | 'region' | 'townCode' | 'town' | 'address'
>

/**
 * The address of an order, in one of the three forms of reference 3.1. 1688 uses the first complete one, so exactly one of `addressId`,
 * `districtCode` and the region texts is sent. `phone` may contain only digits and dashes.
 */
export type OrderAddress =
  | { readonly addressId: string }
  | (OrderAddressee & { readonly districtCode: string; readonly address: string; readonly town?: string })
  | (OrderAddressee & {
      readonly province: string
      readonly city: string
      /** Left out for cities without districts. */
      readonly district?: string
      readonly town?: string
      readonly address: string
    })

export type OrderAddressee = {
  readonly fullName: string
  readonly mobile?: string
  readonly phone?: string
  readonly postCode?: string
}

/** One line of an order. Orders name a SKU by its specId; products without SKUs have none (reference 3.2). */
export type CargoLine = {
  readonly offerId: string
  readonly specId?: string | null
  /** in units of the offer; whole numbers, except for goods sold by measure */
  readonly quantity: number
}

/** Values of `flow` (reference 3.4): which prices and which after-sales cover apply. */
export type OrderFlow =
  | 'general'
  | 'fenxiao'
  | 'saleproxy'
  | 'paired'
  | 'repurchase'
  | 'boutiquefenxiao'
  | 'boutiquepifa'
  | 'ttpft'
  | 'proxy'

export type PreviewOrderInput = {
  /** left out: 1688 chooses the cheapest flow and returns it */
  readonly flow?: OrderFlow
  readonly address: OrderAddress
  /** from one supplier, at most fifty SKUs (reference 1.8) */
  readonly cargo: readonly CargoLine[]
  readonly outOrderId?: string
}

export type OrderPreview = {
  /** more than one if 1688 splits the cargo */
  readonly orders: readonly PreviewedOrder[]
  /** Offers that Kuajingbao cannot pay for. */
  readonly unsupportedCrossBorderPay: readonly string[]
}

export type PreviewedOrder = {
  /** false: this part cannot be ordered; `code` and `message`, here or at a line, give the reason */
  readonly ok: boolean
  /** The flow to create the order with. */
  readonly flow: string | null
  /** possible trade types for the order; empty: no call can order it */
  readonly tradeTypes: readonly string[]
  readonly totalFen: number | null
  readonly goodsFen: number | null
  readonly freightFen: number | null
  readonly discountFen: number
  readonly additionalFen: number
  readonly lines: readonly PreviewedLine[]
  readonly payChannels: readonly { readonly name: string; readonly limitFen: number | null }[]
  readonly code: string | null
  readonly message: string | null
}

export type PreviewedLine = {
  readonly offerId: string | null
  readonly skuId: string | null
  readonly specId: string | null
  /** from the cargo that was sent, because a preview does not repeat it; null if no sent line matches */
  readonly quantity: number | null
  /** rounded to the fen; the amount decides */
  readonly unitPriceFen: number | null
  readonly amountFen: number | null
  readonly code: string | null
  readonly message: string | null
}

export type CreateOrderInput = {
  readonly flow: OrderFlow
  readonly address: OrderAddress
  readonly cargo: readonly CargoLine[]
  /** Note to the seller. */
  readonly message?: string
  /** our own number, by which a lost answer is looked up */
  readonly outOrderId: string
  /** left out: 1688 chooses, credit if it is available */
  readonly tradeType?: string
  /** `cross` is createCrossOrder of the cross-border grant; `fast` is fastCreateOrder of domestic apps. */
  readonly via?: 'cross' | 'fast'
}

export type OrderCreated = {
  /** at least one; each of these exists at 1688 */
  readonly orders: readonly CreatedOrder[]
  /** lines that are in no order */
  readonly failed: readonly FailedLine[]
}

export type CreatedOrder = {
  readonly orderId: string
  readonly totalFen: number | null
  readonly freightFen: number | null
  readonly payChannel: string | null
  /** set if the platform refused but returned a valid number: the order exists anyway (reference 3.4) */
  readonly doubt: { readonly code: string | null; readonly message: string | null } | null
}

export type FailedLine = {
  readonly offerId: string | null
  readonly specId: string | null
  readonly code: string | null
  readonly message: string | null
}

export type CancelReason = 'buyerCancel' | 'sellerGoodsLack' | 'other'

/**
 * Buying, paying, refunding and shipping. Every method throws RemoteFailure: `rejected` with the platform's code and message for a refusal;
 * `unknown-outcome` if a write may have been carried out, which then has to be looked up and is never repeated automatically. Writes marked
 * "once" are not repeated after the request may have left; reads are.
 */
export type AlibabaTrade = {
  receiveAddresses(options?: CallOptions): Promise<ReceiveAddress[]>
  parseAddress(text: string, options?: CallOptions): Promise<ParsedAddress>
  /** Prices an order without creating one. A refusal of the whole preview throws with its code, for example `500_004`. */
  previewOrder(input: PreviewOrderInput, options?: CallOptions): Promise<OrderPreview>
  /**
   * Once. Returns only with at least one existing order. `already-done`: 1688 knows this outOrderId, look it up. `unknown-outcome` includes
   * a success without an order number.
   */
  createOrder(input: CreateOrderInput, options?: CallOptions): Promise<OrderCreated>
  listOrders(input: ListOrdersInput, options?: CallOptions): Promise<SourceOrderPage>
  /** Throws `not-found` for an order that 1688 does not know. */
  getOrder(orderId: string, options?: CallOptions): Promise<SourceOrder>
  /** All orders with exactly our number, newest first; empty: the whole list was read and contains none. */
  ordersByOutOrderId(outOrderId: string, input?: FindOrdersInput, options?: CallOptions): Promise<SourceOrder[]>
  /** Once. Unpaid orders only; within ten seconds of creation the code is `CLOSE_ORDER_TOO_FAST`. */
  cancelOrder(
    input: { readonly orderId: string; readonly reason: CancelReason; readonly remark?: string },
    options?: CallOptions,
  ): Promise<void>
  /** Once. */
  confirmReceipt(
    input: { readonly orderId: string; readonly itemIds: readonly string[] },
    options?: CallOptions,
  ): Promise<void>

  /** At most 100 orders by Alipay, 30 by the others; more is a RangeError. */
  payLink(input: PayLinkInput, options?: CallOptions): Promise<PayLink>
  payWays(orderId: string, options?: CallOptions): Promise<PayWays>
  isPayProtocolOpen(options?: CallOptions): Promise<PayProtocol[]>
  /** Once. `paid: false` proves nothing: the money may have moved, so read the order (reference 3.7). */
  preparePay(input: PreparePayInput, options?: CallOptions): Promise<PreparedPay>

  refundReasons(input: RefundReasonsInput, options?: CallOptions): Promise<RefundReason[]>
  maxRefund(input: RefundLimitInput, options?: CallOptions): Promise<RefundLimit>
  /** A jpg below one megabyte; returns the address for `vouchers`, which some reasons need. */
  uploadRefundVoucher(bytes: Uint8Array<ArrayBuffer>, options?: CallOptions): Promise<string>
  /** Once. */
  createRefund(input: RefundInput, options?: CallOptions): Promise<RefundCreated>
  /** Once. */
  cancelRefund(refundId: string, options?: CallOptions): Promise<void>
  /** Once. Reports the parcel with the returned goods to the seller. */
  returnGoods(input: ReturnGoodsInput, options?: CallOptions): Promise<void>
  /** Works with the main account's token only, and for the last 730 days. */
  listRefunds(input: RefundsInput, options?: CallOptions): Promise<SourceRefundPage>
  getRefund(refundId: string, options?: CallOptions): Promise<SourceRefund>

  /** Empty if nothing was shipped. */
  parcels(orderId: string, options?: CallOptions): Promise<SourceParcel[]>
  /** One trace for each parcel, oldest step first; empty if there is none. Orders over a year old are refused. */
  trace(orderId: string, logisticsId?: string, options?: CallOptions): Promise<SourceTrace[]>
  carriers(options?: CallOptions): Promise<Carrier[]>
  /** Once; the platform accepts one in 24 hours. */
  urgeDelivery(orderId: string, options?: CallOptions): Promise<void>
  estimateFreight(input: FreightInput, options?: CallOptions): Promise<FreightEstimate>

  /** Unconfirmed messages of a period; reading does not confirm them. */
  replayMessages(input: ReplayMessagesInput, options?: CallOptions): Promise<ReplayPage>
  /** Once: reading confirms them, so a lost answer loses them. Repeat until it is empty. */
  cursorMessages(input: CursorMessagesInput, options?: CallOptions): Promise<PushMessage[]>
  confirmMessages(msgIds: readonly string[], options?: CallOptions): Promise<void>
}
