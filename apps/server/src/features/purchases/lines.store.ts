import type { OrderRef } from '@huoqiao/contract/purchases/purchases.schema'
import { PLACED_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/db.ts'
import { salesOrder } from '../orders/orders.tables.ts'
import { store } from '../stores/stores.tables.ts'
import { purchaseDemand, purchaseLine, purchaseOrder } from './purchases.tables.ts'

export type LineRow = typeof purchaseLine.$inferSelect
export type NewLineRow = typeof purchaseLine.$inferInsert
export type DemandRow = typeof purchaseDemand.$inferSelect
export type NewDemandRow = typeof purchaseDemand.$inferInsert

export const findLines = (tx: Tx, purchaseIds: readonly string[]): Promise<LineRow[]> =>
  purchaseIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseLine)
        .where(inArray(purchaseLine.purchaseId, [...purchaseIds]))
        .orderBy(asc(purchaseLine.purchaseId), asc(purchaseLine.position))

export const insertLines = async (tx: Tx, rows: readonly NewLineRow[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(purchaseLine).values([...rows])
}

export const patchLine = async (
  tx: Tx,
  id: string,
  patch: Partial<Omit<NewLineRow, 'id' | 'purchaseId'>>,
): Promise<void> => {
  await tx.update(purchaseLine).set(patch).where(eq(purchaseLine.id, id))
}

export const removeLines = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await tx.delete(purchaseLine).where(inArray(purchaseLine.id, [...ids]))
}

/** Records for the members' lines which line of the target buys for them. */
export const aimLines = async (tx: Tx, lineIds: readonly string[], targetLineId: string): Promise<void> => {
  await tx
    .update(purchaseLine)
    .set({ targetLineId })
    .where(inArray(purchaseLine.id, [...lineIds]))
}

/** `lastAt`: the last arrival that still counts. Undefined: the line would fall below zero, or does not exist. */
export async function addReceived(
  tx: Tx,
  { lineId, quantity, lastAt }: { lineId: string; quantity: number; lastAt: Date | null },
): Promise<LineRow | undefined> {
  const [row] = await tx
    .update(purchaseLine)
    .set({ received: sql`${purchaseLine.received} + ${quantity}`, receivedAt: lastAt })
    .where(and(eq(purchaseLine.id, lineId), sql`${purchaseLine.received} + ${quantity} >= 0`))
    .returning()
  return row
}

/** A demand with the queried line that it counts for (`asLineId`): the target's line if that was queried, otherwise its own. */
export type DemandOfLine = DemandRow & {
  asLineId: string
  purchaseId: string
  purchaseNumber: string
  storeName: string
}

/** Order numbers can repeat between stores, so the store is named too. */
const STORE_NAME = sql<string>`coalesce(${store.name}, '已删除的店铺')`

/** Demand of these lines and of the members' lines that they buy for; oldest first. */
export async function findDemand(tx: Tx, lineIds: readonly string[]): Promise<DemandOfLine[]> {
  if (lineIds.length === 0) return []
  const ids = sql`${sql.param([...lineIds])}::uuid[]`
  const rows = await tx
    .select({
      demand: purchaseDemand,
      asLineId: sql<string>`coalesce(case when ${purchaseLine.targetLineId} = any(${ids}) then ${purchaseLine.targetLineId} end, ${purchaseLine.id})`,
      purchaseId: purchaseOrder.id,
      purchaseNumber: purchaseOrder.number,
      storeName: STORE_NAME,
    })
    .from(purchaseDemand)
    .innerJoin(purchaseLine, eq(purchaseLine.id, purchaseDemand.lineId))
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .leftJoin(salesOrder, eq(salesOrder.id, purchaseDemand.orderId))
    .leftJoin(store, eq(store.id, salesOrder.storeId))
    .where(sql`${purchaseLine.id} = any(${ids}) or ${purchaseLine.targetLineId} = any(${ids})`)
    .orderBy(asc(purchaseDemand.createdAt), asc(purchaseDemand.id))
  return rows.map(({ demand, ...rest }) => ({ ...demand, ...rest }))
}

/** Not locked: whoever changes demand holds the lock on its purchase, which is taken before any lock on demand. */
export const findDemandByIds = (tx: Tx, ids: readonly string[]): Promise<DemandRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseDemand)
        .where(inArray(purchaseDemand.id, [...ids]))
        .orderBy(asc(purchaseDemand.id))

export const lockDemand = (tx: Tx, ids: readonly string[]): Promise<DemandRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseDemand)
        .where(inArray(purchaseDemand.id, [...ids]))
        .orderBy(asc(purchaseDemand.id))
        .for('update')

/** Orders shown for one purchase in a list. All of them are shown in the purchase itself. */
const ORDERS_SHOWN = 30

