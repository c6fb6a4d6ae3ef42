import { and, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { storeCreation } from './stores.tables.ts'

/** In the transaction that writes the act down. Answers false when the key stands for other content. */
export async function claimCreation(tx: Tx, listing: string, digest: string): Promise<boolean> {
  const rows = await tx
    .insert(storeCreation)
    .values({ listing, digest })
    .onConflictDoUpdate({
      target: storeCreation.listing,
      set: { holders: sql`${storeCreation.holders} + 1` },
      setWhere: eq(storeCreation.digest, digest),
    })
    .returning({ listing: storeCreation.listing })
  return rows.length > 0
}

/** Held until the transaction ends: whoever sends a form, and whoever moves its act, meet on this row first. */
export const lockCreation = async (tx: Tx, listing: string): Promise<void> =>
  void (await tx
    .select({ listing: storeCreation.listing })
    .from(storeCreation)
    .where(eq(storeCreation.listing, listing))
    .for('update'))

/** Nothing came of this send: without any other the key is free again. */
export async function releaseCreation(tx: Tx, listing: string): Promise<void> {
  await tx
    .update(storeCreation)
    .set({ holders: sql`${storeCreation.holders} - 1` })
    .where(eq(storeCreation.listing, listing))
  await tx.delete(storeCreation).where(and(eq(storeCreation.listing, listing), lte(storeCreation.holders, 0)))
}
