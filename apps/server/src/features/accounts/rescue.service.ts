import type { Tx } from '../../db/db.ts'
import { findAccountByName, updateAccount } from './accounts.store.ts'
import { hashPassword, md5, randomPassword } from './password.ts'
import { removeRecoveryCodes } from './recovery-codes.store.ts'

export type Rescued = { id: string; userAccount: string; password: string }

/**
 * Restores an administrator's access: resets the password, removes the authenticator and activates the account. No right is checked,
 * because only somebody with access to the database can run this. Ends all sessions of the account. Undefined if the account does not exist
 * or is not an administrator; others are helped by an administrator.
 */
export async function rescueAdministrator(
  tx: Tx,
  userAccount: string,
  deps: { now: Date; endSessions(tx: Tx, accountId: string, reason: string, now: Date): Promise<void> },
): Promise<Rescued | undefined> {
  const row = await findAccountByName(tx, userAccount)
  if (row === undefined || row.roleType !== 1) return undefined
  const password = randomPassword()
  await updateAccount(tx, row.id, {
    passwordHash: await hashPassword(md5(password)),
    mustChangePassword: true,
    status: 'active',
    failedLogins: 0,
    lockedUntil: null,
    totpSecret: null,
    totpPending: null,
    totpLastStep: null,
    version: row.version + 1,
    updatedAt: deps.now,
  })
  await removeRecoveryCodes(tx, row.id)
  await deps.endSessions(tx, row.id, '密码已由运维重置', deps.now)
  return { id: row.id, userAccount: row.userAccount, password }
}
