import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { recoveryCode } from './accounts.tables.ts'

export const removeRecoveryCodes = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
}

export const replaceRecoveryCodes = async (
  tx: Tx,
  accountId: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> => {
  await removeRecoveryCodes(tx, accountId)
  await tx.insert(recoveryCode).values(hashes.map((codeHash) => ({ accountId, codeHash, createdAt: at })))
}

/** Uses up a code; of several simultaneous requests only one succeeds. False: there is no such unused code. */
export async function takeRecoveryCode(tx: Tx, accountId: string, codeHash: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(recoveryCode)
    .set({ usedAt: at })
    .where(and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.codeHash, codeHash), isNull(recoveryCode.usedAt)))
    .returning({ id: recoveryCode.accountId })
  return rows.length > 0
}

export async function countRecoveryCodes(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ left: sql<number>`count(*)::int` })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt)))
  return row!.left
}
