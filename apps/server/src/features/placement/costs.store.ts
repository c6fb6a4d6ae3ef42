import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { purchaseCost } from './placement.tables.ts'

export type CostRow = typeof purchaseCost.$inferSelect
export type NewCostRow = typeof purchaseCost.$inferInsert

export const findCostsOfPurchase = (tx: Tx, purchaseId: string): Promise<CostRow[]> =>
  tx.select().from(purchaseCost).where(eq(purchaseCost.purchaseId, purchaseId))

export const findCostsOfOrders = (tx: Tx, orderIds: readonly string[]): Promise<CostRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(purchaseCost)
        .where(inArray(purchaseCost.orderId, [...orderIds]))

export async function replaceCosts(tx: Tx, purchaseId: string, rows: readonly NewCostRow[]): Promise<void> {
  await tx.delete(purchaseCost).where(eq(purchaseCost.purchaseId, purchaseId))
  if (rows.length > 0) await tx.insert(purchaseCost).values([...rows])
}
