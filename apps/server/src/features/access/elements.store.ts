import type { ElementFields } from '@huoqiao/contract/access/access.schema'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { written } from '../../db/written.ts'
import { element, role, roleElement } from './access.tables.ts'

export type ElementRow = typeof element.$inferSelect

/** Page elements are entered by hand and number some hundred at most, so no index is needed. */
export async function findElements(
  tx: Tx,
  filter: { keyword?: string | undefined; menuId?: string | undefined },
  page: { page: number; pageSize: number },
): Promise<{ rows: ElementRow[]; total: number }> {
  const words = filter.keyword?.toLowerCase()
  const where = and(
    words ? sql`position(${words} in lower(${element.name} || ' ' || ${element.code})) > 0` : undefined,
    filter.menuId ? eq(element.menuId, filter.menuId) : undefined,
  )
  const rows = await tx
    .select()
    .from(element)
    .where(where)
    .orderBy(asc(element.code))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(element)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

export const findAllElements = (tx: Tx): Promise<ElementRow[]> => tx.select().from(element).orderBy(asc(element.code))

export async function findElement(tx: Tx, id: string): Promise<ElementRow | undefined> {
  const [row] = await tx.select().from(element).where(eq(element.id, id))
  return row
}

export async function insertElement(tx: Tx, row: ElementFields & { id: string; at: Date }): Promise<ElementRow> {
  const { at, ...fields } = row
  const [inserted] = await tx
    .insert(element)
    .values({ ...written(element, fields), createdAt: at, updatedAt: at })
    .returning()
  return inserted!
}

export async function saveElement(
  tx: Tx,
  id: string,
  seenVersion: number,
  fields: ElementFields,
  at: Date,
): Promise<ElementRow | undefined> {
  const [row] = await tx
    .update(element)
    .set({ ...written(element, fields), version: seenVersion + 1, updatedAt: at })
    .where(and(eq(element.id, id), eq(element.version, seenVersion)))
    .returning()
  return row
}

export async function removeElement(tx: Tx, id: string, seenVersion: number): Promise<boolean> {
  const removed = await tx
    .delete(element)
    .where(and(eq(element.id, id), eq(element.version, seenVersion)))
    .returning({ id: element.id })
  return removed.length > 0
}

/** Increments the version of the roles with this element, because their rights change and the rights cache uses the version as key. */
export async function touchRolesWithElement(tx: Tx, elementId: string): Promise<void> {
  const holders = tx.select({ id: roleElement.roleId }).from(roleElement).where(eq(roleElement.elementId, elementId))
  await tx
    .update(role)
    .set({ version: sql`${role.version} + 1` })
    .where(inArray(role.id, holders))
}
