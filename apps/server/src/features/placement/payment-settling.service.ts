import type { Leases } from '../../acts/lease.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { PurchasesDoor } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { aboutOrder } from './order-step.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isOutside } from './outside.ts'
import { stageWords } from './owing.service.ts'
import { IN_FLIGHT_MS, unpaidYet } from './paying.rules.ts'
import { endSending, findOpenPayments, findOpenPaymentsOf, updatePayment, withOrders } from './payment.store.ts'
import type { PaymentRow } from './payment.store.ts'
import { findOrdersByNumbers, findOrdersOf } from './placement.store.ts'

export type PaymentSettling = ReturnType<typeof paymentSettling>

/** Payments without a password whose outcome nobody saw: 1688 is asked, and after a while its "unpaid" is believed. */
export function paymentSettling(deps: {
  db: Db
  clock: Clock
  log: Log
  leases: Leases
  config: Pick<SystemConfigService, 'setting'>
  purchases: PurchasesDoor
  ledger: LedgerService
  sync: OrdersSyncService
}) {
  const { db, purchases } = deps

  return {
    async settleOpen(signal: AbortSignal): Promise<void> {
      for (const payment of await findOpenPayments(db.handle, new Date(deps.clock.now() - IN_FLIGHT_MS))) {
        if (signal.aborted) return
        const [full] = await withOrders(db.handle, [payment])
        try {
          for (const { purchaseId } of full?.orders ?? []) await deps.sync.readPurchase(purchaseId, signal)
        } catch (error) {
          if (!isOutside(error)) throw error
          // Without an answer of 1688 nothing is given up: the money may be gone.
          deps.log.warn({ payment: payment.id, word: error.word }, 'placement: a payment could not be looked up')
          continue
        }
        await settleUnpaid(payment)
      }
    },

    /** For a purchase whose orders were read just now. */
    async settleOf(purchaseId: string): Promise<void> {
      const orders = await findOrdersOf(db.handle, [purchaseId])
      const open = await findOpenPaymentsOf(
        db.handle,
        orders.map((order) => order.id),
      )
      for (const payment of open) await settleUnpaid(payment)
    },
  }

  /** Says what is known of it; one that the reading found to be paid is ended already and stays as it is. */
  async function settleUnpaid(payment: PaymentRow): Promise<void> {
    const minutes = await deps.config.setting(db.handle, 'purchase.paymentGiveUpMinutes')
    const next = unpaidYet(payment, deps.clock.now(), minutes)
    if (next === undefined) return
    const [full] = await withOrders(db.handle, [payment])
    const parts = full?.orders ?? []
    const rows = await findOrdersByNumbers(
      db.handle,
      parts.map((part) => part.orderId),
    )
    const about = new Map(
      await Promise.all(rows.map(async (order) => [order.orderId, await aboutOrder(deps, order)] as const)),
    )
    await db.transaction(async (tx) => {
      // The purchases first, as everybody does, so that nobody waits in a circle.
      for (const id of [...new Set(parts.map((part) => part.purchaseId))].toSorted())
        await purchases.purchaseForPlacement(tx, id)
      // What may still be on its way from one of our nodes is not unpaid.
      if (next.state === 'failed' && (await deps.leases.withdraw(tx, payment.id)) === 'alive') return
      const moved = await updatePayment(
        tx,
        payment.id,
        next.state === 'failed' ? ['sending', 'unknown'] : ['sending'],
        {
          ...next,
          settledAt: next.state === 'failed' ? new Date(deps.clock.now()) : null,
        },
      )
      if (!moved) return
      if (next.state === 'failed') await endSending(tx, payment.id)
      for (const { orderId, stage, amountMinor } of parts) {
        const line = about.get(orderId)
        if (!line) continue
        await deps.ledger.append(tx, {
          ...line,
          kind: 'pay-answer',
          amountMinor,
          by: '系统',
          summary: `${next.message}${stageWords({ stage })}`,
          facts: { paymentId: payment.id, paid: false, word: null, ...(stage === null ? {} : { stage }) },
        })
      }
    })
  }
}
