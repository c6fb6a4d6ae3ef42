import type { AlertItem } from '@huoqiao/contract/alerts/alerts.schema'
import type { AlertState } from '@huoqiao/contract/alerts/alerts.status'
import { and, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped } from '../../db/search.ts'
import { written } from '../../db/written.ts'
import { notice } from '../notices/notices.tables.ts'
import { alertItem, alertMessage } from './alerts.tables.ts'

export type MessageRow = typeof alertMessage.$inferSelect
export type ItemRow = typeof alertItem.$inferSelect

/** A notice as it is now. */
export async function findNotice(tx: Tx, id: string) {
  const [row] = await tx.select().from(notice).where(eq(notice.id, id))
  return row
}

/** When the latest alert of the group is or was due. */
export async function findLastDue(
  tx: Tx,
  of: Pick<ItemRow, 'channelId' | 'ruleId' | 'isUrgent'>,
): Promise<Date | undefined> {
  const [row] = await tx
    .select({ dueAt: alertItem.dueAt })
    .from(alertItem)
    .where(
      and(eq(alertItem.channelId, of.channelId), eq(alertItem.ruleId, of.ruleId), eq(alertItem.isUrgent, of.isUrgent)),
    )
    .orderBy(desc(alertItem.dueAt))
    .limit(1)
  return row?.dueAt
}

/** Whether it is new: a notice is sent to a channel once. */
export async function insertItem(tx: Tx, row: typeof alertItem.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(alertItem)
    .values(written(alertItem, row))
    .onConflictDoNothing()
    .returning({ noticeId: alertItem.noticeId })
  return inserted.length > 0
}

/** Due alerts that are in no message yet, urgent ones first. */
export const findDueItems = (tx: Tx, channelId: string, now: Date, limit: number): Promise<ItemRow[]> =>
  tx
    .select()
    .from(alertItem)
    .where(and(eq(alertItem.channelId, channelId), isNull(alertItem.messageId), lte(alertItem.dueAt, now)))
    .orderBy(desc(alertItem.isUrgent), alertItem.dueAt, alertItem.createdAt, alertItem.noticeId)
    .limit(limit)

export const putIntoMessage = async (
  tx: Tx,
  channelId: string,
  noticeIds: readonly string[],
  messageId: string,
): Promise<void> => {
  await tx
    .update(alertItem)
    .set({ messageId })
    .where(and(eq(alertItem.channelId, channelId), inArray(alertItem.noticeId, [...noticeIds])))
}

/** Deletes unsent alerts when their channel is switched off, because they would be outdated when it is switched on again. */
export const removeWaitingItems = async (tx: Tx, channelId: string): Promise<void> => {
  await tx.delete(alertItem).where(and(eq(alertItem.channelId, channelId), isNull(alertItem.messageId)))
}

export async function countWaiting(tx: Tx): Promise<number> {
  return (await countCapped(tx, sql`select 1 from ${alertItem} where ${alertItem.messageId} is null`)).total
}

/** A sender that has not reported for this long is gone: a message takes at most half of it. */
const SENDER_GONE = sql`interval '2 minutes'`

