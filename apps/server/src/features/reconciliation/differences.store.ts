import type { DifferenceFilter } from '@huoqiao/contract/reconciliation/reconciliation.endpoints'
import type {
  DifferenceKind,
  ReconciliationPass,
  Severity,
} from '@huoqiao/contract/reconciliation/reconciliation.status'
import { and, asc, desc, eq, getTableColumns, gte, inArray, lte, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { keywordOf, searchedPage } from '../../db/search.ts'
import type { SearchedList } from '../../db/search.ts'
import { reconciliationDifference as row } from './reconciliation.tables.ts'

export type DifferenceRow = typeof row.$inferSelect
export type FoundDifference = DifferenceRow & { cause: string }
export type NewDifference = typeof row.$inferInsert

/**
 * Stores findings by key: a new one is opened, a closed one is opened again, an ignored one stays ignored unless its figures changed.
 * Returns the opened ones.
 */
export async function keepDifferences(
  tx: Tx,
  found: readonly NewDifference[],
): Promise<{ id: string; isOpened: boolean }[]> {
  if (found.length === 0) return []
  const before = new Map(
    (
      await tx
        .select({ key: row.key, state: row.state, facts: row.facts })
        .from(row)
        .where(
          inArray(
            row.key,
            found.map(({ key }) => key),
          ),
        )
        .for('update')
    ).map((one) => [one.key, one]),
  )
  const reopens = sql`${row.state} = 'closed' or (${row.state} = 'ignored' and ${row.facts} <> excluded.facts)`
  const kept = await tx
    .insert(row)
    .values([...found])
    .onConflictDoUpdate({
      target: row.key,
      set: {
        state: sql`case when ${reopens} then 'open' else ${row.state} end`,
        firstSeenAt: sql`case when ${row.state} = 'closed' then excluded.first_seen_at else ${row.firstSeenAt} end`,
        closedAt: null,
        ...excluded(
          'pass',
          'subject',
          'severity',
          'weight',
          'what',
          'why',
          'affects',
          'next',
          'objects',
          'figures',
          'facts',
          'repair',
        ),
        ...excluded('amountMinor', 'orderIds', 'purchaseIds', 'searchText', 'lastSeenAt', 'lastRunId', 'updatedAt'),
      },
    })
    .returning({ id: row.id, key: row.key, facts: row.facts })
  return kept.map(({ id, key, facts }) => {
    const old = before.get(key)
    return { id, isOpened: !old || old.state === 'closed' || (old.state === 'ignored' && old.facts !== facts) }
  })
}

type Column = keyof typeof row.$inferSelect
/** Constant: names of its own columns. */
const excluded = (...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded.${row[column].name}`)])) as Partial<
    Record<Column, SQL>
  >

/** Open and ignored differences of a walk that this run did not find again. */
export const findUnseen = (tx: Tx, pass: ReconciliationPass, runId: string, limit: number): Promise<DifferenceRow[]> =>
  tx
    .select()
    .from(row)
    .where(and(eq(row.pass, pass), ne(row.state, 'closed'), sql`${row.lastRunId} is distinct from ${runId}`))
    .orderBy(asc(row.id))
    .limit(limit)

/** Closes differences that a complete walk did not find again. Returns how many. */
export async function closeUnseen(tx: Tx, pass: ReconciliationPass, runId: string, now: Date): Promise<number> {
  const closed = await tx
    .update(row)
    .set({ state: 'closed', closedAt: now, updatedAt: now })
    .where(and(eq(row.pass, pass), ne(row.state, 'closed'), sql`${row.lastRunId} is distinct from ${runId}`))
    .returning({ id: row.id })
  return closed.length
}

/** Closes those of one object that a second check did not find. */
export async function closeGone(
  tx: Tx,
  of: { pass: ReconciliationPass; subject: string },
  stay: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .update(row)
    .set({ state: 'closed', closedAt: now, updatedAt: now })
    .where(
      and(
        eq(row.pass, of.pass),
        eq(row.subject, of.subject),
        ne(row.state, 'closed'),
        sql`${row.key} <> all(${sql.param([...stay])}::text[])`,
      ),
    )
}

export async function findDifference(tx: Tx, id: string): Promise<DifferenceRow | undefined> {
  const [found] = await tx.select().from(row).where(eq(row.id, id))
  return found
}

/** A conditional change; undefined if the difference is no longer in a state of `from`. */
export async function moveDifference(
  tx: Tx,
  id: string,
  from: DifferenceRow['state'],
  change: Partial<DifferenceRow>,
): Promise<DifferenceRow | undefined> {
  const [moved] = await tx
    .update(row)
    .set(change)
    .where(and(eq(row.id, id), eq(row.state, from)))
    .returning()
  return moved
}

export async function noteRepair(tx: Tx, id: string, repairMessage: string, now: Date): Promise<void> {
  await tx.update(row).set({ repairMessage, updatedAt: now }).where(eq(row.id, id))
}

/** Key of a cause: kind, severity, next step and repair. `why` is left out, because it may name the goods. */
const cause = sql<string>`md5(concat_ws(chr(10), ${row.kind}, ${row.severity}, ${row.next}, ${row.repair} ->> 'name'))`

const conditions = (filter: DifferenceFilter): SQL =>
  and(
    eq(row.state, filter.state),
    filter.group === undefined ? undefined : eq(row.group, filter.group),
    filter.kind === undefined ? undefined : eq(row.kind, filter.kind),
    filter.severity === undefined ? undefined : eq(row.severity, filter.severity),
    filter.cause === undefined ? undefined : sql`${cause} = ${filter.cause}`,
    filter.purchaseId === undefined ? undefined : sql`${row.purchaseIds} @> array[${filter.purchaseId}]::uuid[]`,
    filter.orderId === undefined ? undefined : sql`${row.orderIds} @> array[${filter.orderId}]::uuid[]`,
    filter.from === undefined ? undefined : gte(row.firstSeenAt, new Date(filter.from)),
    filter.to === undefined ? undefined : lte(row.firstSeenAt, new Date(filter.to)),
  )!

const LIST: SearchedList = {
  table: row,
  text: sql`${row.searchText}`,
  at: row.firstSeenAt,
  search: 'reconciliation_difference_search',
}

export type DifferenceSort = { sort: 'severity' | 'first' | 'amount'; direction: 'asc' | 'desc' }
const orderOf = ({ sort, direction }: DifferenceSort): SQL[] => {
  const way = direction === 'asc' ? asc : desc
  if (sort === 'first') return [way(row.firstSeenAt), way(row.id)]
  if (sort === 'amount')
    return [
      direction === 'asc' ? sql`${row.amountMinor} asc nulls first` : sql`${row.amountMinor} desc nulls last`,
      way(row.id),
    ]
  return [way(row.weight), way(row.firstSeenAt), way(row.id)]
}

export const findDifferencePage = (
  tx: Tx,
  filter: DifferenceFilter,
  sort: DifferenceSort,
  page: { page: number; pageSize: number },
): Promise<{ rows: FoundDifference[]; total: number; totalCapped: boolean }> =>
  searchedPage(
    tx,
    {
      list: LIST,
      id: sql`${row.id}`,
      plain: conditions(filter),
      keyword: filter.keyword,
      order: { by: orderOf(sort), isNewestFirst: sort.sort === 'first' && sort.direction === 'desc' },
      ...page,
    },
    (where, { limit, offset }) =>
      tx
        .select({ ...getTableColumns(row), cause })
        .from(row)
        .where(where)
        .orderBy(...orderOf(sort))
        .limit(limit)
        .offset(offset),
  )

const everything = (filter: DifferenceFilter): SQL => and(conditions(filter), keywordOf(LIST, filter.keyword)?.byIndex)!

export const countDifferences = (
  tx: Tx,
  filter: DifferenceFilter,
): Promise<{ kind: DifferenceKind; severity: Severity; cause: string; n: number }[]> =>
  tx
    .select({ kind: row.kind, severity: row.severity, cause, n: sql<number>`count(*)::int` })
    .from(row)
    .where(everything(filter))
    .groupBy(row.kind, row.severity, cause)

/** The next ones for a sheet, most severe first. */
export const findForSheet = (tx: Tx, filter: DifferenceFilter, page: number, size: number): Promise<DifferenceRow[]> =>
  tx
    .select()
    .from(row)
    .where(everything(filter))
    .orderBy(desc(row.weight), desc(row.firstSeenAt), desc(row.id))
    .limit(size)
    .offset(page * size)
