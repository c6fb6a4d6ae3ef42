import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { StoresDoor } from '../stores/index.ts'
import { findListing } from './listings.store.ts'
import type { SyncTasksService } from './sync-tasks.service.ts'
import { findUnknownItems, updateItem } from './sync-tasks.store.ts'

export type SettleService = ReturnType<typeof settleService>

/** Items are looked at this long after their outcome got lost, and given to a person after so many looks. */
const LOOK_AFTER_MS = 20_000
const LOOKS = 5

/**
 * A push whose outcome is unknown is looked up under our own identifier before anything is sent again. Found or not, the
 * push then goes on: it is an upsert under that identifier, so what is there is completed and what is not is made once.
 */
export function settleService(deps: { db: Db; clock: Clock; stores: StoresDoor; tasks: SyncTasksService }) {
  return {
    async settleAll(signal: AbortSignal): Promise<void> {
      const before = new Date(deps.clock.now() - LOOK_AFTER_MS)
      for (const item of await findUnknownItems(deps.db.handle, before, LOOKS)) {
        signal.throwIfAborted()
        await settle(item)
      }
    },
  }

  async function settle(item: { id: string; taskId: string; listingId: string; storeId: string }): Promise<void> {
    const listing = await findListing(deps.db.handle, item.listingId)
    if (!listing) return
    try {
      const connector = await deps.stores.connectorOf(item.storeId)
      const found = await connector.findByListingId(listing.id)
      const step = found ? '已在店铺找到，继续完成' : '店铺里没有，重新发送'
      await deps.db.transaction((tx) =>
        deps.tasks.again(tx, item.taskId, { ids: [item.id], states: ['unknown'], step, forgetApproval: false }),
      )
    } catch (failure) {
      if (!isRemoteFailure(failure) && !isRefusal(failure)) throw failure
      // Still out of reach: the next look comes by the clock.
      await updateItem(deps.db.handle, item.id, {
        step: '店铺仍无法访问，稍后再核对',
        updatedAt: new Date(deps.clock.now()),
      })
    }
  }
}
