import type { OrderTask } from '@huoqiao/contract/orders/orders.schema'
import type { OrderTaskState } from '@huoqiao/contract/orders/orders.status'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped } from '../../db/search.ts'
import { orderTask } from './order-work.tables.ts'

export type TaskRow = typeof orderTask.$inferSelect

export async function insertTask(tx: Tx, row: TaskRow): Promise<void> {
  await tx.insert(orderTask).values(row)
}

export async function findTask(tx: Tx, id: string): Promise<TaskRow | undefined> {
  const [row] = await tx.select().from(orderTask).where(eq(orderTask.id, id))
  return row
}

/** Changes a task that is not finished. Undefined: it is, for example because a person cancelled it. */
export async function updateOpenTask(
  tx: Tx,
  id: string,
  change: Partial<typeof orderTask.$inferInsert>,
): Promise<TaskRow | undefined> {
  const [row] = await tx
    .update(orderTask)
    .set(change)
    .where(and(eq(orderTask.id, id), isNull(orderTask.finishedAt)))
    .returning()
  return row
}

const hasPersons = sql`${orderTask.kind} = 'export' and ${orderTask.input} ->> 'reason' is not null`

/** Ends the exports with customers that wait or run. */
export const endPersonExports = async (tx: Tx, change: Partial<typeof orderTask.$inferInsert>): Promise<void> => {
  await tx
    .update(orderTask)
    .set(change)
    .where(and(hasPersons, isNull(orderTask.finishedAt)))
}

/** The sheets with customers that still exist. */
export async function findPersonExports(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select stored_file.id from stored_file join ${orderTask} on ${orderTask.fileId} = stored_file.id where ${hasPersons}`)
  return rows.map(({ id }) => id)
}

export async function findTasks(
  tx: Tx,
  filter: { taskId?: string | undefined; kind?: OrderTask['kind'] | undefined; state?: OrderTaskState | undefined },
  page: { page: number; pageSize: number },
): Promise<{ rows: TaskRow[]; total: number; totalCapped: boolean }> {
  const where = and(
    filter.taskId === undefined ? undefined : eq(orderTask.id, filter.taskId),
    filter.kind === undefined ? undefined : eq(orderTask.kind, filter.kind),
    filter.state === undefined ? undefined : eq(orderTask.state, filter.state),
  )
  const rows = await tx
    .select()
    .from(orderTask)
    .where(where)
    .orderBy(desc(orderTask.createdAt), desc(orderTask.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const count = await countCapped(tx, sql`select 1 from ${orderTask} ${where ? sql`where ${where}` : sql``}`)
  return { rows, ...count }
}
