import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { PurchasesDoor } from '../purchases/index.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { findPlacement } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'

/** What every line of the ledger about a step at one 1688 order begins with. */
export async function aboutOrder(deps: { db: Db; purchases: PurchasesDoor }, order: OrderRow) {
  const placement = await findPlacement(deps.db.handle, order.placementId)
  const [doc] = await deps.purchases.purchaseDocs(deps.db.handle, [order.purchaseId])
  return {
    placementId: order.placementId,
    purchaseId: order.purchaseId,
    purchaseNumber: doc?.number ?? '',
    accountName: placement?.accountName ?? '',
    orderId: order.orderId,
  }
}

/** What 1688 says after the step; when it can't be asked now, the next poll does. */
export async function readAgain(deps: { sync: OrdersSyncService }, purchaseId: string, call: Call): Promise<void> {
  await deps.sync.readPurchase(purchaseId, call.signal).catch((error: unknown) => {
    if (!isRemoteFailure(error)) throw error
    call.log.warn({ purchase: purchaseId, word: error.word }, 'placement: 1688 orders could not be read after the step')
  })
}
