import type { InboxFilter } from '@huoqiao/contract/inbox/inbox.endpoints'
import type { InboxState } from '@huoqiao/contract/inbox/inbox.status'
import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped } from '../../db/search.ts'
import type { StateCounts } from '../../db/search.ts'
import { inboxMessage } from './inbox.tables.ts'

export type InboxRow = typeof inboxMessage.$inferSelect

/** True: new. False: the event is already stored, and this delivery was counted. */
export async function keepMessage(tx: Tx, row: InboxRow): Promise<boolean> {
  const kept = await tx
    .insert(inboxMessage)
    .values(row)
    .onConflictDoUpdate({
      target: [inboxMessage.source, inboxMessage.ownerId, inboxMessage.topic, inboxMessage.eventId],
      set: { repeats: sql`${inboxMessage.repeats} + 1` },
    })
    .returning({ id: inboxMessage.id })
  return kept[0]?.id === row.id
}

/** Due messages, oldest first, locked until the transaction ends; rows that another process has locked are skipped. */
export const claimMessages = (tx: Tx, now: Date, limit: number): Promise<InboxRow[]> =>
  tx
    .select()
    .from(inboxMessage)
    .where(and(sql`state = 'waiting'`, lte(inboxMessage.nextAt, now)))
    .orderBy(inboxMessage.nextAt)
    .limit(limit)
    .for('update', { skipLocked: true })

export async function claimMessage(tx: Tx, id: string): Promise<InboxRow | undefined> {
  const [row] = await tx
    .select()
    .from(inboxMessage)
    .where(and(eq(inboxMessage.id, id), sql`state = 'waiting'`))
    .for('update', { skipLocked: true })
  return row
}

/** Stores the outcomes of many messages at once. */
export async function markHandled(
  tx: Tx,
  outcomes: readonly { id: string; state: InboxState; message: string }[],
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return
  await tx.execute(sql`
    update ${inboxMessage} m set state = v.state, message = v.message, attempts = m.attempts + 1,
      handled_at = ${now.toISOString()}::timestamptz, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as v(id uuid, state text, message text)
    where m.id = v.id`)
}

export async function noteFailure(
  tx: Tx,
  id: string,
  fields: { state: InboxState; message: string; nextAt: Date; updatedAt: Date },
): Promise<void> {
  await tx
    .update(inboxMessage)
    .set({ ...fields, attempts: sql`${inboxMessage.attempts} + 1` })
    .where(eq(inboxMessage.id, id))
}

/** Puts messages back into the queue, whatever their outcome. Returns the ids that were found. */
export async function replayMessages(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .update(inboxMessage)
    .set({ state: 'waiting', nextAt: now, attempts: 0, message: '等待重放', handledAt: null, updatedAt: now })
    .where(sql`${inboxMessage.id} = any(${sql.param([...ids])}::uuid[])`)
    .returning({ id: inboxMessage.id })
  return rows.map(({ id }) => id)
}

export async function findFailedIds(tx: Tx, filter: InboxFilter, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: inboxMessage.id })
    .from(inboxMessage)
    .where(and(eq(inboxMessage.state, 'failed'), conditions({ ...filter, state: undefined })))
    .orderBy(inboxMessage.receivedAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function findMessage(tx: Tx, id: string): Promise<InboxRow | undefined> {
  const [row] = await tx.select().from(inboxMessage).where(eq(inboxMessage.id, id))
  return row
}

/** Without the body: pages stay small, and no personal data is shown to people who may not see it. */
const LISTED = {
  id: inboxMessage.id,
  source: inboxMessage.source,
  ownerId: inboxMessage.ownerId,
  topic: inboxMessage.topic,
  eventId: inboxMessage.eventId,
  about: inboxMessage.about,
  state: inboxMessage.state,
  attempts: inboxMessage.attempts,
  repeats: inboxMessage.repeats,
  message: inboxMessage.message,
  triggeredAt: inboxMessage.triggeredAt,
  receivedAt: inboxMessage.receivedAt,
  handledAt: inboxMessage.handledAt,
  nextAt: inboxMessage.nextAt,
}
export type ListedMessage = Pick<InboxRow, keyof typeof LISTED>

export async function findMessages(
  tx: Tx,
  filter: InboxFilter,
  page: { page: number; pageSize: number },
): Promise<{ rows: ListedMessage[]; total: number; totalCapped: boolean }> {
  const where = conditions(filter)
  const rows = await tx
    .select(LISTED)
    .from(inboxMessage)
    .where(where)
    .orderBy(desc(inboxMessage.receivedAt), desc(inboxMessage.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const count = await countCapped(
    tx,
    sql`select 1 from ${inboxMessage} ${where ? sql`where ${where}` : sql``}`,
    COUNT_CAP,
  )
  return { rows, ...count }
}
const COUNT_CAP = 10_000

export type Backlog = { source: string; waiting: number; oldestSeconds: number }

/** Messages that are not handled yet; they have their own index. */
export const findBacklog = async (tx: Tx): Promise<Backlog[]> =>
  (
    await tx.execute<Backlog>(sql`
      select source, count(*)::int as waiting,
             extract(epoch from clock_timestamp() - min(received_at))::float8 as "oldestSeconds"
        from ${inboxMessage} where state = 'waiting' group by source`)
  ).rows

/** The number in each state, each counted up to the cap. */
export async function countMessages(
  tx: Tx,
  filter: InboxFilter,
  states: readonly InboxState[],
): Promise<Omit<StateCounts<InboxState>, 'all'>> {
  const counts: Partial<Record<InboxState, number>> = {}
  const capped: InboxState[] = []
  for (const state of states) {
    const where = conditions({ ...filter, state })
    const { total, totalCapped } = await countCapped(tx, sql`select 1 from ${inboxMessage} where ${where}`, COUNT_CAP)
    if (total > 0) counts[state] = total
    if (totalCapped) capped.push(state)
  }
  return { counts, capped }
}

function conditions(filter: InboxFilter): SQL | undefined {
  const keyword = filter.keyword === undefined || filter.keyword === '' ? undefined : filter.keyword
  return and(
    filter.state === undefined ? undefined : eq(inboxMessage.state, filter.state),
    filter.source === undefined ? undefined : eq(inboxMessage.source, filter.source),
    filter.ownerId === undefined ? undefined : eq(inboxMessage.ownerId, filter.ownerId),
    filter.topic === undefined || filter.topic === '' ? undefined : eq(inboxMessage.topic, filter.topic),
    keyword === undefined
      ? undefined
      : sql`(${inboxMessage.eventId} = ${keyword} or ${inboxMessage.about} = ${keyword})`,
    filter.from === undefined ? undefined : gte(inboxMessage.receivedAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(inboxMessage.receivedAt, new Date(filter.to)),
  )
}

/** Deletes messages handled before `before`, in slices. Returns how many. */
export async function purgeMessages(tx: Tx, before: Date, limit: number): Promise<number> {
  const some = tx
    .select({ id: inboxMessage.id })
    .from(inboxMessage)
    .where(and(sql`state <> 'waiting'`, lte(inboxMessage.receivedAt, before)))
    .limit(limit)
  const removed = await tx
    .delete(inboxMessage)
    .where(sql`${inboxMessage.id} in (${some})`)
    .returning({ id: inboxMessage.id })
  return removed.length
}
