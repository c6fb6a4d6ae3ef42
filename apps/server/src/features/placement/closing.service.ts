import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { RowOutcome } from '@huoqiao/contract/wire'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesDoor } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { aboutOrder, readAgain } from './order-step.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isClosed } from './placement.rules.ts'
import { findOrdersOf } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'
import { canOf, outcomeOf } from './placement.view.ts'

type Endpoints = typeof ENDPOINTS

/** Ending what was ordered and not paid: all of a purchase, or single 1688 orders of it. Intent before, outcome after. */
export function closingService(deps: {
  db: Db
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesDoor
  ledger: LedgerService
  sync: OrdersSyncService
}) {
  const { db, purchases, ledger } = deps

  const service = {
    async cancel(call: Call, input: InputOf<Endpoints['cancelAlibabaOrder']>) {
      const rows: RowOutcome[] = []
      for (const purchaseId of new Set(input.purchaseIds)) rows.push(await cancelPurchase(call, purchaseId, input))
      return outcomeOf(rows)
    },
  }

  async function cancelPurchase(
    call: Call,
    purchaseId: string,
    input: InputOf<Endpoints['cancelAlibabaOrder']>,
  ): Promise<RowOutcome> {
    const [doc] = await purchases.purchaseDocs(db.handle, [purchaseId])
    if (!doc) return { key: purchaseId, ok: false, word: 'not-found', message: '采购单不存在' }
    const known = await findOrdersOf(db.handle, [purchaseId])
    const orders = known.filter(
      (order) => !isClosed(order.status) && (input.orderIds.length === 0 || input.orderIds.includes(order.orderId)),
    )
    const say = (ok: boolean, message: string, word?: string): RowOutcome => ({
      key: purchaseId,
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
    for (const order of closable) {
      const problem = await cancelOne(call, order, input)
      if (problem !== undefined) problems.push(`${order.orderId} ${problem}`)
    }
    await readAgain(deps, purchaseId, call)
    if (problems.length > 0) return say(false, problems.join('；'))
    return say(true, `已取消 ${closable.length} 个1688订单`)
  }

  /** What went wrong, in words. */
  async function cancelOne(
    call: Call,
    order: OrderRow,
    input: InputOf<Endpoints['cancelAlibabaOrder']>,
  ): Promise<string | undefined> {
    const about = { ...(await aboutOrder(deps, order)), by: call.actor.name }
    const note = (kind: 'cancel-intent' | 'cancel-answer', summary: string): Promise<void> =>
      db.transaction((tx) =>
        ledger.append(tx, { ...about, kind, amountMinor: null, summary, facts: { reason: input.reason } }),
      )
    await note('cancel-intent', '取消1688订单')
    try {
      await deps.marketplace.withConnector(order.accountId, (connector) =>
        connector.cancelOrder({
          orderId: order.orderId,
          reason: input.reason,
          ...(input.remark === '' ? {} : { remark: input.remark }),
        }),
      )
    } catch (error) {
      if (!isRemoteFailure(error)) throw error
      await note('cancel-answer', error.message.slice(0, 200))
      if (error.detail.code === 'CLOSE_ORDER_TOO_FAST') return '1688规定下单10秒之后才能取消，请稍候再试'
      const told = explainMarketplaceFailure(error)
      return `${told.message}：${told.detail.why ?? ''}`
    }
    await note('cancel-answer', '1688已取消')
    return undefined
  }

  return service
}
