export type RefundStatus =
  | 'waitselleragree'
  | 'waitbuyermodify'
  | 'waitbuyersend'
  | 'waitsellerreceive'
  | 'refundsuccess'
  | 'refundclose'

export type RefundStep = {
  at: number
  operator: 'buyer' | 'seller' | 'system'
  action: string
  before: RefundStatus
  after: RefundStatus
  remark: string
}

/** A refund application. Money is fen. */
export type RefundRow = {
  /** TQ and digits. */
  refundId: string
  orderId: string
  subItemIds: string[]
  /** Requested after the order was finished (true) or before. */
  afterSale: boolean
  request: 'refund' | 'returnRefund'
  applyPaymentFen: number
  applyCarriageFen: number
  reasonId: number
  reason: string
  description: string
  /** Addresses of the pictures given as evidence; absent in older rows. */
  vouchers?: string[]
  goodsStatus: string
  status: RefundStatus
  rejectReason: string | null
  rejectTimes: number
  carrierNo: string | null
  freightBill: string | null
  createdAt: number
  modifiedAt: number
  completedAt: number | null
  steps: RefundStep[]
}