/** The orders that purchases buy for, oldest demand first; for a merged purchase, those of its members. */
export async function findOrderRefs(tx: Tx, purchaseIds: readonly string[]): Promise<Map<string, OrderRef[]>> {
  if (purchaseIds.length === 0) return new Map()
  const asked = sql`${sql.param([...purchaseIds])}::uuid[]`
  const { rows } = await tx.execute<OrderRef & { purchaseId: string }>(sql`
    select "purchaseId", "orderId", "orderName", coalesce(${store.name}, '已删除的店铺') as "storeName" from (
      select held.*, row_number() over (partition by held."purchaseId" order by held.since, held."orderId") as place from (
        select of_it.id as "purchaseId", ${purchaseDemand.orderId} as "orderId", min(${purchaseDemand.orderName}) as "orderName",
          min(${purchaseDemand.createdAt}) as since
        from unnest(${asked}) as of_it(id)
        join ${purchaseOrder} on ${purchaseOrder.id} = of_it.id or ${purchaseOrder.mergedInto} = of_it.id
        join ${purchaseLine} on ${purchaseLine.purchaseId} = ${purchaseOrder.id}
        join ${purchaseDemand} on ${purchaseDemand.lineId} = ${purchaseLine.id}
        where ${purchaseDemand.saleQuantity} > 0 or ${purchaseDemand.releasedQuantity} > 0
        group by of_it.id, ${purchaseDemand.orderId}
      ) as held
    ) as placed
    left join ${salesOrder} on ${salesOrder.id} = placed."orderId"
    left join ${store} on ${store.id} = ${salesOrder.storeId}
    where placed.place <= ${ORDERS_SHOWN}
    order by placed."purchaseId", placed.place`)
  const found = new Map<string, OrderRef[]>(purchaseIds.map((id) => [id, []]))
  for (const { purchaseId, ...order } of rows) found.get(purchaseId)!.push(order)
  return found
}

const targetLine = alias(purchaseLine, 'target_line')
const targetOrder = alias(purchaseOrder, 'target_order')

/** Open demand of orders, with the purchase that buys for it and its state: the target, if it was merged. */
export async function findDemandOfOrders(
  tx: Tx,
  orderIds: readonly string[],
): Promise<(DemandOfLine & { state: string; ownPurchaseId: string })[]> {
  if (orderIds.length === 0) return []
  const rows = await tx
    .select({
      demand: purchaseDemand,
      asLineId: sql<string>`coalesce(${targetLine.id}, ${purchaseLine.id})`,
      purchaseId: sql<string>`coalesce(${targetOrder.id}, ${purchaseOrder.id})`,
      purchaseNumber: sql<string>`coalesce(${targetOrder.number}, ${purchaseOrder.number})`,
      state: sql<string>`coalesce(${targetOrder.state}, ${purchaseOrder.state})`,
      ownPurchaseId: purchaseOrder.id,
      storeName: STORE_NAME,
    })
    .from(purchaseDemand)
    .innerJoin(purchaseLine, eq(purchaseLine.id, purchaseDemand.lineId))
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .leftJoin(targetLine, eq(targetLine.id, purchaseLine.targetLineId))
    .leftJoin(targetOrder, eq(targetOrder.id, targetLine.purchaseId))
    .leftJoin(salesOrder, eq(salesOrder.id, purchaseDemand.orderId))
    .leftJoin(store, eq(store.id, salesOrder.storeId))
    .where(and(inArray(purchaseDemand.orderId, [...orderIds]), gt(purchaseDemand.saleQuantity, 0)))
    .orderBy(asc(purchaseDemand.createdAt), asc(purchaseDemand.id))
  return rows.map(({ demand, ...rest }) => ({ ...demand, ...rest }))
}

/** Open covers that were taken together with these purchases. */
export const findCoversTakenWith = (tx: Tx, purchaseIds: readonly string[]): Promise<DemandRow[]> =>
  purchaseIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseDemand)
        .where(
          and(
            eq(purchaseDemand.isCover, true),
            inArray(purchaseDemand.takenWith, [...purchaseIds]),
            gt(purchaseDemand.saleQuantity, 0),
          ),
        )

export const insertDemand = async (tx: Tx, rows: readonly NewDemandRow[]): Promise<void> => {
  if (rows.length > 0) await tx.insert(purchaseDemand).values([...rows])
}

export const patchDemand = async (
  tx: Tx,
  id: string,
  patch: Partial<Omit<NewDemandRow, 'id' | 'lineId'>>,
): Promise<void> => {
  await tx.update(purchaseDemand).set(patch).where(eq(purchaseDemand.id, id))
}

/** The price of each SKU in its last placed purchase, fen; keyed by skuKey. */
export async function findLastPrices(
  tx: Tx,
  wanted: readonly { offerId: string; specId: string | null }[],
): Promise<Map<string, number>> {
  const offerIds = [...new Set(wanted.map(({ offerId }) => offerId))]
  if (offerIds.length === 0) return new Map()
  const price = sql<number>`coalesce(${purchaseLine.actualUnitPriceMinor}, ${purchaseLine.unitPriceMinor})::float8`
  const rows = await tx
    .selectDistinctOn([purchaseLine.offerId, sql`coalesce(${purchaseLine.specId}, '')`], {
      offerId: purchaseLine.offerId,
      specId: purchaseLine.specId,
      price,
    })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(
      and(
        inArray(purchaseLine.offerId, offerIds),
        inArray(purchaseOrder.state, PLACED_STATES),
        sql`coalesce(${purchaseLine.actualUnitPriceMinor}, ${purchaseLine.unitPriceMinor}) is not null`,
      ),
    )
    .orderBy(purchaseLine.offerId, sql`coalesce(${purchaseLine.specId}, '')`, desc(purchaseLine.createdAt))
  return new Map(rows.map((row) => [`${row.offerId}:${row.specId ?? ''}`, row.price]))
}
