import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ListingNews } from './listing-news.service.ts'
import { findListingsInShop, updateListing } from './listings.store.ts'

/** Listings whose product was deleted in the shop: the shop said so itself. */
export function shopDeletionsService(deps: { clock: Clock; news: ListingNews }) {
  return {
    /** Answers which of the shop's ids were ours. One that is being pushed is left: the push looks for itself. */
    async deletedInShop(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<ReadonlySet<string>> {
      const seen = await findListingsInShop(tx, storeId, shopifyIds)
      if (seen.length === 0) return new Set()
      const held = await deps.news.hold(
        tx,
        seen.map(({ productId }) => productId),
      )
      // Read again behind the lock: a push may have made it anew meanwhile, under another id.
      const gone = (await findListingsInShop(tx, storeId, shopifyIds)).filter(
        ({ state }) => state === 'online' || state === 'offline',
      )
      for (const { id } of gone)
        await updateListing(tx, id, { state: 'removed', error: null, updatedAt: new Date(deps.clock.now()) })
      await deps.news.tell(tx, held, gone)
      return new Set(gone.flatMap(({ shopifyProductId }) => shopifyProductId ?? []))
    },
  }
}
