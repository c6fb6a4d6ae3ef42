import { eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { unknownLogin } from './session.tables.ts'

export type UnknownLoginRow = typeof unknownLogin.$inferSelect

export async function findUnknownLogin(tx: Tx, userAccount: string): Promise<UnknownLoginRow | undefined> {
  const [row] = await tx.select().from(unknownLogin).where(eq(unknownLogin.userAccount, userAccount))
  return row
}

/** Counts a failure and returns the number. */
export async function addUnknownLoginFailure(tx: Tx, userAccount: string, at: Date): Promise<number> {
  const [row] = await tx
    .insert(unknownLogin)
    .values({ userAccount, failedLogins: 1, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({
      target: unknownLogin.userAccount,
      set: { failedLogins: sql`${unknownLogin.failedLogins} + 1`, updatedAt: at },
    })
    .returning({ failedLogins: unknownLogin.failedLogins })
  return row!.failedLogins
}

export const saveUnknownLogin = async (
  tx: Tx,
  userAccount: string,
  fields: Partial<Pick<UnknownLoginRow, 'lockedUntil' | 'codeSentAt' | 'updatedAt'>>,
): Promise<void> => {
  await tx.update(unknownLogin).set(fields).where(eq(unknownLogin.userAccount, userAccount))
}

export const removeUnknownLogins = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(unknownLogin).where(lt(unknownLogin.updatedAt, before))
}
