import type { BuyingDesk } from './placement.testing.ts'

/** 免密支付 at 1688. */
export const PREPARE = 'alibaba.trade.pay.protocolPay.preparePay'

/** A 1688 order in stages, and the purchase that it is of. */
export type StagedOrder = { id: string; number: string; orderId: string }
type Seen = { orderId: string; stage: number; amountMinor: number }

/** What somebody saw to be due, as 免密支付 wants to hear it. */
export const sees = ({ orderId, stage, dueMinor }: { orderId: string; stage: number | null; dueMinor: number }) => [
  { orderId, stage: stage!, amountMinor: dueMinor },
]

/** Orders in stages at a desk: how they are made and paid, and what is said of them here and there. */
export function stagedOrders(desk: BuyingDesk) {
  return {
    /** A purchase of goods that are sold in stages, ordered at 1688 that way. */
    async ordered(which: number, tradeType = '37staged'): Promise<StagedOrder> {
      const purchase = await desk.ready(which)
      await desk.quirk('stagedOffers', purchase.lines[0]!.offerId)
      await desk.ok('createAlibabaOrder', {
        purchaseIds: [purchase.id],
        staged: [{ purchaseId: purchase.id, tradeType }],
      })
      const { id, number, alibabaOrderIds } = await desk.until(purchase.id, 'to-pay')
      await desk.refresh(id)
      return { id, number, orderId: alibabaOrderIds[0]! }
    },
    orderOf: async ({ id }: StagedOrder) => (await desk.ordersOf(id))[0]!,
    dueOf: async ({ id }: StagedOrder) => (await desk.ok('queryPayable', { purchaseIds: [id] })).orders[0]!,
    /** oldest first */
    paymentsOf: async ({ orderId }: StagedOrder) =>
      (await desk.ok('getPayments', { keyword: orderId })).list.toReversed(),
    /** Presses 免密支付 with what somebody saw to be due. */
    press: async ({ id }: StagedOrder, stages: Seen[] = []) =>
      (await desk.ok('payByProtocol', { purchaseIds: [id], stages })).rows[0]!,
    /** What the ledger says was paid, oldest first. */
    paidLines: async ({ orderId }: StagedOrder) =>
      (await desk.ok('getLedger', { keyword: orderId, kind: 'paid' })).list
        .map((line) => line.amountMinor)
        .toReversed(),
  }
}
