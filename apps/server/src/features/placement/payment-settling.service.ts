import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isOutside } from './outside.ts'
import { endSending, findOpenPayments, findOpenPaymentsOf, updatePayment, withOrders } from './payment.store.ts'
import type { PaymentRow } from './payment.store.ts'
import { findOrdersOf } from './placement.store.ts'

export type PaymentSettling = ReturnType<typeof paymentSettling>

/** Payments without a password whose outcome nobody saw: 1688 is asked, and after a while its "unpaid" is believed. */
export function paymentSettling(deps: {
  db: Db
  clock: Clock
  log: Log
  config: Pick<SystemConfigService, 'setting'>
  sync: OrdersSyncService
}) {
  const { db } = deps

  return {
    async settleOpen(signal: AbortSignal): Promise<void> {
      for (const payment of await findOpenPayments(db.handle, new Date(deps.clock.now() - 60_000))) {
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
        await giveUpOld(payment)
      }
    },

    /** For a purchase whose orders were read just now. */
    async settleOf(purchaseId: string): Promise<void> {
      const orders = await findOrdersOf(db.handle, [purchaseId])
      const open = await findOpenPaymentsOf(
        db.handle,
        orders.map((order) => order.id),
      )
      for (const payment of open) await giveUpOld(payment)
    },
  }

  async function giveUpOld(payment: PaymentRow): Promise<void> {
    const minutes = await deps.config.setting(db.handle, 'purchase.paymentGiveUpMinutes')
    if (deps.clock.now() - payment.createdAt.getTime() < minutes * 60_000) return
    await db.transaction(async (tx) => {
      const ended = await updatePayment(tx, payment.id, ['sending', 'unknown'], {
        state: 'failed',
        message: `过了 ${minutes} 分钟1688仍显示未付款，已释放，可以重新付款`,
        settledAt: new Date(deps.clock.now()),
      })
      if (ended) await endSending(tx, payment.id)
    })
  }
}
