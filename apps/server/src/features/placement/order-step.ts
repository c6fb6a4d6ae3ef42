import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { findPlacement } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'

export type AboutOrder = Awaited<ReturnType<typeof aboutOrder>>

/** The fields that every ledger line about an action on a 1688 order starts with. */
export async function aboutOrder(tx: Tx, purchases: Pick<PurchasesApi, 'purchaseDocs'>, order: OrderRow) {
  const placement = await findPlacement(tx, order.placementId)
  const [doc] = await purchases.purchaseDocs(tx, [order.purchaseId])
  return {
    placementId: order.placementId,
    purchaseId: order.purchaseId,
    purchaseNumber: doc?.number ?? '',
    accountName: placement?.accountName ?? '',
    orderId: order.orderId,
  }
}

/** Reads the purchase's orders at 1688 again after an action. If 1688 cannot be reached now, the next poll reads them. */
export async function readAgain(deps: { sync: OrdersSyncService }, purchaseId: string, call: Call): Promise<void> {
  await deps.sync.readPurchase(purchaseId, call.signal).catch((error: unknown) => {
    if (!isRemoteFailure(error)) throw error
    call.log.warn({ purchase: purchaseId, word: error.word }, 'placement: 1688 orders could not be read after the step')
  })
}

/** One sentence for the person about why the action failed. If neither 1688 nor the account refused it, the answer is missing. */
export function failureText(failure: unknown): string {
  if (!isExternalFailure(failure)) return '没有收到1688的答复，正在核对'
  const reported = isRemoteFailure(failure) ? explainMarketplaceFailure(failure) : failure
  return `${reported.message}：${reported.detail.why ?? ''}`
}
