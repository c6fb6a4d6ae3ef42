import type { MenuFields } from '@huoqiao/contract/access/access.schema'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import type { MenuRow } from './access.store.ts'
import { menu, role, roleMenu } from './access.tables.ts'

/** All fields of the form, or only another place in the tree. */
export type MenuChange = (MenuFields | Pick<MenuFields, 'parentId'>) & { position: number }

/** One edit of the tree at a time: two moves that are each valid could together create a cycle. */
export const lockMenus = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`lock table ${menu} in share row exclusive mode`)
}

export async function findMenu(tx: Tx, id: string): Promise<MenuRow | undefined> {
  const [row] = await tx.select().from(menu).where(eq(menu.id, id))
  return row
}

/** The place after the last of its siblings. */
export async function nextPosition(tx: Tx, parentId: string | null): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`coalesce(max(${menu.position}) + 1, 0)::int` })
    .from(menu)
    .where(parentId === null ? isNull(menu.parentId) : eq(menu.parentId, parentId))
  return row?.n ?? 0
}

/** Saves only if the version is the one that the person saw; undefined: it is not. */
export async function saveMenu(
  tx: Tx,
  id: string,
  seenVersion: number,
  change: MenuChange,
  at: Date,
): Promise<MenuRow | undefined> {
  const [row] = await tx
    .update(menu)
    .set({ ...written(menu, change), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(menu.id, id), eq(menu.version, seenVersion)))
    .returning()
  return row
}

/** Removes entries; roles with any of them get a new version, because their menu changes. */
export async function removeMenus(tx: Tx, ids: readonly string[]): Promise<void> {
  const holders = tx
    .selectDistinct({ id: roleMenu.roleId })
    .from(roleMenu)
    .where(inArray(roleMenu.menuId, [...ids]))
  await tx
    .update(role)
    .set({ version: sql`${role.version} + 1` })
    .where(inArray(role.id, holders))
  await tx.delete(menu).where(inArray(menu.id, [...ids]))
}
