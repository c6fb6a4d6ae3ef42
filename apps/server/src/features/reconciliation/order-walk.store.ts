import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { allocation, shipment, shipmentLine } from '../deliveries/deliveries.tables.ts'
import { salesOrder, salesOrderLine, soldItem } from '../orders/orders.tables.ts'
import { purchaseDemand, purchaseLine, purchaseOrder } from '../purchases/purchases.tables.ts'
import { grouped } from './grouped.ts'
import type { OrderFacts, OrderLineFacts } from './order-compare.rules.ts'

export async function countOrders(tx: Tx): Promise<number> {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(salesOrder)
  return row?.n ?? 0
}

export async function nextOrderIds(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(after === null ? undefined : gt(salesOrder.id, after))
    .orderBy(asc(salesOrder.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Orders with their lines, and the demand, receipts and shipments of each line. Shipments after `reportedBefore` are left out, because they
 * may still be processed.
 */
export async function findOrderFacts(tx: Tx, orderIds: readonly string[], reportedBefore: Date): Promise<OrderFacts[]> {
  const ids = [...orderIds]
  const orders = await tx
    .select({
      id: salesOrder.id,
      number: salesOrder.number,
      state: salesOrder.state,
      payment: salesOrder.payment,
      cancelledAt: salesOrder.cancelledAt,
      orderedAt: salesOrder.orderedAt,
    })
    .from(salesOrder)
    .where(inArray(salesOrder.id, ids))
  const lines = grouped(await findLines(tx, ids))
  const demand = grouped(await findHeld(tx, ids))
  const allocated = grouped(await findAllocated(tx, ids))
  const reported = grouped(await findReported(tx, ids, reportedBefore))
  const shipments = grouped(await findShipments(tx, ids))
  const sent = grouped(await findSent(tx, ids, reportedBefore))
  const factsOf = ({ key: _order, ...line }: Awaited<ReturnType<typeof findLines>>[number]): OrderLineFacts => {
    const held = demand.get(line.id) ?? []
    const [given] = allocated.get(line.id) ?? []
    return {
      ...line,
      held: held.reduce((total, { pieces }) => total + pieces, 0),
      allocated: given?.pieces ?? 0,
      allocatedAt: given?.at ?? null,
      reported: reported.get(line.id)?.[0]?.pieces ?? 0,
      purchases: held.map(({ purchaseId, number, alarm }) => ({ id: purchaseId, number, alarm })),
    }
  }
  return orders.map(({ payment, cancelledAt, ...order }) => ({
    ...order,
    paid: payment === 'paid' || payment === 'part-refunded',
    cancelled: cancelledAt !== null || order.state === 'cancelled',
    lines: (lines.get(order.id) ?? []).map(factsOf),
    shipments: (shipments.get(order.id) ?? []).map(({ key: _key, ...one }) => one),
    sentIds: (sent.get(order.id) ?? []).map(({ id }) => id),
  }))
}

/** What a counter of this line counts, in sale pieces: the demand of purchases for it, or the goods allocated to it. */
export async function countedOf(tx: Tx, lineId: string, counter: 'purchased' | 'received'): Promise<number> {
  const [row] =
    counter === 'purchased'
      ? await tx
          .select({ pieces: sql<number>`coalesce(sum(${purchaseDemand.saleQuantity}), 0)::int` })
          .from(purchaseDemand)
          .where(eq(purchaseDemand.orderLineId, lineId))
      : await tx
          .select({ pieces: sql<number>`coalesce(sum(${allocation.saleQuantity}), 0)::int` })
          .from(allocation)
          .where(eq(allocation.orderLineId, lineId))
  return row!.pieces
}

const findLines = (tx: Tx, orderIds: string[]) =>
  tx
    .select({
      key: salesOrderLine.orderId,
      id: salesOrderLine.id,
      sku: soldItem.sku,
      title: soldItem.title,
      current: salesOrderLine.current,
      returned: salesOrderLine.returned,
      fulfilled: salesOrderLine.fulfilled,
      asksForGoods: sql<boolean>`${salesOrderLine.requiresShipping} and not ${salesOrderLine.ignored}`,
      hasSource: sql<boolean>`${salesOrderLine.offerId} is not null`,
      purchased: salesOrderLine.purchased,
      received: salesOrderLine.received,
      shipped: salesOrderLine.shipped,
    })
    .from(salesOrderLine)
    .innerJoin(soldItem, sql`${soldItem.id} = ${salesOrderLine.itemId}`)
    .where(inArray(salesOrderLine.orderId, orderIds))
    .orderBy(asc(salesOrderLine.orderId), asc(salesOrderLine.position))

/** Demand by order line and purchase. A merged member's demand is shown at its target, where it is bought. */
const findHeld = (tx: Tx, orderIds: string[]) =>
  tx
    .select({
      key: purchaseDemand.orderLineId,
      purchaseId: sql<string>`coalesce(${purchaseOrder.mergedInto}, ${purchaseOrder.id})`,
      number: sql<string>`coalesce(${purchaseOrder.mergedIntoNumber}, ${purchaseOrder.number})`,
      pieces: sql<number>`sum(${purchaseDemand.saleQuantity})::int`,
      alarm: sql<boolean>`bool_or(${purchaseDemand.alarmSaleQuantity} > 0)`,
    })
    .from(purchaseDemand)
    .innerJoin(purchaseLine, sql`${purchaseLine.id} = ${purchaseDemand.lineId}`)
    .innerJoin(purchaseOrder, sql`${purchaseOrder.id} = ${purchaseLine.purchaseId}`)
    .where(and(inArray(purchaseDemand.orderId, orderIds), gt(purchaseDemand.saleQuantity, 0)))
    .groupBy(purchaseDemand.orderLineId, sql`2`, sql`3`)
    .orderBy(sql`3`)

const findAllocated = (tx: Tx, orderIds: string[]) =>
  tx
    .select({
      key: allocation.orderLineId,
      pieces: sql<number>`sum(${allocation.saleQuantity})::int`,
      at: sql<Date | null>`max(${allocation.updatedAt})`.mapWith(allocation.updatedAt),
    })
    .from(allocation)
    .where(inArray(allocation.orderId, orderIds))
    .groupBy(allocation.orderLineId)

const isSent = (orderIds: string[], before: Date) =>
  and(
    inArray(shipment.orderId, orderIds),
    sql`${shipment.state} = 'sent' and ${shipment.sentAt} < ${before.toISOString()}::timestamptz`,
  )

/** What was reported to the shop and accepted, by order line. */
const findReported = (tx: Tx, orderIds: string[], before: Date) =>
  tx
    .select({ key: shipmentLine.orderLineId, pieces: sql<number>`sum(${shipmentLine.quantity})::int` })
    .from(shipment)
    .innerJoin(shipmentLine, sql`${shipmentLine.shipmentId} = ${shipment.id}`)
    .where(isSent(orderIds, before))
    .groupBy(shipmentLine.orderLineId)

const findSent = (tx: Tx, orderIds: string[], before: Date) =>
  tx.select({ key: shipment.orderId, id: shipment.id }).from(shipment).where(isSent(orderIds, before))

const findShipments = (tx: Tx, orderIds: string[]) =>
  tx
    .select({
      key: shipment.orderId,
      id: shipment.id,
      state: sql<string>`${shipment.state}`,
      numbers: shipment.numbers,
      reason: shipment.reason,
      updatedAt: shipment.updatedAt,
    })
    .from(shipment)
    .where(and(inArray(shipment.orderId, orderIds), sql`${shipment.state} in ('failed', 'unknown')`))
