import { and, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { storeCreation } from './stores.tables.ts'

/** Runs in the transaction that records the act. False: the key was used with other content. */
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

/** Locked until the transaction ends: sending a form and moving its act both lock this row first. */
export const lockCreation = async (tx: Tx, listing: string): Promise<void> =>
  void (await tx
    .select({ listing: storeCreation.listing })
    .from(storeCreation)
    .where(eq(storeCreation.listing, listing))
    .for('update'))

/** The product was not created: if no other act uses the key, it is free again. */
export async function releaseCreation(tx: Tx, listing: string): Promise<void> {
  await tx
    .update(storeCreation)
    .set({ holders: sql`${storeCreation.holders} - 1` })
    .where(eq(storeCreation.listing, listing))
  await tx.delete(storeCreation).where(and(eq(storeCreation.listing, listing), lte(storeCreation.holders, 0)))
}
