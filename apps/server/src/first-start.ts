import { sql } from 'drizzle-orm'
import type { Db, Tx } from './db/db.ts'
import type { AccessService } from './features/access/index.ts'
import type { DictionariesService } from './features/dictionaries/index.ts'
import { md5, randomPassword } from './features/accounts/index.ts'
import type { AccountsService, FirstAccounts } from './features/accounts/index.ts'

/** What the terminal shows once: accounts with passwords, only if this start created them or in demo mode. */
export type FirstStart = { accounts: { userAccount: string; password: string; title: string }[]; madeNow: boolean }

/**
 * Key of the advisory lock, equal in every process: if several nodes start on a new database, one creates its first rows and the others
 * wait.
 */
const FIRST_START_LOCK = 7_205_412

/** Takes the lock for the transaction that creates a new installation's first rows. */
export const oneAtATime = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`)
}

/** Passwords that are publicly known, so these accounts are only created in demo mode. */
const DEMO_ACCOUNTS = [
  { userAccount: 'admin', password: 'admin888', name: '管理员', roleType: 1, title: '管理员' },
  { userAccount: 'clerk', password: 'clerk888', name: '业务员小林', roleType: 0, title: '业务员' },
] as const

/** The accounts that a demo creates at its first start. */
export const demoLogins = (): { account: string; password: string; note: string }[] =>
  DEMO_ACCOUNTS.map(({ userAccount, password, title }) => ({ account: userAccount, password, note: title }))

/** For the login page and the terminal of a demo: the accounts whose password was not changed. */
export async function openDemoLogins(
  tx: Tx,
  accounts: Pick<AccountsService, 'opens'>,
): Promise<ReturnType<typeof demoLogins>> {
  const logins = demoLogins()
  const opens = await Promise.all(logins.map(({ account, password }) => accounts.opens(tx, account, password)))
  return logins.filter((_login, index) => opens[index])
}

export async function firstStart(deps: {
  db: Db
  access: AccessService
  accounts: AccountsService
  dictionaries: Pick<DictionariesService, 'seed'>
  adminAccount: string
  demoSimulator?: string
  /** whether other machines can reach it */
  isReachable: boolean
}): Promise<FirstStart> {
  return deps.db.transaction(async (tx) => {
    await oneAtATime(tx)
    const { clerkRoleId } = await deps.access.seed(tx)
    await deps.dictionaries.seed(tx)
    if (deps.demoSimulator !== undefined) return firstDemoStart(tx, deps, clerkRoleId)
    const password = randomPassword()
    const admin: FirstAccounts = {
      userAccount: deps.adminAccount,
      password,
      name: '管理员',
      roleType: 1,
      mustChangePassword: true,
      roleIds: [],
    }
    const madeNow = await deps.accounts.seedFirst(tx, [admin])
    return {
      accounts: madeNow ? [{ userAccount: deps.adminAccount, password, title: '管理员（首次登录须修改密码）' }] : [],
      madeNow,
    }
  })
}

/** If other machines can reach the demo, its accounts get random passwords, shown once in the terminal. */
async function firstDemoStart(
  tx: Tx,
  deps: { accounts: AccountsService; isReachable: boolean },
  clerkRoleId: string,
): Promise<FirstStart> {
  const madeNow = await deps.accounts.seedFirst(
    tx,
    DEMO_ACCOUNTS.map((one) => ({
      ...one,
      mustChangePassword: false,
      roleIds: one.roleType === 0 ? [clerkRoleId] : [],
    })),
  )
  const accounts: FirstStart['accounts'] = []
  for (const { account, password: known, note } of await openDemoLogins(tx, deps.accounts)) {
    const password = deps.isReachable ? randomPassword() : known
    const row = await deps.accounts.byName(tx, account)
    if (row && password !== known) await deps.accounts.setPassword(tx, row.id, md5(password))
    accounts.push({ userAccount: account, password, title: note })
  }
  return { accounts, madeNow }
}
