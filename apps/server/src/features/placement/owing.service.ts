import { groupBy } from '@huoqiao/kit'
import type { RowOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { UNANSWERED_ALARM } from '../purchases/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { PayActs } from './pay.act.ts'
import { CHECKING } from './paying.rules.ts'
import type { Commitment } from './placement.hooks.ts'
import { findOrdersOf, findPlacement } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'
import { dueOf } from './stages.rules.ts'

/** An unpaid 1688 order with its purchase, and the stage and amount that are due now. */
export type Owing = { order: OrderRow; purchase: PurchaseDoc; stage: number | null; amountMinor: number }
export type OwingService = ReturnType<typeof owingService>

const UNDER_WAY = '正在免密付款，结果出来之前不会再付'
const UNCLEAR = `上一次免密支付的结果还不清楚，${CHECKING}`

/** What may be paid now, and how a payment refers to it. Used for pay links and for payments without a password. */
export function owingService(deps: { db: Db; newId: NewId; purchases: PurchasesApi; pays: PayActs }) {
  const { db, newId, purchases } = deps

  /** The unpaid 1688 orders of the purchases. Purchases that cannot be paid are returned as refused rows. */
  async function owed(purchaseIds: readonly string[]): Promise<{ owing: Owing[]; rows: RowOutcome[] }> {
    const docs = await purchases.purchaseDocs(db.handle, purchaseIds)
    const all = await findOrdersOf(db.handle, purchaseIds)
    const orders = groupBy(all, (order) => order.purchaseId)
    const acts = await deps.pays.open(
      db.handle,
      all.map((order) => order.id),
    )
    const paying = new Map(acts.map(({ key, state }) => [key, state]))
    const rows: RowOutcome[] = []
    const owing: Owing[] = []
    for (const id of purchaseIds) {
      const doc = docs.find((one) => one.id === id)
      if (!doc) {
        rows.push({ key: id, ok: false, word: 'not-found', message: '采购单不存在' })
        continue
      }
      if (doc.alarmQuantity > 0) {
        // As long as nothing is paid, cancelling costs nothing.
        rows.push(row(doc, false, UNANSWERED_ALARM))
        continue
      }
      const unpaid = (orders.get(id) ?? []).flatMap((order) => {
        const due = dueOf(order)
        return due === null ? [] : [{ order, due }]
      })
      const meant = unpaid.filter(({ order }) => !order.duplicate)
      const wanted = meant.filter(({ order }) => !paying.has(order.id))
      const open = meant.flatMap(({ order }) => paying.get(order.id) ?? [])
      if (open.length > 0) rows.push(row(doc, false, open.includes('unknown') ? UNCLEAR : UNDER_WAY))
      else if (wanted.length === 0)
        rows.push(row(doc, false, unpaid.length > 0 ? '只有多余的订单，请取消' : '没有待付款的1688订单'))
      for (const { order, due } of wanted)
        if (due.amountMinor === null)
          rows.push(row(doc, false, `1688没有说订单 ${order.orderId} 第${due.stage}阶段要付多少，请到1688付款`))
        else owing.push({ order, purchase: doc, stage: due.stage, amountMinor: due.amountMinor })
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
   * Locks the purchases first and in a fixed order. Recording what 1688 reports locks purchase, order, ledger in this order; a transaction
   * that starts with another lock could deadlock with it.
   */
  async function hold(tx: Tx, them: readonly Owing[]): Promise<void> {
    const ids = new Set(them.map((one) => one.purchase.id))
    for (const id of [...ids].toSorted()) await purchases.purchaseForPlacement(tx, id)
  }

  const paymentOrderRow = (paymentId: string, { order, stage, amountMinor }: Owing) => ({
    id: newId(),
    paymentId,
    alibabaOrderId: order.id,
    amountMinor,
    stage,
  })

  return { owed, aboutOrder, hold, paymentOrderRow }
}

export const row = (purchase: PurchaseDoc, ok: boolean, message: string): RowOutcome => ({
  key: purchase.id,
  ok,
  message: `${purchase.number}：${message}`,
})

/** The money that paying this order or stage commits. */
export const commitmentOf = ({ order, purchase, stage, amountMinor }: Owing): Commitment => ({
  kind: 'pay',
  purchaseId: purchase.id,
  number: purchase.number,
  part: `${order.id}:${stage ?? ''}`,
  amountMinor,
})
