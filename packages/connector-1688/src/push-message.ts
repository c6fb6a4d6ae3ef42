/** Messages that 1688 sends on its own (reference 5). Shapes as in `trade.ts`. */
export type PushMessage = {
  /** identifies a message, to detect repetitions */
  readonly msgId: string
  /** `ORDER_BUYER_VIEW_ORDER_PAY` and the like, as sent. */
  readonly topic: string
  readonly bornAt: number | null
  /** the member concerned */
  readonly userInfo: string | null
  readonly data: PushData
  /** `data` as sent, with long numbers as text, for storing */
  readonly raw: unknown
}

/** By `kind`. A message is only a hint: read the object itself again. */
export type PushData =
  | OrderPush
  | BatchPayPush
  | ParcelPush
  | TrackingNoPush
  | StockPush
  | OffersPush
  | { readonly kind: 'unknown'; readonly raw: unknown }

/** `ORDER_BUYER_VIEW_*` */
export type OrderPush = {
  readonly kind: 'order'
  readonly orderId: string
  /** A refund's status on the two refund topics. */
  readonly status: string | null
  readonly at: number | null
  readonly buyerMemberId: string | null
  readonly sellerMemberId: string | null
  readonly refund: { readonly action: string | null; readonly operator: string | null } | null
}

/** `ORDER_BATCH_PAY`; status `successed` or a reason. */
export type BatchPayPush = {
  readonly kind: 'batch-pay'
  readonly orders: readonly { readonly orderId: string; readonly status: string | null; readonly paid: boolean }[]
}

export type PushedLine = { readonly orderId: string; readonly itemId: string | null }

/** `LOGISTICS_BUYER_VIEW_TRACE` */
export type ParcelPush = {
  readonly kind: 'parcel'
  readonly logisticsId: string | null
  readonly carrierCode: string | null
  readonly trackingNo: string | null
  /** `CONSIGN`, `ACCEPT`, `TRANSPORT`, `DELIVERING`, `AGENT_SIGN`, `SIGN`, `FAILED` */
  readonly status: string | null
  readonly at: number | null
  readonly lines: readonly PushedLine[]
}

/** `LOGISTICS_MAIL_NO_CHANGE` */
export type TrackingNoPush = {
  readonly kind: 'tracking-no'
  readonly logisticsId: string | null
  readonly old: { readonly carrierCode: string | null; readonly trackingNo: string | null }
  readonly new: { readonly carrierCode: string | null; readonly trackingNo: string | null }
  readonly at: number | null
  readonly lines: readonly PushedLine[]
}

/** `PRODUCT_PRODUCT_INVENTORY_CHANGE` */
export type StockPush = {
  readonly kind: 'stock'
  readonly changes: readonly {
    readonly offerId: string
    readonly offerOnSale: number | null
    readonly skuId: string | null
    readonly skuOnSale: number | null
    /** signed difference */
    readonly change: number | null
    readonly at: number | null
  }[]
}

/** All other product messages: changed, expired, new price, chosen by a person at 1688. */
export type OffersPush = {
  readonly kind: 'offers'
  readonly offerIds: readonly string[]
  readonly what: 'changed' | 'expired' | 'deleted' | 'reposted' | 'audited' | 'price' | 'quit' | 'chosen'
  /** `action` or `status` of the message, as sent. */
  readonly action: string | null
  readonly memberId: string | null
  readonly at: number | null
}

export type ReplayMessagesInput = {
  readonly from: number
  readonly to: number
  /** From 1. */
  readonly page?: number
  /** 20 to 200; default 200. */
  readonly pageSize?: number
  readonly topic?: string
  readonly userInfo?: string
}

export type ReplayPage = {
  readonly page: number
  readonly total: number | null
  readonly messages: readonly PushMessage[]
}

export type CursorMessagesInput = {
  readonly from?: number
  readonly to?: number
  /** 20 to 200; default 200. */
  readonly quantity?: number
  readonly topic?: string
  readonly userInfo?: string
}
