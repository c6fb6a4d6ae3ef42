import type { FieldOrigin, ListingState, ProductState, SourceHealth } from '@huoqiao/contract/products/products.status'
import type {
  ListingSummary,
  PriceMaker,
  ProductEdit,
  ProductImage,
  ProductOption,
  VariantPrice,
} from '@huoqiao/contract/products/products.schema'
import type { TypedWeight } from '@huoqiao/kit/weight'
import type { Tx } from '../../db/db.ts'
import type { By, Call } from '../../platform/call.ts'
import type { ForbiddenWord, ShownText, StoreDoc } from '../stores/index.ts'

export type { FieldOrigin, ListingState, ListingSummary, ProductState, SourceHealth }

/**
 * A source offer as products needs it, independent of any marketplace's API. Money is fen (CNY minor units), weights are grams, ids are
 * digits as text. Filled by the feature that knows the marketplace (collection, from connector-1688).
 */
export type SourceProduct = {
  readonly offerId: string
  readonly url: string
  readonly titleZh: string
  /** translated; null: the source has none, and the title stays empty until a person writes one */
  readonly title: string | null
  /** raw HTML from the source; sanitised here */
  readonly descriptionHtml: string | null
  readonly productType: string | null
  readonly supplierId: string | null
  readonly supplierName: string | null
  readonly images: readonly string[]
  readonly minOrderQuantity: number | null
  /** empty: an offer without SKUs, which becomes one variant from the three fields below */
  readonly skus: readonly SourceSku[]
  readonly costMinor: number | null
  readonly weightGrams: number | null
  readonly stock: number | null
}

export type SourceSku = {
  readonly skuId: string
  readonly specId: string | null
  readonly attributes: readonly {
    readonly name: string
    readonly nameTrans: string | null
    readonly value: string
    readonly valueTrans: string | null
    readonly imageUrl: string | null
  }[]
  readonly costMinor: number | null
  readonly weightGrams: number | null
  readonly stock: number | null
  readonly cargoNumber: string | null
}

export type FieldSource = { origin: FieldOrigin; by: string | null; at: number; locked: boolean }

/** A variant. Times and prices as in the contract. */
export type VariantDoc = {
  id: string
  skuCode: string
  barcode: string
  sourceSkuId: string | null
  sourceSpecId: string | null
  /** former source SKU ids of this variant, so that old order lines still find it (beyond, item 5) */
  sourceSkuAliases: string[]
  optionValues: string[]
  costMinor: number | null
  weightGrams: number | null
  /** as typed by a person; `weightGrams` is the same in whole grams */
  weight: TypedWeight | null
  stock: number
  stockPolicy: 'deny' | 'continue'
  imageId: string | null
  dropped: boolean
  prices: VariantPrice[]
}

