import type { SourceParcel } from './shipping.ts'

/** An order as 1688 shows it to the buyer: `TradeInfo` of reference 3.5. */
export type SourceOrder = {
  readonly orderId: string
  readonly outOrderId: string | null
  /** Lower case (reference 3.5); 1688 adds to its words, so any text; `unknown` when 1688 gave none. */
  readonly status: string
  /** Of the order while it is under way, and after its end: `waitselleragree`, `refundsuccess`, … */
  readonly refundStatus: string | null
  readonly afterSaleRefundStatus: string | null
  readonly refundId: string | null
  /** `cn`, `cb` for cross-border, … */
  readonly businessType: string | null
  /** As in a request, e.g. `assureTrade`; the numeric kind stands in where the code is missing. */
  readonly tradeType: string | null
  readonly tradeTypeName: string | null
  readonly flow: string | null
  readonly totalFen: number | null
  readonly goodsFen: number | null
  readonly freightFen: number | null
  /** What the seller took off (positive) or put on (negative). */
  readonly discountFen: number | null
  readonly couponFen: number | null
  readonly refundedFen: number | null
  /** 1688 counts the whole money as received, every stage of it, whether it was refunded since or not. */
  readonly paid: boolean
  readonly payTimeoutSeconds: number | null
  readonly payChannels: readonly string[]
  readonly alipayTradeId: string | null
  readonly payments: readonly SourceOrderPayment[]
  /** 分阶段付款: what is paid one after the other, the paid ones first. Empty: the whole is paid at once. */
  readonly stages: readonly SourceOrderStage[]
  readonly createdAt: number | null
  /** Null until the whole is paid. */
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly receivedAt: number | null
  readonly confirmedAt: number | null
  readonly completedAt: number | null
  readonly modifiedAt: number | null
  readonly closed: SourceOrderClosing | null
  readonly buyer: {
    readonly memberId: string | null
    readonly loginId: string | null
    readonly subLoginId: string | null
  }
  readonly seller: SourceOrderSeller
  readonly receiver: SourceOrderReceiver
  /** What we told the seller. */
  readonly buyerMessage: string | null
  readonly remark: string | null
  readonly items: readonly SourceOrderItem[]
  /** Known from `getOrder` only; a list never holds any. */
  readonly parcels: readonly SourceParcel[]
}

/** One of `tradeTerms[]`; staged orders have several. */
export type SourceOrderPayment = {
  /** 1 unpaid, 2 paid, 4 refunded, 6 resolved, 7 not created, 8 cancelled, 9 paying, 12 account period (reference 3.5). */
  readonly status: string | null
  readonly way: string | null
  readonly wayName: string | null
  readonly amountFen: number | null
  readonly paidAt: number | null
}

/** A stage of payment. The first that is not paid is the one that is due. */
export type SourceOrderStage = {
  readonly paid: boolean
  /** Somebody is paying it at this moment. */
  readonly paying: boolean
  readonly amountFen: number | null
  readonly paidAt: number | null
}

export type SourceOrderClosing = {
  readonly reason: string | null
  /** `CLOSE_TRADE_BY_SELLER` and the like. */
  readonly by: string | null
  readonly remark: string | null
}

export type SourceOrderSeller = {
  readonly memberId: string | null
  readonly loginId: string | null
  readonly companyName: string | null
  readonly shopName: string | null
  readonly contactName: string | null
  readonly phone: string | null
  readonly mobile: string | null
}

export type SourceOrderReceiver = {
  readonly fullName: string | null
  readonly mobile: string | null
  readonly phone: string | null
  readonly postCode: string | null
  readonly districtCode: string | null
  readonly region: readonly string[]
  readonly address: string | null
}

export type SourceOrderItem = {
  readonly itemId: string | null
  readonly offerId: string | null
  readonly skuId: string | null
  readonly specId: string | null
  readonly name: string
  readonly imageUrl: string | null
  readonly snapshotUrl: string | null
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly quantity: number | null
  readonly unit: string | null
  /** List price of one unit. */
  readonly unitPriceFen: number | null
  /** What the line costs. */
  readonly amountFen: number | null
  readonly discountFen: number | null
  readonly freightShareFen: number | null
  readonly refundedFen: number | null
  /** Lower case, as of the order. */
  readonly status: string
  readonly statusName: string | null
  /** In the order's spelling: `waitselleragree`, `refundclose`, …, whatever the case on the wire. */
  readonly refundStatus: string | null
  readonly refundId: string | null
  /** 1 not shipped, 2 shipped, 3 received, 4 returned, 5 partly shipped, 8 no logistics order yet. */
  readonly logisticsStatus: number | null
  readonly cargoNumber: string | null
  readonly closeReason: string | null
}

export type ListOrdersInput = {
  /** From 1. */
  readonly page?: number
  /** 20 unless told; what 1688 takes at the most is not documented, 20 is certain. */
  readonly pageSize?: number
  readonly outOrderId?: string
  readonly modifiedFrom?: number
  readonly modifiedTo?: number
  readonly createdFrom?: number
  readonly createdTo?: number
  /** One of `success`, `cancel`, `waitbuyerpay`, `waitsellersend`, `waitbuyerreceive`. */
  readonly status?: string
  /** The archive, which holds what is older than about three months (reference 1.8). */
  readonly history?: boolean
}

export type SourceOrderPage = {
  readonly page: number
  readonly pageSize: number
  /** Null when 1688 did not count. */
  readonly total: number | null
  readonly orders: readonly SourceOrder[]
}

export type FindOrdersInput = {
  /** The order cannot be older than this: bounds the reading where 1688 ignores the filter. */
  readonly createdFrom?: number
  /** False leaves the archive out, for orders that are certainly younger than three months. */
  readonly history?: boolean
}
