import { eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { loginStranger } from './session.tables.ts'

export type StrangerRow = typeof loginStranger.$inferSelect

export async function findStranger(tx: Tx, userAccount: string): Promise<StrangerRow | undefined> {
  const [row] = await tx.select().from(loginStranger).where(eq(loginStranger.userAccount, userAccount))
  return row
}

/** Counts one more failure and answers how many there are. */
export async function addStrangerFailure(tx: Tx, userAccount: string, at: Date): Promise<number> {
  const [row] = await tx
    .insert(loginStranger)
    .values({ userAccount, failedLogins: 1, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({
      target: loginStranger.userAccount,
      set: { failedLogins: sql`${loginStranger.failedLogins} + 1`, updatedAt: at },
    })
    .returning({ failedLogins: loginStranger.failedLogins })
  return row!.failedLogins
}

export const saveStranger = async (
  tx: Tx,
  userAccount: string,
  fields: Partial<Pick<StrangerRow, 'lockedUntil' | 'codeSentAt' | 'updatedAt'>>,
): Promise<void> => {
  await tx.update(loginStranger).set(fields).where(eq(loginStranger.userAccount, userAccount))
}

export const removeStrangers = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(loginStranger).where(lt(loginStranger.updatedAt, before))
}
