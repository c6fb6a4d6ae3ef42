import { and, getTableName, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './db.ts'
import { expectedHits, newestParts, statisticsOf } from './search-statistics.ts'
import type { ListNames, ListStatistics } from './search-statistics.ts'

/** Characters are code points, as in PostgreSQL. A word of more than three is searched by its sequences of three. */
function gramsOf(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length <= 3) return [word]
  return characters.slice(2).map((last, index) => characters[index]! + characters[index + 1]! + last)
}

/** A LIKE pattern in which the special characters are escaped. */
export const likeText = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const wordsOf = (keyword: string | undefined): string[] =>
  (keyword ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean)

/**
 * The same as LIKE, for rows that an index already found: PostgreSQL compares a LIKE pattern with the column's histogram for every plan,
 * which takes as long for twenty words as running the statement.
 */
const contains = (text: SQL, word: string): SQL => sql`strpos(${text}, ${word}) > 0`

/**
 * SQL conditions that every word of the keyword occurs in `text`, ignoring case: `byIndex` for its index, `byRow` for a row that an index
 * found, `byScan` for reading in another order, with an estimate of the number of rows. `text` is a lower-case expression, `terms` the
 * expression of its GIN index. Undefined: nothing to search for.
 */
export function keywordIn(
  text: SQL,
  keyword: string | undefined,
  terms: SQL = sql`search_grams(${text})`,
): { byIndex: SQL; byRow: SQL; byScan: SQL; grams: readonly (readonly string[])[] } | undefined {
  const words = wordsOf(keyword)
  if (words.length === 0) return undefined
  const grams = words.map(gramsOf)
  const byScan = and(...words.map((word) => sql`${text} like ${likeText(word)}`))!
  const byRow = and(...words.map((word) => contains(text, word)))!
  const all = sql.param([...new Set(grams.flat())])
  // Words of up to three characters are grams themselves; for longer ones the row's text is checked too, because their grams may not be
  // adjacent.
  const long = words.filter((word) => Array.from(word).length > 3)
  const byIndex = and(sql`${terms} @> ${all}::text[]`, ...long.map((word) => contains(text, word)))!
  return { byIndex, byRow, byScan, grams }
}

/** With more hits the total is shown as "100+", or up to the page after the current one: the person should type another word. */
const HIT_CAP = 100

/** Number of hits to find: up to the end of the next page, so that the pager can always move on. */
const hitsNeeded = ({ page, pageSize }: Pick<Searched, 'page' | 'pageSize'>): number =>
  Math.max(HIT_CAP, (page + 1) * pageSize)

/** Factor for additional hits, because other conditions remove some and the shares are estimates. */
const SPARE = 1.25
/**
 * Up to this multiple of the needed hits, all are fetched at once: a row costs a microsecond, a lookup of time parts as much as several
 * hundred rows.
 */
const AT_ONCE = 4
/** How much larger a second lookup is if the first found too few: calculated from its result, within these limits. */
const FURTHER = { atLeast: 2, atMost: 12 }
/** Upper limit of hits to read, because all of them must be read before the first page is known. */
const HITS_AT_MOST = 10_000
/** Number of hits that are counted by kind. */
const KINDS_WANTED = 2_000
const KINDS_CAP = 10_000

/** A list whose keyword is searched with an index over search_terms(text, at). */
export type SearchedList = {
  /** the table itself, by its own name */
  table: PgTable
  /** the searched text, written exactly as in the index: a lower-case expression */
  text: SQL
  /** the time column that the list is sorted by, newest first, unless a person chooses another order */
  at: PgColumn
  /** name of the index */
  search: string
}

export type Searched = {
  list: SearchedList
  /** the table's UUID key */
  id: SQL
  /** all conditions except the keyword and `narrow` */
  plain: SQL
  /** a condition with its own GIN index that few rows should satisfy */
  narrow?: SQL | undefined
  keyword: string | undefined
  /** additional rows, whatever their text: those whose number equals the keyword */
  besides?: SQL | undefined
  /** the requested order; whether it is `list.at`, newest first */
  order: { by: readonly SQL[]; isNewestFirst: boolean }
  /** counted from 1 */
  page: number
  pageSize: number
}

