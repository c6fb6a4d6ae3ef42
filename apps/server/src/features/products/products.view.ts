import type { ListingSummary, PastProduct, Product, ProductCard } from '@huoqiao/contract/products/products.schema'
import type { CardRow } from './product-card.store.ts'
import { sayWord } from '../stores/index.ts'
import type { ForbiddenWord } from '../stores/index.ts'
import { canOf, doubtsOf } from './products.rules.ts'
import type { Aggregates } from './products.rules.ts'
import type { RevisionRow } from './products.store.ts'
import type { ProductDoc } from './products.types.ts'

type Shown = Aggregates &
  Pick<
    ProductDoc,
    | 'id'
    | 'version'
    | 'origin'
    | 'offerId'
    | 'supplierName'
    | 'title'
    | 'titleZh'
    | 'tags'
    | 'listings'
    | 'state'
    | 'sourceHealth'
    | 'missing'
    | 'createdAt'
    | 'updatedAt'
  >
type Names = ReadonlyMap<string, string>

const moneyOf = (minor: number | null, currency: string | null) =>
  minor === null || currency === null ? null : { minor, currency }

/** Store names may change; the summaries contain the name at the time of writing, so it is replaced. */
const named = (listings: readonly ListingSummary[], names: Names): ListingSummary[] =>
  listings.map((listing) => ({ ...listing, storeName: names.get(listing.storeId) ?? listing.storeName }))

export function cardView(row: CardRow | Shown, names: Names): ProductCard {
  return {
    id: row.id,
    title: row.title,
    titleZh: row.titleZh,
    image: row.image,
    origin: row.origin,
    offerId: row.offerId,
    supplierName: row.supplierName,
    state: row.state,
    sourceHealth: row.sourceHealth,
    costMin: moneyOf(row.costMin, 'CNY'),
    costMax: moneyOf(row.costMax, 'CNY'),
    priceMin: moneyOf(row.priceMin, row.priceCurrency),
    priceMax: moneyOf(row.priceMax, row.priceCurrency),
    marginPercent: row.marginPercent,
    variantCount: row.variantCount,
    stockTotal: row.stockTotal,
    missing: row.missing,
    listings: named(row.listings, names),
    tags: row.tags,
    updatedAt: row.updatedAt.getTime(),
    createdAt: row.createdAt.getTime(),
    version: row.version,
    can: canOf(row),
  }
}

export const productView = (
  doc: ProductDoc,
  aggregates: Aggregates,
  names: Names,
  forbidden: readonly ForbiddenWord[],
): Product => ({
  ...cardView({ ...doc, ...aggregates }, names),
  descriptionHtml: doc.descriptionHtml,
  vendor: doc.vendor,
  productType: doc.productType,
  images: doc.images,
  options: doc.options,
  variants: variantsView(doc),
  fieldSources: doc.fieldSources,
  note: doc.note,
  ownerName: doc.ownerName,
  doubts: doubtsOf(doc),
  forbiddenWords: forbidden.map(sayWord),
})

const variantsView = (doc: ProductDoc): Product['variants'] =>
  doc.variants.map(({ sourceSkuAliases: _aliases, ...variant }) => variant)

export const pastView = (doc: ProductDoc): PastProduct => ({
  title: doc.title,
  titleZh: doc.titleZh,
  descriptionHtml: doc.descriptionHtml,
  vendor: doc.vendor,
  productType: doc.productType,
  tags: doc.tags,
  images: doc.images,
  options: doc.options,
  variants: variantsView(doc),
  note: doc.note,
  storeIds: doc.storeIds,
})

export const revisionView = (
  { id, at, byName, reason, changes, batchId }: RevisionRow,
  mayUndo: true | string,
  mayUndoBatch: true | string,
) => ({
  id,
  at: at.getTime(),
  by: byName,
  reason,
  changes: changes.map(({ field, label, before, after }) => ({ field, label, before, after })),
  batchId,
  can: { undoProductChange: mayUndo, ...(batchId === null ? {} : { undoProductBatch: mayUndoBatch }) },
})
