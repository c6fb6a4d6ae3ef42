import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { Act } from '../../acts/acts.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import type { NewId } from '../../platform/ids.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { Cancellation, CloseActs } from './close.act.ts'
import type { LedgerService } from './ledger.service.ts'
import { aboutOrder, readAgain } from './order-step.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isClosed } from './placement.rules.ts'
import { findOrdersOf } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'
import { canOf } from './placement.view.ts'

type Endpoints = typeof ENDPOINTS

/** The order was cancelled elsewhere, and our copy is not up to date yet. Nothing is sent or written. */
class CancelledBefore extends Error {}
const CANCELLED_BEFORE = '1688已答应取消，还没有显示已关闭，请稍候再看'

/** Cancels what was ordered and not paid: all orders of a purchase, or single 1688 orders. */
export function closingService(deps: {
  db: Db
  newId: NewId
  cancels: CloseActs
  purchases: PurchasesApi
  ledger: LedgerService
  sync: OrdersSyncService
}) {
  const { db, purchases, ledger } = deps

  const service = {
    async cancelAlibabaOrder(call: Call, input: InputOf<Endpoints['cancelAlibabaOrder']>) {
      return eachRow(
        [...new Set(input.purchaseIds)],
        (id) => id,
        (id) => cancelPurchase(call, id, input),
      )
    },
  }

  async function cancelPurchase(
    call: Call,
    purchaseId: string,
    input: InputOf<Endpoints['cancelAlibabaOrder']>,
  ): Promise<RowResult> {
    const [doc] = await purchases.purchaseDocs(db.handle, [purchaseId])
    if (!doc) return { ok: false, word: 'not-found', message: '采购单不存在' }
    const known = await findOrdersOf(db.handle, [purchaseId])
    const orders = known.filter(
      (order) => !isClosed(order.status) && (input.orderIds.length === 0 || input.orderIds.includes(order.orderId)),
    )
    const say = (ok: boolean, message: string, word?: string): RowResult => ({
      ok,
      message: `${doc.number}：${message}`,
      ...(word === undefined ? {} : { word }),
    })
    if (orders.length === 0) return say(false, '没有可以取消的1688订单', 'state-not-allowed')
    const closable = orders.filter((order) => canOf(order)['cancelAlibabaOrder'] === true)
    if (closable.length === 0) {
      const whys = new Set(orders.map((order) => String(canOf(order)['cancelAlibabaOrder'])))
      return say(false, [...whys].join('；'), 'state-not-allowed')
    }
    const problems: string[] = []
    const before = new Set<string>()
    for (const order of closable) {
      const problem = await cancelOne(call, order, input)
      if (problem === CANCELLED_BEFORE) before.add(order.id)
      else if (problem !== undefined) problems.push(`${order.orderId} ${problem}`)
    }
    await readAgain(deps, purchaseId, call)
    if (before.size > 0)
      for (const order of await findOrdersOf(db.handle, [purchaseId]))
        if (before.has(order.id) && !isClosed(order.status)) problems.push(`${order.orderId} ${CANCELLED_BEFORE}`)
    if (problems.length > 0) return say(false, problems.join('；'))
    return say(true, `已取消 ${closable.length} 个1688订单`)
  }

  /** Returns the error message for the person. */
  async function cancelOne(
    call: Call,
    order: OrderRow,
    input: InputOf<Endpoints['cancelAlibabaOrder']>,
  ): Promise<string | undefined> {
    const id = deps.newId()
    const by = byColumnsOf(call)
    const { reason, remark } = input
    const about = await aboutOrder(db.handle, purchases, order)
    let act: Act<Cancellation>
    try {
      act = await db.transaction(async (tx) => {
        const intent = { accountId: order.accountId, reason, remark, about }
        const written = await deps.cancels.intend(tx, { id, key: order.id, intent, ...by })
        if (await deps.cancels.happened(tx, order.id)) throw new CancelledBefore()
        const line = { ...about, by: by.by, kind: 'cancel-intent' as const, amountMinor: null }
        await ledger.append(tx, { ...line, summary: '取消1688订单', facts: { reason } })
        return written
      })
    } catch (error) {
      if (error instanceof CancelledBefore) return CANCELLED_BEFORE
      if (isUniqueViolation(error, 'remote_act_open')) return '正在取消，结果出来之前不会再取消'
      throw error
    }
    const outcome = await deps.cancels.carryOut(act)
    if (outcome.result === 'done') return undefined
    const { error } = outcome
    if (isRemoteFailure(error) && error.detail.code === 'CLOSE_ORDER_TOO_FAST')
      return '1688规定下单10秒之后才能取消，请稍候再试'
    if (outcome.result === 'refused') return outcome.message
    // In most cases the request was carried out and only its answer was lost, so look at once.
    const looked = await deps.cancels.look(id, call.signal).catch((failure: unknown) => {
      if (!isExternalFailure(failure)) throw failure
      return 'waiting' as const
    })
    return looked === 'found' ? undefined : '没有收到1688的答复，正在核对；核对清楚之前不会再取消'
  }

  return service
}
