import { noteChanges } from '../../platform/note-changes.ts'
import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { grantableRights } from '@huoqiao/contract'
import type { BulkOutcome, ENDPOINTS, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import type { RoleRow as RoleView } from '@huoqiao/contract/access/access.schema'
import { isUniqueViolation } from '../../db/db.ts'
import type { Tx } from '../../db/db.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { addedTo } from './access.rules.ts'
import { findMenuIdsOfRoles, findMenus, insertRole } from './access.store.ts'
import { NO_HOLDERS, elementView, menuView, roleView, whyRoleStays } from './access.view.ts'
import type { Holders } from './access.view.ts'
import { findAllElements } from './elements.store.ts'
import {
  findResources,
  findRightsByRole,
  findRoles,
  findRolesByIds,
  removeRole,
  replaceResources,
  saveRole,
} from './roles.store.ts'
import type { HeldResources, RoleWithCount } from './roles.store.ts'

type Endpoints = typeof ENDPOINTS

export type RolesDeps = {
  clock: Clock
  newId: NewId
  /** the number of accounts with each of these roles; provided by a later feature */
  accountsOfRoles(tx: Tx, roleIds: readonly string[]): Promise<ReadonlyMap<string, Holders>>
}

export function rolesService(deps: RolesDeps) {
  const now = (): Date => new Date(deps.clock.now())
  const found = async (tx: Tx, id: string): Promise<RoleWithCount> => {
    const [row] = await findRolesByIds(tx, [id])
    if (!row) throw new Refusal('not-found')
    return row
  }
  const viewOf = async (tx: Tx, row: RoleWithCount): Promise<RoleView> =>
    roleView(row, (await deps.accountsOfRoles(tx, [row.id])).get(row.id) ?? NO_HOLDERS)

  return {
    async queryRoles(tx: Tx, input: InputOf<Endpoints['queryRoles']>): Promise<OutputOf<Endpoints['queryRoles']>> {
      const { rows, ...count } = await findRoles(tx, input, input)
      const accounts = await deps.accountsOfRoles(
        tx,
        rows.map((row) => row.id),
      )
      const list = rows.map((row) => roleView(row, accounts.get(row.id) ?? NO_HOLDERS))
      return { list, ...count, page: input.page, pageSize: input.pageSize }
    },

    /** Names and notes, for selection lists and for rows of other features. */
    byIds: findRolesByIds,
    page: findRoles,

    async addRole(tx: Tx, call: Call, input: InputOf<Endpoints['addRole']>): Promise<RoleView> {
      if (input.demandsAuthenticator) refuseDemand(call.actor)
      const row = { ...input, id: deps.newId(), createdAt: now(), updatedAt: now() }
      const inserted = await insertRole(tx, row).catch(nameTaken(input.name))
      call.notes.object('role', inserted.id, inserted.name)
      return roleView({ ...inserted, rightCount: 0 }, NO_HOLDERS)
    },

    async updateRole(tx: Tx, call: Call, input: InputOf<Endpoints['updateRole']>): Promise<RoleView> {
      const { id, version, ...fields } = input
      const before = await found(tx, id)
      await refuseStronger(tx, call.actor, id)
      if (fields.demandsAuthenticator !== before.demandsAuthenticator) refuseDemand(call.actor)
      const saved = await saveRole(tx, id, version, fields, now()).catch(nameTaken(fields.name))
      if (!saved) throw new Refusal('stale', { current: await viewOf(tx, before) })
      call.notes.object('role', id, saved.name)
      noteChanges(call.notes, fields, before, saved)
      return viewOf(tx, { ...saved, rightCount: before.rightCount })
    },

    async deleteRoles(tx: Tx, call: Call, ids: readonly string[]): Promise<BulkOutcome> {
      const rows: RowOutcome[] = []
      for (const id of new Set(ids)) {
        const [role] = await findRolesByIds(tx, [id])
        if (!role) {
          rows.push({ key: id, ok: false, word: 'not-found', message: '角色不存在或已被删除' })
          continue
        }
        const beyond = await beyondActor(tx, call.actor, id)
        const no =
          beyond.length > 0
            ? { word: 'grant-not-held', why: whyBeyond(beyond) }
            : whyUsed(whyRoleStays(role, ((await deps.accountsOfRoles(tx, [id])).get(id) ?? NO_HOLDERS).accounts))
        if (no === undefined) {
          await removeRole(tx, id)
          call.notes.object('role', id, role.name)
          call.notes.change('deleted', role.name, null)
        }
        rows.push({
          key: id,
          ok: no === undefined,
          message: no?.why ?? `已删除“${role.name}”`,
          ...(no ? { word: no.word } : {}),
        })
      }
      return outcomeOf(rows)
    },

    async queryRoleResources(tx: Tx, actor: Actor, roleId: string): Promise<OutputOf<Endpoints['queryRoleResources']>> {
      const role = await found(tx, roleId)
      const held = await findResources(tx, roleId)
      return {
        ...held,
        role: await viewOf(tx, role),
        menus: (await findMenus(tx)).map(menuView),
        elements: (await findAllElements(tx)).map(elementView),
        catalogue: grantableRights().map((one) => ({ ...one, mine: actor.holds(one.right) })),
      }
    },

    async grantResourcesToRole(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['grantResourcesToRole']>,
    ): Promise<RoleView> {
      const { roleId, version } = input
      const before = await found(tx, roleId)
      const held = await findResources(tx, roleId)
      const wanted: HeldResources = {
        menuIds: [...new Set(input.menuIds)],
        rights: [...new Set(input.rights)],
        elementIds: [...new Set(input.elementIds)],
      }
      await checkGrant(tx, call.actor, held, wanted)
      if (
        call.actor.roleIds.includes(roleId) &&
        !call.actor.isAdmin &&
        addedTo(wanted.rights, held.rights).length > 0
      ) {
        throw new Refusal('not-yourself', { why: '这是你自己的角色，收回权限请让管理员来做' })
      }
      const saved = await saveRole(tx, roleId, version, {}, now())
      if (!saved) throw new Refusal('stale', { current: { ...(await viewOf(tx, before)), ...held } })
      await replaceResources(tx, roleId, wanted)
      call.notes.object('role', roleId, saved.name)
      // Logs only the difference (removed → added), because whole lists would be cut off in the log.
      for (const field of ['menuIds', 'rights', 'elementIds'] as const) {
        const [removed, added] = [addedTo(wanted[field], held[field]), addedTo(held[field], wanted[field])]
        if (removed.length + added.length > 0) call.notes.change(field, removed, added)
      }
      return viewOf(tx, { ...saved, rightCount: wanted.rights.length })
    },

    /** Rights of these roles that the actor does not hold and must therefore not grant. */
    async notHeld(tx: Tx, actor: Actor, roleIds: readonly string[]): Promise<string[]> {
      if (actor.isAdmin) return []
      const byRole = await findRightsByRole(tx, roleIds)
      return [...new Set([...byRole.values()].flat())].filter((right) => !actor.holds(right))
    },
    rightsByRole: findRightsByRole,
  }

  /**
   * Everything that is added must exist. The actor must hold everything that is added and everything that is removed: otherwise they could
   * empty a stronger role and then take over its accounts. What the role keeps is not checked.
   */
  async function checkGrant(tx: Tx, actor: Actor, held: HeldResources, wanted: HeldResources): Promise<void> {
    const known = new Set(grantableRights().map((one) => one.right))
    const unknown = addedTo(held.rights, wanted.rights).find((right) => !known.has(right))
    if (unknown !== undefined) throw invalidField('rights', `没有这个权限：${unknown}`)
    const menus = new Set((await findMenus(tx)).map((row) => row.id))
    if (wanted.menuIds.some((id) => !menus.has(id))) throw invalidField('menuIds', '有菜单已被删除，请刷新后再选')
    const elements = new Set((await findAllElements(tx)).map((row) => row.id))
    if (wanted.elementIds.some((id) => !elements.has(id)))
      throw invalidField('elementIds', '有页面元素已被删除，请刷新后再选')
    const missing = await notOf(tx, actor, {
      rights: differing(held.rights, wanted.rights),
      elementIds: differing(held.elementIds, wanted.elementIds),
      menuIds: differing(held.menuIds, wanted.menuIds),
    })
    if (missing.length > 0) throw new Refusal('grant-not-held', { why: whyBeyond(missing) })
  }

  /** The names of resources that the actor does not hold. Entries that no longer exist grant nothing. */
  async function notOf(tx: Tx, actor: Actor, some: HeldResources): Promise<string[]> {
    if (actor.isAdmin) return []
    const catalogue = new Map(grantableRights().map((one) => [one.right, one.title]))
    const elements = new Map((await findAllElements(tx)).map((row) => [row.id, row]))
    const menus = new Map((await findMenus(tx)).map((row) => [row.id, row.name]))
    const mine = await findMenuIdsOfRoles(tx, actor.roleIds)
    return [
      ...some.rights.filter((right) => !actor.holds(right)).map((right) => catalogue.get(right)),
      ...some.elementIds
        .map((id) => elements.get(id))
        .filter((row) => row !== undefined && !actor.holds(row.code))
        .map((row) => row?.name),
      ...some.menuIds.filter((id) => !mine.has(id)).map((id) => menus.get(id)),
    ].filter((name) => name !== undefined)
  }

  /** What a role grants that the actor does not hold. Menu entries grant nothing by themselves. */
  async function beyondActor(tx: Tx, actor: Actor, roleId: string): Promise<string[]> {
    return notOf(tx, actor, { ...(await findResources(tx, roleId)), menuIds: [] })
  }

  async function refuseStronger(tx: Tx, actor: Actor, roleId: string): Promise<void> {
    const beyond = await beyondActor(tx, actor, roleId)
    if (beyond.length > 0) throw new Refusal('grant-not-held', { why: whyBeyond(beyond) })
  }
}

/** An actor could otherwise remove the authenticator requirement from their own role. */
function refuseDemand(actor: Actor): void {
  if (!actor.isAdmin) throw new Refusal('grant-not-held', { why: '只有管理员能决定一个角色是否必须使用身份验证器' })
}

const differing = (before: readonly string[], after: readonly string[]): string[] => [
  ...addedTo(before, after),
  ...addedTo(after, before),
]
const whyBeyond = (names: readonly string[]): string => `你没有：${names.slice(0, 10).join('、')}`
const whyUsed = (why: string | undefined): { word: 'in-use'; why: string } | undefined =>
  why === undefined ? undefined : { word: 'in-use', why }

const nameTaken = (name: string) => (error: unknown) => {
  if (isUniqueViolation(error, 'role_name')) throw new Refusal('name-taken', { why: `角色“${name}”已存在` })
  throw error
}
