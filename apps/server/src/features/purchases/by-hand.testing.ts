import { randomUUID } from 'node:crypto'
import type { PurchaseCard, PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { expect } from 'vitest'
import type { Bought, Buying } from './purchases.testing.ts'

export type Item = { offerId: string; skuId: string | null; quantity: number }

export const item = (offer: Bought, quantity: number, sku = 0): Item => ({
  offerId: offer.offerId,
  skuId: offer.skuIds[sku] ?? null,
  quantity,
})

/** Manual purchases, and the actions of a person on a purchase. */
export function byHand(buying: Buying) {
  const detail = (purchaseId: string): Promise<PurchaseDetail> =>
    buying.app.ok('getPurchaseOrderSkuDetails', { purchaseId })
  return {
    detail,
    history: async (purchaseId: string) => (await buying.app.ok('getPurchaseHistory', { purchaseId })).list,
    edit: async (purchaseId: string, change: object): Promise<PurchaseDetail> => {
      const { version } = await detail(purchaseId)
      return buying.app.ok('editPurchaseOrder', { purchaseId, version, ...change })
    },
    undo: async (purchaseId: string, revisionId: string) => {
      const { version } = await detail(purchaseId)
      return buying.app.call('undoPurchaseChange', { purchaseId, version, revisionId })
    },
    buy: async (...items: Item[]): Promise<PurchaseCard> => {
      const made = await buying.app.ok('createPurchaseOrder', { key: randomUUID(), items })
      expect(made.purchases).toHaveLength(1)
      return made.purchases[0]!
    },
  }
}