/** Reads rows in the list's own order. */
export type ReadRows<R> = (where: SQL, slice: { limit: number; offset: number }) => Promise<R[]>

export type FoundPage<R> = { rows: R[]; total: number; totalCapped: boolean }

export const termsOf = ({ text, at }: SearchedList): SQL => sql`search_terms(${text}, ${at})`

/** The keyword as a condition, for callers that read all hits. Undefined: nothing to search for. */
export const keywordOf = (list: SearchedList, keyword: string | undefined) =>
  keywordIn(list.text, keyword, termsOf(list))

/**
 * One page of a list with its total. A rare word is looked up in its index completely. For a frequent word only the newest parts of time
 * are looked up, with enough hits for a page and a total, so the cost of a search does not grow with the data. If parts of time do not help
 * (another order, a rare combination of frequent words), the list is read in its own order until the page is full. The choice is not left
 * to the planner, because it does not know how the conditions correlate.
 */
export async function searchedPage<R>(tx: Tx, asked: Searched, read: ReadRows<R>): Promise<FoundPage<R>> {
  const { list, plain, narrow, page, pageSize } = asked
  const slice = { limit: pageSize, offset: (page - 1) * pageSize }
  const needed = hitsNeeded(asked)
  const words = keywordOf(list, asked.keyword)
  if (!words && !narrow) {
    const [rows, count] = await Promise.all([
      read(plain, slice),
      countCapped(tx, sql`select 1 from ${list.table} where ${plain}`),
    ])
    return { rows, ...count }
  }
  if (!words) return narrowPage(tx, asked, read)
  for await (const { ids, total, isAll } of looks(tx, asked, words)) {
    if (!isAll && total <= needed) continue
    const count = isAll ? { total, totalCapped: false } : { total: needed, totalCapped: true }
    if (!isAll && !asked.order.isNewestFirst)
      return { rows: await read(and(plain, narrow, words.byScan)!, slice), ...count }
    const rows = ids.length === 0 ? [] : await read(inIds(asked, ids), { limit: pageSize, offset: 0 })
    return { rows, ...count }
  }
  const where = and(plain, narrow, scanOf(asked, words))!
  const [rows, count] = await Promise.all([
    read(where, slice),
    countCapped(tx, sql`select 1 from ${list.table} where ${where}`, needed),
  ])
  return { rows, ...count }
}

/** The page for `narrow` alone: its hits are few, or so many that reading the list in order finds them quickly. */
async function narrowPage<R>(tx: Tx, asked: Searched, read: ReadRows<R>): Promise<FoundPage<R>> {
  const slice = { limit: asked.pageSize, offset: (asked.page - 1) * asked.pageSize }
  const needed = hitsNeeded(asked)
  const where = and(asked.plain, asked.narrow)!
  const hits = await tx.execute<{ id: string }>(
    sql`select ${asked.id} as id from ${asked.list.table} where ${where} limit ${needed + 1}`,
  )
  const ids = hits.rows.map((row) => row.id)
  if (ids.length > needed) return { rows: await read(where, slice), total: needed, totalCapped: true }
  return { rows: ids.length === 0 ? [] : await read(inIds(asked, ids), slice), total: ids.length, totalCapped: false }
}

type Words = NonNullable<ReturnType<typeof keywordIn>>
type Look = { ids: string[]; total: number; isAll: boolean }

const inIds = ({ id }: Searched, ids: readonly string[]): SQL => sql`${id} = any(${sql.param([...ids])}::uuid[])`

const scanOf = ({ besides }: Pick<Searched, 'besides'>, words: Words): SQL =>
  besides ? sql`((${words.byScan}) or ${besides})` : words.byScan

/**
 * Relative cost of reading one index entry and of fetching a row to check its text; the ratio was measured. A gram that excludes fewer rows
 * than its own index entries cost is checked only in the text.
 */
const COST = { entry: 0.02, row: 1.5 }
/** For two grams of one word, or two equally frequent ones, the expected share of the first's rows that also contain the second. */
const TOGETHER = 0.9
const isAbout = (one: number, other: number): boolean => Math.abs(one - other) <= 0.02 * other

