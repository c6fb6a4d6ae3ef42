import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { Link, RowFact } from './log-seal.rules.ts'
import { logSeal, logUnsealed } from './log-seal.tables.ts'
import type { LogName } from './log-seal.tables.ts'

const utc = sql`to_char(t.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`
/** All values of a row as one text. Columns added later are not included, because older seals do not contain them. */
const SEALED_TEXT: Readonly<Record<LogName, SQL>> = {
  operation_log: sql`jsonb_build_array(t.id, ${utc}, t.account_id, t.account_name, t.ip, t.call, t.title, t.objects, t.object_keys,
    t.changes, t.outcome, t.word, t.message, t.duration_ms, t.request_id)::text`,
  login_log: sql`jsonb_build_array(t.id, ${utc}, t.user_account, t.ip, t.user_agent, t.outcome, t.message)::text`,
}
const hashOfRow = (log: LogName): SQL => sql`encode(sha256(convert_to(${SEALED_TEXT[log]}, 'UTF8')), 'hex')`
const month = sql`to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM')`

/** The last link, locked until the transaction ends, so that nobody else appends. */
export async function lockSealHead(tx: Tx, log: LogName): Promise<Pick<Link, 'seq' | 'hash'> | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`seal ${log}`}))`)
  const [row] = await tx
    .select({ seq: logSeal.seq, hash: logSeal.hash })
    .from(logSeal)
    .where(eq(logSeal.log, log))
    .orderBy(desc(logSeal.seq))
    .limit(1)
  return row
}

/** Takes the oldest unsealed rows and returns their hashes. */
export async function takeUnsealed(tx: Tx, log: LogName, limit: number): Promise<RowFact[]> {
  const { rows } = await tx.execute<RowFact>(sql`
    with taken as (
      delete from ${logUnsealed} where ${logUnsealed.log} = ${log} and ${logUnsealed.rowId} in (
        select u.row_id from ${logUnsealed} u where u.log = ${log} order by u.queued_at, u.row_id limit ${limit})
      returning row_id, queued_at)
    select taken.row_id as id, ${month} as month, case when t.id is null then null else ${hashOfRow(log)} end as hash
      from taken left join ${sql.identifier(log)} t on t.id = taken.row_id order by taken.queued_at, taken.row_id`)
  return rows
}

export const insertLinks = async (tx: Tx, links: readonly Link[]): Promise<void> => {
  if (links.length > 0) await tx.insert(logSeal).values([...links])
}

export const findLinksAfter = (tx: Tx, log: LogName, seq: number, limit: number): Promise<Link[]> =>
  tx
    .select()
    .from(logSeal)
    .where(and(eq(logSeal.log, log), gt(logSeal.seq, seq)))
    .orderBy(asc(logSeal.seq))
    .limit(limit)

export async function findHashes(tx: Tx, log: LogName, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; hash: string }>(
    sql`select t.id, ${hashOfRow(log)} as hash from ${sql.identifier(log)} t where t.id = any(${sql.param([...ids])}::uuid[])`,
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Rows that are neither sealed nor waiting for it: they were not written by the app. */
export async function findStrays(tx: Tx, log: LogName, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select t.id from ${sql.identifier(log)} t
     where not exists (select 1 from ${logUnsealed} u where u.log = ${log} and u.row_id = t.id)
       and not exists (select 1 from (select unnest(row_ids) as id from ${logSeal} where log = ${log}) s where s.id = t.id)
     order by t.at, t.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function countUnsealed(tx: Tx, log: LogName): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from ${logUnsealed} where log = ${log}`,
  )
  return rows[0]!.n
}

/** The last month that the log dropped, as the database recorded it (migration 0001_functions). */
export async function findDroppedTo(tx: Tx, log: LogName): Promise<string | undefined> {
  const { rows } = await tx.execute<{ month: string | null }>(sql`
    select max(right(m ->> 'before', 7)) as month from operation_log, jsonb_array_elements(changes) m
     where call = 'dropOldLogs' and account_id is null and m ->> 'field' = 'months'
       and changes @> ${JSON.stringify([{ field: 'log', before: log }])}::jsonb`)
  return rows[0]?.month ?? undefined
}
