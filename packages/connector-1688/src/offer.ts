/**
 * A 1688 offer in neutral types, without names of the vendor's API. Money is fen (CNY minor units), weights are grams, ids are digits as
 * text, times are milliseconds since the epoch. Null: not reported by 1688.
 */
export type SourceOffer = {
  readonly offerId: string
  /** Canonical link, the form to store and to show. */
  readonly url: string
  readonly subject: string
  readonly subjectTrans: string | null
  /** From the widest category to the offer's own. */
  readonly categoryIds: readonly string[]
  readonly categoryName: string | null
  readonly supplier: OfferSupplier
  readonly images: readonly string[]
  readonly whiteImage: string | null
  readonly videoUrl: string | null
  readonly detailVideoUrl: string | null
  readonly attributes: readonly OfferAttribute[]
  readonly skus: readonly OfferSku[]
  /** prices by quantity, smallest quantity first */
  readonly tiers: readonly OfferTier[]
  /** 0: no SKUs, priced by quantity; 1: priced by SKU; 2: has SKUs, priced by quantity (reference 2.3). */
  readonly quoteType: 0 | 1 | 2 | null
  readonly minOrderQuantity: number | null
  /** Lot size: only multiples of it can be ordered. */
  readonly batchNumber: number | null
  readonly mixRule: OfferMixRule | null
  /** price and rule for single pieces, if the supplier ships for resellers */
  readonly dropship: OfferDropship | null
  /** stock of the whole offer; for offers without SKUs the only stock */
  readonly stock: number | null
  readonly unit: string | null
  readonly unitTrans: string | null
  readonly weightGrams: number | null
  readonly sendFrom: string | null
  readonly shipsWithinHours: 24 | 48 | null
  /** domestic freight of the minimum quantity, as a product page shows it; the API returns it in a separate call */
  readonly freightMinor?: number | null
  /** 1688's status word in lower case; `unknown` if missing. Only `published` offers can be bought. */
  readonly status: string
  readonly published: boolean
  readonly soldCount: number | null
  readonly tradeScore: string | null
  readonly descriptionHtml: string | null
  readonly descriptionHtmlTrans: string | null
  /** set if 1688 returned an address instead of the description; the HTML above was read there, null if it could not be */
  readonly descriptionUrl: string | null
  /** The same of the translated description. */
  readonly descriptionTransUrl: string | null
  readonly certificates: readonly {
    readonly name: string
    readonly code: string | null
    readonly images: readonly string[]
  }[]
  readonly promotionUrl: string | null
  readonly createdAt: number | null
}

export type OfferSupplier = {
  /** the supplier's open id, encrypted by 1688; all lines of one order have the same */
  readonly openId: string | null
  readonly companyName: string | null
  /** years of membership; only known from searches */
  readonly years: number | null
  readonly scores: SupplierScores
}

/** Decimal text as 1688 gives it, "4.5" of 5 or "0.4666" as a share. */
export type SupplierScores = {
  readonly medalLevel: string | null
  readonly composite: string | null
  readonly logistics: string | null
  readonly dispute: string | null
  readonly offer: string | null
  readonly consulting: string | null
  readonly afterSales: string | null
  readonly repeatPurchase: string | null
  readonly collectedWithin48Hours: string | null
  readonly qualityRefunds: string | null
}

export type OfferAttribute = {
  readonly id: string | null
  readonly name: string
  readonly value: string
  readonly nameTrans: string | null
  readonly valueTrans: string | null
}

export type OfferSku = {
  readonly skuId: string
  /** the id by which an order names the SKU (reference 3.2) */
  readonly specId: string | null
  readonly attributes: readonly (OfferAttribute & { readonly image: string | null })[]
  readonly priceMinor: number | null
  readonly promotionPriceMinor: number | null
  readonly dropshipPriceMinor: number | null
  /** the price for this account, if 1688 agreed on a different one */
  readonly channelPriceMinor: number | null
  readonly stock: number | null
  readonly cargoNumber: string | null
  readonly weightGrams: number | null
}

export type OfferTier = {
  readonly startQuantity: number
  readonly priceMinor: number | null
  readonly promotionPriceMinor: number | null
}

/** A supplier's rule for mixed orders: an order has to reach the amount or the number of pieces. */
export type OfferMixRule = {
  readonly general: boolean
  readonly minAmountMinor: number | null
  readonly minQuantity: number | null
}

export type OfferDropship = {
  readonly priceMinor: number | null
  readonly freePostage: boolean
  readonly startQuantity: number | null
}

/** One search result. The supplier's id is only known after the offer itself was read. */
export type OfferCard = {
  readonly offerId: string
  readonly url: string
  readonly subject: string
  readonly subjectTrans: string | null
  readonly imageUrl: string | null
  readonly whiteImage: string | null
  readonly priceMinor: number | null
  readonly promotionPriceMinor: number | null
  readonly dropshipPriceMinor: number | null
  readonly soldLastMonth: number | null
  readonly soldLastWeek: number | null
  readonly repurchasePercent: number | null
  readonly minOrderQuantity: number | null
  readonly canDropship: boolean
  /** Of `super_factory`, `powerful_merchants`, `tp_member`. */
  readonly sellerIdentities: readonly string[]
  readonly offerIdentities: readonly string[]
  readonly tradeScore: string | null
  readonly categoryIds: readonly string[]
  readonly supplier: Omit<OfferSupplier, 'openId'> & { readonly address: string | null }
  readonly shipsWithinHours: 24 | 48 | null
  readonly pickedUpWithin24HoursPercent: number | null
  readonly qualityReturnPercent: number | null
  readonly promotionUrl: string | null
  readonly createdAt: number | null
  readonly modifiedAt: number | null
}

export type OfferCardPage = {
  readonly total: number
  readonly totalPages: number
  readonly page: number
  readonly pageSize: number
  readonly cards: readonly OfferCard[]
}
