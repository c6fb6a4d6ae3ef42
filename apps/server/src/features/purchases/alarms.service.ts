import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { alarmAdvice } from '@huoqiao/contract/purchases/purchases.status'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrderChangeWhy, OrderDoc, OrdersApi } from '../orders/index.ts'
import type { DetailsService } from './details.service.ts'
import type { EditingService } from './editing.service.ts'
import { findDemand, findDemandOfOrders, findLines, patchDemand, patchLine } from './lines.store.ts'
import type { DemandOfLine, LineRow } from './lines.store.ts'
import { packsOf, sourceNeed } from './need.rules.ts'
import type { PlanningService } from './planning.service.ts'
import { obey } from './purchase-writing.service.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { ALARMABLE, canOf, shareExcess } from './purchases.rules.ts'
import { findMembers, findPurchase, lockPurchases } from './purchases.store.ts'
import type { PurchaseState } from './purchases.types.ts'

type Input = InputOf<(typeof ENDPOINTS)['settlePurchaseAlarm']>

/** 截单提醒: pieces that were bought, or are about to be, for orders that no longer want them. */
export function alarmsService(deps: {
  db: Db
  orders: OrdersApi
  notices: Pick<NoticesService, 'tell'>
  planning: PlanningService
  writing: PurchaseWriting
  details: DetailsService
  editing: EditingService
}) {
  const { db, orders, writing } = deps

  /** How many sale pieces of each demand its order no longer wants, by demand id. Pieces that have arrived are not counted. */
  const excessOf = (
    docs: readonly OrderDoc[],
    demand: readonly (DemandOfLine & { state: string })[],
  ): Map<string, number> => {
    const shares = new Map<string, number>()
    const alarmable = demand.filter((one) => ALARMABLE.includes(one.state as PurchaseState))
    const byLine = groupBy(alarmable, (one) => one.orderLineId)
    for (const order of docs)
      for (const line of order.lines) {
        const due = order.cancelledAt === null && !order.isMoneyGone ? line.due : 0
        const excess = Math.max(0, line.purchased - Math.max(due, line.received))
        const parts = (byLine.get(line.lineId) ?? []).map((one) => ({
          id: one.id,
          held: one.saleQuantity,
          rank: ALARMABLE.indexOf(one.state as PurchaseState),
          createdAt: one.createdAt.getTime(),
        }))
        for (const [part, share] of shareExcess(parts, excess)) shares.set(part.id, share)
      }
    return shares
  }

  const handle = async (tx: Tx, orderIds: readonly string[], why: OrderChangeWhy): Promise<void> => {
    const seen = await findDemandOfOrders(tx, orderIds)
    const ids = [...new Set(seen.flatMap((one) => [one.purchaseId, one.ownPurchaseId]))]
    const rows = await lockPurchases(tx, ids)
    // Read again under the locks, because another transaction may have resolved or moved it in between.
    const demand = await findDemandOfOrders(tx, orderIds)
    const docs = await orders.orderDocs(tx, orderIds)
    const shares = excessOf(docs, demand)
    const touched = new Map<string, { names: Set<string>; raised: boolean }>()
    for (const one of demand) {
      const share = shares.get(one.id) ?? 0
      if (share === one.alarmSaleQuantity) continue
      const order = docs.find((doc) => doc.id === one.orderId)
      await patchDemand(tx, one.id, {
        alarmSaleQuantity: share,
        alarmWhy: share === 0 ? '' : `${one.orderName} ${wordOf(order, why)}`,
        alarmAt: share === 0 ? null : writing.now(),
      })
      for (const purchaseId of new Set([one.purchaseId, one.ownPurchaseId])) {
        const kept = touched.get(purchaseId) ?? { names: new Set<string>(), raised: false }
        kept.names.add(one.orderName)
        kept.raised ||= share > one.alarmSaleQuantity
        touched.set(purchaseId, kept)
      }
    }
    for (const [purchaseId, { names, raised }] of touched) {
      const list = [...names].join('、')
      const before = rows.find((row) => row.id === purchaseId) ?? (await findPurchase(tx, purchaseId))!
      const whole = await writing.finish(tx, await writing.wholeOf(tx, before), {
        by: null,
        goods: 'keep',
        reason: raised ? `截单提醒：${list}` : `截单提醒解除：${list}`,
      })
      const { number, state, alarmQuantity } = whole.row
      if (raised && state !== 'merged' && rows.some((row) => row.id === purchaseId))
        await deps.notices.tell(tx, {
          kind: 'order-cut',
          about: `purchase ${purchaseId} ${alarmQuantity}`,
          text: `采购单 ${number}：${list} 不再需要${alarmQuantity}件，${alarmAdvice(whole.row)}`,
          to: `/purchase/list?number=${number}`,
        })
    }
  }

  /** Fewer pieces are bought on a line after part of its demand was given back. */
  const reduceLine = async (tx: Tx, line: LineRow): Promise<void> => {
    // For the target of a merge, the demand of all members counts; for a member, only its own.
    const need = sourceNeed(await findDemand(tx, [line.id]), line.extraNeed)
    const fewer = packsOf(line.need, line.batchNumber).quantity - packsOf(need, line.batchNumber).quantity
    await patchLine(tx, line.id, { need, quantity: Math.max(0, line.quantity - fewer), updatedAt: writing.now() })
  }

  const resolve = async (tx: Tx, call: Call, input: Input): Promise<PurchaseDetail> => {
    const memberIds = (await findMembers(tx, [input.purchaseId])).map(({ id }) => id)
    const locked = await lockPurchases(tx, [input.purchaseId, ...memberIds])
    const row = locked.find((one) => one.id === input.purchaseId)
    if (!row) throw new Refusal('not-found')
    if (row.version !== input.version) throw new Refusal('stale', { current: await deps.details.detail(tx, row.id) })
    obey(canOf(row), 'settlePurchaseAlarm', row)
    if (row.state === 'merged')
      throw new Refusal('state-not-allowed', { why: `请在合并单 ${row.mergedIntoNumber ?? ''} 上处理` })
    if (input.action === 'reduce' && row.state !== 'reviewing')
      throw new Refusal('state-not-allowed', { why: '只有待审核的采购单能减少数量；已下单的请留作库存或在1688取消' })
    const whole = await writing.wholeOf(tx, row)
    const members: Whole[] = []
    for (const one of locked) if (one.id !== row.id) members.push(await writing.wholeOf(tx, one))
    const chosen = whole.demand.filter(
      (one) => one.alarmSaleQuantity > 0 && (input.demandIds === undefined || input.demandIds.includes(one.id)),
    )
    if (chosen.length === 0) throw new Refusal('not-found', { why: '没有选中未处理的截单提醒' })
    const counters = new Map(
      (await orders.linesForPurchase(tx, [...new Set(chosen.map((one) => one.orderLineId))])).map((line) => [
        line.lineId,
        line.purchased - line.received,
      ]),
    )
    const parts = chosen.map((demand) => {
      const free = counters.get(demand.orderLineId) ?? 0
      const saleQuantity = Math.min(demand.alarmSaleQuantity, demand.saleQuantity, free)
      counters.set(demand.orderLineId, free - saleQuantity)
      return { demand, saleQuantity }
    })
    const word = input.action === 'keep' ? '留作库存' : '减少采购'
    await writing.release(tx, parts, `截单提醒：${word}`)
    for (const one of chosen) await patchDemand(tx, one.id, { alarmSaleQuantity: 0, alarmAt: null })
    const sources = await deps.planning.keptSources(
      tx,
      whole.lines.map((line) => line.offerId),
    )
    const purchaseIds = [row.id, ...memberIds]
    const touchedLines = new Set(chosen.flatMap((one) => [one.lineId, one.asLineId]))
    for (const line of await findLines(tx, purchaseIds))
      if (touchedLines.has(line.id))
        await (input.action === 'keep' ? writing.keepAsStock(tx, line) : reduceLine(tx, line))
    if (input.action === 'reduce') await deps.editing.reprice(tx, row.id, sources)
    const by = byOf(call)
    const list = [...new Set(chosen.map((one) => one.orderName))].join('、')
    const what = { by, reason: `截单提醒${word}：${list}`, goods: 'goods' as const }
    for (const member of members) await writing.finish(tx, member, what)
    const after = await writing.finish(tx, whole, what)
    call.notes.object('purchase', row.id, row.number)
    call.notes.change('截单提醒', row.alarmQuantity, after.row.alarmQuantity)
    return deps.details.detailOf(tx, after)
  }

  return {
    handle: (orderIds: readonly string[], why: OrderChangeWhy): Promise<void> =>
      db.transaction((tx) => handle(tx, orderIds, why)),
    settlePurchaseAlarm: (call: Call, input: Input): Promise<PurchaseDetail> =>
      db.transaction((tx) => resolve(tx, call, input)),
  }
}

const wordOf = (order: OrderDoc | undefined, why: OrderChangeWhy): string => {
  if (order === undefined) return '已删除'
  if (order.cancelledAt !== null) return '已取消'
  if (order.isMoneyGone) return '已全额退款或付款作废'
  if (why === 'fulfilled') return '店铺已自行发货'
  return why === 'refunded' ? '已退款' : '已减少数量'
}
