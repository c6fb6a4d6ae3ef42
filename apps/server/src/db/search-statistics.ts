import { sql } from 'drizzle-orm'
import type { Tx } from './db.ts'

/** What ANALYZE knows about a list and its words. These estimates decide how to search, never what is found. */
export type ListStatistics = {
  /** rows of the table */
  rows: number
  /** by gram, the share of rows that contain it; only the most common grams */
  shares: ReadonlyMap<string, number>
  /** times that divide the list into parts with equal numbers of rows, oldest first */
  bounds: readonly number[]
  /** the newest time at the last ANALYZE */
  newest: number
}

const KEPT_MS = 60_000
/** Cached for each database; a list's statistics change only when PostgreSQL analyses the table, once in minutes. */
const kept = new WeakMap<Tx, Map<string, { statistics: ListStatistics; until: number }>>()

/** Names in the database: `search` is the GIN index over search_terms, `at` the column that the list is sorted by. */
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
 * Estimates how many rows contain all these words, each given by its grams, assuming that the words are independent. Undefined: a word is
 * rarer than the most common grams.
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

/**
 * Time is divided into parts of 2^level seconds, from an hour to half a year: search_terms contains one term of each level for every row.
 */
const LEVELS = [24, 21, 18, 15, 12] as const
const LEAST_PART = 2 ** 12
/** Each part is a separate index lookup. */
const PARTS_AT_MOST = 100
const AHEAD_SECONDS = 3_600
/** Share of the time span by which the start may be moved earlier. */
const EARLIER = 1 / 8

/**
 * Index terms for the newest parts of time that together contain about `count` rows, plus rows without a time, which sort first. Undefined:
 * nearly all rows are needed, or their distribution is unknown.
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
  // Starting a little earlier than requested allows fewer and larger parts, and each part costs one lookup.
  const part = LEVELS.map((level) => 2 ** level).find((one) => one <= (newest - wanted) * EARLIER) ?? LEAST_PART
  let from = Math.floor(wanted / part) * part
  // Takes the largest part that begins here, repeatedly; the last one may reach beyond the newest row.
  while (from < to) {
    const level = LEVELS.find((one) => from % 2 ** one === 0)!
    parts.push(`${level}:${from / 2 ** level}`)
    from += 2 ** level
    if (parts.length > PARTS_AT_MOST) return undefined
  }
  return parts
}
