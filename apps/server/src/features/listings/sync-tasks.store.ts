import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { SyncItemState, SyncTaskState } from '@huoqiao/contract/listings/listings.status'
import type { Tx } from '../../db/db.ts'
import type { FoundPage } from '../../db/search.ts'
import { taskSearch } from '../../db/task-search.ts'
import type { TaskSearch } from '../../db/task-search.ts'
import { listing, syncItem, syncTask } from './listings.tables.ts'

export type SyncTaskRow = typeof syncTask.$inferSelect
export type SyncItemRow = typeof syncItem.$inferSelect
export type SyncItemWithListing = SyncItemRow & { shopifyProductId: string | null; handle: string | null }
type Page = { page: number; pageSize: number }

/** States of an item with work left to do. */
const OPEN_ITEM_STATES: readonly SyncItemState[] = ['queued', 'running']

export const insertTask = async (tx: Tx, row: typeof syncTask.$inferInsert): Promise<void> => {
  await tx.insert(syncTask).values(row)
}

/** In batches of 500, because one statement allows at most 65,535 parameters. */
export async function insertItems(tx: Tx, rows: readonly (typeof syncItem.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500)
    await tx.insert(syncItem).values(rows.slice(start, start + 500))
}

export async function findTask(tx: Tx, id: string): Promise<SyncTaskRow | undefined> {
  const [row] = await tx.select().from(syncTask).where(eq(syncTask.id, id))
  return row
}

const tasks = taskSearch<SyncTaskState>({
  list: {
    table: syncTask,
    text: sql`lower(${syncTask.title} || ' ' || ${syncTask.createdBy})`,
    at: syncTask.createdAt,
    search: 'sync_task_search',
  },
  id: syncTask.id,
  state: syncTask.state,
  items: syncItem,
  taskId: syncItem.taskId,
  newest: syncItem.createdAt,
})

export const findTasks = (
  tx: Tx,
  search: TaskSearch & { state?: SyncTaskState | undefined },
  page: Page,
): Promise<FoundPage<SyncTaskRow>> =>
  tasks.page(tx, search, page, (where, { limit, offset }) =>
    tx
      .select()
      .from(syncTask)
      .where(where)
      .orderBy(...tasks.order)
      .limit(limit)
      .offset(offset),
  )

export const countTasks = (tx: Tx, search: TaskSearch, states: readonly SyncTaskState[]) =>
  tasks.counts(tx, search, states)

/** Locked until the transaction ends, so that counting and setting the state cannot be overtaken. */
export async function lockTask(tx: Tx, id: string): Promise<SyncTaskRow | undefined> {
  const [row] = await tx.select().from(syncTask).where(eq(syncTask.id, id)).for('update')
  return row
}

/** Changes a task that is not finished; a finished one stays unchanged. */
export async function updateOpenTask(tx: Tx, id: string, change: Partial<typeof syncTask.$inferInsert>): Promise<void> {
  await tx
    .update(syncTask)
    .set(change)
    .where(and(eq(syncTask.id, id), isNull(syncTask.finishedAt)))
}

/** Tasks that changed since, for the stream; at the first call the newest few. */
export const findMovedTasks = (tx: Tx, since: Date | undefined, taskId: string | undefined): Promise<SyncTaskRow[]> =>
  tx
    .select()
    .from(syncTask)
    .where(and(since ? gte(syncTask.updatedAt, since) : undefined, taskId ? eq(syncTask.id, taskId) : undefined))
    .orderBy(desc(syncTask.updatedAt))
    .limit(50)

export async function updateTask(
  tx: Tx,
  id: string,
  change: Partial<typeof syncTask.$inferInsert>,
): Promise<SyncTaskRow | undefined> {
  const [row] = await tx.update(syncTask).set(change).where(eq(syncTask.id, id)).returning()
  return row
}

