import type { TranslationItemState, TranslationTaskState } from '@huoqiao/contract/translations/tasks.status'
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { insertRows } from '../../db/bulk-write.ts'
import type { FoundPage } from '../../db/search.ts'
import { taskSearch } from '../../db/task-search.ts'
import type { TaskSearch } from '../../db/task-search.ts'
import { translationItem, translationTask } from './tasks.tables.ts'

export type TaskRow = typeof translationTask.$inferSelect
export type ItemRow = typeof translationItem.$inferSelect

export async function insertTask(tx: Tx, row: typeof translationTask.$inferInsert): Promise<TaskRow> {
  const [inserted] = await tx.insert(translationTask).values(row).returning()
  return inserted!
}

export const insertItems = (tx: Tx, rows: readonly ItemRow[]): Promise<void> =>
  insertRows(tx, translationItem, rows, 'nothing')

export async function findTask(tx: Tx, id: string, lock?: 'update'): Promise<TaskRow | undefined> {
  const query = tx.select().from(translationTask).where(eq(translationTask.id, id))
  const [row] = await (lock ? query.for(lock) : query)
  return row
}

export async function updateTask(tx: Tx, id: string, set: Partial<TaskRow>): Promise<TaskRow | undefined> {
  const [row] = await tx.update(translationTask).set(set).where(eq(translationTask.id, id)).returning()
  return row
}

const tasks = taskSearch<TranslationTaskState>({
  list: {
    table: translationTask,
    text: sql`lower(${translationTask.title} || ' ' || ${translationTask.createdBy})`,
    at: translationTask.createdAt,
    search: 'translation_task_search',
  },
  id: translationTask.id,
  state: translationTask.state,
  items: translationItem,
  taskId: translationItem.taskId,
  newest: translationItem.taskId,
})

export const findTasks = (
  tx: Tx,
  search: TaskSearch & { state?: TranslationTaskState | undefined },
  page: { page: number; pageSize: number },
): Promise<FoundPage<TaskRow>> =>
  tasks.page(tx, search, page, (where, { limit, offset }) =>
    tx
      .select()
      .from(translationTask)
      .where(where)
      .orderBy(...tasks.order)
      .limit(limit)
      .offset(offset),
  )

export const countTasks = (tx: Tx, search: TaskSearch, states: readonly TranslationTaskState[]) =>
  tasks.counts(tx, search, states)

/** Tasks that changed after `since`; without it, the newest ones. */
export const findMovedTasks = (tx: Tx, since: Date | undefined, taskId: string | undefined): Promise<TaskRow[]> =>
  tx
    .select()
    .from(translationTask)
    .where(
      and(
        since === undefined ? undefined : gt(translationTask.updatedAt, since),
        taskId === undefined ? undefined : eq(translationTask.id, taskId),
      ),
    )
    .orderBy(desc(translationTask.updatedAt))
    .limit(50)

export async function nextItem(tx: Tx, taskId: string): Promise<ItemRow | undefined> {
  const [row] = await tx
    .select()
    .from(translationItem)
    .where(and(eq(translationItem.taskId, taskId), sql`state = 'waiting'`))
    .orderBy(asc(translationItem.position))
    .limit(1)
  return row
}

export async function updateItem(tx: Tx, id: string, set: Partial<ItemRow>): Promise<void> {
  await tx.update(translationItem).set(set).where(eq(translationItem.id, id))
}

export async function moveItems(
  tx: Tx,
  taskId: string,
  from: readonly TranslationItemState[],
  set: Partial<ItemRow>,
): Promise<number> {
  const rows = await tx
    .update(translationItem)
    .set(set)
    .where(and(eq(translationItem.taskId, taskId), inArray(translationItem.state, [...from])))
    .returning({ id: translationItem.id })
  return rows.length
}

export async function countItems(tx: Tx, taskId: string): Promise<Partial<Record<TranslationItemState, number>>> {
  const rows = await tx
    .select({ state: translationItem.state, n: sql<number>`count(*)::int` })
    .from(translationItem)
    .where(eq(translationItem.taskId, taskId))
    .groupBy(translationItem.state)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

export async function findItems(
  tx: Tx,
  { taskId, state }: { taskId: string; state?: TranslationItemState | undefined },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const where = and(
    eq(translationItem.taskId, taskId),
    state === undefined ? undefined : eq(translationItem.state, state),
  )
  const rows = await tx
    .select()
    .from(translationItem)
    .where(where)
    .orderBy(asc(translationItem.position))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(translationItem)
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}
