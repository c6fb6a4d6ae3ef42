import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import {
  addFailedLogin,
  addRoleToAccount,
  countAccounts,
  countAccountsByRole,
  findAccount,
  findAccountByName,
  insertAccount,
  updateAccount,
} from './accounts.store.ts'
import type { AccountRow } from './accounts.store.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type AccountsService = ReturnType<typeof accountsService>
export type FirstAccounts = {
  userAccount: string
  password: string
  name: string
  roleType: 0 | 1
  mustChangePassword: boolean
  roleIds: string[]
}

/** Letters and digits without those that look alike; this password is read from a terminal and typed. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
export const randomPassword = (length = 12): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

export function accountsService(deps: { clock: Clock; newId: NewId }) {
  return {
    byName: findAccountByName,
    byId: findAccount,
    countByRole: countAccountsByRole,
    verify: (row: AccountRow, digest: string): Promise<boolean> => verifyPassword(row.passwordHash, digest),

    async setPassword(tx: Tx, id: string, digest: string): Promise<void> {
      await updateAccount(tx, id, {
        passwordHash: await hashPassword(digest),
        mustChangePassword: false,
        updatedAt: new Date(deps.clock.now()),
      })
    },

    async loginFailed(tx: Tx, id: string, lock: (failures: number) => number | undefined): Promise<number> {
      const failures = await addFailedLogin(tx, id)
      const lockMs = lock(failures)
      if (lockMs !== undefined) await updateAccount(tx, id, { lockedUntil: new Date(deps.clock.now() + lockMs) })
      return failures
    },

    async loginSucceeded(tx: Tx, id: string): Promise<void> {
      await updateAccount(tx, id, { failedLogins: 0, lockedUntil: null, lastLoginAt: new Date(deps.clock.now()) })
    },

    /** First start only: makes the given accounts when there is none at all. Says whether it did. */
    async seedFirst(tx: Tx, accounts: readonly FirstAccounts[]): Promise<boolean> {
      if ((await countAccounts(tx)) > 0) return false
      for (const one of accounts) {
        const id = deps.newId()
        await insertAccount(tx, {
          id,
          userAccount: one.userAccount,
          name: one.name,
          passwordHash: await hashPassword(md5(one.password)),
          roleType: one.roleType,
          mustChangePassword: one.mustChangePassword,
        })
        for (const roleId of one.roleIds) await addRoleToAccount(tx, id, roleId)
      }
      return true
    },
  }
}
