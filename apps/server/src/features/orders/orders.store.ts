import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { insertRows } from '../../db/bulk-write.ts'
import type { SQLWrapper } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { salesOrder, salesOrderEvent, salesOrderLine, salesOrderPerson, soldItem } from './orders.tables.ts'

export type OrderRow = typeof salesOrder.$inferSelect
export type LineRow = typeof salesOrderLine.$inferSelect
export type ItemRow = typeof soldItem.$inferSelect
export type PersonRow = typeof salesOrderPerson.$inferSelect
export type EventRow = typeof salesOrderEvent.$inferSelect

/** One intake for each store at a time: two with the same new order would both insert it. Held until the transaction ends. */
export async function lockIntake(tx: Tx, storeId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${storeId}`}, 0))`)
}

/** Locks in the order of ids, like every other transaction. Unknown ids are left out. */
export function lockOrders(tx: Tx, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return tx.select().from(salesOrder).where(among(salesOrder.id, ids)).orderBy(asc(salesOrder.id)).for('update')
}

export function lockOrdersByShopIds(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<OrderRow[]> {
  if (shopifyIds.length === 0) return Promise.resolve([])
  return tx
    .select()
    .from(salesOrder)
    .where(
      and(eq(salesOrder.storeId, storeId), sql`${salesOrder.shopifyId} = any(${sql.param([...shopifyIds])}::bigint[])`),
    )
    .orderBy(asc(salesOrder.id))
    .for('update')
}

export async function findOrderIdsByShopIds(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: salesOrder.id })
    .from(salesOrder)
    .where(
      and(eq(salesOrder.storeId, storeId), sql`${salesOrder.shopifyId} = any(${sql.param([...shopifyIds])}::bigint[])`),
    )
  return rows.map(({ id }) => id)
}

export const findOrders = (tx: Tx, ids: readonly string[]): Promise<OrderRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.select().from(salesOrder).where(among(salesOrder.id, ids))

export async function findOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(salesOrder).where(eq(salesOrder.id, id))
  return row
}

export const findLinesOf = (tx: Tx, orderIds: readonly string[]): Promise<LineRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(salesOrderLine)
        .where(among(salesOrderLine.orderId, orderIds))
        .orderBy(asc(salesOrderLine.orderId), asc(salesOrderLine.position))

export async function findOrderIdsOfLines(tx: Tx, lineIds: readonly string[]): Promise<string[]> {
  if (lineIds.length === 0) return []
  const rows = await tx
    .selectDistinct({ id: salesOrderLine.orderId })
    .from(salesOrderLine)
    .where(among(salesOrderLine.id, lineIds))
  return rows.map(({ id }) => id)
}

/** Inserts or replaces whole rows. The caller holds the locks on their orders. */
export const saveOrders = (tx: Tx, rows: readonly OrderRow[]): Promise<void> =>
  insertRows(tx, salesOrder, rows, { on: ['id'], keep: ['createdAt'] })
export const saveLines = (tx: Tx, rows: readonly LineRow[]): Promise<void> =>
  insertRows(tx, salesOrderLine, rows, { on: ['id'], keep: ['createdAt'], changedOnly: true })
export const savePersons = (tx: Tx, rows: readonly PersonRow[]): Promise<void> =>
  insertRows(tx, salesOrderPerson, rows, { on: ['orderId'], keep: ['createdAt'], changedOnly: true })
export const addEvents = (tx: Tx, rows: readonly EventRow[]): Promise<void> =>
  insertRows(tx, salesOrderEvent, rows, 'nothing')

/** The items of a store with these keys; missing ones are inserted. A picture is added to an item that has none. By key. */
export async function ensureItems(tx: Tx, storeId: string, items: readonly ItemRow[]): Promise<Map<string, ItemRow>> {
  const found = new Map((await findItemsByKeys(tx, storeId, items)).map((row) => [row.key, row]))
  const missing = items.filter((item) => !found.has(item.key))
  if (missing.length > 0) {
    await insertRows(tx, soldItem, missing, 'nothing')
    for (const row of await findItemsByKeys(tx, storeId, missing)) found.set(row.key, row)
  }
  const pictured = items.filter((item) => item.image !== null && found.get(item.key)?.image !== item.image)
  for (const item of pictured) {
    await pictureItem(tx, found.get(item.key)!.id, item.image!)
    found.set(item.key, { ...found.get(item.key)!, image: item.image })
  }
  return found
}

export async function pictureItem(tx: Tx, id: string, image: string): Promise<void> {
  await tx.update(soldItem).set({ image }).where(eq(soldItem.id, id))
}

const findItemsByKeys = (tx: Tx, storeId: string, items: readonly ItemRow[]): Promise<ItemRow[]> =>
  tx
    .select()
    .from(soldItem)
    .where(
      and(
        eq(soldItem.storeId, storeId),
        inArray(
          soldItem.key,
          items.map(({ key }) => key),
        ),
      ),
    )

export const findItems = (tx: Tx, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : tx.select().from(soldItem).where(among(soldItem.id, ids))

export async function findPerson(tx: Tx, orderId: string): Promise<PersonRow | undefined> {
  const [row] = await tx.select().from(salesOrderPerson).where(eq(salesOrderPerson.orderId, orderId))
  return row
}

export const findPersons = (tx: Tx, orderIds: readonly string[]): Promise<PersonRow[]> =>
  tx
    .select()
    .from(salesOrderPerson)
    .where(sql`${salesOrderPerson.orderId} = any(${sql.param([...orderIds])}::uuid[])`)

export const findEvents = (tx: Tx, orderId: string): Promise<EventRow[]> =>
  tx
    .select()
    .from(salesOrderEvent)
    .where(eq(salesOrderEvent.orderId, orderId))
    .orderBy(sql`${salesOrderEvent.at} desc, ${salesOrderEvent.id} desc`)
    .limit(200)

export async function countOrdersOfStore(tx: Tx, storeId: string): Promise<number> {
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${salesOrder} where ${salesOrder.storeId} = ${storeId} limit 10000) as counted`,
  )
  return found.rows[0]?.n ?? 0
}

/** The number of orders held for each of these reasons. */
export async function countHeldFor(tx: Tx, reasons: readonly string[]): Promise<{ reason: string; n: number }[]> {
  const found = await tx.execute<{ reason: string; n: number }>(sql`
    select ${salesOrder.heldReason} as reason, count(*)::int as n from ${salesOrder}
    where ${salesOrder.heldAt} is not null and ${salesOrder.heldReason} = any(${sql.param([...reasons])}::text[])
    group by ${salesOrder.heldReason}`)
  return found.rows
}

const among = (column: SQLWrapper, ids: readonly string[]) => sql`${column} = any(${sql.param([...ids])}::uuid[])`
