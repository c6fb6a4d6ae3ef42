import type { RoleFields } from '@huoqiao/contract/access/access.schema'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { searchedPage } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { written } from '../../db/written.ts'
import type { RoleRow } from './access.store.ts'
import { element, role, roleElement, roleMenu, roleRight } from './access.tables.ts'

export type RoleWithCount = RoleRow & { rightCount: number }

const rightCount = sql<number>`(select count(*)::int from ${roleRight} where ${roleRight.roleId} = ${role.id})`
const columns = {
  id: role.id,
  name: role.name,
  note: role.note,
  builtIn: role.builtIn,
  demandsAuthenticator: role.demandsAuthenticator,
  version: role.version,
  createdAt: role.createdAt,
  updatedAt: role.updatedAt,
  rightCount,
}

const LIST: SearchedList = { table: role, text: sql`lower(${role.name})`, at: role.createdAt, search: 'role_search' }
const ORDER = [asc(role.name)]

/** `page` counts from 0 (specification, section 9). */
export async function findRoles(
  tx: Tx,
  filter: { keyword?: string | undefined },
  page: { page: number; pageSize: number },
): Promise<{ rows: RoleWithCount[]; total: number; totalCapped: boolean }> {
  const asked = {
    list: LIST,
    id: sql`${role.id}`,
    plain: sql`true`,
    keyword: filter.keyword,
    order: { by: ORDER, isNewestFirst: false },
    page: page.page + 1,
    pageSize: page.pageSize,
  }
  return searchedPage(tx, asked, (where, { limit, offset }) =>
    tx
      .select(columns)
      .from(role)
      .where(where)
      .orderBy(...ORDER)
      .limit(limit)
      .offset(offset),
  )
}

export const findRolesByIds = (tx: Tx, ids: readonly string[]): Promise<RoleWithCount[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select(columns)
        .from(role)
        .where(inArray(role.id, [...ids]))
        .orderBy(asc(role.name))

export async function saveRole(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: Partial<RoleFields>,
  at: Date,
): Promise<RoleRow | undefined> {
  const [row] = await tx
    .update(role)
    .set({ ...written(role, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(role.id, id), eq(role.version, seenVersion)))
    .returning()
  return row
}

export const removeRole = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(role).where(eq(role.id, id))
}

export type HeldResources = { menuIds: string[]; rights: string[]; elementIds: string[] }

export async function findResources(tx: Tx, roleId: string): Promise<HeldResources> {
  const menus = await tx.select({ id: roleMenu.menuId }).from(roleMenu).where(eq(roleMenu.roleId, roleId))
  const rights = await tx.select({ right: roleRight.right }).from(roleRight).where(eq(roleRight.roleId, roleId))
  const elements = await tx
    .select({ id: roleElement.elementId })
    .from(roleElement)
    .where(eq(roleElement.roleId, roleId))
  return {
    menuIds: menus.map((row) => row.id),
    rights: rights.map((row) => row.right),
    elementIds: elements.map((row) => row.id),
  }
}

/** What each role allows: rights and the codes of its elements, by role id. */
export async function findRightsByRole(tx: Tx, roleIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(roleIds.map((id) => [id, []]))
  if (roleIds.length === 0) return found
  const rights = await tx
    .select()
    .from(roleRight)
    .where(inArray(roleRight.roleId, [...roleIds]))
  const codes = await tx
    .select({ roleId: roleElement.roleId, right: element.code })
    .from(roleElement)
    .innerJoin(element, eq(element.id, roleElement.elementId))
    .where(inArray(roleElement.roleId, [...roleIds]))
  for (const { roleId, right } of [...rights, ...codes]) found.get(roleId)?.push(right)
  return found
}

/** Replaces what a role holds; the caller has already incremented its version. */
export async function replaceResources(tx: Tx, roleId: string, held: HeldResources): Promise<void> {
  await tx.delete(roleMenu).where(eq(roleMenu.roleId, roleId))
  await tx.delete(roleRight).where(eq(roleRight.roleId, roleId))
  await tx.delete(roleElement).where(eq(roleElement.roleId, roleId))
  if (held.menuIds.length > 0) await tx.insert(roleMenu).values(held.menuIds.map((menuId) => ({ roleId, menuId })))
  if (held.rights.length > 0) await tx.insert(roleRight).values(held.rights.map((right) => ({ roleId, right })))
  if (held.elementIds.length > 0)
    await tx.insert(roleElement).values(held.elementIds.map((elementId) => ({ roleId, elementId })))
}
