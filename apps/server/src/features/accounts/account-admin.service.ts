import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { AdminUser } from '@huoqiao/contract/accounts/accounts.schema'
import { SEE_ACCOUNT_PHONE } from '@huoqiao/contract/access/elements'
import { isUniqueViolation } from '../../db/db.ts'
import type { Tx } from '../../db/db.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { AccessService } from '../access/index.ts'
import { countByStatus, findAccounts, findListedAccount, findRolesOfAccounts } from './account-list.store.ts'
import type { AccountFilter, ListedAccount } from './account-list.store.ts'
import { maskPhone, whyNotType } from './accounts.rules.ts'
import {
  addRoleToAccount,
  insertAccount,
  removeRolesFromAccount,
  saveAccount,
  updateAccount,
} from './accounts.store.ts'
import { accountView } from './accounts.view.ts'
import { findDepartment } from './departments.store.ts'
import { hashPassword, md5, randomPassword } from './password.ts'
import { removeRecoveryCodes } from './recovery-codes.store.ts'
import { refusalOf } from './authority.service.ts'
import type { AuthorityService } from './authority.service.ts'
import { whyWeak } from './weak-passwords.rules.ts'

type Endpoints = typeof ENDPOINTS
export type AccountAdminService = ReturnType<typeof accountAdminService>

export type AccountAdminDeps = {
  clock: Clock
  newId: NewId
  access: AccessService
  authority: AuthorityService
  /** ends an account's sessions at once; provided by a later feature */
  endSessions(tx: Tx, accountId: string, reason: string): Promise<void>
}

export const seesPhones = (actor: Actor): boolean => actor.isAdmin || actor.holds(SEE_ACCOUNT_PHONE)

