import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import type { AccessService } from '../access/index.ts'
import { accountAdminService } from './account-admin.service.ts'
import type { AccountAdminDeps } from './account-admin.service.ts'
import { accountImportService } from './account-import.service.ts'
import { accountRolesService } from './account-roles.service.ts'
import {
  addFailedLogin,
  addRoleToAccount,
  countAccounts,
  findAccount,
  findAccountByName,
  findDemanding,
  insertAccount,
  takeTotpStep,
  updateAccount,
} from './accounts.store.ts'
import type { AccountRow } from './accounts.store.ts'
import { departmentsService } from './departments.service.ts'
import { hashPassword, md5, randomPassword, verifyNobody, verifyPassword } from './password.ts'
import { RECOVERY_CODES, RECOVERY_SIGNS, hashOfCode, typedCode, written } from './recovery-codes.rules.ts'
import { countRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.store.ts'
import { authorityService } from './authority.service.ts'

export type AccountsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  secrets: SecretBox
  access: AccessService
  endSessions: AccountAdminDeps['endSessions']
}
/** Cached results of `opens`, valid while the password hash is the same, because checking takes tens of milliseconds. */
type Opened = Map<string, { hash: string; opens: boolean }>
export type AccountsService = ReturnType<typeof accountsService>
export type FirstAccounts = {
  userAccount: string
  password: string
  name: string
  roleType: 0 | 1
  mustChangePassword: boolean
  roleIds: string[]
}

export function accountsService(deps: AccountsDeps) {
  const opened: Opened = new Map()
  const authority = authorityService(deps)
  const admin = accountAdminService({ ...deps, authority })
  return {
    admin,
    roles: accountRolesService({ ...deps, authority, admin }),
    departments: departmentsService(deps),
    importAdminUsers: accountImportService(deps),

    /** The secret of the bound authenticator app, if any. */
    authenticatorOf: (row: AccountRow): string | undefined =>
      row.totpSecret === null ? undefined : deps.secrets.open(row.totpSecret),
    pendingAuthenticatorOf: (row: AccountRow): string | undefined =>
      row.totpPending === null ? undefined : deps.secrets.open(row.totpPending),
    async keepPendingAuthenticator(tx: Tx, id: string, secret: string): Promise<void> {
      await updateAccount(tx, id, { totpPending: deps.secrets.seal(secret) })
    },
    /** The pending secret becomes the bound one; `step` belongs to the code that proved it, which is thereby used up. */
    async bindAuthenticator(tx: Tx, id: string, secret: string, step: number): Promise<void> {
      await updateAccount(tx, id, { totpSecret: deps.secrets.seal(secret), totpPending: null, totpLastStep: step })
    },
    takeCodeStep: takeTotpStep,
    /** Names of the account's roles that require an authenticator. */
    demandedBy: findDemanding,

    /** Creates ten new codes, shown to the person only now; all earlier codes become invalid. */
    async makeRecoveryCodes(tx: Tx, id: string): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, () => randomPassword(RECOVERY_SIGNS))
      const hashes = codes.map((code) => hashOfCode(id, code))
      await replaceRecoveryCodes(tx, id, hashes, new Date(deps.clock.now()))
      return codes.map(written)
    },
    /** Checks and uses up a recovery code. False: it is not one of the account's unused codes. */
    async takeRecoveryCode(tx: Tx, id: string, text: string): Promise<boolean> {
      const code = typedCode(text)
      return code !== undefined && takeRecoveryCode(tx, id, hashOfCode(id, code), new Date(deps.clock.now()))
    },
    recoveryCodesLeft: countRecoveryCodes,

    byName: findAccountByName,
    byId: findAccount,
    verifyNobody,
    /** Whether the account exists and this password opens it. Only called by the server itself, so it does not count as a login attempt. */
    async opens(tx: Tx, userAccount: string, password: string): Promise<boolean> {
      const row = await findAccountByName(tx, userAccount)
      if (!row || row.status !== 'active') return false
      const known = opened.get(userAccount)
      if (known?.hash === row.passwordHash) return known.opens
      const opens = await verifyPassword(row.passwordHash, md5(password))
      opened.set(userAccount, { hash: row.passwordHash, opens })
      return opens
    },
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

    /** `wipes`: resets the failure count. A login from a known device does not, because it has its own count. */
    async loginSucceeded(tx: Tx, id: string, wipes: boolean): Promise<void> {
      const lastLoginAt = new Date(deps.clock.now())
      await updateAccount(tx, id, { lastLoginAt, ...(wipes ? { failedLogins: 0, lockedUntil: null } : {}) })
    },

    /** First start only: creates the given accounts if there are none. Returns whether it did. */
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
