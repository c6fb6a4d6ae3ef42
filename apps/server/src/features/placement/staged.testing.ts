import type { BuyingFixture } from './placement.testing.ts'

/** 免密支付 at 1688. */
export const PREPARE = 'alibaba.trade.pay.protocolPay.preparePay'

/** A 1688 order in stages, with its purchase. */
export type StagedOrder = { id: string; number: string; orderId: string }
type Seen = { orderId: string; stage: number; amountMinor: number }

/** The due amount that a person saw, as 免密支付 expects it. */
export const sees = ({ orderId, stage, dueMinor }: { orderId: string; stage: number | null; dueMinor: number }) => [
  { orderId, stage: stage!, amountMinor: dueMinor },
]

/** Orders in stages: how they are created and paid, and what 1688 and the app show about them. */
export function stagedOrders(fixture: BuyingFixture) {
  return {
    /** A purchase of goods that are sold in stages, ordered at 1688 in that way. */
    async ordered(which: number, tradeType = '37staged'): Promise<StagedOrder> {
      const purchase = await fixture.ready(which)
      await fixture.quirk('stagedOffers', purchase.lines[0]!.offerId)
      await fixture.ok('createAlibabaOrder', {
        purchaseIds: [purchase.id],
        staged: [{ purchaseId: purchase.id, tradeType }],
      })
      const { id, number, alibabaOrderIds } = await fixture.until(purchase.id, 'to-pay')
      await fixture.refresh(id)
      return { id, number, orderId: alibabaOrderIds[0]! }
    },
    orderOf: async ({ id }: StagedOrder) => (await fixture.ordersOf(id))[0]!,
    dueOf: async ({ id }: StagedOrder) => (await fixture.ok('queryPayable', { purchaseIds: [id] })).orders[0]!,
    /** oldest first */
    paymentsOf: async ({ orderId }: StagedOrder) =>
      (await fixture.ok('getPayments', { keyword: orderId })).list.toReversed(),
    /** Pays with 免密支付, with the due amounts that a person saw. */
    press: async ({ id }: StagedOrder, stages: Seen[] = []) =>
      (await fixture.ok('payByProtocol', { purchaseIds: [id], stages })).rows[0]!,
    /** The paid amounts of the ledger, oldest first. */
    paidLines: async ({ orderId }: StagedOrder) =>
      (await fixture.ok('getLedger', { keyword: orderId, kind: 'paid' })).list
        .map((line) => line.amountMinor)
        .toReversed(),
  }
}
