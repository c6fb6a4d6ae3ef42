import type { SourceOrder } from '@huoqiao/connector-1688'
import type { Acts } from '../../acts/acts.ts'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { NewId } from '../../platform/ids.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { itemRows, orderColumns } from './placement.mapping.ts'
import { isClosed, isOlder } from './placement.rules.ts'
import { findOrderByNumber, insertOrder, keepOrder, saveItems, updateOrder } from './placement.store.ts'
import type { OrderRow, PlacementRow } from './placement.store.ts'
import { findFailedOfPaid, findPayWay, resolvePayments, updatePayment } from './payment.store.ts'
import { purchaseSummary } from './purchase-summary.ts'
import { findPromise } from './seller-orders.store.ts'
import { newlyPaid } from './stages.rules.ts'

const ADDED = {
  'place-answer': '1688已生成订单',
  'place-adopted': '在1688查到了订单，认领',
  'place-taken-over': '接管手工在1688下的订单',
} as const

export type OrderRecord = ReturnType<typeof orderRecord>

/**
 * Records what 1688 reports about its orders: order rows, ledger lines, and through `summary` the effects on the purchase. All in the
 * caller's transaction.
 */
export function orderRecord(deps: {
  clock: Clock
  newId: NewId
  jobs: Jobs
  acts: Acts
  ledger: LedgerService
  notices: Pick<NoticesService, 'tell'>
  orders: Pick<OrdersApi, 'linesForPurchase'>
  purchases: PurchasesApi
}) {
  const { ledger } = deps

  const record = {
    ...purchaseSummary(deps),

    /** Records a 1688 order of an attempt. A known order stays unchanged. Returns whether it is new. */
    async add(
      tx: Tx,
      made: {
        placement: PlacementRow
        number: string
        kind: 'place-answer' | 'place-adopted' | 'place-taken-over'
        order: { orderId: string; totalFen: number | null; freightFen: number | null; reported?: SourceOrder }
        duplicate?: boolean
      },
    ): Promise<boolean> {
      const { placement, order } = made
      const row = await insertOrder(tx, {
        id: deps.newId(),
        purchaseId: placement.purchaseId,
        placementId: placement.id,
        accountId: placement.accountId,
        orderId: order.orderId,
        status: 'waitbuyerpay',
        totalMinor: order.totalFen ?? 0,
        freightMinor: order.freightFen ?? 0,
        duplicate: made.duplicate ?? false,
      })
      if (!row) {
        // The order was found by other means before the answer to our own request came. The answer shows that it is no duplicate.
        if (made.duplicate === false) await keepOrder(tx, order.orderId)
        return false
      }
      await ledger.append(tx, {
        kind: made.kind,
        placementId: placement.id,
        purchaseId: placement.purchaseId,
        purchaseNumber: made.number,
        accountName: placement.accountName,
        orderId: order.orderId,
        amountMinor: order.totalFen,
        by: placement.by,
        summary: ADDED[made.kind],
        facts: { freightFen: order.freightFen, surplus: made.duplicate ?? false },
      })
      if (order.reported) await record.apply(tx, row, order.reported, placement, made.number)
      return true
    },

    /** Applies what 1688 reports about a known order, unless the stored copy is newer. Returns whether the order was closed by this. */
    async apply(
      tx: Tx,
      row: OrderRow,
      reported: SourceOrder,
      placement: Pick<PlacementRow, 'id' | 'accountName'>,
      number: string,
    ): Promise<boolean> {
      const now = new Date(deps.clock.now())
      if (row.read && isOlder(row, reported)) {
        await updateOrder(tx, row.id, { readAt: now })
        return false
      }
      const change = orderColumns(reported, row, now)
      // The first promise that was found is kept. A promise that the seller makes after the payment does not apply to this order.
      const isPromised = row.promisedHours !== null || row.paidAt !== null
      const promisedHours = isPromised ? row.promisedHours : await findPromise(tx, offersOf(reported))
      await updateOrder(tx, row.id, { ...change, promisedHours })
      await saveItems(tx, itemRows(reported, row.id, deps.newId))
      const common = {
        placementId: placement.id,
        purchaseId: row.purchaseId,
        purchaseNumber: number,
        accountName: placement.accountName,
        orderId: row.orderId,
        by: '1688',
      }
      const paid = newlyPaid(row, change)
      for (const { stage, amountMinor, paidAt } of paid)
        await ledger.appendOnce(tx, {
          ...common,
          kind: 'paid',
          amountMinor,
          summary: stage === null ? '1688显示已付款' : `1688显示第${stage}阶段已付款`,
          facts: { paidAt, channels: reported.payChannels, ...(stage === null ? {} : { stage }) },
        })
      if (paid.length > 0) {
        await endPayments(tx, row.id, now)
        const payWay = await findPayWay(tx, row.id)
        if (payWay !== undefined) await deps.purchases.rememberPayWay(tx, row.purchaseId, payWay)
      }
      if (change.refundMinor > row.refundMinor) {
        await ledger.append(tx, {
          ...common,
          kind: 'refunded',
          amountMinor: change.refundMinor - row.refundMinor,
          summary: '1688退回了款项',
          facts: { refundedFen: change.refundMinor },
        })
      }
      if (!isClosed(change.status) || isClosed(row.status)) return false
      await ledger.appendOnce(tx, {
        ...common,
        kind: 'order-closed',
        amountMinor: null,
        summary: reported.closed?.reason ?? '订单关闭',
        facts: { ...reported.closed },
      })
      await endPayments(tx, row.id, now)
      return true
    },

    findByNumber: (tx: Tx, orderId: string) => findOrderByNumber(tx, orderId, { lock: true }),
  }

  /** The state of the order decides the payments that were sent for it. */
  async function endPayments(tx: Tx, alibabaOrderId: string, now: Date): Promise<void> {
    for (const { id, isPaid } of await resolvePayments(tx, alibabaOrderId, now))
      await deps.acts.close(tx, id, isPaid ? 'found' : 'absent')
    // 1688 may carry out a payment that we had given up. It is then recorded as paid, not as failed beside a paid order.
    for (const id of await findFailedOfPaid(tx, alibabaOrderId))
      if (await deps.acts.findLate(tx, id)) {
        const message = '放弃核对之后1688才显示已付款'
        return void (await updatePayment(tx, id, ['failed'], { state: 'paid', message, resolvedAt: now }))
      }
  }

  return record
}

const offersOf = ({ items }: SourceOrder): string[] => items.flatMap(({ offerId }) => offerId ?? [])
