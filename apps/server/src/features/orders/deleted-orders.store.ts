import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { lockIntake } from './orders.store.ts'
import { deletedOrder } from './orders.tables.ts'

/** Waits for running intakes of the shop: afterwards each of these orders is either stored already or will never be stored. */
export async function rememberDeleted(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<void> {
  await lockIntake(tx, storeId)
  await tx
    .insert(deletedOrder)
    .values(shopifyIds.map((shopifyId) => ({ storeId, shopifyId })))
    .onConflictDoNothing()
}

/** Which of these orders the shop has deleted. */
export async function findDeleted(tx: Tx, storeId: string, shopifyIds: readonly string[]): Promise<Set<string>> {
  if (shopifyIds.length === 0) return new Set()
  const rows = await tx
    .select({ shopifyId: deletedOrder.shopifyId })
    .from(deletedOrder)
    .where(and(eq(deletedOrder.storeId, storeId), inArray(deletedOrder.shopifyId, [...shopifyIds])))
  return new Set(rows.map(({ shopifyId }) => shopifyId))
}
