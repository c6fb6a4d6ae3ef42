import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { returnedKey } from './order-sums.rules.ts'
import type { ReturnedPieces } from './order-sums.rules.ts'
import { salesOrderChange } from './orders.tables.ts'
import { salesOrderReturn } from './returns.tables.ts'

/** Oldest first. Changes that another transaction has locked are skipped. */
export async function deleteChanges(tx: Tx, limit: number): Promise<string[]> {
  const found = await tx.execute<{ order_id: string }>(sql`
    delete from ${salesOrderChange} where seq in (select seq from ${salesOrderChange} order by seq limit ${limit} for update skip locked)
    returning order_id`)
  return [...new Set(found.rows.map((row) => row.order_id))]
}

export async function countChanges(tx: Tx, most: number): Promise<number> {
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${salesOrderChange} limit ${most}) as counted`,
  )
  return found.rows[0]?.n ?? 0
}

export async function findReturnLines(tx: Tx, orderIds: readonly string[]): Promise<ReturnedPieces> {
  if (orderIds.length === 0) return new Map()
  const found = await tx.execute<{ order_id: string; line: string; quantity: number; refunded: number }>(sql`
    select r.order_id, l ->> 'shopifyLineId' as line, sum((l ->> 'quantity')::int)::int as quantity, sum((l ->> 'refunded')::int)::int as refunded
    from ${salesOrderReturn} r cross join lateral jsonb_array_elements(r.lines) as l
    where r.order_id = any(${sql.param([...orderIds])}::uuid[]) and r.state in ('open', 'closed') and l ->> 'shopifyLineId' is not null
    group by r.order_id, l ->> 'shopifyLineId'`)
  return new Map(
    found.rows.map(({ order_id, line, quantity, refunded }) => [returnedKey(order_id, line), { quantity, refunded }]),
  )
}
