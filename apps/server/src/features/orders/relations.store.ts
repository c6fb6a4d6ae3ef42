import { and, desc, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { keywordIn } from '../../db/search.ts'
import type { Tx } from '../../db/db.ts'
import type { RelationRow } from './order-source.store.ts'
import { salesOrder, salesOrderLine, skuRelation, soldItem } from './orders.tables.ts'

/**
 * What a relation identifies: a variant, or a SKU code if there is none. An item with neither (a line that a merchant typed into an order)
 * is identified by `key`, its text, and cannot be matched with a later order.
 */
export type Sold = { storeId: string; variantId: string | null; sku: string; key: string }

/** Without a variant and a SKU, all typed lines of a store would count as the same item. */
export const isRememberable = ({ variantId, sku }: Pick<Sold, 'variantId' | 'sku'>): boolean =>
  variantId !== null || sku !== ''

const soldAs = (sold: Omit<Sold, 'key'>, table: typeof skuRelation | typeof soldItem): SQL =>
  sold.variantId === null
    ? sql`${table.storeId} = ${sold.storeId} and ${table.variantId} is null and ${table.sku} = ${sold.sku}`
    : sql`${table.storeId} = ${sold.storeId} and ${table.variantId} = ${sold.variantId}`

/** Inserts the relation, or updates the existing one. */
export async function keepRelation(tx: Tx, row: RelationRow): Promise<void> {
  const { id: _id, version: _version, storeId: _store, variantId: _variant, createdAt: _created, ...fields } = row
  const changed = await tx
    .update(skuRelation)
    .set({ ...fields, version: sql`${skuRelation.version} + 1` })
    .where(soldAs(row, skuRelation))
    .returning({ id: skuRelation.id })
  if (changed.length === 0) await tx.insert(skuRelation).values(row)
}

export async function removeRelation(tx: Tx, sold: Omit<Sold, 'key'>): Promise<boolean> {
  const removed = await tx.delete(skuRelation).where(soldAs(sold, skuRelation)).returning({ id: skuRelation.id })
  return removed.length > 0
}

export async function removeRelationById(tx: Tx, id: string, seen: number): Promise<RelationRow | undefined> {
  const [row] = await tx
    .delete(skuRelation)
    .where(and(eq(skuRelation.id, id), eq(skuRelation.version, seen)))
    .returning()
  return row
}

export async function findRelationById(tx: Tx, id: string): Promise<RelationRow | undefined> {
  const [row] = await tx.select().from(skuRelation).where(eq(skuRelation.id, id))
  return row
}

export type OpenLine = { lineId: string; orderId: string; number: string; quantity: number; purchased: number }

/** Lines of the same item in orders that are still open. Newest first. */
export async function findOpenLines(tx: Tx, sold: Sold, limit: number): Promise<OpenLine[]> {
  return tx
    .select({
      lineId: salesOrderLine.id,
      orderId: salesOrder.id,
      number: salesOrder.number,
      quantity: salesOrderLine.current,
      purchased: salesOrderLine.purchased,
    })
    .from(soldItem)
    .innerJoin(salesOrderLine, eq(salesOrderLine.itemId, soldItem.id))
    .innerJoin(salesOrder, eq(salesOrder.id, salesOrderLine.orderId))
    .where(and(soldAs(sold, soldItem), sql`${salesOrder.state} not in ('shipped', 'done', 'cancelled')`))
    .orderBy(desc(salesOrder.id))
    .limit(limit)
}

/** The items that lines sold. */
export async function findSoldOfLines(
  tx: Tx,
  lineIds: readonly string[],
): Promise<(Sold & { lineId: string; orderId: string })[]> {
  if (lineIds.length === 0) return []
  return tx
    .select({
      lineId: salesOrderLine.id,
      orderId: salesOrderLine.orderId,
      storeId: soldItem.storeId,
      variantId: soldItem.variantId,
      sku: soldItem.sku,
      key: soldItem.key,
    })
    .from(salesOrderLine)
    .innerJoin(soldItem, eq(soldItem.id, salesOrderLine.itemId))
    .where(sql`${salesOrderLine.id} = any(${sql.param([...lineIds])}::uuid[])`)
}

export type ShownRelation = RelationRow & { title: string | null; image: string | null }

/** Relations with the latest name of the item in the shop. */
export async function findRelationPage(
  tx: Tx,
  filter: { storeId?: string | undefined; keyword?: string | undefined; offerId?: string | undefined },
  page: { page: number; pageSize: number },
): Promise<{ rows: ShownRelation[]; total: number }> {
  const words = keywordIn(sql`lower(title || ' ' || variant_title || ' ' || sku)`, filter.keyword)
  const where = and(
    filter.storeId === undefined ? undefined : eq(skuRelation.storeId, filter.storeId),
    filter.offerId === undefined ? undefined : eq(skuRelation.offerId, filter.offerId),
    words &&
      sql`exists (select 1 from ${soldItem} i where i.store_id = ${skuRelation.storeId}
        and (i.variant_id = ${skuRelation.variantId} or (${skuRelation.variantId} is null and i.sku = ${skuRelation.sku}))
        and i.id in (select ${soldItem.id} from ${soldItem} where ${words.byIndex} limit 2000))`,
  )
  const called = sql`(select jsonb_build_object('title', i.title || case when i.variant_title = '' then '' else ' / ' || i.variant_title end, 'image', i.image)
    from ${soldItem} i where i.store_id = ${skuRelation.storeId}
      and (i.variant_id = ${skuRelation.variantId} or (${skuRelation.variantId} is null and i.sku = ${skuRelation.sku}))
    order by i.id desc limit 1)`
  const rows = await tx
    .select({ relation: skuRelation, called: sql<{ title: string; image: string | null } | null>`${called}` })
    .from(skuRelation)
    .where(where)
    .orderBy(desc(skuRelation.updatedAt), desc(skuRelation.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(skuRelation)
    .where(where)
  return {
    rows: rows.map(({ relation, called: named }) => ({
      ...relation,
      title: named?.title ?? null,
      image: named?.image ?? null,
    })),
    total: counted?.n ?? 0,
  }
}
