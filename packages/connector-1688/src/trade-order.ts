import type { SourceParcel } from './shipping.ts'

/** An order as 1688 shows it to the buyer: `TradeInfo` of reference 3.5. */
export type SourceOrder = {
  readonly orderId: string
  readonly outOrderId: string | null
  /** lower case (reference 3.5); any text, as 1688 adds new words; `unknown` if missing */
  readonly status: string
  /** refund status while the order is open, and after its end: `waitselleragree`, `refundsuccess`, … */
  readonly refundStatus: string | null
  readonly afterSaleRefundStatus: string | null
  readonly refundId: string | null
  /** `cn`, `cb` for cross-border, … */
  readonly businessType: string | null
  /** as in a request, for example `assureTrade`; the numeric kind if the code is missing */
  readonly tradeType: string | null
  readonly tradeTypeName: string | null
  readonly flow: string | null
  readonly totalFen: number | null
  readonly goodsFen: number | null
  readonly freightFen: number | null
  /** the seller's reduction (positive) or surcharge (negative) */
  readonly discountFen: number | null
  readonly couponFen: number | null
  readonly refundedFen: number | null
  /** 1688 counts the whole amount as received, including every stage, whether it was refunded later or not */
  readonly paid: boolean
  readonly payTimeoutSeconds: number | null
  readonly payChannels: readonly string[]
  readonly alipayTradeId: string | null
  readonly payments: readonly SourceOrderPayment[]
  /** 分阶段付款: stages in the order of payment, paid ones first; empty: paid in full at once */
  readonly stages: readonly SourceOrderStage[]
  readonly createdAt: number | null
  /** null until the whole is paid */
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
  /** our message to the seller */
  readonly buyerMessage: string | null
  readonly remark: string | null
  readonly items: readonly SourceOrderItem[]
  /** only from `getOrder`; always empty in a list */
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

/** A stage of payment. The first unpaid one is due. */
export type SourceOrderStage = {
  readonly paid: boolean
  /** somebody is paying it right now */
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
  /** total of the line */
  readonly amountFen: number | null
  readonly discountFen: number | null
  readonly freightShareFen: number | null
  readonly refundedFen: number | null
  /** Lower case, as of the order. */
  readonly status: string
  readonly statusName: string | null
  /** in the order's spelling: `waitselleragree`, `refundclose`, … */
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
  /** default 20; the maximum of 1688 is not documented, but 20 works */
  readonly pageSize?: number
  readonly outOrderId?: string
  readonly modifiedFrom?: number
  readonly modifiedTo?: number
  readonly createdFrom?: number
  readonly createdTo?: number
  /** One of `success`, `cancel`, `waitbuyerpay`, `waitsellersend`, `waitbuyerreceive`. */
  readonly status?: string
  /** the archive of orders older than about three months (reference 1.8) */
  readonly history?: boolean
}

export type SourceOrderPage = {
  readonly page: number
  readonly pageSize: number
  /** null if 1688 returned no count */
  readonly total: number | null
  readonly orders: readonly SourceOrder[]
}

export type FindOrdersInput = {
  /** the order is not older than this; limits the reading if 1688 ignores the filter */
  readonly createdFrom?: number
  /** false leaves the archive out, for orders certainly younger than three months */
  readonly history?: boolean
}
