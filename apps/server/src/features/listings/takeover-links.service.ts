import type { LiveProduct } from '@huoqiao/connector-shopify'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { ensureListings, findListings, findListingsInShop, updateListing } from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'
import { planOf } from './plan.rules.ts'
import { pushedStockOf } from './push-stock.service.ts'
import { inShownForm, shownAfter } from './shown.mapping.ts'
import type { TakenContent } from './takeover-content.mapping.ts'

type Taken = { product: ProductDoc; content: TakenContent; isShared: boolean }

const refused = (why: string): Refusal => new Refusal('state-not-allowed', { why })
const IN_WORK: ReadonlySet<ListingRow['state']> = new Set(['queued', 'syncing', 'unknown'])

/** The listing of a product that was taken over. Its product is locked by the caller. */
export function takeoverLinks(deps: {
  clock: Clock
  newId: NewId
  compare: CompareService
  projection: ListingProjection
}) {
  const { projection } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    /** Neither of the two may be linked already. */
    async requireFree(
      tx: Tx,
      store: StoreDoc,
      shopifyProductId: string,
      listing: ListingRow | undefined,
    ): Promise<void> {
      const others = await findListingsInShop(tx, store.id, [shopifyProductId])
      if (others.some(({ state }) => state !== 'removed')) throw refused('店铺的这件商品已经关联了一个商品')
      if (!listing) return
      if (IN_WORK.has(listing.state)) throw refused(`商品正在同步到“${store.name}”，等它结束再接管`)
      if (listing.shopifyProductId !== null && listing.state !== 'removed')
        throw refused(`商品在“${store.name}”已经关联了另一件店铺商品`)
    },

    /** Stores the shop's ids, and what the shop shows now as the base of later comparisons. */
    async link(tx: Tx, store: StoreDoc, live: LiveProduct, { product, content, isShared }: Taken): Promise<void> {
      const ours = await deps.compare.ourSide(product, store, tx)
      const refs: ListingRow['refs'] = { variants: {}, media: content.media }
      for (const [index, there] of content.variants.entries())
        if (there) refs.variants[product.variants[index]!.id] = { id: there.id, inventoryItemId: there.inventoryItemId }
      const shown = shownAfter({
        ours,
        live,
        refs,
        plan: { action: 'none', fields: [], contentHash: '' },
        skip: new Set(),
        base: ours,
        known: {},
        answered: undefined,
      })
      const plan = planOf({
        ours,
        live,
        base: ours,
        shown: inShownForm(ours, shown),
        refs,
        pushedStock: pushedStockOf(ours, null),
        withStock: store.locationId !== null,
      })
      const left = plan.fields.filter(({ change }) => change !== 'none').map(({ label }) => label)
      if (left.length > 0)
        throw refused(
          `${isShared ? '商品也在其他店铺，不能按这家改；' : ''}两边不同，同步会改动店铺：${left.slice(0, 3).join('、')}。请从店铺商品新建`,
        )
      const pair = { productId: product.id, storeId: store.id }
      await ensureListings(tx, [{ ...pair, id: deps.newId() }])
      const [listing] = await findListings(tx, [pair])
      const at = now()
      await updateListing(tx, listing!.id, {
        ...UNLINKED,
        state: live.status === 'ACTIVE' ? 'online' : 'offline',
        shopifyProductId: live.id,
        handle: live.handle,
        pushed: ours,
        shown,
        // Counts as published, so that a push leaves the sales channels as the shop's staff chose them.
        publishedAt: at,
        refs,
        shopLookedAt: at,
        updatedAt: at,
      })
      await projection.write(tx, [product], [pair], new Map([[listing!.id, false]]))
    },

    /** Forgets the link, unless something was pushed since. */
    async unlink(
      tx: Tx,
      held: readonly ProductDoc[],
      { productId, storeId, shopifyProductId }: { productId: string; storeId: string; shopifyProductId: string },
    ): Promise<void> {
      const [listing] = await findListings(tx, [{ productId, storeId }])
      if (listing?.shopifyProductId !== shopifyProductId) throw refused('商品已经关联到别的店铺商品，不能撤销')
      if (IN_WORK.has(listing.state)) throw refused('正在同步，等它结束再撤销')
      if (listing.pushedAt !== null) throw refused('接管之后已经同步过，店铺内容可能已改，不能撤销')
      await updateListing(tx, listing.id, { ...UNLINKED, updatedAt: now() })
      await projection.write(tx, held, [listing], new Map([[listing.id, false]]))
    },
  }
}

const UNLINKED = {
  state: 'pending',
  shopifyProductId: null,
  handle: null,
  publishedAt: null,
  pushed: null,
  pushedAt: null,
  pushedBy: null,
  shown: {},
  stockIntent: null,
  refs: { variants: {}, media: {} },
  error: null,
  shopChanged: [],
  shopTouchedAt: null,
  shopLookedAt: null,
} as const satisfies Partial<ListingRow>
