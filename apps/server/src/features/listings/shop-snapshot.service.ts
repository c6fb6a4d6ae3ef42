import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { LiveProduct } from '@huoqiao/connector-shopify'
import type { DryRunField } from '@huoqiao/contract/shop-change'
import type { ListingState } from '@huoqiao/contract/products/products.status'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { ProductsApi } from '../products/index.ts'
import { adminUrl } from '../stores/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import { countListed, findListed, findMoving, nextListed } from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'

/** One listing together with its live product. */
export type ShopSnapshot = {
  listingId: string
  productId: string
  storeId: string
  storeName: string
  title: string
  state: ListingState
  /** the product's address in the shop's admin */
  address: string
  /** it was in the shop and no longer is */
  gone: boolean
  /** null: it is not in the shop */
  liveStatus: LiveProduct['status'] | null
  /** what a push would change, and who changed it; empty if it is gone */
  fields: DryRunField[]
  contentHash: string
  /** time of the last change on our side */
  changedAt: Date
}
/** Listings whose shop could not be read. */
export type Unread = { storeId: string; storeName: string; refusal: Refusal }
export type ShopSnapshotService = ReturnType<typeof shopSnapshotService>

/** The state of listings in their shops, for comparisons: read with low priority, writes nothing. */
export function shopSnapshotService(deps: {
  db: Db
  products: ProductsApi
  stores: StoresApi
  compare: CompareService
}) {
  const { db } = deps

  return {
    count: (): Promise<number> => countListed(db.handle),
    /** Ids of listings that are in a shop and not being pushed, in pages. */
    next: (after: string | null, limit: number): Promise<string[]> => nextListed(db.handle, after, limit),

    /** The ones of these that are being pushed; they are compared afterwards. */
    moving: (listingIds: readonly string[]): Promise<string[]> => findMoving(db.handle, listingIds),

    async snapshotOf(
      listingIds: readonly string[],
      signal: AbortSignal,
    ): Promise<{ snapshots: ShopSnapshot[]; unread: Unread[] }> {
      const rows = await findListed(db.handle, listingIds)
      const stores = await deps.stores.storesById(db.handle, [...new Set(rows.map((row) => row.storeId))])
      const snapshots: ShopSnapshot[] = []
      const unread: Unread[] = []
      for (const [storeId, some] of groupBy(rows, (row) => row.storeId)) {
        const store = stores.get(storeId)
        if (!store) continue
        try {
          snapshots.push(...(await inStore(store, some, signal)))
        } catch (error) {
          if (isRemoteFailure(error)) await deps.stores.noteFailure(storeId, error)
          const refusal = isRemoteFailure(error) ? deps.stores.explainStoreFailure(error, store) : error
          if (!isRefusal(refusal)) throw error
          unread.push({ storeId, storeName: store.name, refusal })
        }
      }
      return { snapshots, unread }
    },
  }

  async function inStore(store: StoreDoc, rows: readonly ListingRow[], signal: AbortSignal): Promise<ShopSnapshot[]> {
    const products = new Map(
      (
        await deps.products.productsForPush(
          db.handle,
          rows.map((row) => row.productId),
        )
      ).map((one) => [one.id, one]),
    )
    const connector = await deps.stores.connectorOf(store.id)
    const ids = rows.map((row) => row.shopifyProductId!)
    const live = new Map(
      (await connector.readProducts(ids, { lane: 'background', signal })).flatMap((one) =>
        one ? [[one.id, one] as const] : [],
      ),
    )
    const snapshots: ShopSnapshot[] = []
    for (const listing of rows) {
      const product = products.get(listing.productId)
      // Products in the recycle bin are not compared.
      if (!product || product.recycledAt !== null) continue
      const ours = await deps.compare.ourSide(product, store)
      const there = live.get(listing.shopifyProductId!)
      const { gone, plan } = deps.compare.compareWith({ ours, store, listing, live: there })
      snapshots.push({
        listingId: listing.id,
        productId: product.id,
        storeId: store.id,
        storeName: store.name,
        title: product.titleZh || product.title,
        state: listing.state,
        address: adminUrl(store.origin, listing.shopifyProductId!),
        gone,
        liveStatus: there?.status ?? null,
        fields: gone ? [] : plan.fields.map(({ variantId: _variant, ...field }) => field),
        contentHash: plan.contentHash,
        changedAt: product.updatedAt,
      })
    }
    return snapshots
  }
}
