import type { Db } from '../../db/db.ts'
import type { StoresApi } from '../stores/index.ts'
import { findOrderIdsByShopIds } from './orders.store.ts'
import { gidOf, legacyOf } from './shop-order.mapping.ts'
import type { WritingService } from './writing.service.ts'

/** Refunded amounts of orders, in the shop's currency. */
export function refundsService({
  db,
  stores,
  writing,
}: {
  db: Db
  stores: Pick<StoresApi, 'connectorOf' | 'storesById'>
  writing: WritingService
}) {
  return {
    /** Throws the shop's failure, so that the job retries. The refunded amount can only grow, so a smaller amount is an older one. */
    async read(which: { storeId: string; shopifyIds: readonly string[] }, signal: AbortSignal): Promise<void> {
      if (!(await stores.storesById(db.handle, [which.storeId])).has(which.storeId)) return
      const shop = await stores.connectorOf(which.storeId)
      const reported = await shop.refundTotals(
        which.shopifyIds.map((id) => gidOf('Order', id)),
        { lane: 'background', signal },
      )
      const totals = new Map([...reported].map(([gid, { shop: given }]) => [legacyOf(gid), given.minor]))
      await db.transaction(async (tx) => {
        const ids = await findOrderIdsByShopIds(tx, which.storeId, [...totals.keys()])
        await writing.change(tx, ids, ({ order }) => {
          const refundedMinor = totals.get(order.shopifyId)!
          return refundedMinor > order.refundedMinor ? { order: { refundedMinor } } : undefined
        })
      })
    },
  }
}