export async function countItems(tx: Tx, taskId: string): Promise<Partial<Record<SyncItemState, number>>> {
  const rows = await tx
    .select({ state: syncItem.state, n: sql<number>`count(*)::int` })
    .from(syncItem)
    .where(eq(syncItem.taskId, taskId))
    .groupBy(syncItem.state)
  return Object.fromEntries(rows.map((row) => [row.state, row.n]))
}

export const findOpenItems = (tx: Tx, taskId: string): Promise<{ id: string; storeId: string; listingId: string }[]> =>
  tx
    .select({ id: syncItem.id, storeId: syncItem.storeId, listingId: syncItem.listingId })
    .from(syncItem)
    .where(and(eq(syncItem.taskId, taskId), inArray(syncItem.state, [...OPEN_ITEM_STATES])))
    .orderBy(asc(syncItem.position))

export async function findItem(tx: Tx, id: string, options: { lock?: boolean } = {}): Promise<SyncItemRow | undefined> {
  const query = tx.select().from(syncItem).where(eq(syncItem.id, id))
  const [row] = options.lock ? await query.for('update') : await query
  return row
}

export async function updateItem(
  tx: Tx,
  id: string,
  change: Partial<typeof syncItem.$inferInsert>,
): Promise<SyncItemRow | undefined> {
  const [row] = await tx.update(syncItem).set(change).where(eq(syncItem.id, id)).returning()
  return row
}

export async function updateItems(
  tx: Tx,
  filter: {
    taskId?: string
    ids?: readonly string[]
    listingIds?: readonly string[]
    states: readonly SyncItemState[]
  },
  change: Partial<typeof syncItem.$inferInsert>,
): Promise<SyncItemRow[]> {
  return tx
    .update(syncItem)
    .set(change)
    .where(
      and(
        filter.taskId ? eq(syncItem.taskId, filter.taskId) : undefined,
        filter.ids ? inArray(syncItem.id, [...filter.ids]) : undefined,
        filter.listingIds ? inArray(syncItem.listingId, [...filter.listingIds]) : undefined,
        inArray(syncItem.state, [...filter.states]),
      ),
    )
    .returning()
}

/** What was approved no longer counts for these items. Fields that a person excluded stay excluded. */
export async function forgetApprovals(tx: Tx, ids: readonly string[]): Promise<void> {
  const excludes = sql`jsonb_array_length(${syncItem.approval} -> 'skipFields') > 0`
  await tx
    .update(syncItem)
    .set({ approval: sql`case when ${excludes} then jsonb_set(${syncItem.approval}, '{contentHash}', '""') end` })
    .where(and(inArray(syncItem.id, [...ids]), isNotNull(syncItem.approval)))
}

/** Items of any task that wait for the same listing: a second request is merged into them. */
export const findWaitingItems = (tx: Tx, listingIds: readonly string[]): Promise<SyncItemRow[]> =>
  listingIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(syncItem)
        .where(and(inArray(syncItem.listingId, [...listingIds]), eq(syncItem.state, 'queued')))

/** Other records of a listing: whether other items wait for it, and whether one ever began. */
export async function findOtherWork(
  tx: Tx,
  listingId: string,
  itemId: string,
): Promise<{ queued: boolean; begun: boolean }> {
  const [row] = await tx
    .select({
      queued: sql<boolean>`coalesce(bool_or(${syncItem.state} = 'queued'), false)`,
      begun: sql<boolean>`coalesce(bool_or(${syncItem.attempts} > 0), false)`,
    })
    .from(syncItem)
    .where(and(eq(syncItem.listingId, listingId), ne(syncItem.id, itemId)))
  return row ?? { queued: false, begun: false }
}

/** Items of a task in the given states, to find the products to lock first. */
export const findItemsIn = (
  tx: Tx,
  taskId: string,
  states: readonly SyncItemState[],
  which: { ids?: readonly string[] | undefined; cause?: string | undefined } = {},
): Promise<{ id: string; productId: string; storeId: string; listingId: string }[]> =>
  tx
    .select({
      id: syncItem.id,
      productId: syncItem.productId,
      storeId: syncItem.storeId,
      listingId: syncItem.listingId,
    })
    .from(syncItem)
    .where(
      and(
        eq(syncItem.taskId, taskId),
        inArray(syncItem.state, [...states]),
        which.ids ? inArray(syncItem.id, [...which.ids]) : undefined,
        which.cause === undefined ? undefined : withCause(which.cause),
      ),
    )

