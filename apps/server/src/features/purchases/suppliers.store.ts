import type { EditOf, ENDPOINTS } from '@huoqiao/contract'
import { PLACED_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { SupplierRating, SupplierSort } from '@huoqiao/contract/purchases/suppliers.status'
import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/db.ts'
import { searchedPage } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { written } from '../../db/written.ts'
import { purchaseOrder } from './purchases.tables.ts'
import type { SupplierScore } from './purchases.types.ts'
import { SPENT } from './supplier-purchases.store.ts'
import { supplier } from './suppliers.tables.ts'

export type SupplierRow = typeof supplier.$inferSelect

export const findSuppliersByKeys = (tx: Tx, keys: readonly string[]): Promise<SupplierRow[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(supplier)
        .where(inArray(supplier.sellerKey, [...keys]))

export async function findSupplier(tx: Tx, id: string): Promise<SupplierRow | undefined> {
  const [row] = await tx.select().from(supplier).where(eq(supplier.id, id))
  return row
}

export const findSuppliers = (tx: Tx, ids: readonly string[]): Promise<SupplierRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(supplier)
        .where(inArray(supplier.id, [...ids]))

/** Inserts sellers that are not known yet, in the order of keys, so that two transactions cannot deadlock. */
export async function keepSuppliers(
  tx: Tx,
  sellers: readonly { id: string; sellerKey: string; openId: string | null; name: string; at: Date }[],
): Promise<Map<string, SupplierRow>> {
  for (const { at, ...seller } of [...sellers].sort((a, b) => (a.sellerKey < b.sellerKey ? -1 : 1)))
    await tx
      .insert(supplier)
      .values({ ...seller, createdAt: at, updatedAt: at })
      .onConflictDoNothing()
  const rows = await findSuppliersByKeys(
    tx,
    sellers.map(({ sellerKey }) => sellerKey),
  )
  return new Map(rows.map((row) => [row.sellerKey, row]))
}

export async function saveSupplier(
  tx: Tx,
  id: string,
  version: number,
  fields: EditOf<(typeof ENDPOINTS)['updateSupplier']>,
  at: Date,
): Promise<SupplierRow | undefined> {
  const [row] = await tx
    .update(supplier)
    .set({ ...written(supplier, fields), version: version + 1, updatedAt: at })
    .where(and(eq(supplier.id, id), eq(supplier.version, version)))
    .returning()
  return row
}

/** Written without a new version, so that a person's open editor does not become stale. */
export const rememberPayWay = async (tx: Tx, supplierId: string, payWay: string): Promise<void> => {
  await tx
    .update(supplier)
    .set({ payWay })
    .where(and(eq(supplier.id, supplierId), sql`${supplier.payWay} is distinct from ${payWay}`))
}

const LIST: SearchedList = {
  table: supplier,
  text: sql`lower(${supplier.name} || ' ' || ${supplier.note})`,
  at: supplier.updatedAt,
  search: 'supplier_search',
}
/** Same order as the indices of the table: the highest first, suppliers without the figure last. */
const mostOf = (column: PgColumn): SQL[] => [sql`${column} desc nulls last`, desc(supplier.id)]
const ORDERS: Readonly<Record<SupplierSort, SQL[]>> = {
  updated: [desc(supplier.updatedAt), desc(supplier.id)],
  worst: mostOf(supplier.faults),
  best: [asc(supplier.faults), asc(supplier.sendHours), asc(supplier.id)],
  slow: mostOf(supplier.sendHours),
  fast: [asc(supplier.sendHours), asc(supplier.id)],
  short: mostOf(supplier.short),
  dearer: mostOf(supplier.priceDrift),
  refunded: mostOf(supplier.refunded),
  spent: [desc(supplier.spentMinor), desc(supplier.id)],
}

export const findSupplierPage = (
  tx: Tx,
  filter: { keyword?: string | undefined; rating?: SupplierRating | undefined },
  { sort, ...page }: { page: number; pageSize: number; sort: SupplierSort },
): Promise<{ rows: SupplierRow[]; total: number; totalCapped: boolean }> =>
  searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${supplier.id}`,
      plain: filter.rating ? eq(supplier.rating, filter.rating) : sql`true`,
      keyword: filter.keyword,
      order: { by: ORDERS[sort], isNewestFirst: sort === 'updated' },
      ...page,
    },
    (where, { limit, offset }) =>
      tx
        .select()
        .from(supplier)
        .where(where)
        .orderBy(...ORDERS[sort])
        .limit(limit)
        .offset(offset),
  )

export type SupplierFigures = {
  purchases: number
  open: number
  done: number
  cancelled: number
  spentMinor: number
  pieces: number
  lastAt: Date | null
}

/** Members of a merged purchase are counted through their target, so that nothing counts twice. */
export async function findFigures(tx: Tx, supplierIds: readonly string[]): Promise<Map<string, SupplierFigures>> {
  if (supplierIds.length === 0) return new Map()
  const placed = inArray(purchaseOrder.state, PLACED_STATES)
  const rows = await tx
    .select({
      supplierId: purchaseOrder.supplierId,
      purchases: sql<number>`count(*)::int`,
      open: sql<number>`count(*) filter (where state not in ('done', 'ended', 'cancelled'))::int`,
      done: sql<number>`count(*) filter (where state in ('done', 'ended'))::int`,
      cancelled: sql<number>`count(*) filter (where state = 'cancelled')::int`,
      spentMinor: sql<number>`coalesce(sum(total_minor) filter (where ${SPENT}), 0)::float8`,
      pieces: sql<number>`coalesce(sum(quantity) filter (where ${placed}), 0)::float8`,
      lastAt: sql<string | null>`max(created_at)`,
    })
    .from(purchaseOrder)
    .where(and(inArray(purchaseOrder.supplierId, [...supplierIds]), ne(purchaseOrder.state, 'merged')))
    .groupBy(purchaseOrder.supplierId)
  return new Map(
    rows.map(({ supplierId, lastAt, ...row }) => [
      supplierId,
      { ...row, lastAt: lastAt === null ? null : new Date(lastAt) },
    ]),
  )
}

/** The next suppliers by id, for a job that goes through all of them. */
export async function findSupplierIds(tx: Tx, after: string | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: supplier.id })
    .from(supplier)
    .where(after === undefined ? undefined : gt(supplier.id, after))
    .orderBy(asc(supplier.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Writes the figures that the list is sorted by, only where they changed, in the order of ids, so that two runs cannot deadlock. Version
 * and `updatedAt` stay, because nobody edited the supplier.
 */
export async function saveScores(tx: Tx, scores: readonly SupplierScore[]): Promise<void> {
  const figures = await findFigures(
    tx,
    scores.map(({ supplierId }) => supplierId),
  )
  for (const { supplierId, ...score } of [...scores].sort((a, b) => (a.supplierId < b.supplierId ? -1 : 1))) {
    const row = { ...score, spentMinor: figures.get(supplierId)?.spentMinor ?? 0 }
    const changed = Object.entries(row).map(
      ([key, value]) => sql`${supplier[key as keyof typeof row]} is distinct from ${value}`,
    )
    await tx
      .update(supplier)
      .set(row)
      .where(and(eq(supplier.id, supplierId), or(...changed)))
  }
}