/** Channels with something to send, or with a message whose sender is gone. */
export async function findDueChannels(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct channel_id as id from alert_item where message_id is null and due_at <= ${now.toISOString()}::timestamptz
    union select channel_id from alert_message where channel_id is not null and (
      (state = 'retrying' and next_at <= ${now.toISOString()}::timestamptz)
      or (state = 'sending' and tried_at < clock_timestamp() - ${SENDER_GONE}))`)
  return rows.map(({ id }) => id)
}

/** Sets messages to 'unknown' whose sender is gone: they may or may not have been sent. */
export const markAbandoned = (tx: Tx, channelId: string, reason: string): Promise<MessageRow[]> =>
  tx
    .update(alertMessage)
    .set({ state: 'unknown', reason, nextAt: null, updatedAt: sql`now()` })
    .where(
      and(
        eq(alertMessage.channelId, channelId),
        eq(alertMessage.state, 'sending'),
        sql`${alertMessage.triedAt} < clock_timestamp() - ${SENDER_GONE}`,
      ),
    )
    .returning()

/** Number of messages that another sender is sending now. */
export const countSending = (tx: Tx, channelId: string): Promise<number> =>
  tx.$count(alertMessage, and(eq(alertMessage.channelId, channelId), eq(alertMessage.state, 'sending')))

/** Number of messages that the channel sent in the last minute, by the database's clock, which all nodes share. */
export const countLastMinute = (tx: Tx, channelId: string): Promise<number> =>
  tx.$count(
    alertMessage,
    and(eq(alertMessage.channelId, channelId), sql`${alertMessage.triedAt} > clock_timestamp() - interval '1 minute'`),
  )

export async function findDueRetry(tx: Tx, channelId: string, now: Date): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(alertMessage)
    .where(
      and(eq(alertMessage.channelId, channelId), eq(alertMessage.state, 'retrying'), lte(alertMessage.nextAt, now)),
    )
    .orderBy(alertMessage.nextAt)
    .limit(1)
  return row
}

const SENDING = { state: 'sending', triedAt: sql`clock_timestamp()`, nextAt: null } as const

type NewMessage = Pick<
  MessageRow,
  'id' | 'channelId' | 'channelName' | 'channelKind' | 'isTest' | 'level' | 'title' | 'createdAt' | 'updatedAt'
> & { items: AlertItem[] }

const searchTextOf = ({ title, channelName, items }: NewMessage): string =>
  [title, channelName, ...items.flatMap((item) => [item.title, item.text])].join(' ').toLowerCase()

/** Written before it is sent, so that nothing is sent twice. */
export async function insertSending(tx: Tx, row: NewMessage): Promise<MessageRow> {
  const [inserted] = await tx
    .insert(alertMessage)
    .values({ ...written(alertMessage, row), ...SENDING, attempts: 1, searchText: searchTextOf(row) })
    .returning()
  return inserted!
}

export async function markSending(tx: Tx, { id, attempts }: MessageRow, at: Date): Promise<MessageRow> {
  const [row] = await tx
    .update(alertMessage)
    .set({ ...SENDING, attempts: attempts + 1, updatedAt: at })
    .where(eq(alertMessage.id, id))
    .returning()
  return row!
}

type Outcome = Pick<MessageRow, 'state' | 'reason' | 'answer' | 'nextAt' | 'sentAt' | 'updatedAt'>

/** Only for this attempt: a person may have sent the message again meanwhile. */
export async function noteOutcome(
  tx: Tx,
  { id, attempts }: Pick<MessageRow, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<MessageRow | undefined> {
  const [row] = await tx
    .update(alertMessage)
    .set(written(alertMessage, outcome))
    .where(
      and(
        eq(alertMessage.id, id),
        eq(alertMessage.attempts, attempts),
        inArray(alertMessage.state, ['sending', 'unknown'] satisfies AlertState[]),
      ),
    )
    .returning()
  return row
}

/** Queues a message for sending again that was not sent, or whose outcome is unknown. */
export async function putBack(tx: Tx, id: string, at: Date): Promise<MessageRow | undefined> {
  const [row] = await tx
    .update(alertMessage)
    .set({ state: 'retrying', nextAt: at, updatedAt: at })
    .where(and(eq(alertMessage.id, id), inArray(alertMessage.state, ['failed', 'unknown'] satisfies AlertState[])))
    .returning()
  return row
}

/** Gives up messages that wait for another try, when their channel is switched off or deleted. */
export const giveUpRetries = async (tx: Tx, channelId: string, reason: string, at: Date): Promise<void> => {
  await tx
    .update(alertMessage)
    .set({ state: 'failed', reason, nextAt: null, updatedAt: at })
    .where(and(eq(alertMessage.channelId, channelId), eq(alertMessage.state, 'retrying')))
}

export async function findMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  const [row] = await tx.select().from(alertMessage).where(eq(alertMessage.id, id))
  return row
}

/** The alerts of a message are deleted with it. Notices of that age are deleted too, so none of them is sent again. */
export const removeMessages = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(alertMessage).where(lt(alertMessage.createdAt, before))
}
