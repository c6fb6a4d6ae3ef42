import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { purchaseLine, purchaseOrder } from '../purchases/purchases.tables.ts'
import { receipt } from './deliveries.tables.ts'
import type { SupplierGoods } from './deliveries.types.ts'

/** A line that got more than was bought of it makes good nothing of another. Reversed receipts cancel themselves out. */
export async function findSupplierGoods(
  tx: Tx,
  supplierIds: readonly string[],
  since: Date,
): Promise<Map<string, SupplierGoods>> {
  if (supplierIds.length === 0) return new Map()
  const { rows } = await tx.execute<SupplierGoods & { supplierId: string }>(sql`
    with line as materialized (
      select ${purchaseLine.id} as id, ${purchaseOrder.supplierId} as supplier_id, ${purchaseOrder.id} as purchase_id,
        ${purchaseOrder.state} in ('done', 'ended') as is_over, ${purchaseLine.quantity} as quantity, ${purchaseLine.received} as received
      from ${purchaseOrder} join ${purchaseLine} on ${purchaseLine.purchaseId} = ${purchaseOrder.id}
      where ${purchaseOrder.supplierId} = any(${sql.param([...supplierIds])}::uuid[]) and ${purchaseOrder.createdAt} >= ${since}
        and ${purchaseOrder.state} in ('to-send', 'to-receive', 'part-received', 'done', 'ended')
    ), ill as (
      select ${receipt.lineId} as id, sum(${receipt.defects}) as defects
      from line join ${receipt} on ${receipt.lineId} = line.id group by ${receipt.lineId}
    ), came as (
      select line.*, coalesce(ill.defects, 0) as defects from line left join ill using (id)
    )
    select supplier_id as "supplierId",
      count(distinct purchase_id) filter (where is_over)::int as "endedPurchases",
      coalesce(sum(quantity) filter (where is_over), 0)::float8 as "orderedPieces",
      coalesce(sum(greatest(quantity - received - defects, 0)) filter (where is_over), 0)::float8 as "shortPieces",
      count(distinct purchase_id) filter (where received + defects > 0)::int as "receivedPurchases",
      sum(received + defects)::float8 as "arrivedPieces",
      sum(defects)::float8 as "defectPieces"
    from came group by supplier_id`)
  return new Map(rows.map(({ supplierId, ...row }) => [supplierId, row]))
}
