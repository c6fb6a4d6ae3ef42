import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { StateCounts } from '../../db/search.ts'
import type { TriageReadings } from '../../define-feature.ts'
import { triageSnooze } from './workbench.tables.ts'

/** An item of the triage list before its actions are added: `ref` is their input. */
export type TriageRow = {
  kind: TriageKind
  id: string
  /** the name that people use for the object */
  name: string
  why: string
  since: Date
  ref: Record<string, unknown>
  until: Date | null
}

/** At most this many of each kind are read, oldest first: nobody clears more in a day. */
const KIND_CAP = 1_000

export type TriageFilter = {
  readings: TriageReadings
  kinds: readonly TriageKind[]
  keyword: string | undefined
  snoozed: boolean
  now: Date
  partBefore: Date
}

/** The statement for one kind: either the items to show now, or the snoozed ones. */
function reading(kind: TriageKind, { readings, keyword, snoozed, now, partBefore }: Omit<TriageFilter, 'kinds'>): SQL {
  const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
  const clock = instant(now)
  const put = snoozed ? sql`z.until > ${clock}` : sql`(z.until is null or z.until <= ${clock})`
  const word = keyword?.trim()
  const found = word ? sql`and position(${word.toLowerCase()} in lower(r.name || ' ' || r.why)) > 0` : sql``
  return sql`select ${kind}::text as kind, r.id, r.name, r.why, r.since, r.ref, case when z.until > ${clock} then z.until end as until
    from (${readings[kind]!.reading({ partBefore: instant(partBefore) })}) r left join ${triageSnooze} z on z.key = ${`${kind}:`} || r.id::text
    where ${put} ${found} order by r.since limit ${KIND_CAP + 1}`
}

const together = (filter: TriageFilter): SQL =>
  sql.join(
    filter.kinds.map((kind) => sql`(${reading(kind, filter)})`),
    sql` union all `,
  )
const RANKS = sql`array[${sql.join(
  Object.keys(TRIAGE_KINDS).map((kind) => sql`${kind}`),
  sql`, `,
)}]::text[]`

/** One page of the triage list: money first, then by waiting time. */
export async function findTriage(
  tx: Tx,
  filter: TriageFilter,
  page: { page: number; pageSize: number },
): Promise<TriageRow[]> {
  if (filter.kinds.length === 0) return []
  const found = await tx.execute<Omit<TriageRow, 'since' | 'until'> & { since: string; until: string | null }>(
    sql`select * from (${together(filter)}) q order by array_position(${RANKS}, q.kind), q.since, q.id
      limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`,
  )
  return found.rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    until: row.until === null ? null : new Date(row.until),
  }))
}

export async function countTriage(tx: Tx, filter: TriageFilter): Promise<StateCounts<TriageKind>> {
  if (filter.kinds.length === 0) return { counts: {}, all: 0, capped: [] }
  const found = await tx.execute<{ kind: TriageKind; n: number }>(
    sql`select q.kind, count(*)::int as n from (${together(filter)}) q group by q.kind`,
  )
  const capped = found.rows.filter(({ n }) => n > KIND_CAP).map(({ kind }) => kind)
  const counted = found.rows.map(({ kind, n }) => [kind, Math.min(n, KIND_CAP)] as const)
  return { counts: Object.fromEntries(counted), all: counted.reduce((sum, [, n]) => sum + n, 0), capped }
}

/** Fen at stake in the listed items, by kind. Kinds without money at stake, or with an unknown sum, are left out. */
export async function findStakes(tx: Tx, filter: TriageFilter): Promise<Partial<Record<TriageKind, number>>> {
  const columns = filter.kinds.flatMap((kind) => {
    const stake = filter.readings[kind]?.stake
    return stake ? [sql`(${stake(reading(kind, filter))})::bigint as ${sql.identifier(kind)}`] : []
  })
  if (columns.length === 0) return {}
  const found = await tx.execute<Record<string, string | null>>(sql`select ${sql.join(columns, sql`, `)}`)
  return Object.fromEntries(
    Object.entries(found.rows[0]!).flatMap(([kind, fen]) => (fen === null ? [] : [[kind, Number(fen)]])),
  )
}

export async function saveSnoozes(
  tx: Tx,
  keys: readonly string[],
  by: { until: Date; note: string; byId: string; byName: string; now: Date },
): Promise<void> {
  const { now, ...fields } = by
  await tx
    .insert(triageSnooze)
    .values([...new Set(keys)].map((key) => ({ key, ...fields, updatedAt: now })))
    .onConflictDoUpdate({ target: triageSnooze.key, set: { ...fields, updatedAt: now } })
}

/** Deletes snoozes that ended long ago. */
export async function sweepSnoozes(tx: Tx, before: Date): Promise<void> {
  await tx.delete(triageSnooze).where(sql`${triageSnooze.until} < ${before.toISOString()}::timestamptz`)
}
