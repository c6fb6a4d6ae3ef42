import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import { costShares, orderCost } from './costs.rules.ts'
import { findCostsOfOrders, findCostsOfPurchase, replaceCosts } from './costs.store.ts'
import type { NewCostRow } from './costs.store.ts'
import { isClosed } from './placement.rules.ts'
import { findItems, findOrdersOf } from './placement.store.ts'

/** Passes the real cost of goods and freight at 1688 to the orders, so that their profit is no longer an estimate. */
export function costsService(deps: {
  db: Db
  orders: Pick<OrdersApi, 'linesForPurchase' | 'orderDocs' | 'setCosts'>
  purchases: PurchasesApi
}) {
  const { db, orders, purchases } = deps

  const service = {
    /** Recalculates the shares of one purchase and updates its orders. An order drops its cost whenever more or less is placed for it. */
    ofPurchase: (purchaseId: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { rows, spares } = await sharesOf(tx, purchaseId)
        await purchases.setSpareCosts(tx, spares)
        // Read after the purchase is locked, so that nobody changes these rows in between.
        const held = await findCostsOfPurchase(tx, purchaseId)
        const touched = [...held, ...rows]
        await lock(tx, touched)
        if (!isSame(held, rows)) await replaceCosts(tx, purchaseId, rows)
        await tellOrders(tx, [...new Set(touched.map((row) => row.orderId))])
      }),

    /** Recalculates every purchase that buys for these orders, after their needs changed or demand was given back. */
    async ofOrders(orderIds: readonly string[]): Promise<void> {
      const known = await findCostsOfOrders(db.handle, orderIds)
      for (const purchaseId of [...new Set(known.map((row) => row.purchaseId))].sort())
        await service.ofPurchase(purchaseId)
    },
  }

  /** Locks the order rows until the transaction ends: if two purchases buy for one order, the second sees what the first wrote. */
  const lock = (tx: Tx, rows: readonly { orderLineId: string }[]) =>
    orders.linesForPurchase(tx, [...new Set(rows.map((row) => row.orderLineId))])

  async function sharesOf(
    tx: Tx,
    purchaseId: string,
  ): Promise<{ rows: NewCostRow[]; spares: ReadonlyMap<string, number | null> }> {
    const doc = await purchases.purchaseForPlacement(tx, purchaseId)
    if (!doc) return { rows: [], spares: new Map() }
    const counted = (await findOrdersOf(tx, [purchaseId])).filter((order) => !order.duplicate)
    if (counted.length === 0) return { rows: [], spares: new Map(doc.lines.map((line) => [line.id, null])) }
    const items = await findItems(
      tx,
      counted.map((order) => order.id),
    )
    const asked = await purchases.demandOf(
      tx,
      doc.lines.map((line) => line.id),
    )
    // Every 1688 order of the purchase is closed and the demand was given back. What the seller keeps is still charged to the orders that
    // caused it.
    const isOver = counted.every((order) => isClosed(order.status))
    const bearing = isOver
      ? asked.map((one) => ({ ...one, saleQuantity: one.saleQuantity + (one.isCover ? 0 : one.releasedQuantity) }))
      : asked
    // Pieces that came back from a shopper are charged to the app until another order takes them; the order keeps a share of 0.
    const demand = groupBy(
      bearing
        .filter((one) => one.saleQuantity > 0)
        .map((one) => ({ ...one, saleQuantity: one.saleQuantity - one.returnedQuantity })),
      (one) => one.lineId,
    )
    const { shares, app } = costShares(
      doc.lines.map((line) => ({ ...line, coming: isOver ? 0 : line.coming, demand: demand.get(line.id) ?? [] })),
      counted.map((order) => ({ ...order, items: items.filter((item) => item.alibabaOrderId === order.id) })),
    )
    // For a new order 1688 has not reported the cost of each item yet.
    const isKnown = counted.every((order) => order.read || isClosed(order.status))
    const borne = isOver ? shares.filter((share) => share.goodsMinor + share.freightMinor > 0) : shares
    return {
      rows: borne.map((share) => ({
        ...share,
        purchaseId,
        ...(isKnown ? {} : { goodsMinor: null, freightMinor: null }),
      })),
      spares: new Map([...app].map(([id, own]) => [id, isKnown ? own.goodsMinor + own.freightMinor : null])),
    }
  }

  async function tellOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
    const rows = groupBy(await findCostsOfOrders(tx, orderIds), (row) => row.orderId)
    const demand = groupBy(await purchases.linesOfOrders(tx, orderIds), (one) => one.orderId)
    const docs = await orders.orderDocs(tx, orderIds)
    await orders.setCosts(
      tx,
      docs.map((order) => ({
        orderId: order.id,
        ...orderCost(order.lines, demand.get(order.id) ?? [], rows.get(order.id) ?? []),
      })),
    )
  }

  return service
}

const textOf = (row: NewCostRow): string =>
  [row.orderId, row.orderLineId, row.goodsMinor ?? '', row.freightMinor ?? ''].join()

function isSame(held: readonly NewCostRow[], rows: readonly NewCostRow[]): boolean {
  const before = held.map(textOf).sort()
  const after = rows.map(textOf).sort()
  return before.length === after.length && before.every((text, index) => text === after[index])
}
