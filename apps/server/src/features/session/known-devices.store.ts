import { and, eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { knownDevice, session } from './session.tables.ts'

export async function findDevice(tx: Tx, accountId: string, markHash: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: knownDevice.id })
    .from(knownDevice)
    .where(and(eq(knownDevice.accountId, accountId), eq(knownDevice.markHash, markHash)))
  return row?.id
}

/** Stores the device or its latest use; two simultaneous logins of one browser are one device. */
export async function keepDevice(tx: Tx, row: typeof knownDevice.$inferInsert): Promise<string> {
  const [kept] = await tx
    .insert(knownDevice)
    .values(row)
    .onConflictDoUpdate({
      target: [knownDevice.accountId, knownDevice.markHash],
      set: { lastLoginAt: row.lastLoginAt },
    })
    .returning({ id: knownDevice.id })
  return kept!.id
}

export async function countDevices(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(knownDevice)
    .where(eq(knownDevice.accountId, accountId))
  return row!.n
}

/** Deletes all devices of an account except that of this session, if given. */
export const forgetDevices = async (tx: Tx, accountId: string, keepSessionId: string | null): Promise<void> => {
  const kept = sql`(select ${session.deviceId} from ${session} where ${session.id} = ${keepSessionId}::uuid)`
  await tx
    .delete(knownDevice)
    .where(and(eq(knownDevice.accountId, accountId), sql`${knownDevice.id} is distinct from ${kept}`))
}

export const removeOldDevices = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(knownDevice).where(lt(knownDevice.lastLoginAt, before))
}
