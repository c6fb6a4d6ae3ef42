import type {
  TranslationPushItemState,
  TranslationPushState,
} from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { FoundPage } from '../../db/search.ts'
import { taskSearch } from '../../db/task-search.ts'
import type { TaskSearch } from '../../db/task-search.ts'
import { translationPush, translationPushItem } from './translation-pushes.tables.ts'

export type PushRow = typeof translationPush.$inferSelect
export type PushItemRow = typeof translationPushItem.$inferSelect
type Page = { page: number; pageSize: number }

export const OPEN_ITEM_STATES: readonly TranslationPushItemState[] = ['queued', 'running']

export const insertPush = async (tx: Tx, row: typeof translationPush.$inferInsert): Promise<void> => {
  await tx.insert(translationPush).values(row)
}

/** In batches of 500, because one statement allows at most 65,535 parameters. */
export async function insertPushItems(
  tx: Tx,
  rows: readonly (typeof translationPushItem.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += 500)
    await tx.insert(translationPushItem).values(rows.slice(start, start + 500))
}

export async function findPush(tx: Tx, id: string, lock?: 'update'): Promise<PushRow | undefined> {
  const query = tx.select().from(translationPush).where(eq(translationPush.id, id))
  const [row] = lock ? await query.for(lock) : await query
  return row
}

export async function updatePush(
  tx: Tx,
  id: string,
  change: Partial<typeof translationPush.$inferInsert>,
): Promise<PushRow | undefined> {
  const [row] = await tx.update(translationPush).set(change).where(eq(translationPush.id, id)).returning()
  return row
}

/** Changes a task that is not finished; a finished one stays unchanged. */
export async function updateOpenPush(
  tx: Tx,
  id: string,
  change: Partial<typeof translationPush.$inferInsert>,
): Promise<void> {
  await tx
    .update(translationPush)
    .set(change)
    .where(and(eq(translationPush.id, id), isNull(translationPush.finishedAt)))
}

const pushes = taskSearch<TranslationPushState>({
  list: {
    table: translationPush,
    text: sql`lower(${translationPush.title} || ' ' || ${translationPush.createdBy})`,
    at: translationPush.createdAt,
    search: 'translation_push_search',
  },
  id: translationPush.id,
  state: translationPush.state,
  items: translationPushItem,
  taskId: translationPushItem.pushId,
  newest: translationPushItem.pushId,
})

const inStore = (storeId: string | undefined) =>
  storeId === undefined ? undefined : eq(translationPush.storeId, storeId)

type Filter = TaskSearch & { storeId?: string | undefined }

export const findPushes = (
  tx: Tx,
  { storeId, ...search }: Filter & { state?: TranslationPushState | undefined },
  page: Page,
): Promise<FoundPage<PushRow>> =>
  pushes.page(tx, { ...search, plain: inStore(storeId) }, page, (where, { limit, offset }) =>
    tx
      .select()
      .from(translationPush)
      .where(where)
      .orderBy(...pushes.order)
      .limit(limit)
      .offset(offset),
  )

export const countPushes = (tx: Tx, { storeId, ...search }: Filter, states: readonly TranslationPushState[]) =>
  pushes.counts(tx, { ...search, plain: inStore(storeId) }, states)

export async function countItemStates(
  tx: Tx,
  pushId: string,
): Promise<Partial<Record<TranslationPushItemState, number>>> {
  const rows = await tx
    .select({ state: translationPushItem.state, n: sql<number>`count(*)::int` })
    .from(translationPushItem)
    .where(eq(translationPushItem.pushId, pushId))
    .groupBy(translationPushItem.state)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

export const findOpenPushItems = (tx: Tx, pushId: string): Promise<{ id: string; listingId: string }[]> =>
  tx
    .select({ id: translationPushItem.id, listingId: translationPushItem.listingId })
    .from(translationPushItem)
    .where(and(eq(translationPushItem.pushId, pushId), inArray(translationPushItem.state, [...OPEN_ITEM_STATES])))
    .orderBy(asc(translationPushItem.position))

export async function findPushItem(tx: Tx, id: string, lock?: 'update'): Promise<PushItemRow | undefined> {
  const query = tx.select().from(translationPushItem).where(eq(translationPushItem.id, id))
  const [row] = lock ? await query.for(lock) : await query
  return row
}

export const findPushItems = (
  tx: Tx,
  pushId: string,
  state: TranslationPushItemState | undefined,
  page: Page,
): Promise<PushItemRow[]> =>
  tx
    .select()
    .from(translationPushItem)
    .where(
      and(
        eq(translationPushItem.pushId, pushId),
        state === undefined ? undefined : eq(translationPushItem.state, state),
      ),
    )
    .orderBy(asc(translationPushItem.position))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)

export const findAllPushItems = (tx: Tx, pushId: string): Promise<PushItemRow[]> =>
  tx
    .select()
    .from(translationPushItem)
    .where(eq(translationPushItem.pushId, pushId))
    .orderBy(asc(translationPushItem.position))

export async function updatePushItem(
  tx: Tx,
  id: string,
  change: Partial<typeof translationPushItem.$inferInsert>,
): Promise<PushItemRow | undefined> {
  const [row] = await tx.update(translationPushItem).set(change).where(eq(translationPushItem.id, id)).returning()
  return row
}

/** Whether the writes of a task were undone, or are being undone. */
export async function isUndone(tx: Tx, pushId: string): Promise<boolean> {
  const undo = sql`select 1 from ${translationPushItem} as undo join ${translationPushItem} as item on item.id = undo.undo_of
    where item.push_id = ${pushId} and undo.state <> 'cancelled' and undo.state <> 'failed' limit 1`
  return ((await tx.execute(undo)).rowCount ?? 0) > 0
}

/** Returns the number of changed items. */
export async function movePushItems(
  tx: Tx,
  pushId: string,
  states: readonly TranslationPushItemState[],
  change: Partial<typeof translationPushItem.$inferInsert>,
): Promise<number> {
  const rows = await tx
    .update(translationPushItem)
    .set(change)
    .where(and(eq(translationPushItem.pushId, pushId), inArray(translationPushItem.state, [...states])))
    .returning({ id: translationPushItem.id })
  return rows.length
}
