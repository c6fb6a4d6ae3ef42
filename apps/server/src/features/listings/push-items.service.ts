import { isUniqueViolation } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { StoresApi } from '../stores/index.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { findListing, updateListing } from './listings.store.ts'
import type { InHand, PushActs } from './push.act.ts'
import type { Begun } from './push.types.ts'
import { findItem, findOtherWork, findTask, updateItem } from './sync-tasks.store.ts'
import type { SyncItemRow } from './sync-tasks.store.ts'

export type PushItems = ReturnType<typeof pushItems>

/** Tasks with more items than this use requests that cost fewer points. */
const BULK_FROM = 20

/** Pushes items of sync tasks; each is recorded as one remote act. */
export function pushItems(deps: {
  db: Db
  clock: Clock
  newId: NewId
  stores: StoresApi
  projection: ListingProjection
  pushes: PushActs
  inHand: InHand
}) {
  const { db, projection, pushes, inHand } = deps
  const now = (): Date => new Date(deps.clock.now())
  /** listings that this process is pushing, including those whose item a person has given up */
  const listings = new Set<string>()

  return {
    /**
     * Pushes one item and records the outcome. 'busy': its listing is being pushed by another item, or the outcome of its last push is
     * unknown; to be retried later. Throws only if the outcome cannot be recorded.
     */
    async push(itemId: string, listingId: string, signal: AbortSignal): Promise<'done' | 'busy'> {
      if (listings.has(listingId)) return 'busy'
      listings.add(listingId)
      try {
        const begun = await begin(itemId)
        if (begun === 'busy') return 'busy'
        if (begun === 'over') return 'done'
        inHand.set(begun.act.id, { push: begun, signal })
        try {
          await pushes.carryOut(begun.act)
        } finally {
          inHand.delete(begun.act.id)
        }
        return 'done'
      } finally {
        listings.delete(listingId)
      }
    },
  }

  async function begin(itemId: string): Promise<Begun | 'busy' | 'over'> {
    try {
      return await take(itemId)
    } catch (error) {
      if (!isUniqueViolation(error, 'remote_act_open')) throw error
    }
    return (await makeWay(itemId)) ? begin(itemId) : 'busy'
  }

  /**
   * 'over': there is nothing left to do. The act is recorded in the transaction that takes the item, so it fences everything that follows.
   */
  async function take(itemId: string): Promise<Begun | 'over'> {
    const seen = await findItem(db.handle, itemId)
    if (!seen || !isOpen(seen)) return 'over'
    return db.transaction(async (tx) => {
      const held = await projection.lock(tx, [seen.productId])
      const item = await findItem(tx, itemId, { lock: true })
      if (!item || !isOpen(item)) return 'over'
      const [product] = held
      const listing = await findListing(tx, item.listingId)
      const store = (await deps.stores.storesById(tx, [item.storeId])).get(item.storeId)
      const attempt = item.attempts + 1
      if (!listing || !product || !store) {
        const gone = { state: 'failed' as const, message: '商品或店铺已被删除', word: 'not-found' }
        await updateItem(tx, itemId, { ...gone, attempts: attempt, finishedAt: now(), updatedAt: now() })
        return 'over'
      }
      const task = (await findTask(tx, item.taskId))!
      const act = await pushes.intend(tx, {
        id: deps.newId(),
        key: listing.id,
        intent: { itemId, attempt, listingId: listing.id, productId: product.id, storeId: store.id },
        byId: task.createdById,
        by: task.createdBy,
      })
      const other = await findOtherWork(tx, listing.id, item.id)
      const running = { state: 'running', step: '核对店铺现状', attempts: attempt, updatedAt: now() } as const
      const taken = await updateItem(tx, itemId, running)
      const moved = await updateListing(tx, listing.id, { state: 'syncing', updatedAt: now() })
      await projection.write(tx, held, [listing])
      return {
        act,
        item: taken!,
        bulk: task.total > BULK_FROM,
        product,
        store,
        listing: moved!,
        triedBefore: other.begun || item.attempts > 0,
      }
    })
  }

  /**
   * The listing's last push has not ended. If another item with a living sender owns it, it is left alone; if it belongs to this item or to
   * no running one, its sender is gone or hangs, and the act is called off. Returns whether the listing is free now.
   */
  async function makeWay(itemId: string): Promise<boolean> {
    const item = await findItem(db.handle, itemId)
    if (!item) return true
    for (const act of await pushes.open(db.handle, [item.listingId])) {
      const other = act.intent.itemId === itemId ? undefined : await findItem(db.handle, act.intent.itemId)
      if (other?.state === 'running' || !(await pushes.callOff(act.id))) return false
    }
    return true
  }
}

const isOpen = (item: SyncItemRow): boolean => item.state === 'queued' || item.state === 'running'
