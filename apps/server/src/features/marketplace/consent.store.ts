import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { ColumnsOnly } from '../../db/written.ts'
import { marketplaceConsent } from './marketplace.tables.ts'

export type ConsentRow = typeof marketplaceConsent.$inferSelect
type NewConsentRow = typeof marketplaceConsent.$inferInsert

export async function insertConsent<New extends NewConsentRow>(
  tx: Tx,
  row: ColumnsOnly<typeof marketplaceConsent, New>,
): Promise<void> {
  const columns: NewConsentRow = row
  await tx.insert(marketplaceConsent).values(columns)
}

/** Locked until the transaction ends. */
export async function lockConsent(
  tx: Tx,
  by: { id: string } | { stateDigest: string },
): Promise<ConsentRow | undefined> {
  const named = 'id' in by ? eq(marketplaceConsent.id, by.id) : eq(marketplaceConsent.stateDigest, by.stateDigest)
  const [row] = await tx.select().from(marketplaceConsent).where(named).for('update')
  return row
}

export const moveConsent = async (
  tx: Tx,
  id: string,
  change: Pick<ConsentRow, 'state' | 'sealedCode'>,
): Promise<void> => {
  await tx.update(marketplaceConsent).set(change).where(eq(marketplaceConsent.id, id))
}

/** Earlier consents of the same person for the account: the last one counts. */
export const removeConsents = async (tx: Tx, accountId: string, startedBy: string): Promise<void> => {
  await tx
    .delete(marketplaceConsent)
    .where(and(eq(marketplaceConsent.accountId, accountId), eq(marketplaceConsent.startedBy, startedBy)))
}

export const removeConsentsBefore = async (tx: Tx, at: Date): Promise<void> => {
  await tx.delete(marketplaceConsent).where(lt(marketplaceConsent.expiresAt, at))
}
