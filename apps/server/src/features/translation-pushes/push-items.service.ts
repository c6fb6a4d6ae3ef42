import { isUniqueViolation } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { StoresApi } from '../stores/index.ts'
import type { InHand, PushActs } from './push.act.ts'
import type { Begun } from './push.types.ts'
import { findPush, findPushItem, OPEN_ITEM_STATES, updatePushItem } from './translation-pushes.store.ts'

export type PushItems = ReturnType<typeof pushItems>

/** Writes the items of tasks; each try is recorded as one remote act. */
export function pushItems(deps: {
  db: Db
  clock: Clock
  newId: NewId
  stores: StoresApi
  pushes: PushActs
  inHand: InHand
}) {
  const { db, pushes, inHand } = deps
  const now = (): Date => new Date(deps.clock.now())
  /** listings whose translations this process is writing */
  const listings = new Set<string>()

  return {
    /** 'busy': the listing's last try has not ended; to be retried later. Throws only if the outcome cannot be recorded. */
    async push(itemId: string, listingId: string, signal: AbortSignal): Promise<'done' | 'busy'> {
      if (listings.has(listingId)) return 'busy'
      listings.add(listingId)
      try {
        const begun = await begin(itemId)
        if (begun === 'busy') return 'busy'
        if (begun === 'over') return 'done'
        inHand.set(begun.act.id, { begun, signal })
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

  /** The act is recorded in the transaction that takes the item, so it fences everything that follows. */
  async function take(itemId: string): Promise<Begun | 'over'> {
    return db.transaction(async (tx) => {
      const item = await findPushItem(tx, itemId, 'update')
      if (!item || !OPEN_ITEM_STATES.includes(item.state)) return 'over'
      const push = await findPush(tx, item.pushId)
      const store = push && (await deps.stores.storesById(tx, [push.storeId])).get(push.storeId)
      const attempts = item.attempts + 1
      if (!push || !store) {
        const gone = { state: 'failed' as const, message: '店铺已被移除', finishedAt: now(), updatedAt: now() }
        await updatePushItem(tx, itemId, { ...gone, attempts })
        return 'over'
      }
      const { listingId, productId } = item
      const act = await pushes.intend(tx, {
        id: deps.newId(),
        key: listingId,
        intent: { itemId, attempt: attempts, listingId, productId, storeId: push.storeId },
        byId: push.createdById,
        by: push.createdBy,
      })
      const running = await updatePushItem(tx, itemId, { state: 'running', attempts, updatedAt: now() })
      return { act, item: running!, push }
    })
  }

  /** Calls off the listing's open act if its sender is gone; one that is still running is left alone. The same as for pushes of products. */
  async function makeWay(itemId: string): Promise<boolean> {
    const item = await findPushItem(db.handle, itemId)
    if (!item) return true
    for (const act of await pushes.open(db.handle, [item.listingId])) {
      const other = act.intent.itemId === itemId ? undefined : await findPushItem(db.handle, act.intent.itemId)
      if (other?.state === 'running' || !(await pushes.callOff(act.id))) return false
    }
    return true
  }
}
