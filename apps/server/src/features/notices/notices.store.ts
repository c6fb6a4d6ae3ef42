import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { NoticeKind, NoticeReadState, RuleKind } from '@huoqiao/contract/notices/notices.status'
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { countCapped, countStates, keywordOf, searchedCounts, searchedPage } from '../../db/search.ts'
import type { FoundPage, SearchedList, StateCounts } from '../../db/search.ts'
import { written } from '../../db/written.ts'
import { notice, noticeRead, noticeReadUntil, warningRule } from './notices.tables.ts'

export type RuleRow = typeof warningRule.$inferSelect
export type NoticeRow = typeof notice.$inferSelect & { read: boolean }

export const findRules = (tx: Tx): Promise<RuleRow[]> => tx.select().from(warningRule)

export async function findRule(tx: Tx, kind: RuleKind): Promise<RuleRow | undefined> {
  const [row] = await tx.select().from(warningRule).where(eq(warningRule.kind, kind))
  return row
}

/** Saves only if the stored version is the one that the person saw (0: never saved); otherwise returns undefined. */
export async function saveRule(
  tx: Tx,
  { version: seenVersion, ...row }: InputOf<(typeof ENDPOINTS)['updateWarningRule']>,
  at: Date,
): Promise<RuleRow | undefined> {
  const fields = { ...written(warningRule, row), version: seenVersion + 1, updatedAt: at }
  if (seenVersion === 0) {
    const [inserted] = await tx.insert(warningRule).values(fields).onConflictDoNothing().returning()
    return inserted
  }
  const [updated] = await tx
    .update(warningRule)
    .set(fields)
    .where(and(eq(warningRule.kind, row.kind), eq(warningRule.version, seenVersion)))
    .returning()
  return updated
}

/**
 * Stores a notice and returns whether it is new. One row a day for each `about`. A repeat updates the text and stays read for those who read it. It
 * also increments the counter and moves the notice to the top, unless it is `lasting`.
 */
export const tellNotice = async (tx: Tx, row: typeof notice.$inferInsert, lasting: boolean): Promise<boolean> => {
  const [kept] = await tx
    .insert(notice)
    .values(row)
    .onConflictDoUpdate({
      target: [notice.kind, notice.about, notice.day],
      set: {
        ...(lasting ? {} : { count: sql`${notice.count} + 1`, at: row.at }),
        title: row.title,
        text: row.text,
        to: row.to ?? null,
        level: row.level,
      },
    })
    .returning({ id: notice.id })
  return kept?.id === row.id
}

export type Reader = { accountId: string; isAdmin: boolean; roleIds: readonly string[] }

// Column names include the table: in a select from one table a bare "id" would be another one's.
const read = (reader: Reader): SQL<boolean> => sql<boolean>`(exists (select 1 from notice_read
    where notice_read.notice_id = notice.id and notice_read.account_id = ${reader.accountId})
  or notice.created_at <= coalesce((select notice_read_until.until from notice_read_until
    where notice_read_until.account_id = ${reader.accountId}), '-infinity'::timestamptz))`

const visible = (reader: Reader): SQL | undefined =>
  and(
    sql`(${notice.accountId} is null or ${notice.accountId} = ${reader.accountId})`,
    reader.isAdmin
      ? undefined
      : sql`(${notice.roleIds} = '{}' or ${notice.roleIds} && ${sql.param([...reader.roleIds])}::uuid[])`,
  )

const LIST: SearchedList = {
  table: notice,
  text: sql`lower(${notice.title} || ' ' || ${notice.text})`,
  at: notice.at,
  search: 'notice_search',
}

export type NoticeFilter = { kind?: NoticeKind | undefined; keyword?: string | undefined; since: Date }

const conditionsOf = (reader: Reader, { kind, since }: NoticeFilter): SQL =>
  and(gt(notice.at, since), visible(reader), kind ? eq(notice.kind, kind) : undefined)!

export function findNotices(
  tx: Tx,
  reader: Reader,
  filter: NoticeFilter & { unread: boolean },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<FoundPage<NoticeRow>> {
  const by = [desc(notice.at), desc(notice.id)]
  const asked = {
    list: LIST,
    id: sql`${notice.id}`,
    plain: and(conditionsOf(reader, filter), filter.unread ? sql`not ${read(reader)}` : undefined)!,
    keyword: filter.keyword,
    order: { by, isNewestFirst: true },
    page,
    pageSize,
  }
  return searchedPage(tx, asked, async (where, { limit, offset }) => {
    const found = await tx
      .select({ notice, read: read(reader) })
      .from(notice)
      .where(where)
      .orderBy(...by)
      .limit(limit)
      .offset(offset)
    return found.map((row) => ({ ...row.notice, read: row.read }))
  })
}

/** How many notices this person has read and not read, under the filter. */
export async function countNotices(
  tx: Tx,
  reader: Reader,
  filter: NoticeFilter,
  states: readonly NoticeReadState[],
): Promise<StateCounts<NoticeReadState>> {
  const plain = conditionsOf(reader, filter)
  const state = sql`case when ${read(reader)} then 'read' else 'unread' end`
  if (keywordOf(LIST, filter.keyword))
    return searchedCounts(tx, { list: LIST, plain, keyword: filter.keyword }, state, states)
  return countStates(tx, states, (one) => sql`select 1 from ${notice} where ${plain} and ${state} = ${one}`)
}

export async function countUnread(tx: Tx, reader: Reader, since: Date): Promise<number> {
  const where = and(gt(notice.at, since), visible(reader), sql`not ${read(reader)}`)
  return (await countCapped(tx, sql`select 1 from ${notice} where ${where}`, 999)).total
}

/** Marks only notices that the reader may see; other ids have no effect. */
export const markRead = async (tx: Tx, reader: Reader, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const mine = and(sql`${notice.id} = any(${sql.param([...ids])}::uuid[])`, visible(reader))
  await tx.execute(
    sql`insert into ${noticeRead} (account_id, notice_id) select ${reader.accountId}, ${notice.id} from ${notice} where ${mine} on conflict do nothing`,
  )
}

export const markAllRead = async (tx: Tx, accountId: string, until: Date): Promise<void> => {
  await tx
    .insert(noticeReadUntil)
    .values({ accountId, until })
    .onConflictDoUpdate({ target: noticeReadUntil.accountId, set: { until } })
  await tx.delete(noticeRead).where(eq(noticeRead.accountId, accountId))
}

export const removeNotices = async (tx: Tx, before: Date): Promise<void> => {
  await tx.delete(notice).where(lt(notice.at, before))
}
