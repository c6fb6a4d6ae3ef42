import { PAID_PAYMENTS, PLACED_STATES } from '@huoqiao/contract/purchases/purchases.status'
import { and, eq, gte, inArray, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { purchaseLine, purchaseOrder } from './purchases.tables.ts'
import type { SupplierPurchases } from './purchases.types.ts'

/** Ordered at 1688 and not cancelled, or cancelled after it was paid, because the figures of refunds include those. */
export const SPENT = or(
  inArray(purchaseOrder.state, PLACED_STATES),
  and(eq(purchaseOrder.state, 'cancelled'), inArray(purchaseOrder.payment, PAID_PAYMENTS)),
)!

/** Members of a merged purchase are counted through their target, so that nothing counts twice. */
export async function findSupplierPurchases(
  tx: Tx,
  supplierIds: readonly string[],
  since: Date,
): Promise<Map<string, SupplierPurchases>> {
  if (supplierIds.length === 0) return new Map()
  const asked = and(
    inArray(purchaseOrder.supplierId, [...supplierIds]),
    gte(purchaseOrder.createdAt, since),
    ne(purchaseOrder.state, 'merged'),
    sql`cardinality(${purchaseOrder.alibabaOrderIds}) > 0`,
  )
  const bought = await tx
    .select({
      supplierId: purchaseOrder.supplierId,
      purchases: sql<number>`count(*)::int`,
      spentMinor: sql<number>`coalesce(sum(${purchaseOrder.totalMinor}) filter (where ${SPENT}), 0)::float8`,
    })
    .from(purchaseOrder)
    .where(asked)
    .groupBy(purchaseOrder.supplierId)
  const skus = tx
    .select({
      supplierId: purchaseOrder.supplierId,
      formerMinor: sql<number>`sum(${purchaseLine.formerPriceMinor} * ${purchaseLine.quantity})`.as('former_minor'),
      paidMinor: sql<number>`sum(${purchaseLine.actualUnitPriceMinor} * ${purchaseLine.quantity})`.as('paid_minor'),
    })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, sql`${purchaseOrder.id} = ${purchaseLine.purchaseId}`)
    .where(
      and(
        asked,
        inArray(purchaseOrder.payment, PAID_PAYMENTS),
        sql`${purchaseLine.formerPriceMinor} > 0 and ${purchaseLine.actualUnitPriceMinor} is not null and ${purchaseLine.quantity} > 0`,
      ),
    )
    .groupBy(purchaseOrder.supplierId, purchaseLine.offerId, purchaseLine.specId)
    .as('skus')
  const priced = await tx
    .select({
      supplierId: skus.supplierId,
      pricedSkus: sql<number>`count(*)::int`,
      formerMinor: sql<number>`sum(${skus.formerMinor})::float8`,
      paidMinor: sql<number>`sum(${skus.paidMinor})::float8`,
    })
    .from(skus)
    .groupBy(skus.supplierId)
  const prices = new Map(priced.map(({ supplierId, ...row }) => [supplierId, row]))
  const unpriced = { pricedSkus: 0, formerMinor: 0, paidMinor: 0 }
  return new Map(
    bought.map(({ supplierId, ...row }) => [supplierId, { ...row, ...(prices.get(supplierId) ?? unpriced) }]),
  )
}

export async function findSpentSince(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx
    .select({ spentMinor: sql<number>`coalesce(sum(${purchaseOrder.totalMinor}), 0)::float8` })
    .from(purchaseOrder)
    .where(and(gte(purchaseOrder.createdAt, since), SPENT))
  return row!.spentMinor
}
