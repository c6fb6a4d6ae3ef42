import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { lineFacts } from './derive.rules.ts'
import { findOrderIdsByNumber, findOrdersAfter } from './orders-api.store.ts'
import { docOf, purchasableOf } from './orders-api.view.ts'
import { sumsOf } from './order-sums.rules.ts'
import { countChanges, deleteChanges, findReturnLines } from './order-sums.store.ts'
import { findOfferNames } from './order-source.store.ts'
import { rereadOrders } from './orders.jobs.ts'
import { moveFault } from './orders.rules.ts'
import { addEvents, findItems, findLinesOf, findOrderIdsOfLines, findOrders, lockOrders } from './orders.store.ts'
import type { LineRow, OrderRow } from './orders.store.ts'
import type { LineCounters, LineMove, OrderDoc, OrdersApi, PurchasableLine } from './orders.types.ts'
import { findRenamedSkus } from './proposals.store.ts'
import { findRates } from './rates.store.ts'
import type { WritingService } from './writing.service.ts'

const COUNTERS: Readonly<Record<keyof LineCounters, string>> = {
  purchased: '采购',
  placed: '下单',
  received: '收货',
  shipped: '发货',
}

/** The API of the feature (orders.types.ts), for purchases, placement, deliveries and reconciliation. */
export function ordersApi(deps: {
  clock: Clock
  newId: NewId
  jobs: Jobs
  writing: WritingService
  stores: Pick<StoresApi, 'storeNames'>
}): OrdersApi {
  const purchasable = async (
    tx: Tx,
    orders: readonly OrderRow[],
    lines: readonly LineRow[],
  ): Promise<PurchasableLine[]> => {
    const byId = new Map(orders.map((order) => [order.id, order]))
    const items = new Map(
      (
        await findItems(
          tx,
          lines.map(({ itemId }) => itemId),
        )
      ).map((item) => [item.id, item]),
    )
    const offers = await findOfferNames(tx, [...new Set(lines.flatMap(({ offerId }) => offerId ?? []))])
    const names = await deps.stores.storeNames(tx)
    return lines.map((line) =>
      purchasableOf({ order: byId.get(line.orderId)!, line, item: items.get(line.itemId)!, offers, names }),
    )
  }

  const docs = async (tx: Tx, orders: readonly OrderRow[]): Promise<OrderDoc[]> => {
    const lines = await findLinesOf(
      tx,
      orders.map(({ id }) => id),
    )
    const items = new Map(
      (
        await findItems(
          tx,
          lines.map(({ itemId }) => itemId),
        )
      ).map((item) => [item.id, item]),
    )
    return orders.map((order) =>
      docOf(
        order,
        lines.filter((line) => line.orderId === order.id),
        items,
      ),
    )
  }

  /** Moves of one counter. Several moves of one line are added up first, so their order does not matter. */
  const move = async (tx: Tx, counter: keyof LineCounters, moves: readonly LineMove[]): Promise<void> => {
    const wanted = new Map<string, number>()
    for (const { lineId, quantity } of moves) wanted.set(lineId, (wanted.get(lineId) ?? 0) + quantity)
    const orderIds = await findOrderIdsOfLines(tx, [...wanted.keys()])
    const seen = new Set<string>()
    await deps.writing.change(tx, orderIds, ({ order, lines }) => {
      const moved = lines.filter((line) => wanted.has(line.id))
      for (const line of moved) {
        seen.add(line.id)
        const fault = moveFault(lineFacts(line), counter, wanted.get(line.id)!)
        if (fault !== undefined)
          throw new Refusal('state-not-allowed', {
            why: `订单 ${order.number} 的商品不能改${COUNTERS[counter]}数量：${fault}`,
          })
      }
      return {
        lines: moved.map((line) => ({ ...line, [counter]: line[counter] + wanted.get(line.id)! })),
        ...(counter === 'placed' ? { order: { goodsPaidCny: null, freightPaidCny: null } } : {}),
      }
    })
    if (seen.size < wanted.size) throw new Refusal('not-found', { why: '订单商品不存在或已被删除' })
  }

  return {
    async linesForPurchase(tx, lineIds) {
      const orders = await lockOrders(tx, await findOrderIdsOfLines(tx, lineIds))
      const wanted = new Set(lineIds)
      const lines = await findLinesOf(
        tx,
        orders.map(({ id }) => id),
      )
      return purchasable(
        tx,
        orders,
        lines.filter((line) => wanted.has(line.id)),
      )
    },
    renamedSkus: findRenamedSkus,
    async openLinesOf(tx, orderIds) {
      const orders = await findOrders(tx, orderIds)
      const lines = await purchasable(
        tx,
        orders,
        await findLinesOf(
          tx,
          orders.map(({ id }) => id),
        ),
      )
      return lines.filter((line) => line.refusal === null)
    },
    movePurchased: (tx, moves) => move(tx, 'purchased', moves),
    movePlaced: (tx, moves) => move(tx, 'placed', moves),
    moveReceived: (tx, moves) => move(tx, 'received', moves),
    moveShipped: (tx, moves) => move(tx, 'shipped', moves),
    async orderDocs(tx, orderIds) {
      const found = new Map((await docs(tx, await findOrders(tx, orderIds))).map((doc) => [doc.id, doc]))
      return orderIds.flatMap((id) => found.get(id) ?? [])
    },
    orderIdsByNumber: (tx, number) => findOrderIdsByNumber(tx, number),
    async setTrackingReturn(tx, orderId, to) {
      await deps.writing.change(tx, [orderId], () => ({ order: { trackingReturn: to } }))
    },
    async setCosts(tx, costs) {
      const byOrder = new Map(costs.map((cost) => [cost.orderId, cost]))
      await deps.writing.change(tx, [...byOrder.keys()], ({ order }) => {
        const { goodsMinor, freightMinor } = byOrder.get(order.id)!
        if (order.goodsPaidCny === goodsMinor && order.freightPaidCny === freightMinor) return undefined
        return { order: { goodsPaidCny: goodsMinor, freightPaidCny: freightMinor } }
      })
    },
    async readAgain(tx, orderId) {
      for (const { storeId, shopifyId } of await findOrders(tx, [orderId]))
        await deps.jobs.enqueue(tx, rereadOrders, { storeId, shopifyIds: [shopifyId], fulfillmentOrderIds: [] })
    },
    async addEvent(tx, { orderId, kind, text, by }) {
      await addEvents(tx, [
        {
          id: deps.newId(),
          orderId,
          at: new Date(deps.clock.now()),
          kind,
          text,
          byId: by?.accountId ?? null,
          byName: by?.name ?? null,
        },
      ])
    },
    async rateOf(tx, currency, day) {
      if (currency === 'CNY') return { rate: '1', day }
      return (await findRates(tx, [{ currency, day }])).get(`${currency} ${day}`)
    },
    takeChanged: deleteChanges,
    countChanged: countChanges,
    async orderSums(tx, orderIds) {
      const orders = await findOrders(tx, orderIds)
      const lines = groupBy(await findLinesOf(tx, orderIds), ({ orderId }) => orderId)
      const itemIds = [...new Set([...lines.values()].flat().map(({ itemId }) => itemId))]
      const items = new Map((await findItems(tx, itemIds)).map((item) => [item.id, item]))
      const returned = await findReturnLines(tx, orderIds)
      return orders.map((order) => sumsOf(order, lines.get(order.id) ?? [], { items, returned }))
    },
    async ordersAfter(tx, afterId, limit) {
      return docs(tx, await findOrdersAfter(tx, afterId, limit))
    },
  }
}