/**
 * The keyword as an index condition, using only the grams that are worth their cost, rarest first; the whole keyword is checked in each
 * row.
 */
function byRarest(list: SearchedList, words: Words, { shares }: ListStatistics): Words {
  const ofWords = words.grams.flatMap((grams, word) => grams.map((gram) => ({ gram, word })))
  const rarestFirst = ofWords
    .map((one) => ({ ...one, share: shares.get(one.gram) ?? 0 }))
    .toSorted((a, b) => a.share - b.share)
  const chosen: typeof rarestFirst = []
  let left = 1
  const consider = (next: (typeof rarestFirst)[number], kept: number): void => {
    // For a rare gram the number of rows is unknown and too small to matter.
    const isWorthIt = next.share === 0 || left * (1 - kept) * COST.row > next.share * COST.entry
    if (!isWorthIt) return
    chosen.push(next)
    if (next.share > 0) left *= kept
  }
  // Those that exclude few rows come last: most of the rows that they would exclude are gone by then.
  const together: typeof rarestFirst = []
  for (const next of rarestFirst) {
    if (chosen.some(({ gram }) => gram === next.gram)) continue
    const hangsTogether = chosen.some(({ word, share }) => word === next.word || isAbout(share, next.share))
    if (hangsTogether) together.push(next)
    else consider(next, next.share)
  }
  for (const next of together) {
    if (chosen.some(({ gram }) => gram === next.gram)) continue
    consider(next, Math.max(next.share, TOGETHER))
  }
  const grams = chosen.map(({ gram }) => gram)
  return { ...words, byIndex: and(sql`${termsOf(list)} @> ${sql.param(grams)}::text[]`, words.byRow)! }
}

const indexOf = ({ besides }: Pick<Searched, 'besides'>, words: Words, parts: SQL | undefined): SQL | undefined => {
  const byIndex = and(words.byIndex, parts)
  return besides ? sql`((${byIndex}) or ${besides})` : byIndex
}

/** Yields the hits of each lookup, starting with the newest part of the list, at last with the whole list unless that would be too many. */
async function* looks(tx: Tx, asked: Searched, typed: Words): AsyncGenerator<Look> {
  const { list } = asked
  const statistics = await statisticsOf(tx, namesOf(list))
  const words = byRarest(list, typed, statistics)
  const expected = expectedHits(statistics, words.grams) ?? 0
  const needed = hitsNeeded(asked)
  if (expected > AT_ONCE * needed && !asked.besides) {
    let wanted = SPARE * needed
    for (const isLast of [false, true]) {
      const parts = newestParts(statistics, (wanted * statistics.rows) / expected, Date.now())
      if (!parts) break
      const found = await look(tx, asked, words, sql`${termsOf(list)} && ${sql.param(parts)}::text[]`)
      yield found
      const further = (SPARE * needed) / Math.max(found.total, 1)
      // Other conditions leave so few hits that larger lookups would not find enough either.
      if (isLast || further > FURTHER.atMost) break
      wanted *= Math.max(FURTHER.atLeast, SPARE * further)
    }
  }
  if (expected <= HITS_AT_MOST) yield await look(tx, asked, words, undefined)
}

async function look(tx: Tx, asked: Searched, words: Words, parts: SQL | undefined): Promise<Look> {
  const { list, id, plain, narrow, order, page, pageSize } = asked
  const ask = async (limit: number, offset: number): Promise<Look> => {
    // The count covers all hits before the page is cut, so that the planner does not choose an index in list order.
    const { rows } = await tx.execute<{ id: string; total: number }>(sql`
      select ${id} as id, (count(*) over ())::int as total from ${list.table}
      where ${and(plain, narrow, indexOf(asked, words, parts))}
      order by ${sql.join([...order.by], sql`, `)} limit ${limit} offset ${offset}`)
    return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0, isAll: parts === undefined }
  }
  const found = await ask(pageSize, (page - 1) * pageSize)
  // Beyond the last page no row contains the total.
  return found.ids.length === 0 && page > 1 ? { ...found, total: (await ask(1, 0)).total } : found
}

