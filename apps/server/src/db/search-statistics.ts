import { sql } from 'drizzle-orm'
import type { Tx } from './db.ts'

/** What ANALYZE knows of a list and of the words in it: estimates that decide how to look, never what is found. */
export type ListStatistics = {
  /** rows of the table */
  rows: number
  /** share of the rows that have a gram, of the most common ones */
  shares: ReadonlyMap<string, number>
  /** times that cut the list into parts of equally many rows, the oldest first */
  bounds: readonly number[]
  /** the newest time; there may be newer ones since */
  newest: number
}

const KEPT_MS = 60_000
/** Of each database; a list's statistics change once in minutes, when PostgreSQL analyses the table. */
const kept = new WeakMap<Tx, Map<string, { statistics: ListStatistics; until: number }>>()

/** Names as they stand in the database: `search` is the GIN index over search_terms, `at` the column that the list is ordered by. */
export type ListNames = { table: string; search: string; at: string }

export async function statisticsOf(tx: Tx, names: ListNames): Promise<ListStatistics> {
  const ofDatabase = kept.get(tx) ?? new Map<string, { statistics: ListStatistics; until: number }>()
  kept.set(tx, ofDatabase)
  const known = ofDatabase.get(names.search)
  if (known && known.until > Date.now()) return known.statistics
  const statistics = await readStatistics(tx, names)
  ofDatabase.set(names.search, { statistics, until: Date.now() + KEPT_MS })
  return statistics
}

async function readStatistics(tx: Tx, { table, search, at }: ListNames): Promise<ListStatistics> {
  const column = sql.identifier(at)
  const { rows } = await tx.execute<{
    rows: number
    grams: string[] | null
    shares: number[] | null
    bounds: number[] | null
    newest: number | null
  }>(sql`
    select
      greatest((select reltuples from pg_class where oid = ${table}::regclass), 0)::float8 as rows,
      g.most_common_elems::text::text[] as grams,
      g.most_common_elem_freqs::float8[] as shares,
      (select array_agg(extract(epoch from bound)::float8 order by bound)
        from unnest(a.histogram_bounds::text::timestamptz[]) as bound) as bounds,
      (select extract(epoch from max(${column}))::float8 from ${sql.identifier(table)}) as newest
    from (select 1) as one
    left join pg_stats g on g.schemaname = current_schema() and g.tablename = ${search}
    left join pg_stats a on a.schemaname = current_schema() and a.tablename = ${table} and a.attname = ${at}`)
  const [found] = rows
  const shares = new Map((found?.grams ?? []).map((gram, place) => [gram, found?.shares?.[place] ?? 0]))
  return {
    rows: found?.rows ?? 0,
    shares,
    bounds: found?.bounds ?? [],
    newest: found?.newest ?? 0,
  }
}

/**
 * About how many rows of the list have all these words, each given by its grams: the words as if they had nothing to do with each
 * other. Undefined: a word is rare, rarer than the most common grams.
 */
export function expectedHits(
  { rows, shares }: ListStatistics,
  words: readonly (readonly string[])[],
): number | undefined {
  let expected = rows
  for (const gram of words) {
    const known = gram.map((one) => shares.get(one))
    if (known.includes(undefined)) return undefined
    expected *= Math.min(...(known as number[]))
  }
  return expected
}

/** Time is cut into parts of 2^level seconds, from an hour to half a year: search_terms has a term of each for every row. */
const LEVELS = [24, 21, 18, 15, 12] as const
const LEAST_PART = 2 ** 12
/** Each is looked up in the index by itself. */
const PARTS_AT_MOST = 100
const AHEAD_SECONDS = 3_600
/** Share of the time between there and the newest row. */
const EARLIER = 1 / 8

/**
 * Terms of the newest parts of time that together hold about `count` rows, and of rows without a time, which stand before all
 * others. Undefined: nearly all rows are needed, or nobody knows where they lie.
 */
export function newestParts(
  { rows, bounds, newest }: ListStatistics,
  count: number,
  now: number,
): string[] | undefined {
  const place = (bounds.length - 1) * (1 - count / rows)
  if (bounds.length < 2 || place < bounds.length / 10) return undefined
  const [before, after] = [bounds[Math.floor(place)]!, bounds[Math.ceil(place)]!]
  const to = Math.max(newest, now / 1000) + AHEAD_SECONDS
  const parts = ['time:none']
  const wanted = before + (place % 1) * (after - before)
  // Begun a little earlier than asked for, fewer and larger parts do: each costs a look-up of its own.
  const part = LEVELS.map((level) => 2 ** level).find((one) => one <= (newest - wanted) * EARLIER) ?? LEAST_PART
  let from = Math.floor(wanted / part) * part
  // The largest part that begins here, again and again; what the last one holds beyond the newest row is newer still.
  while (from < to) {
    const level = LEVELS.find((one) => from % 2 ** one === 0)!
    parts.push(`${level}:${from / 2 ** level}`)
    from += 2 ** level
    if (parts.length > PARTS_AT_MOST) return undefined
  }
  return parts
}
