import type { MenuFields, RoleFields } from '@huoqiao/contract/access/access.schema'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { accessSeed, element, menu, role, roleElement, roleMenu, roleRight } from './access.tables.ts'

export type MenuRow = typeof menu.$inferSelect
export type RoleRow = typeof role.$inferSelect
/** Absent: the database's time. */
type Times = { createdAt?: Date; updatedAt?: Date }

export const findMenus = (tx: Tx): Promise<MenuRow[]> =>
  tx.select().from(menu).orderBy(asc(menu.position), asc(menu.id))

/** Both rights and codes of page elements; both are permission strings. */
export async function findRightsOfRoles(tx: Tx, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return []
  const rows = await tx
    .select({ right: roleRight.right })
    .from(roleRight)
    .where(inArray(roleRight.roleId, [...roleIds]))
    .union(
      tx
        .select({ right: element.code })
        .from(roleElement)
        .innerJoin(element, eq(element.id, roleElement.elementId))
        .where(inArray(roleElement.roleId, [...roleIds])),
    )
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

export type SeedMemory = { menus: string[]; rights: string[]; elements: string[] }

/** Takes a lock, so that of two processes starting at the same time only one seeds. */
export async function takeSeedMemory(tx: Tx): Promise<SeedMemory | undefined> {
  await tx.execute(sql`lock table ${accessSeed} in exclusive mode`)
  const [row] = await tx.select().from(accessSeed)
  return row
}

export const keepSeedMemory = async (tx: Tx, memory: SeedMemory): Promise<void> => {
  await tx
    .insert(accessSeed)
    .values({ id: 1, ...memory })
    .onConflictDoUpdate({ target: accessSeed.id, set: memory })
}

export async function insertMenu(
  tx: Tx,
  row: Omit<MenuFields, 'hidden'> & { hidden?: boolean; id: string; position: number } & Times,
): Promise<MenuRow> {
  const [inserted] = await tx
    .insert(menu)
    .values({ ...written(menu, row) })
    .returning()
  return inserted!
}

export async function findRoleByName(tx: Tx, name: string): Promise<RoleRow | undefined> {
  const [row] = await tx.select().from(role).where(eq(role.name, name))
  return row
}

export async function insertRole(
  tx: Tx,
  row: Partial<RoleFields> & { id: string; name: string; builtIn?: boolean } & Times,
): Promise<RoleRow> {
  const [inserted] = await tx
    .insert(role)
    .values({ ...written(role, row) })
    .returning()
  return inserted!
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
