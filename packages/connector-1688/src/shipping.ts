/** Goods on the way (reference 4). Shapes as in `trade.ts`. */
export type SourceParcel = {
  readonly logisticsId: string | null
  /** null for goods sent without a carrier */
  readonly trackingNo: string | null
  /** As 1688 writes it, `中通快递(ZTO)`. */
  readonly carrierName: string | null
  readonly carrierCode: string | null
  /** Upper case: `WAITACCEPT`, `CANCEL`, `ACCEPT`, `TRANSPORT`, `NOGET`, `SIGN`, `UNSIGN`; an order's own parcels say `ALREADYSEND`. */
  readonly status: string | null
  /** the order's lines in it; empty if 1688 names none, which means the whole order if it has one parcel */
  readonly itemIds: readonly string[]
  readonly goods: readonly SourceParcelGoods[]
  readonly sentAt: number | null
  readonly remark: string | null
}

export type SourceParcelGoods = {
  readonly itemId: string | null
  readonly name: string | null
  readonly quantity: number | null
  readonly unit: string | null
}

export type SourceTrace = {
  readonly logisticsId: string | null
  readonly trackingNo: string | null
  /** Oldest first. */
  readonly steps: readonly { readonly at: number | null; readonly text: string }[]
}

export type Carrier = {
  readonly carrierId: string | null
  readonly name: string
  readonly code: string | null
  readonly phone: string | null
}

export type FreightInput = {
  readonly offerId: string
  /** Six-digit region codes. */
  readonly provinceCode: string
  readonly cityCode: string
  readonly districtCode: string
  readonly quantity: number
  readonly skus: readonly { readonly skuId: string; readonly quantity: number }[]
}

export type FreightEstimate = {
  /** zero if the seller pays */
  readonly freightFen: number | null
  readonly free: boolean
  readonly firstFen: number | null
  readonly firstUnit: string | null
  readonly nextFen: number | null
  readonly nextUnit: string | null
  readonly chargedBy: 'weight' | 'piece' | 'volume' | null
}
