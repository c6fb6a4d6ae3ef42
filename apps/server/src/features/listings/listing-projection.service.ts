import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { ProductDoc, ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { findListings } from './listings.store.ts'
import type { Pair } from './listings.store.ts'
import { summaryView } from './listings.view.ts'

export type ListingProjection = ReturnType<typeof listingProjection>

/**
 * Writes the state of listings to their products. Every writing transaction of this feature locks products first, then items, listings,
 * tasks; any other order could deadlock.
 */
export function listingProjection(deps: { products: ProductsApi; stores: StoresApi }) {
  return {
    lock: (tx: Tx, productIds: readonly string[]): Promise<ProductDoc[]> =>
      deps.products.productsForPush(tx, [...new Set(productIds)], { forUpdate: true }),

    /**
     * Writes the state of these listings to the locked products. A product knows since its last edit whether a listing is outdated; only a
     * push changes that (`outdated`, by listing id).
     */
    async write(
      tx: Tx,
      held: readonly ProductDoc[],
      pairs: readonly Pair[],
      outdated: ReadonlyMap<string, boolean> = new Map(),
    ): Promise<void> {
      const rows = await findListings(tx, pairs)
      if (rows.length === 0) return
      const stores = await deps.stores.storesById(tx, [...new Set(rows.map((row) => row.storeId))])
      const before = new Map(
        held.flatMap((product) => product.listings.map((one) => [`${product.id}:${one.storeId}`, one.outdated])),
      )
      const summaries = rows.map((row) => ({
        productId: row.productId,
        summary: {
          ...summaryView(row, stores.get(row.storeId)),
          outdated: outdated.get(row.id) ?? before.get(`${row.productId}:${row.storeId}`) ?? false,
        },
      }))
      await deps.products.recordListingsOfMany(
        tx,
        [...groupBy(summaries, (one) => one.productId)].map(([productId, own]) => ({
          productId,
          summaries: own.map((one) => one.summary),
        })),
      )
    },
  }
}
