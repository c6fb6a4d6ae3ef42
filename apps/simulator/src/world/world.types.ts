/** Types of the simulated market. Money is integer fen (CNY), weights are grams, lengths millimetres, ids text. */
export type Bilingual = { readonly zh: string; readonly en: string }

/** A property in which the SKUs of a product differ, with its possible values. `attributeId` as on 1688. */
export type Axis = { readonly attributeId: number; readonly name: Bilingual; readonly values: readonly Bilingual[] }

/** One kind of product in a category. Prices in yuan, weights in grams, each as a range to draw from. */
export type ProductKind = {
  readonly name: Bilingual
  /** File name of the emoji without extension. */
  readonly emoji: string
  readonly yuan: readonly [number, number]
  readonly grams: readonly [number, number]
  /** Key of the second axis besides colour, or `none`. */
  readonly axis: string
}

export type Category = {
  readonly key: string
  readonly name: Bilingual
  /** Whether SKUs of this category have colours. */
  readonly coloured: boolean
  readonly unit: Bilingual
  readonly materials: readonly Bilingual[]
  readonly features: readonly Bilingual[]
  readonly uses: readonly Bilingual[]
  /** The word for the trade in company names. */
  readonly trade: string
  readonly kinds: readonly ProductKind[]
}

export type Supplier = {
  readonly openId: string
  readonly memberId: string
  readonly loginId: string
  readonly companyName: string
  readonly province: string
  readonly city: string
  readonly tpYear: number
  readonly identities: readonly string[]
  readonly medal: number
  /** composite, logistics, dispute, offer, after-sales, consulting: tenths of a point, 30..50 */
  readonly scores: readonly [number, number, number, number, number, number]
  readonly repeatBasisPoints: number
  readonly mix: { readonly generalHunpi: boolean; readonly mixAmount: number; readonly mixNumber: number }
  readonly ship: 'shipInToday' | 'shipIn24Hours' | 'shipIn48Hours'
}

export type Size = { readonly length: number; readonly width: number; readonly height: number }

export type SkuValue = {
  readonly attributeId: number
  readonly name: Bilingual
  readonly value: Bilingual
  /** Picture name; only on the colour. */
  readonly image?: string
}

export type Sku = {
  readonly skuId: string
  readonly specId: string
  readonly priceFen: number
  readonly stock: number
  readonly cargoNumber: string
  readonly grams: number
  readonly values: readonly SkuValue[]
}

export type Tier = { readonly startQuantity: number; readonly priceFen: number }

export type Offer = {
  readonly offerId: string
  readonly title: Bilingual
  readonly categoryKey: string
  readonly topCategoryId: number
  readonly secondCategoryId: number
  readonly categoryId: number
  readonly kind: ProductKind
  readonly supplier: Supplier
  /** 0 no SKU, by quantity; 1 by SKU; 2 has SKU, by quantity (reference 2.3) */
  readonly quoteType: 0 | 1 | 2
  readonly tiers: readonly Tier[]
  readonly skus: readonly Sku[]
  /** Stock of a product without SKUs. */
  readonly stock: number
  readonly minOrderQuantity: number
  readonly batchNumber: number | null
  readonly unit: Bilingual
  readonly grams: number
  readonly size: Size
  readonly images: readonly string[]
  readonly whiteImage: string
  readonly descriptionImages: readonly string[]
  readonly video: boolean
  readonly attributes: readonly { readonly attributeId: number; readonly name: Bilingual; readonly value: Bilingual }[]
  readonly cargoNumber: string
  readonly status: string
  readonly monthSold: number
  readonly sold7: number
  readonly sold14: number
  readonly soldTotal: number
  readonly repurchasePercent: number
  readonly tradeScoreTenths: number
  readonly qualityReturnBasisPoints: number
  readonly pickup24Percent: number
  readonly pickup48Percent: number
  /** Days before the world's first day. */
  readonly createdDaysAgo: number
  /** Percent of reduction during a promotion; 0 = none. */
  readonly promotionPercent: number
  readonly onePiece: boolean
  readonly onePieceFreePost: boolean
  readonly curated: boolean
  readonly selected: boolean
  readonly noReasonReturn: boolean
  readonly patented: boolean
}
