import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { purchaseOrder } from '../purchases/purchases.tables.ts'
import { receipt } from './deliveries.tables.ts'
import type { SupplierGoods } from './deliveries.types.ts'

/** Short pieces are counted per purchase as a whole. Only receipts with defective goods are read; reversed ones cancel themselves out. */
export async function findSupplierGoods(
  tx: Tx,
  supplierIds: readonly string[],
  since: Date,
): Promise<Map<string, SupplierGoods>> {
  if (supplierIds.length === 0) return new Map()
  const { rows } = await tx.execute<SupplierGoods & { supplierId: string }>(sql`
    with made as (
      select ${purchaseOrder.id} as id, ${purchaseOrder.supplierId} as supplier_id, ${purchaseOrder.state} in ('done', 'ended') as is_over,
        ${purchaseOrder.quantity} as quantity, ${purchaseOrder.received} as received
      from ${purchaseOrder}
      where ${purchaseOrder.supplierId} = any(${sql.param([...supplierIds])}::uuid[]) and ${purchaseOrder.createdAt} >= ${since}
        and ${purchaseOrder.state} in ('to-send', 'to-receive', 'part-received', 'done', 'ended')
    ), ill as (
      select ${receipt.purchaseId} as id, sum(${receipt.defects}) as defects
      from made join ${receipt} on ${receipt.purchaseId} = made.id where ${receipt.defects} <> 0 group by ${receipt.purchaseId}
    ), came as (
      select made.*, coalesce(ill.defects, 0) as defects from made left join ill using (id)
    )
    select supplier_id as "supplierId",
      count(*) filter (where is_over)::int as "endedPurchases",
      coalesce(sum(quantity) filter (where is_over), 0)::float8 as "orderedPieces",
      coalesce(sum(greatest(quantity - received - defects, 0)) filter (where is_over), 0)::float8 as "shortPieces",
      count(*) filter (where received + defects > 0)::int as "receivedPurchases",
      sum(received + defects)::float8 as "arrivedPieces",
      sum(defects)::float8 as "defectPieces"
    from came group by supplier_id`)
  return new Map(rows.map(({ supplierId, ...row }) => [supplierId, row]))
}
