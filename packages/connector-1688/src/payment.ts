/** Paying and refunding (reference 3.7, 3.8). Shapes as in `trade.ts`. */
export type PayLinkInput = {
  readonly orderIds: readonly string[]
  /** `crossBorder` is Kuajingbao, `credit` is Cheng-e-She. */
  readonly way: 'alipay' | 'crossBorder' | 'credit'
}

export type PayLink = {
  /** a payment page; the payer must be logged in to 1688 in that browser */
  readonly payUrl: string
  /** orders that the page cannot pay */
  readonly failed: readonly string[]
}

export type PayWays = {
  readonly orderId: string
  readonly payFen: number | null
  readonly payBefore: number | null
  readonly channels: readonly { readonly code: string | null; readonly name: string | null }[]
}

export type PayProtocol = {
  /** Lower case: `alipay`, `shegou`. */
  readonly channel: string
  readonly signed: boolean
  readonly bound: boolean | null
  /** Signed and not known to be unbound: `preparePay` may be called. */
  readonly open: boolean
  /** where a person signs the agreement */
  readonly signUrl: string | null
}

export type PreparePayInput = {
  readonly orderId: string
  readonly amountFen: number
  readonly channel?: 'alipay' | 'shegou'
  /** our own number of this attempt */
  readonly requestId?: string
}

export type PreparedPay = {
  /** true is certain; false is not: read the order */
  readonly paid: boolean
  readonly channel: string | null
}

/** Where the goods are, in the words of refund calls (reference 3.8). */
export type GoodsStatus =
  | 'refundWaitSellerSend'
  | 'refundWaitBuyerReceive'
  | 'refundBuyerReceived'
  | 'aftersaleBuyerNotReceived'
  | 'aftersaleBuyerReceived'

export type RefundReasonsInput = {
  readonly orderId: string
  readonly itemIds: readonly string[]
  readonly goodsStatus: GoodsStatus
}

export type RefundReason = {
  readonly reasonId: string
  readonly name: string
  readonly needsVoucher: boolean
  readonly refundsFreight: boolean
  readonly tip: string | null
}

export type RefundCount = { readonly itemId: string; readonly quantity: number }

export type RefundLimitInput = {
  readonly orderId: string
  readonly goodsStatus: GoodsStatus
  readonly refundId?: string
  readonly counts: readonly RefundCount[]
}

export type RefundLimit = {
  readonly totalFen: number | null
  readonly goodsFen: number | null
  readonly freightFen: number | null
}

export type RefundInput = {
  readonly orderId: string
  readonly itemIds: readonly string[]
  /** `returnRefund` only after receipt. */
  readonly kind: 'refund' | 'returnRefund'
  readonly goodsFen: number
  readonly freightFen: number
  readonly reasonId: string
  /** 2 to 150 characters. */
  readonly description: string
  readonly goodsStatus: GoodsStatus
  readonly vouchers?: readonly string[]
  /** Left out: all pieces of the items. */
  readonly counts?: readonly RefundCount[]
}

export type RefundCreated = { readonly refundId: string }

export type ReturnGoodsInput = {
  readonly refundId: string
  /** `code` of `carriers()`. */
  readonly carrierCode: string
  readonly trackingNo: string
  readonly description?: string
  readonly vouchers?: readonly string[]
}

export type RefundsInput = {
  readonly orderId?: string
  /** `waitselleragree`, `waitbuyermodify`, `waitbuyersend`, `waitsellerreceive`, `refundsuccess`, `refundclose`. */
  readonly statuses?: readonly string[]
  readonly appliedFrom?: number
  readonly appliedTo?: number
  readonly modifiedFrom?: number
  readonly modifiedTo?: number
  /** `next` of the previous page; left out for the first one */
  readonly page?: number
  readonly pageSize?: number
  readonly when?: 'inSale' | 'afterSale' | 'all'
}

export type SourceRefundPage = {
  /**
   * Null on the last page. It is unknown whether 1688 counts pages from 0 or 1, so the next page may repeat this one: compare refund ids.
   */
  readonly next: number | null
  readonly total: number | null
  readonly refunds: readonly SourceRefund[]
}

export type SourceRefund = {
  /** Starts with `TQ`. */
  readonly refundId: string
  readonly orderId: string | null
  readonly itemIds: readonly string[]
  readonly counts: readonly RefundCount[]
  /** Lower case: `waitselleragree`, `refundsuccess`, `refundclose`, … */
  readonly status: string
  readonly afterSale: boolean | null
  readonly withReturn: boolean | null
  readonly appliedGoodsFen: number | null
  readonly appliedFreightFen: number | null
  readonly refundedGoodsFen: number | null
  readonly refundedFreightFen: number | null
  readonly limitFen: number | null
  readonly reason: string | null
  readonly rejectReason: string | null
  readonly returnCarrier: string | null
  readonly returnTrackingNo: string | null
  readonly returnAddress: string | null
  readonly returnReceiver: string | null
  readonly returnPhone: string | null
  readonly appliedAt: number | null
  readonly modifiedAt: number | null
  readonly completedAt: number | null
  /** when the current step ends automatically */
  readonly timesOutAt: number | null
}
