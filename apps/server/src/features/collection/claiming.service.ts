import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { ClaimOutcome, ProductsApi } from '../products/index.ts'
import type { SourceOffer } from '@huoqiao/connector-1688'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import type { StoresApi } from '../stores/index.ts'
import { changeItem } from './collect-item.store.ts'
import type { ItemChange, ItemRow } from './collect-item.store.ts'
import { sourceProductOf } from './collection.mapping.ts'
import { collectOffer, tellListed } from './collection.jobs.ts'
import type { By } from '../../platform/call.ts'

const TELL_EVERY_MS = 5_000

export type Claimed = { claim: ClaimOutcome } | { refusal: string }
export type ClaimingService = ReturnType<typeof claimingService>

/** Steps that requests and jobs share. Every function runs in the given transaction. */
export function claimingService(deps: {
  clock: Clock
  jobs: Jobs
  products: Pick<ProductsApi, 'createFromOffer' | 'claimsByOffers'>
  stores: Pick<StoresApi, 'storesById'>
}) {
  const now = (): Date => new Date(deps.clock.now())
  const change = (tx: Tx, item: ItemRow, to: CollectState, more: Omit<ItemChange, 'updatedAt' | 'state'> = {}) =>
    changeItem(tx, item.id, { state: to, error: null, waits: 0, ...more, updatedAt: now() })

  const resolve = (tx: Tx, item: ItemRow, to: CollectState): Promise<void> =>
    change(tx, item, to, { wantedStoreIds: [], wantedBy: null })

  /** Stores that wait for the line to be claimed, without deleted ones. */
  const waitingStores = async (tx: Tx, item: ItemRow): Promise<string[]> => {
    if (item.wantedStoreIds.length === 0) return []
    const living = await deps.stores.storesById(tx, item.wantedStoreIds)
    return item.wantedStoreIds.filter((storeId) => living.has(storeId))
  }

  return {
    resolve,

    /** The product of each offer that has one, with its stores. */
    async productsOf(
      tx: Tx,
      offerIds: readonly string[],
    ): Promise<Map<string, { productId: string; storeIds: Set<string> }>> {
      const byOffer = new Map<string, { productId: string; storeIds: Set<string> }>()
      for (const { offerId, productId, storeId } of await deps.products.claimsByOffers(tx, offerIds)) {
        const known = byOffer.get(offerId) ?? { productId, storeIds: new Set() }
        if (storeId !== null) known.storeIds.add(storeId)
        byOffer.set(offerId, known)
      }
      return byOffer
    },

    /**
     * Requests a new fetch (round). Stores of this claim are added to those that already wait. If a round is running, it is enqueued again
     * under its own key: nothing happens if its job exists, and a lost job is replaced.
     */
    async enqueueFetch(tx: Tx, item: ItemRow, wanted: { storeIds: readonly string[]; by: By | null }): Promise<void> {
      const underWay = item.state === 'collecting' && item.round > 0
      const round = underWay ? item.round : item.round + 1
      const wantedStoreIds = [...new Set([...item.wantedStoreIds, ...wanted.storeIds])]
      await changeItem(tx, item.id, {
        state: 'collecting',
        round,
        wantedStoreIds,
        wantedBy: wanted.by ?? item.wantedBy,
        ...(underWay ? {} : { waits: 0, error: null }),
        updatedAt: now(),
      })
      await deps.jobs.enqueue(tx, collectOffer, { collectId: item.id, round }, { key: `${item.id}/${round}` })
    },

    /** Enqueues the job again for later in a new round, so that no retry is used up. */
    async enqueueLater(tx: Tx, item: ItemRow, waitMs: number, why: string): Promise<void> {
      const round = item.round + 1
      await changeItem(tx, item.id, { round, waits: item.waits + 1, error: why, updatedAt: now() })
      await deps.jobs.enqueue(
        tx,
        collectOffer,
        { collectId: item.id, round },
        { key: `${item.id}/${round}`, startAfter: new Date(deps.clock.now() + waitMs) },
      )
    },

    /** The wanted stores are kept on a failed line, so that a retry completes the claim. */
    fail: (tx: Tx, item: ItemRow, why: string): Promise<void> =>
      changeItem(tx, item.id, { state: 'collect-failed', error: why.slice(0, 1000), waits: 0, updatedAt: now() }),

    waitingStores,

    /**
     * Claims a fetched offer to the given stores and to those that wait for the line. One product for each offer: a second claim adds
     * stores.
     */
    async claim(
      tx: Tx,
      item: ItemRow,
      offer: SourceOffer,
      storeIds: readonly string[],
      by: By | null,
    ): Promise<Claimed> {
      const mapped = sourceProductOf(offer)
      if ('refusal' in mapped) return mapped
      const all = [...new Set([...storeIds, ...(await waitingStores(tx, item))])]
      const claim = await deps.products.createFromOffer(tx, { source: mapped.product, storeIds: all, by })
      await resolve(tx, item, 'claimed')
      return { claim }
    },

    /**
     * Reports claimed offers to 1688. One job for all claims within the same few seconds, started after them: a job that is already running
     * may not have seen this claim.
     */
    enqueueTellListed(tx: Tx): Promise<void> {
      const end = (Math.floor(deps.clock.now() / TELL_EVERY_MS) + 1) * TELL_EVERY_MS
      return deps.jobs.enqueue(tx, tellListed, {}, { key: String(end), startAfter: new Date(end) })
    },
  }
}