/** A whole product with its variants in order. */
export type ProductDoc = {
  id: string
  version: number
  origin: '1688' | 'manual'
  offerId: string | null
  sourceUrl: string | null
  supplierId: string | null
  supplierName: string | null
  ownerId: string | null
  ownerName: string | null
  title: string
  titleZh: string
  descriptionHtml: string
  vendor: string
  productType: string
  tags: string[]
  note: string
  images: ProductImage[]
  options: ProductOption[]
  variants: VariantDoc[]
  /** keys: title, titleZh, descriptionHtml, …, `variants.{variantId}.{field}` */
  fieldSources: Record<string, FieldSource>
  /** the source as last taken over: the base of the three-way merge */
  source: SourceProduct | null
  storeIds: string[]
  listings: ListingSummary[]
  state: ProductState
  sourceHealth: SourceHealth
  missing: string[]
  recycledAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The terms of a store, including its price rule: built by the service, used by the rules. */
export type StoreTerms = {
  storeId: string
  name: string
  locale: 'en' | 'zh'
  /** ISO 4217; null: the shop was not asked yet and the store has no rule */
  currency: string | null
  /** the rule that prices are calculated with */
  rule?: PriceMaker
  /** why no price can be calculated, if so */
  why?: string
  price(thing: { costMinor: number; weightGrams: number }): { minor: number; compareAtMinor: number | null } | undefined
  /** per cent of the price; undefined without a cost or a rule */
  margin(variant: Pick<VariantDoc, 'costMinor' | 'weightGrams'>, minor: number): number | undefined
}

/** `at`: the former position of a removed variant; missing in old histories. */
export type Change = { field: string; label: string; before: unknown; after: unknown; at?: number }

export type ClaimOutcome = {
  productId: string
  /** created: a new product; added: stores were added to an existing one; already: it had all of them */
  outcome: 'created' | 'added' | 'already'
  addedStoreIds: string[]
}

export type SourceChange = {
  field: string
  label: string
  before: string
  after: string
  applied: boolean
  why: string
}

/** The values of a shop's products by which ours are searched; texts in lower case. */
export type TakeoverWanted = {
  skuCodes: readonly string[]
  barcodes: readonly string[]
  titles: readonly string[]
  pictureNames: readonly string[]
}
/** A product that may be one of those. `inStores`: the stores that have it already. */
export type TakeoverCandidate = {
  id: string
  title: string
  titleZh: string
  image: string | null
  variants: { skuCode: string; barcode: string }[]
  inStores: string[]
}
type TakenContent = { storeId: string; edit: ProductEdit; by: By }

/** Taking over products that a shop has already: the content of ours is set to the shop's. */
export type ProductTakeover = {
  takeoverCandidates(tx: Tx, wanted: TakeoverWanted): Promise<TakeoverCandidate[]>
  /**
   * Claims the product to the store and writes the content, as one change of its history. `isShared`: only values of this store change, so
   * that its other listings stay as they are. `version`: of the product after the change; null: nothing changed. Throws `not-found`,
   * `state-not-allowed`.
   */
  takeShopContent(
    tx: Tx,
    productId: string,
    content: TakenContent & { isShared: boolean },
  ): Promise<{ product: ProductDoc; version: number | null }>
  /** A new product with the shop's content. The variants are in the order of the edit. */
  createFromShop(tx: Tx, content: TakenContent): Promise<ProductDoc>
  /** Sets back what was taken over in this version; a created product is moved to the recycle bin. Throws `state-not-allowed`. */
  undoTakeover(
    tx: Tx,
    call: Call,
    productId: string,
    taken: { version: number | null; isCreated: boolean; by: By },
  ): Promise<void>
}
export type MovedToBin = (tx: Tx, doc: ProductDoc, by: By, reason: string) => Promise<void>

/** The API for features of a higher rank. Every function runs in the transaction that it is given. */
export type ProductsApi = {
  /**
   * Claims an offer to stores: creates a product, or adds stores to the offer's product (one live product for each offer). Emits
   * product-claimed if a store was added. Throws `not-found` for unknown stores.
   */
  createFromOffer(
    tx: Tx,
    claim: { source: SourceProduct; storeIds: readonly string[]; by: By | null },
  ): Promise<ClaimOutcome>
  /** Throws `not-found`, or `state-not-allowed` (in the recycle bin). */
  addClaims(tx: Tx, productId: string, storeIds: readonly string[], by: By | null): Promise<ClaimOutcome>
  /** One row for each store that an offer is claimed to; a product without stores returns one row with storeId null. */
  claimsByOffers(
    tx: Tx,
    offerIds: readonly string[],
  ): Promise<{ offerId: string; productId: string; storeId: string | null }[]>
  /**
   * The effect of changed source costs on our current prices, in the order of `moves`: the lowest margin over the variants that have the
   * former or the new cost, and over their stores. Null: there is none.
   */
  marginsOfCosts(
    tx: Tx,
    moves: readonly { offerId: string; before: number; after: number }[],
  ): Promise<({ before: number; after: number } | null)[]>
  /** Whole products in the order of ids; unknown ids are left out. `forUpdate` locks them until the transaction ends. */
  productsForPush(tx: Tx, ids: readonly string[], options?: { forUpdate?: boolean }): Promise<ProductDoc[]>
  /**
   * Stores the state of listings (other stores' summaries stay) and derives the product's state. Not an edit: `version` stays, so that no
   * open editor becomes stale.
   */
  recordListings(
    tx: Tx,
    productId: string,
    summaries: readonly ListingSummary[],
  ): Promise<{ state: ProductState; listings: ListingSummary[] } | undefined>
  /** recordListings for many products with few statements. Unknown ids are left out. */
  recordListingsOfMany(
    tx: Tx,
    records: readonly { productId: string; summaries: readonly ListingSummary[] }[],
  ): Promise<void>
  /**
   * Three-way merge of a new fetch: fields that nobody edited follow the source (applied), for locked ones the change is only proposed
   * (applied: false, with the reason). SKUs are matched by id, then by attributes; old ids stay as aliases.
   */
  applySourceUpdate(tx: Tx, productId: string, source: SourceProduct, by: By | null): Promise<SourceChange[]>
  setSourceHealth(tx: Tx, productIds: readonly string[], health: SourceHealth): Promise<void>
  /** Compares the current source with what each product took over, and stores the most important difference as its source health. */
  weighSource(tx: Tx, productIds: readonly string[], now: SourceProduct): Promise<void>
  /** Marks the source of products as not read for too long. Products whose source is known to be gone keep that state. */
  markUnchecked(tx: Tx, offerIds: readonly string[]): Promise<void>
  /** The variants with these ids, for order lines. Unknown ids are left out. */
  variantsByIds(tx: Tx, variantIds: readonly string[]): Promise<(VariantDoc & { productId: string })[]>
  /** By exact SKU code; several variants may share one. */
  variantsBySkuCodes(tx: Tx, skuCodes: readonly string[]): Promise<(VariantDoc & { productId: string })[]>
  /** The last changed 500 products that the product list finds for a keyword, for searching other lists. `isCut`: it finds more. */
  productIdsByKeyword(tx: Tx, keyword: string | undefined): Promise<{ ids: string[]; isCut: boolean }>
  /** The forbidden words in texts that these stores would show. */
  forbiddenWords(
    tx: Tx,
    stores: readonly Pick<StoreDoc, 'id' | 'languages'>[],
    texts: readonly ShownText[],
  ): Promise<readonly ForbiddenWord[]>
  /** Warnings about implausible numbers (beyond, item 15), for the editor and the dry run. */
  doubtsOf(product: ProductDoc): string[]
}