const ILL: readonly SyncItemState[] = ['failed', 'unknown']
const withCause = (message: string) => and(inArray(syncItem.state, [...ILL]), eq(syncItem.message, message))

/** Failed or unknown items of a task, grouped by message. */
export const findCauses = (
  tx: Tx,
  taskId: string,
  limit: number,
): Promise<{ message: string; advice: string | null; count: number }[]> => {
  const count = sql<number>`count(*)::int`
  return tx
    .select({ message: syncItem.message, advice: sql<string | null>`min(${syncItem.advice})`, count })
    .from(syncItem)
    .where(and(eq(syncItem.taskId, taskId), inArray(syncItem.state, [...ILL])))
    .groupBy(syncItem.message)
    .orderBy(desc(count), asc(syncItem.message))
    .limit(limit)
}

export const findMergedInto = (tx: Tx, itemIds: readonly string[]): Promise<{ id: string; taskId: string }[]> =>
  itemIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({ id: syncItem.id, taskId: syncItem.taskId })
        .from(syncItem)
        .where(and(inArray(syncItem.mergedInto, [...itemIds]), eq(syncItem.state, 'merged')))

export async function findStoresWithOpenItems(tx: Tx, taskId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ storeId: syncItem.storeId })
    .from(syncItem)
    .where(and(eq(syncItem.taskId, taskId), inArray(syncItem.state, [...OPEN_ITEM_STATES])))
  return rows.map((row) => row.storeId)
}

const withListing = {
  item: syncItem,
  shopifyProductId: listing.shopifyProductId,
  handle: listing.handle,
}

export async function findItems(
  tx: Tx,
  filter: {
    taskId?: string | undefined
    productIds?: readonly string[] | undefined
    state?: SyncItemState | undefined
    cause?: string | undefined
  },
  page: Page,
): Promise<{ rows: SyncItemWithListing[]; total: number }> {
  const where = and(
    filter.taskId ? eq(syncItem.taskId, filter.taskId) : undefined,
    filter.productIds ? inArray(syncItem.productId, [...filter.productIds]) : undefined,
    filter.state ? eq(syncItem.state, filter.state) : undefined,
    filter.cause === undefined ? undefined : withCause(filter.cause),
  )
  const rows = await tx
    .select(withListing)
    .from(syncItem)
    .innerJoin(listing, eq(listing.id, syncItem.listingId))
    .where(where)
    .orderBy(...(filter.taskId ? [asc(syncItem.position)] : [desc(syncItem.createdAt), asc(syncItem.position)]))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(syncItem)
    .where(where)
  return { rows: rows.map(({ item, ...rest }) => ({ ...item, ...rest })), total: counted?.n ?? 0 }
}

/** SKUs that were pushed successfully, by day in UTC+8 and store. */
export async function countSyncedSkus(
  tx: Tx,
  range: { from: Date; to: Date; storeId?: string | undefined },
): Promise<{ date: string; storeId: string; skuCount: number; productCount: number }[]> {
  const day = sql<string>`to_char(${syncItem.finishedAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  return tx
    .select({
      date: day,
      storeId: syncItem.storeId,
      skuCount: sql<number>`coalesce(sum(${syncItem.skuCount}), 0)::int`,
      productCount: sql<number>`count(distinct ${syncItem.productId})::int`,
    })
    .from(syncItem)
    .where(
      and(
        eq(syncItem.state, 'succeeded'),
        gte(syncItem.finishedAt, range.from),
        lt(syncItem.finishedAt, range.to),
        range.storeId ? eq(syncItem.storeId, range.storeId) : undefined,
      ),
    )
    .groupBy(day, syncItem.storeId)
    .orderBy(day)
}
