import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { salesOrder, salesOrderPerson } from './orders.tables.ts'

/** Deletes the personal data of these orders of a store, or of all orders of one customer. Returns the orders. */
export async function forgetPersons(
  tx: Tx,
  storeId: string,
  who: { orderIds?: readonly string[]; shopifyIds?: readonly string[]; customerId?: string | null },
): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select o.id from ${salesOrder} o left join ${salesOrderPerson} p on p.order_id = o.id
    where o.store_id = ${storeId} and (o.id = any(${sql.param([...(who.orderIds ?? [])])}::uuid[])
      or o.shopify_id = any(${sql.param([...(who.shopifyIds ?? [])])}::bigint[])
      or p.customer_id = ${who.customerId ?? null}::bigint)
    order by o.id for update of o`)
  const ids = found.rows.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx.delete(salesOrderPerson).where(sql`${salesOrderPerson.orderId} = any(${sql.param(ids)}::uuid[])`)
  await tx
    .update(salesOrder)
    .set({ personStatus: 'redacted' })
    .where(sql`${salesOrder.id} = any(${sql.param(ids)}::uuid[])`)
  return ids
}

/** Deletes personal data of one store in slices, because a shop may have a million orders. Returns how many were deleted. */
export async function forgetSomeOfStore(tx: Tx, storeId: string, limit: number): Promise<number> {
  const removed = await tx.execute<{ id: string }>(sql`
    with gone as (delete from ${salesOrderPerson} where order_id in
      (select order_id from ${salesOrderPerson} where store_id = ${storeId} limit ${limit}) returning order_id)
    update ${salesOrder} o set person_status = 'redacted' from gone where o.id = gone.order_id returning o.id`)
  return removed.rows.length
}

/** Deletes personal data of orders older than the retention, in slices. Returns how many were deleted. */
export async function expirePersons(tx: Tx, before: Date, limit: number): Promise<number> {
  const some = tx
    .select({ id: salesOrderPerson.orderId })
    .from(salesOrderPerson)
    .where(lt(salesOrderPerson.orderedAt, before))
    .limit(limit)
  const removed = await tx
    .delete(salesOrderPerson)
    .where(sql`${salesOrderPerson.orderId} in (${some})`)
    .returning({ id: salesOrderPerson.orderId })
  if (removed.length > 0)
    await tx
      .update(salesOrder)
      .set({ personStatus: 'expired' })
      .where(
        and(
          sql`${salesOrder.id} = any(${sql.param(removed.map(({ id }) => id))}::uuid[])`,
          eq(salesOrder.personStatus, 'held'),
        ),
      )
  return removed.length
}
