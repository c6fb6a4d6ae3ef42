import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { and, asc, desc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { collectItem, sourceOffer } from './collection.tables.ts'

export type ItemRow = typeof collectItem.$inferSelect
export type ItemChange = Partial<Omit<ItemRow, 'id' | 'offerId' | 'createdAt'>> & { updatedAt: Date }
type OfferRow = typeof sourceOffer.$inferSelect

export async function findItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  const [row] = await tx.select().from(collectItem).where(eq(collectItem.id, id))
  return row
}

/** Held until the transaction ends. */
export async function lockItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  const [row] = await tx.select().from(collectItem).where(eq(collectItem.id, id)).for('update')
  return row
}

export const findItems = (tx: Tx, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(collectItem)
        .where(inArray(collectItem.id, [...ids]))

/** Always in the order of offer ids, so that two requests over the same offers wait for each other and never deadlock. */
export const lockItemsOf = (tx: Tx, offerIds: readonly string[]): Promise<ItemRow[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(collectItem)
        .where(inArray(collectItem.offerId, [...offerIds]))
        .orderBy(asc(collectItem.offerId))
        .for('update')

/** Rows whose offer has an item already are left out. Insert them in the order of `lockItemsOf`. */
export async function insertItems(tx: Tx, rows: readonly ItemRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(collectItem)
    .values([...rows])
    .onConflictDoNothing({ target: collectItem.offerId })
}

export async function changeItem(tx: Tx, id: string, change: ItemChange): Promise<void> {
  await tx.update(collectItem).set(change).where(eq(collectItem.id, id))
}

export const findStates = (tx: Tx, offerIds: readonly string[]): Promise<{ offerId: string; state: CollectState }[]> =>
  offerIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({ offerId: collectItem.offerId, state: collectItem.state })
        .from(collectItem)
        .where(inArray(collectItem.offerId, [...offerIds]))

export type BoxFilter = {
  states?: readonly CollectState[] | undefined
  keyword?: string | undefined
  ids?: readonly string[] | undefined
}

function conditions(filter: BoxFilter): SQL | undefined {
  const keyword = filter.keyword ? `%${filter.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : undefined
  return and(
    filter.states ? inArray(collectItem.state, [...filter.states]) : undefined,
    filter.ids ? inArray(collectItem.id, [...filter.ids]) : undefined,
    keyword
      ? or(
          sql`${collectItem.offerId}::text like ${keyword}`,
          ilike(sourceOffer.subject, keyword),
          ilike(sourceOffer.subjectTrans, keyword),
          ilike(sourceOffer.supplierName, keyword),
        )
      : undefined,
  )
}

export async function findBox(
  tx: Tx,
  filter: BoxFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: { item: ItemRow; offer: OfferRow | null }[]; total: number }> {
  const where = conditions(filter)
  const rows = await tx
    .select({ item: collectItem, offer: sourceOffer })
    .from(collectItem)
    .leftJoin(sourceOffer, eq(sourceOffer.offerId, collectItem.offerId))
    .where(where)
    .orderBy(desc(collectItem.updatedAt), desc(collectItem.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(collectItem)
    .leftJoin(sourceOffer, eq(sourceOffer.offerId, collectItem.offerId))
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

/** How many lines each state has, for the tabs. */
export async function countBox(tx: Tx, keyword: string | undefined): Promise<Partial<Record<CollectState, number>>> {
  const rows = await tx
    .select({ state: collectItem.state, n: sql<number>`count(*)::int` })
    .from(collectItem)
    .leftJoin(sourceOffer, eq(sourceOffer.offerId, collectItem.offerId))
    .where(conditions({ keyword }))
    .groupBy(collectItem.state)
  return Object.fromEntries(rows.map((row) => [row.state, row.n]))
}
