import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { menu, role, roleMenu, roleRight } from './access.tables.ts'

export type MenuRow = typeof menu.$inferSelect
export type RoleRow = typeof role.$inferSelect

export const findMenus = (tx: Tx): Promise<MenuRow[]> =>
  tx.select().from(menu).orderBy(asc(menu.position), asc(menu.id))

export async function findRightsOfRoles(tx: Tx, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .selectDistinct({ right: roleRight.right })
    .from(roleRight)
    .where(inArray(roleRight.roleId, [...roleIds]))
  return rows.map((row) => row.right)
}

export async function findMenuIdsOfRoles(tx: Tx, roleIds: readonly string[]): Promise<Set<string>> {
  if (roleIds.length === 0) return new Set()
  const rows = await tx
    .selectDistinct({ menuId: roleMenu.menuId })
    .from(roleMenu)
    .where(inArray(roleMenu.roleId, [...roleIds]))
  return new Set(rows.map((row) => row.menuId))
}

export async function countMenus(tx: Tx): Promise<number> {
  const [row] = await tx.select({ n: sql<number>`count(*)::int` }).from(menu)
  return row?.n ?? 0
}

export const insertMenu = async (tx: Tx, row: typeof menu.$inferInsert): Promise<void> => {
  await tx.insert(menu).values(row)
}

export async function findRoleByName(tx: Tx, name: string): Promise<RoleRow | undefined> {
  const [row] = await tx.select().from(role).where(eq(role.name, name))
  return row
}

export const insertRole = async (tx: Tx, row: typeof role.$inferInsert): Promise<void> => {
  await tx.insert(role).values(row)
}

export async function addRightsToRole(tx: Tx, roleId: string, rights: readonly string[]): Promise<void> {
  if (rights.length === 0) return
  await tx
    .insert(roleRight)
    .values(rights.map((right) => ({ roleId, right })))
    .onConflictDoNothing()
  await tx
    .update(role)
    .set({ version: sql`${role.version} + 1` })
    .where(eq(role.id, roleId))
}

export async function addMenusToRole(tx: Tx, roleId: string, menuIds: readonly string[]): Promise<void> {
  if (menuIds.length === 0) return
  await tx
    .insert(roleMenu)
    .values(menuIds.map((menuId) => ({ roleId, menuId })))
    .onConflictDoNothing()
}