/** Counts for a list's tabs. `capped`: the states of which there may be more rows than were counted. */
export type StateCounts<S extends string> = { counts: Partial<Record<S, number>>; all: number; capped: S[] }

/** The number of hits of each kind; for a frequent word only among the newest hits, so that all kinds are capped. */
export async function searchedCounts<K extends string>(
  tx: Tx,
  asked: Pick<Searched, 'list' | 'plain' | 'keyword' | 'besides'>,
  kind: SQL,
  kinds: readonly K[],
): Promise<StateCounts<K>> {
  const { list, plain, besides } = asked
  const statistics = await statisticsOf(tx, namesOf(list))
  const typed = keywordOf(list, asked.keyword)
  const words = typed && byRarest(list, typed, statistics)
  const expected = (words && expectedHits(statistics, words.grams)) ?? 0
  const parts =
    expected > KINDS_WANTED && !besides
      ? newestParts(statistics, (KINDS_WANTED * statistics.rows) / expected, Date.now())
      : undefined
  const newest = parts && sql`${termsOf(list)} && ${sql.param(parts)}::text[]`
  // A frequent word without parts, e.g. after an import of everything within an hour: its hits are met soon, in whatever order the rows are
  // read. By the index they would all be collected first, or, because of the limit, the terms of each row that is read would be calculated.
  const isScanned = !parts && expected > HITS_AT_MOST
  const cap = isScanned ? KINDS_WANTED : KINDS_CAP
  const found = words && (isScanned ? scanOf(asked, words) : indexOf(asked, words, newest))
  const { rows } = await tx.execute<{ kind: K; n: number }>(sql`
    select found.kind, count(*)::int as n from (
      select ${kind} as kind from ${list.table} where ${and(plain, found)} limit ${cap + 1}
    ) as found group by found.kind`)
  const seen = rows.reduce((sum, { n }) => sum + n, 0)
  return {
    counts: Object.fromEntries(rows.map((row) => [row.kind, row.n])) as Partial<Record<K, number>>,
    all: seen,
    capped: parts !== undefined || seen > cap ? [...kinds] : [],
  }
}

const namesOf = ({ table, at, search }: SearchedList): ListNames => ({
  table: getTableName(table),
  at: at.name,
  search,
})

/** Counting stops here; the pager then shows "2000+". */
export const COUNT_CAP = 2_000

/** The number of rows of a statement, up to the cap, so that the cost does not grow with the data. */
export async function countCapped(
  tx: Tx,
  rows: SQL,
  cap: number = COUNT_CAP,
): Promise<{ total: number; totalCapped: boolean }> {
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from (${rows} limit ${cap + 1}) as capped`,
  )
  const n = found.rows[0]?.n ?? 0
  return { total: Math.min(n, cap), totalCapped: n > cap }
}

/** The number of rows that `rowsOf` finds for each state, each counted up to the cap. `rowsOf` returns a statement without a limit. */
export async function countStates<S extends string>(
  tx: Tx,
  states: readonly S[],
  rowsOf: (state: SQL) => SQL,
): Promise<StateCounts<S>> {
  const { rows } = await tx.execute<{ name: S; n: number }>(sql`
    select one.name, (
      select count(*)::int from (${rowsOf(sql`one.name`)} limit ${COUNT_CAP + 1}) as counted
    ) as n from unnest(${sql.param([...states])}::text[]) as one(name)`)
  const found = rows.filter(({ n }) => n > 0)
  return {
    counts: Object.fromEntries(found.map(({ name, n }) => [name, Math.min(n, COUNT_CAP)])) as Partial<
      Record<S, number>
    >,
    all: found.reduce((sum, { n }) => sum + Math.min(n, COUNT_CAP), 0),
    capped: found.filter(({ n }) => n > COUNT_CAP).map(({ name }) => name),
  }
}

/** A count that stops at the cap, as one expression with limited cost. Text: "17", or "2000+" if there are more. */
export const countUpTo = (rows: SQL): SQL =>
  sql`(select least(count(*), ${COUNT_CAP}) || case when count(*) > ${COUNT_CAP} then '+' else '' end from (${rows} limit ${COUNT_CAP + 1}) c)`
