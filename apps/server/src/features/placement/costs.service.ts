import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import { costShares, orderCost } from './costs.rules.ts'
import { findCostsOfOrders, findCostsOfPurchase, replaceCosts } from './costs.store.ts'
import type { NewCostRow } from './costs.store.ts'
import { isClosed } from './placement.rules.ts'
import { findItems, findOrdersOf } from './placement.store.ts'

/** Tells the orders what their goods and freight really cost at 1688, so that their profit is no longer an estimate. */
export function costsService(deps: {
  db: Db
  orders: Pick<OrdersApi, 'linesForPurchase' | 'orderDocs' | 'setCosts'>
  purchases: PurchasesApi
}) {
  const { db, orders, purchases } = deps

  const service = {
    /** Works the shares of one purchase out anew, and tells its orders: they forget them whenever more or less is placed. */
    ofPurchase: (purchaseId: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { rows, spares } = await sharesOf(tx, purchaseId)
        await purchases.setSpareCosts(tx, spares)
        // After the purchase was locked, so that nobody writes them meanwhile.
        const held = await findCostsOfPurchase(tx, purchaseId)
        const touched = [...held, ...rows]
        await lock(tx, touched)
        if (!isSame(held, rows)) await replaceCosts(tx, purchaseId, rows)
        await tellOrders(tx, [...new Set(touched.map((row) => row.orderId))])
      }),

    /** The orders want something else now, or gave something back: all that was bought for them is reckoned again. */
    async ofOrders(orderIds: readonly string[]): Promise<void> {
      const known = await findCostsOfOrders(db.handle, orderIds)
      for (const purchaseId of [...new Set(known.map((row) => row.purchaseId))].sort())
        await service.ofPurchase(purchaseId)
    },
  }

  /** The order rows stay locked until the end: of two purchases for one order the second sees what the first wrote. */
  const lock = (tx: Tx, rows: readonly { orderLineId: string }[]) =>
    orders.linesForPurchase(tx, [...new Set(rows.map((row) => row.orderLineId))])

  async function sharesOf(
    tx: Tx,
    purchaseId: string,
  ): Promise<{ rows: NewCostRow[]; spares: ReadonlyMap<string, number | null> }> {
    const doc = await purchases.purchaseForPlacement(tx, purchaseId)
    if (!doc) return { rows: [], spares: new Map() }
    const counted = (await findOrdersOf(tx, [purchaseId])).filter((order) => !order.surplus)
    if (counted.length === 0) return { rows: [], spares: new Map(doc.lines.map((line) => [line.id, null])) }
    const items = await findItems(
      tx,
      counted.map((order) => order.id),
    )
    const asked = await purchases.demandOf(
      tx,
      doc.lines.map((line) => line.id),
    )
    // Nothing comes of it any more, and everybody had their pieces back: what the seller keeps is theirs to bear all the same.
    const isOver = counted.every((order) => isClosed(order.status))
    const bearing = isOver
      ? asked.map((one) => ({ ...one, saleQuantity: one.saleQuantity + (one.isCover ? 0 : one.releasedQuantity) }))
      : asked
    const demand = groupBy(
      bearing.filter((one) => one.saleQuantity > 0),
      (one) => one.lineId,
    )
    const { shares, app } = costShares(
      doc.lines.map((line) => ({ ...line, coming: isOver ? 0 : line.coming, demand: demand.get(line.id) ?? [] })),
      counted.map((order) => ({ ...order, items: items.filter((item) => item.alibabaOrderId === order.id) })),
    )
    // An order that was only just made: 1688 has not said yet which item costs what.
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
