import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { lookInShops } from './listings.jobs.ts'
import {
  findListing,
  findListingsInShop,
  findPolledTo,
  findTouched,
  savePolledTo,
  touchListings,
  touchUnlooked,
  updateListing,
} from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'
import { changedInShop } from './shop-changes.rules.ts'
import type { ShopSnapshot, ShopSnapshotService } from './shop-snapshot.service.ts'

export type ShopChanges = ReturnType<typeof shopChangesService>

/** Listings that are read together, across stores. */
const LOOK_AT_ONCE = 12
/** Each poll starts this much earlier: a shop's search index lags a little behind its products. */
const OVERLAP_MS = 5 * 60_000
/** Listings without an update for this long are read anyway, a few at each poll, because the shop's rate limit is needed for pushes. */
const UNLOOKED_MS = 6 * 3600_000
const UNLOOKED_AT_ONCE = 20
const PAGE = 50
/** Stores in these states are skipped until a person acts. */
const IDLE: ReadonlySet<StoreDoc['health']> = new Set(['unauthorised', 'uninstalled'])

/**
 * Detects changes of our products in the shops, by messages and by polling. Both only show that something happened; the product is read and
 * compared with our last push, so that a message caused by our own push, however late, is not taken for somebody's change.
 */
export function shopChangesService(deps: {
  db: Db
  clock: Clock
  jobs: Jobs
  stores: StoresApi
  projection: ListingProjection
  snapshot: ShopSnapshotService
}) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  const service = {
    /** Returns which of the shop's ids are ours. */
    async changedInShop(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<ReadonlySet<string>> {
      const ours = await touchListings(tx, storeId, shopifyIds, now())
      if (ours.size > 0) await deps.jobs.enqueue(tx, lookInShops, {})
      return ours
    },

    /** Returns which of the shop's ids were ours. A listing that is being pushed is skipped: the push checks this itself. */
    async deletedInShop(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<ReadonlySet<string>> {
      const seen = await findListingsInShop(tx, storeId, shopifyIds)
      if (seen.length === 0) return new Set()
      const held = await deps.projection.lock(
        tx,
        seen.map(({ productId }) => productId),
      )
      // Read again under the lock: a push may have created it again under another id.
      const gone = (await findListingsInShop(tx, storeId, shopifyIds)).filter(
        ({ state }) => state === 'online' || state === 'offline',
      )
      for (const { id } of gone)
        await updateListing(tx, id, {
          state: 'removed',
          error: null,
          shopChanged: [],
          shopTouchedAt: null,
          updatedAt: now(),
        })
      await deps.projection.write(tx, held, gone)
      return new Set(gone.flatMap(({ shopifyProductId }) => shopifyProductId ?? []))
    },

    /** Reads all marked listings; those of a store that cannot be reached are left for the next run. */
    async look(signal: AbortSignal): Promise<void> {
      const outOfReach = new Set<string>()
      for (;;) {
        signal.throwIfAborted()
        const touched = await findTouched(db.handle, [...outOfReach], LOOK_AT_ONCE)
        if (touched.length === 0) return
        const readAt = now()
        const { snapshots, unread } = await deps.snapshot.snapshotOf(
          touched.map(({ id }) => id),
          signal,
        )
        for (const { storeId } of unread) outOfReach.add(storeId)
        const seen = new Map(snapshots.map((one) => [one.listingId, one]))
        for (const row of touched)
          if (!outOfReach.has(row.storeId)) await db.transaction((tx) => note(tx, row, seen.get(row.id), readAt))
      }
    },

    /** Polls all stores in parallel; one that cannot be reached continues from the same position next time. */
    async poll(signal: AbortSignal): Promise<void> {
      const all = (await deps.stores.allStores(db.handle)).filter((store) => store.hasSecret && !IDLE.has(store.health))
      await Promise.all(all.map((store) => pollStore(store, signal)))
      await service.look(signal)
    },
  }
  return service

  async function pollStore(store: StoreDoc, signal: AbortSignal): Promise<void> {
    const started = now()
    const from = ((await findPolledTo(db.handle, store.id)) ?? started).getTime() - OVERLAP_MS
    try {
      const shop = await deps.stores.connectorOf(store.id)
      let after: string | undefined
      do {
        const page = await shop.listProducts(
          {
            query: `updated_at:>='${new Date(from).toISOString()}'`,
            limit: PAGE,
            ...(after === undefined ? {} : { after }),
          },
          { lane: 'background', signal },
        )
        await touchUnseen(store.id, page.products)
        after = page.endCursor
      } while (after !== undefined)
      const before = new Date(started.getTime() - UNLOOKED_MS)
      await touchUnlooked(db.handle, store.id, { before, limit: UNLOOKED_AT_ONCE, now: started })
      await savePolledTo(db.handle, store.id, started)
    } catch (error) {
      if (signal.aborted || (!isRemoteFailure(error) && !isRefusal(error))) throw error
      if (isRemoteFailure(error)) await deps.stores.noteFailure(store.id, error)
    }
  }

  /**
   * Shops report times in whole seconds, by a clock that may differ from ours. So a change counts as seen only by a reading that began at
   * least 2 s after it.
   */
  async function touchUnseen(storeId: string, listed: readonly { id: string; updatedAt: string }[]): Promise<void> {
    const changedAt = new Map(listed.map(({ id, updatedAt }) => [id, Date.parse(updatedAt)]))
    const rows = await findListingsInShop(db.handle, storeId, [...changedAt.keys()])
    const unseen = rows.flatMap(({ shopifyProductId, shopLookedAt }) =>
      shopifyProductId !== null && (shopLookedAt?.getTime() ?? 0) < changedAt.get(shopifyProductId)! + SAME_MOMENT_MS
        ? shopifyProductId
        : [],
    )
    await touchListings(db.handle, storeId, unseen, now())
  }

  async function note(tx: Tx, seen: ListingRow, snapshot: ShopSnapshot | undefined, readAt: Date): Promise<void> {
    if (snapshot?.gone) await service.deletedInShop(tx, seen.storeId, [seen.shopifyProductId!])
    const held = await deps.projection.lock(tx, [seen.productId])
    const row = await findListing(tx, seen.id)
    // Pushed, or reported as changed, since it was read: read again.
    const isStale =
      row?.pushedAt?.getTime() !== seen.pushedAt?.getTime() ||
      row?.shopTouchedAt?.getTime() !== seen.shopTouchedAt?.getTime()
    if (!row || isStale) return
    const shopChanged = snapshot === undefined ? [] : changedInShop(snapshot)
    await updateListing(tx, row.id, { shopChanged, shopTouchedAt: null, shopLookedAt: readAt })
    if (shopChanged.join() !== row.shopChanged.join()) await deps.projection.write(tx, held, [row])
  }
}

const SAME_MOMENT_MS = 2_000
