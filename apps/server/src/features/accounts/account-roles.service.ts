import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AccountAdminDeps, AccountAdminService } from './account-admin.service.ts'
import { findListedAccount, findRolesForAccount, findRolesOfAccounts } from './account-list.store.ts'
import type { ListedAccount } from './account-list.store.ts'
import { addRoleToAccount, removeRolesFromAccount } from './accounts.store.ts'

type Endpoints = typeof ENDPOINTS
type RolePage = OutputOf<Endpoints['queryGrantedRoles']>

/** Assigns roles to accounts, from either side. Effective at the account's next call. */
export function accountRolesService(
  deps: Pick<AccountAdminDeps, 'access' | 'authority'> & { admin: Pick<AccountAdminService, 'page'> },
) {
  const found = async (tx: Tx, id: string): Promise<ListedAccount> => {
    const row = await findListedAccount(tx, id)
    if (!row) throw new Refusal('not-found')
    return row
  }
  const pageFor = async (
    tx: Tx,
    input: InputOf<Endpoints['queryGrantedRoles']>,
    granted: boolean,
  ): Promise<RolePage> => {
    await found(tx, input.userId)
    const { rows, ...count } = await findRolesForAccount(tx, input.userId, granted, input)
    return { list: rows, ...count, page: input.page, pageSize: input.pageSize }
  }

  return {
    queryGrantedRoles: (tx: Tx, input: InputOf<Endpoints['queryGrantedRoles']>): Promise<RolePage> =>
      pageFor(tx, input, true),
    queryNotGrantedRoles: (tx: Tx, input: InputOf<Endpoints['queryNotGrantedRoles']>): Promise<RolePage> =>
      pageFor(tx, input, false),

    async grantAuthorityToActor(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['grantAuthorityToActor']>,
    ): Promise<BulkOutcome> {
      const row = await found(tx, input.userId)
      const missing = await deps.access.roles.notHeld(tx, call.actor, input.roleIds)
      if (missing.length > 0) throw new Refusal('grant-not-held', { why: missing.slice(0, 10).join('、') })
      const known = new Map((await deps.access.roles.byIds(tx, input.roleIds)).map((role) => [role.id, role.name]))
      const rows: RowOutcome[] = []
      for (const roleId of new Set(input.roleIds)) {
        const name = known.get(roleId)
        if (name === undefined)
          rows.push({ key: roleId, ok: false, word: 'not-found', message: '角色不存在或已被删除' })
        else {
          await addRoleToAccount(tx, row.id, roleId)
          call.notes.change('role', null, name)
          rows.push({ key: roleId, ok: true, message: `已授予“${name}”` })
        }
      }
      call.notes.object('account', row.id, row.userAccount)
      return outcomeOf(rows)
    },

    async terminateAuthorizationByUserInRoles(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['terminateAuthorizationByUserInRoles']>,
    ): Promise<BulkOutcome> {
      if (input.userId === call.actor.accountId) throw new Refusal('not-yourself', { why: '不能收回自己的角色' })
      const { row } = await deps.authority.admit(tx, call, 'updateAdminUser', input.userId)
      const held = new Map((await findRolesOfAccounts(tx, [row.id])).get(row.id)!.map((one) => [one.id, one.name]))
      const rows: RowOutcome[] = []
      for (const roleId of new Set(input.roleIds)) {
        const name = held.get(roleId)
        if (name === undefined) rows.push({ key: roleId, ok: false, word: 'not-found', message: '账号没有这个角色' })
        else {
          await removeRolesFromAccount(tx, row.id, [roleId])
          call.notes.change('role', name, null)
          rows.push({ key: roleId, ok: true, message: `已收回“${name}”` })
        }
      }
      call.notes.object('account', row.id, row.userAccount)
      return outcomeOf(rows)
    },

    async pageQueryActorByRoleId(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['pageQueryActorByRoleId']>,
    ): Promise<OutputOf<Endpoints['pageQueryActorByRoleId']>> {
      if ((await deps.access.roles.byIds(tx, [input.roleId])).length === 0) throw new Refusal('not-found')
      const page = { page: input.page + 1, pageSize: input.pageSize }
      const found = await deps.admin.page(tx, call.actor, { roleId: input.roleId }, page)
      return { ...found, page: input.page, pageSize: input.pageSize }
    },

    async deleteUserInRole(tx: Tx, call: Call, input: InputOf<Endpoints['deleteUserInRole']>): Promise<BulkOutcome> {
      const [role] = await deps.access.roles.byIds(tx, [input.roleId])
      if (!role) throw new Refusal('not-found')
      const others = input.userIds.filter((id) => id !== call.actor.accountId)
      const outcome = await deps.authority.each(tx, call, 'updateAdminUser', others, async (row) => {
        await removeRolesFromAccount(tx, row.id, [role.id])
        call.notes.change('role', role.name, null)
        return `已从“${role.name}”移除 ${row.userAccount}`
      })
      call.notes.object('role', role.id, role.name)
      const own: RowOutcome[] = input.userIds.includes(call.actor.accountId)
        ? [{ key: call.actor.accountId, ok: false, word: 'not-yourself', message: '不能收回自己的角色' }]
        : []
      return outcomeOf([...outcome.rows, ...own])
    },
  }
}
