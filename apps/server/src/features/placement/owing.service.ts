import { groupBy } from '@huoqiao/kit'
import type { RowOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { PurchaseDoc, PurchasesDoor } from '../purchases/index.ts'
import { findSending } from './payment.store.ts'
import { isUnpaid } from './placement.rules.ts'
import { findOrdersOf, findPlacement } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'

/** A 1688 order that waits for its money, with the purchase that it is of. */
export type Owing = { order: OrderRow; purchase: PurchaseDoc }
export type OwingService = ReturnType<typeof owingService>

/** What may be paid now, and how payments name it: the same for a link and for paying without a password. */
export function owingService({ db, newId, purchases }: { db: Db; newId: NewId; purchases: PurchasesDoor }) {
  /** Unpaid 1688 orders of the purchases; what cannot be paid comes back as rows. */
  async function owed(purchaseIds: readonly string[]): Promise<{ owing: Owing[]; rows: RowOutcome[] }> {
    const docs = await purchases.purchaseDocs(db.handle, purchaseIds)
    const all = await findOrdersOf(db.handle, purchaseIds)
    const orders = groupBy(all, (order) => order.purchaseId)
    const sending = await findSending(
      db.handle,
      all.map((order) => order.id),
    )
    const rows: RowOutcome[] = []
    const owing: Owing[] = []
    for (const id of purchaseIds) {
      const doc = docs.find((one) => one.id === id)
      if (!doc) {
        rows.push({ key: id, ok: false, word: 'not-found', message: '采购单不存在' })
        continue
      }
      const unpaid = (orders.get(id) ?? []).filter((order) => isUnpaid(order.status) && order.paidAt === null)
      const meant = unpaid.filter((order) => !order.surplus)
      const wanted = meant.filter((order) => !sending.has(order.id))
      if (wanted.length < meant.length) rows.push(row(doc, false, '正在免密付款，结果出来之前不会再付'))
      else if (wanted.length === 0)
        rows.push(row(doc, false, unpaid.length > 0 ? '只有多余的订单，请取消' : '没有待付款的1688订单'))
      for (const order of wanted) owing.push({ order, purchase: doc })
    }
    return { owing, rows }
  }

  async function aboutOrder(tx: Tx, one: Owing) {
    const placement = await findPlacement(tx, one.order.placementId)
    return {
      placementId: one.order.placementId,
      purchaseId: one.purchase.id,
      purchaseNumber: one.purchase.number,
      accountName: placement?.accountName ?? '',
      orderId: one.order.orderId,
    }
  }

  /**
   * Locks the purchases before anything else of a transaction, in one order: whoever writes down what 1688 tells of an order holds
   * its purchase first, then the order, then the ledger, and waits in a circle with whoever begins elsewhere.
   */
  async function hold(tx: Tx, them: readonly Owing[]): Promise<void> {
    const ids = new Set(them.map((one) => one.purchase.id))
    for (const id of [...ids].toSorted()) await purchases.purchaseForPlacement(tx, id)
  }

  const paymentOrderRow = (paymentId: string, order: OrderRow) => ({
    id: newId(),
    paymentId,
    alibabaOrderId: order.id,
    amountMinor: order.totalMinor,
  })

  return { owed, aboutOrder, hold, paymentOrderRow }
}

export const row = (purchase: PurchaseDoc, ok: boolean, message: string): RowOutcome => ({
  key: purchase.id,
  ok,
  message: `${purchase.number}：${message}`,
})