/** Administration of accounts. Who may do what is decided in authority.service and accounts.rules. */
export function accountAdminService(deps: AccountAdminDeps) {
  const now = (): Date => new Date(deps.clock.now())

  const service = {
    async pagingQuery(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['pagingQuery']>,
    ): Promise<OutputOf<Endpoints['pagingQuery']>> {
      const { roleType, ...filter } = input
      const [page, counts] = await Promise.all([
        service.page(tx, call.actor, { ...filter, roleType: typeOf(roleType) }, input),
        countByStatus(tx),
      ])
      return { ...page, page: input.page, pageSize: input.pageSize, counts }
    },

    async page(
      tx: Tx,
      actor: Actor,
      filter: AccountFilter,
      page: { page: number; pageSize: number },
    ): Promise<{ list: AdminUser[]; total: number; totalCapped: boolean }> {
      const { rows, ...count } = await findAccounts(tx, filter, page)
      return { list: await views(tx, actor, rows), ...count }
    },

    async addAdminUser(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['addAdminUser']>,
    ): Promise<OutputOf<Endpoints['addAdminUser']>> {
      const initialPassword = randomPassword()
      const id = deps.newId()
      await service.admitNew(tx, call.actor, input)
      const { roleIds, ...fields } = input
      await insertAccount(tx, {
        ...fields,
        id,
        passwordHash: await hashPassword(md5(initialPassword)),
        mustChangePassword: true,
        createdAt: now(),
        updatedAt: now(),
      }).catch(nameTaken(input.userAccount))
      for (const roleId of new Set(roleIds)) await addRoleToAccount(tx, id, roleId)
      call.notes.object('account', id, input.userAccount)
      const noted = { ...fields, phone: maskPhone(fields.phone), roleIds }
      noteChanges(call.notes, noted, null, noted)
      return { user: await view(tx, call.actor, id), initialPassword }
    },

    /** The roles of a new account must exist and be held by the actor. */
    async admitNew(
      tx: Tx,
      actor: Actor,
      fields: { roleType: 0 | 1; deptId: string | null; roleIds: readonly string[] },
    ): Promise<void> {
      if (fields.roleType === 1 && !actor.isAdmin)
        throw new Refusal('grant-not-held', { why: '只有管理员能任命管理员' })
      if (fields.deptId !== null && !(await findDepartment(tx, fields.deptId)))
        throw new Refusal('not-found', { why: '部门不存在' })
      const known = await deps.access.roles.byIds(tx, fields.roleIds)
      if (known.length < new Set(fields.roleIds).size) throw new Refusal('not-found', { why: '角色不存在' })
      const missing = await deps.access.roles.notHeld(tx, actor, fields.roleIds)
      if (missing.length > 0) throw new Refusal('grant-not-held', { why: missing.slice(0, 10).join('、') })
    },

    async updateAdminUser(tx: Tx, call: Call, input: InputOf<Endpoints['updateAdminUser']>): Promise<AdminUser> {
      const { id, version, ...wanted } = input
      const { row, authority } = await deps.authority.admit(tx, call, 'updateAdminUser', id)
      const no = whyNotType(wanted.roleType, row, authority)
      if (no) throw refusalOf(no)
      if (wanted.deptId !== null && wanted.deptId !== row.deptId && !(await findDepartment(tx, wanted.deptId)))
        throw new Refusal('not-found', { why: '部门不存在' })
      // Someone who only sees the masked number cannot change it, so the stored one stays.
      const phone = seesPhones(call.actor) || id === call.actor.accountId ? wanted.phone : row.phone
      const fields = { ...wanted, userAccount: wanted.userAccount.toLowerCase(), phone }
      const saved = await saveAccount(tx, id, version, { ...fields, updatedAt: now() }).catch(
        nameTaken(wanted.userAccount),
      )
      if (!saved) throw new Refusal('stale', { current: await view(tx, call.actor, id) })
      call.notes.object('account', id, saved.userAccount)
      const noted = { ...fields, phone: maskPhone(phone) }
      noteChanges(call.notes, noted, { ...row, phone: maskPhone(row.phone) }, noted)
      return view(tx, call.actor, id)
    },

    deleteUsers: (tx: Tx, call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      deps.authority.each(tx, call, 'deleteUsers', ids, async (row) => {
        await updateAccount(tx, row.id, { deletedAt: now(), deptId: null, totpSecret: null, totpPending: null })
        await removeRolesFromAccount(tx, row.id)
        await removeRecoveryCodes(tx, row.id)
        await deps.endSessions(tx, row.id, '账号已删除')
        call.notes.change('deleted', row.userAccount, null)
        return `已删除 ${row.userAccount}`
      }),

    suspend: (tx: Tx, call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      deps.authority.each(tx, call, 'suspend', ids, async (row) => {
        await saveAccount(tx, row.id, row.version, { status: 'suspended', updatedAt: now() })
        await deps.endSessions(tx, row.id, '账号已停用')
        call.notes.change('status', 'active', 'suspended')
        return `已停用 ${row.userAccount}`
      }),

    activate: (tx: Tx, call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      deps.authority.each(tx, call, 'activate', ids, async (row) => {
        await saveAccount(tx, row.id, row.version, {
          status: 'active',
          failedLogins: 0,
          lockedUntil: null,
          updatedAt: now(),
        })
        call.notes.change('status', 'suspended', 'active')
        return `已启用 ${row.userAccount}`
      }),

    async unbind(tx: Tx, call: Call, id: string): Promise<null> {
      const { row } = await deps.authority.admit(tx, call, 'unbind', id)
      await updateAccount(tx, id, { totpSecret: null, totpPending: null, totpLastStep: null })
      await removeRecoveryCodes(tx, id)
      call.notes.object('account', id, row.userAccount)
      call.notes.change('authenticator', true, false)
      return null
    },

    /** Also unlocks the account, because a new password is how somebody who forgot theirs logs in again. */
    async resetPasswordById(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['resetPasswordById']>,
    ): Promise<OutputOf<Endpoints['resetPasswordById']>> {
      const { row } = await deps.authority.admit(tx, call, 'resetPasswordById', input.id)
      const why = input.userPassword === undefined ? undefined : whyWeak(input.userPassword, row)
      if (why !== undefined) throw invalidField('userPassword', why)
      const initialPassword = input.userPassword === undefined ? randomPassword() : null
      const digest = input.userPassword ?? md5(initialPassword!)
      await updateAccount(tx, row.id, {
        passwordHash: await hashPassword(digest),
        mustChangePassword: true,
        failedLogins: 0,
        lockedUntil: null,
        updatedAt: now(),
      })
      await deps.endSessions(tx, row.id, '密码已被重置')
      call.notes.object('account', row.id, row.userAccount)
      call.notes.change('password', '***', '***')
      return { initialPassword }
    },
  }
  return service

  async function views(tx: Tx, actor: Actor, rows: readonly ListedAccount[]): Promise<AdminUser[]> {
    const [roles, authority] = await Promise.all([
      findRolesOfAccounts(
        tx,
        rows.map((row) => row.id),
      ),
      deps.authority.of(tx, actor, rows),
    ])
    const seeing = {
      authority,
      seesPhones: seesPhones(actor),
      now: deps.clock.now(),
    }
    return rows.map((row) => accountView(row, roles.get(row.id) ?? [], seeing))
  }

  async function view(tx: Tx, actor: Actor, id: string): Promise<AdminUser> {
    const row = await findListedAccount(tx, id)
    if (!row) throw new Refusal('not-found')
    return (await views(tx, actor, [row]))[0]!
  }
}

const typeOf = (text: '0' | '1' | undefined): 0 | 1 | undefined =>
  text === undefined ? undefined : text === '1' ? 1 : 0

const nameTaken = (name: string) => (error: unknown) => {
  if (isUniqueViolation(error, 'account_user_account')) throw new Refusal('name-taken', { why: `账号 ${name} 已存在` })
  throw error
}
