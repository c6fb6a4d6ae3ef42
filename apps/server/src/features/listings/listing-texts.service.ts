import type { Tx } from '../../db/db.ts'
import type { ProductDoc, ProductsApi } from '../products/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { Desired } from './desired.mapping.ts'
import { desiredOf } from './desired.mapping.ts'
import { findListings } from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'
import { inShownForm } from './shown.mapping.ts'

/** A text of a listing that can be translated, named as translations name their fields. */
export type ListingText = {
  /** `title`, `description`, `type`, `option.0`, `option.0.3` (a value), `picture.<id>` */
  readonly field: string
  /** what a push would write now */
  readonly now: string
  /** what the last push wrote; undefined: nothing */
  readonly pushed: string | undefined
  /** the same as the shop shows it */
  readonly shown: string | undefined
}
export type ListingTexts = {
  readonly listingId: string
  readonly productId: string
  readonly title: string
  readonly image: string | null
  /** null: the product is not in the shop */
  readonly shopifyProductId: string | null
  readonly handle: string | null
  /** the shop's media id by our picture's */
  readonly media: Readonly<Record<string, string>>
  readonly texts: readonly ListingText[]
}
export type ListingTextsService = ReturnType<typeof listingTextsService>

/** The texts of products as a shop has them from us: the source texts of their translations there. */
export function listingTextsService(deps: { products: ProductsApi; stores: Pick<StoresApi, 'requireStores'> }) {
  return {
    /** Products without a listing in the store are left out. */
    async textsOf(tx: Tx, storeId: string, productIds: readonly string[]): Promise<ListingTexts[]> {
      const [store] = await deps.stores.requireStores(tx, [storeId])
      const products = await deps.products.productsForPush(tx, productIds)
      const rows = await findListings(
        tx,
        products.map(({ id }) => ({ productId: id, storeId })),
      )
      const byProduct = new Map(rows.map((row) => [row.productId, row]))
      return products.flatMap((product) => {
        const row = byProduct.get(product.id)
        return row ? [textsOfListing(product, store!, row)] : []
      })
    },
  }
}

function textsOfListing(product: ProductDoc, store: StoreDoc, row: ListingRow): ListingTexts {
  const now = desiredOf(product, store, null)
  const pushed = row.shopifyProductId === null ? null : row.pushed
  const shown = pushed && inShownForm(pushed, row.shown)
  const text = (field: string, of: (side: Desired) => string | undefined): ListingText[] => {
    const ours = of(now)
    return ours === undefined
      ? []
      : [{ field, now: ours, pushed: pushed ? of(pushed) : undefined, shown: shown ? of(shown) : undefined }]
  }
  return {
    listingId: row.id,
    productId: product.id,
    title: now.title,
    image: now.images[0]?.url ?? null,
    shopifyProductId: row.shopifyProductId,
    handle: row.handle,
    media: row.refs.media,
    texts: [
      ...text('title', (side) => side.title),
      ...text('description', (side) => side.descriptionHtml),
      ...text('type', (side) => side.productType),
      // Values that no variant uses are not in the shop, so a value is found by its text and not by its place.
      ...product.options.flatMap((option, at) => [
        ...text(`option.${at}`, (side) => side.options[at]?.name),
        ...option.values.flatMap(({ value }, index) =>
          text(`option.${at}.${index}`, (side) => side.options[at]?.values.find((one) => one === value)),
        ),
      ]),
      ...now.images.flatMap(({ id }) =>
        text(`picture.${id}`, (side) => side.images.find((image) => image.id === id)?.alt),
      ),
    ],
  }
}
