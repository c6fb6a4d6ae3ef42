import type { SpareTab } from '@huoqiao/contract/purchases/spares.status'
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { likeText } from '../../db/search.ts'
import type { Tx } from '../../db/db.ts'
import type { SparePool } from './covers.rules.ts'
import { findDemand, findLines } from './lines.store.ts'
import type { LineRow } from './lines.store.ts'
import { lockPurchases } from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'
import { purchaseLine, purchaseOrder } from './purchases.tables.ts'
import { ARRIVED, promisableOf } from './spare.rules.ts'

/**
 * Spare pieces of purchases of these offers. Their rows stay locked until the transaction ends: if two transactions want the same pieces,
 * the second sees what the first took.
 */
export async function findPools(tx: Tx, offerIds: readonly string[]): Promise<SparePool[]> {
  if (offerIds.length === 0) return []
  const found = await tx
    .selectDistinct({ id: purchaseLine.purchaseId })
    .from(purchaseLine)
    .where(and(inArray(purchaseLine.offerId, [...new Set(offerIds)]), gt(purchaseLine.spare, 0)))
  const purchases = await lockPurchases(
    tx,
    found.map(({ id }) => id),
  )
  const ids = purchases.map(({ id }) => id)
  const lines = (await findLines(tx, ids)).filter((line) => offerIds.includes(line.offerId))
  const demand = await findDemand(
    tx,
    lines.map(({ id }) => id),
  )
  const rows = new Map(purchases.map((row) => [row.id, row]))
  return lines.map((line): SparePool => {
    const { id, number, state, payment, createdAt } = rows.get(line.purchaseId)!
    return {
      lineId: line.id,
      purchaseId: id,
      number,
      offerId: line.offerId,
      skuId: line.skuId,
      specId: line.specId,
      title: line.title,
      specText: line.specText,
      image: line.image,
      arrived: ARRIVED.includes(state),
      at: createdAt.getTime(),
      promisable: promisableOf(line, { state, payment }),
      demand: demand.filter((one) => one.asLineId === line.id),
    }
  })
}

export type SpareRow = { line: LineRow; purchase: PurchaseRow }
export type SpareFilter = { keyword?: string | undefined; purchaseId?: string | undefined }

/** Must be written exactly as in the partial index. */
const EVER = sql`(${purchaseLine}.spare > 0 or ${purchaseLine}.spare_used > 0 or ${purchaseLine}.spare_gone > 0)`
const HERE = inArray(purchaseOrder.state, [...ARRIVED])
const TABS: Readonly<Record<SpareTab, SQL>> = {
  here: and(gt(purchaseLine.spare, 0), HERE)!,
  coming: and(gt(purchaseLine.spare, 0), sql`not (${HERE})`)!,
  used: eq(purchaseLine.spare, 0),
}

function whereOf({ keyword, purchaseId }: SpareFilter): SQL {
  const words = (keyword ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean)
  const text = sql`lower(${purchaseLine.title} || ' ' || ${purchaseLine.specText} || ' ' || ${purchaseOrder.number} || ' ' || ${purchaseOrder.supplierName} || ' ' || ${purchaseLine.offerId})`
  return and(
    EVER,
    purchaseId === undefined ? undefined : eq(purchaseLine.purchaseId, purchaseId),
    ...words.map((word) => sql`${text} like ${likeText(word)}`),
  )!
}

export async function findSparePage(
  tx: Tx,
  { tab, ...filter }: SpareFilter & { tab?: SpareTab | undefined },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: SpareRow[]; total: number }> {
  const where = and(whereOf(filter), tab === undefined ? undefined : TABS[tab])
  const rows = await tx
    .select({ line: purchaseLine, purchase: purchaseOrder, total: sql<number>`count(*) over ()::int` })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(where)
    .orderBy(desc(purchaseOrder.createdAt), asc(purchaseLine.position), asc(purchaseLine.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const total = rows[0]?.total ?? (page === 1 ? 0 : (await countSpares(tx, filter))[tab ?? 'all'])
  return { rows: rows.map(({ line, purchase }) => ({ line, purchase })), total }
}

export type SpareCounts = Record<SpareTab | 'all' | 'pieces', number>

export async function countSpares(tx: Tx, filter: SpareFilter): Promise<SpareCounts> {
  const count = (tab: SpareTab) => sql<number>`(count(*) filter (where ${TABS[tab]}))::int`
  const [row] = await tx
    .select({
      here: count('here'),
      coming: count('coming'),
      used: count('used'),
      all: sql<number>`count(*)::int`,
      pieces: sql<number>`coalesce(sum(${purchaseLine.spare}), 0)::int`,
    })
    .from(purchaseLine)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, purchaseLine.purchaseId))
    .where(whereOf(filter))
  return row!
}

export async function findSpareLine(tx: Tx, lineId: string): Promise<LineRow | undefined> {
  const [row] = await tx.select().from(purchaseLine).where(eq(purchaseLine.id, lineId))
  return row
}
