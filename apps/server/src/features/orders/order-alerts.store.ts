import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { salesOrder } from './orders.tables.ts'

/** Paid orders from before `before` for which nothing was bought, by store and state. Test orders are left out. */
export async function countStuck(
  tx: Tx,
  before: Date,
): Promise<{ storeId: string; state: 'pending' | 'to-buy'; n: number }[]> {
  const found = await tx.execute<{ storeId: string; state: 'pending' | 'to-buy'; n: number }>(sql`
    select ${salesOrder.storeId} as "storeId", ${salesOrder.state} as state, count(*)::int as n from ${salesOrder}
    where ${salesOrder.state} in ('pending', 'to-buy') and ${salesOrder.payment} in ('paid', 'part-refunded')
      and ${salesOrder.orderedAt} < ${before} and not ${salesOrder.test}
    group by 1, 2 order by 1, 2`)
  return found.rows
}
