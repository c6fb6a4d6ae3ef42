import { and, getTableName, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './db.ts'
import { expectedHits, newestParts, statisticsOf } from './search-statistics.ts'
import type { ListNames, ListStatistics } from './search-statistics.ts'

/** Characters as PostgreSQL counts them, code points; a chain of more than three is looked for by its threes. */
function gramsOf(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length <= 3) return [word]
  return characters.slice(2).map((last, index) => characters[index]! + characters[index + 1]! + last)
}

/** For LIKE, whose own signs are taken as plain text. */
export const likeText = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const wordsOf = (keyword: string | undefined): string[] =>
  (keyword ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Every word of the keyword stands in `text`, whatever the case: asked of the index, and asked of one row on a walk. `text`
 * is an expression in small letters, `terms` that of its GIN index. Undefined: nothing to look for.
 */
export function keywordIn(
  text: SQL,
  keyword: string | undefined,
  terms: SQL = sql`search_grams(${text})`,
): { byIndex: SQL; byScan: SQL; grams: readonly (readonly string[])[] } | undefined {
  const words = wordsOf(keyword)
  if (words.length === 0) return undefined
  const grams = words.map(gramsOf)
  const byScan = and(...words.map((word) => sql`${text} like ${likeText(word)}`))!
  const all = sql.param([...new Set(grams.flat())])
  // Words of up to three characters are grams themselves; of longer ones the grams may stand apart.
  const long = words.filter((word) => Array.from(word).length > 3)
  const byIndex = and(sql`${terms} @> ${all}::text[]`, ...long.map((word) => sql`${text} like ${likeText(word)}`))!
  return { byIndex, byScan, grams }
}

/** A search that finds more says "100+", or the page after the one that is shown: who has so many hits types another word. */
const HIT_CAP = 100

/** So many hits are looked for: up to the end of the next page, so that a pager always leads on where there is more. */
const hitsNeeded = ({ page, pageSize }: Pick<Searched, 'page' | 'pageSize'>): number =>
  Math.max(HIT_CAP, (page + 1) * pageSize)

/** What is asked for beyond the hits that are needed: other conditions take some away, and shares are estimates. */
const SPARE = 1.25
/** Up to so many times the hits that are needed are all fetched: one costs a microsecond, a look for parts of time as much as some hundred. */
const AT_ONCE = 4
/** How much further a second look goes, when the first found too few: by what it found, but not without an end. */
const FURTHER = { atLeast: 2, atMost: 12 }
/** More are never looked at: each has to be fetched before the first page is known. */
const HITS_AT_MOST = 10_000
/** So many hits are told apart by kind. */
const KINDS_WANTED = 2_000
const KINDS_CAP = 10_000

/** A list whose keyword is looked for in an index over search_terms(text, at). */
export type SearchedList = {
  /** the table itself, by its own name */
  table: PgTable
  /** what the keyword is looked for in, spelt as the index has it: an expression in small letters */
  text: SQL
  /** the time that the list is ordered by, the newest first, unless a person asks for another order */
  at: PgColumn
  /** name of the index */
  search: string
}

export type Searched = {
  list: SearchedList
  /** the table's UUID key */
  id: SQL
  /** every condition but the keyword and `narrow` */
  plain: SQL
  /** a condition with a GIN index of its own, which few rows are expected to meet */
  narrow?: SQL | undefined
  keyword: string | undefined
  /** rows that are found besides, whatever their text: those whose number the keyword is */
  besides?: SQL | undefined
  /** the order asked for; whether it is that of `list.at`, the newest first */
  order: { by: readonly SQL[]; isNewestFirst: boolean }
  /** counted from 1 */
  page: number
  pageSize: number
}

/** Reads rows in the list's own order. */
export type ReadRows<R> = (where: SQL, slice: { limit: number; offset: number }) => Promise<R[]>

export type FoundPage<R> = { rows: R[]; total: number; totalCapped: boolean }

export const termsOf = ({ text, at }: SearchedList): SQL => sql`search_terms(${text}, ${at})`

/** The keyword as a condition for those who read everything that it finds. Undefined: nothing to look for. */
export const keywordOf = (list: SearchedList, keyword: string | undefined) =>
  keywordIn(list.text, keyword, termsOf(list))

/**
 * One page of a list with its total. A word that few rows have is asked of its index as a whole. Of a frequent one the index is asked
 * for the newest parts of time only, which have as many hits as a page and a full count need: what a search costs does not grow
 * with the app. Where parts of time are of no use (another order, a rare combination of frequent words), the page is found on the
 * way down the list's own order. The planner is not left the choice: it cannot know how the conditions hang together.
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

/** What `narrow` alone finds: few, or as many as are soon met on the way down the list's own order. */
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
 * What it costs to read that one row has a gram, and to fetch a row and look into its text; their ratio was measured. A gram that
 * takes fewer rows away than reading all its rows costs is left to the look into the text.
 */
const COST = { entry: 0.02, row: 1.5 }
/** Of two grams of one word, or of two that equally many rows have, the second is expected to be in so many rows of the first. */
const TOGETHER = 0.9
const isAbout = (one: number, other: number): boolean => Math.abs(one - other) <= 0.02 * other

/** The keyword as a condition on the index, by those grams that are worth it, the rarest first; of each row the whole is looked for. */
function byRarest(list: SearchedList, words: Words, { shares }: ListStatistics): Words {
  const ofWords = words.grams.flatMap((grams, word) => grams.map((gram) => ({ gram, word })))
  const rarestFirst = ofWords
    .map((one) => ({ ...one, share: shares.get(one.gram) ?? 0 }))
    .toSorted((a, b) => a.share - b.share)
  const chosen: typeof rarestFirst = []
  let left = 1
  for (const next of rarestFirst) {
    if (chosen.some(({ gram }) => gram === next.gram)) continue
    const hangsTogether = chosen.some(({ word, share }) => word === next.word || isAbout(share, next.share))
    const kept = hangsTogether ? Math.max(next.share, TOGETHER) : next.share
    // Of a rare gram nobody knows how many rows it has: too few to matter.
    const isWorthIt = next.share === 0 || left * (1 - kept) * COST.row > next.share * COST.entry
    if (!isWorthIt) continue
    chosen.push(next)
    if (next.share > 0) left *= kept
  }
  const grams = chosen.map(({ gram }) => gram)
  return { ...words, byIndex: and(sql`${termsOf(list)} @> ${sql.param(grams)}::text[]`, words.byScan)! }
}

const indexOf = ({ besides }: Pick<Searched, 'besides'>, words: Words, parts: SQL | undefined): SQL | undefined => {
  const byIndex = and(words.byIndex, parts)
  return besides ? sql`((${byIndex}) or ${besides})` : byIndex
}

/** What each look into the index finds, of the newest part of the list first; at last of all of it, unless that would be too many. */
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
      // Other conditions leave so few that further on there would not be enough either.
      if (isLast || further > FURTHER.atMost) break
      wanted *= Math.max(FURTHER.atLeast, SPARE * further)
    }
  }
  if (expected <= HITS_AT_MOST) yield await look(tx, asked, words, undefined)
}

async function look(tx: Tx, asked: Searched, words: Words, parts: SQL | undefined): Promise<Look> {
  const { list, id, plain, narrow, order, page, pageSize } = asked
  const ask = async (limit: number, offset: number): Promise<Look> => {
    // Counted over all before the page is cut off, so that the planner has no use for an index in the list's order.
    const { rows } = await tx.execute<{ id: string; total: number }>(sql`
      select ${id} as id, (count(*) over ())::int as total from ${list.table}
      where ${and(plain, narrow, indexOf(asked, words, parts))}
      order by ${sql.join([...order.by], sql`, `)} limit ${limit} offset ${offset}`)
    return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0, isAll: parts === undefined }
  }
  const found = await ask(pageSize, (page - 1) * pageSize)
  // Beyond the last page no row carries the total.
  return found.ids.length === 0 && page > 1 ? { ...found, total: (await ask(1, 0)).total } : found
}

/** How many hits of each kind there are; of a frequent word those among the newest hits, and `capped`. */
export async function searchedCounts<K extends string>(
  tx: Tx,
  asked: Pick<Searched, 'list' | 'plain' | 'keyword' | 'besides'>,
  kind: SQL,
): Promise<{ counts: Map<K, number>; capped: boolean }> {
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
  const { rows } = await tx.execute<{ kind: K; n: number }>(sql`
    select found.kind, count(*)::int as n from (
      select ${kind} as kind from ${list.table} where ${and(plain, words && indexOf(asked, words, newest))} limit ${KINDS_CAP + 1}
    ) as found group by found.kind`)
  const seen = rows.reduce((sum, { n }) => sum + n, 0)
  return { counts: new Map(rows.map((row) => [row.kind, row.n])), capped: parts !== undefined || seen > KINDS_CAP }
}

const namesOf = ({ table, at, search }: SearchedList): ListNames => ({
  table: getTableName(table),
  at: at.name,
  search,
})

/** Counting stops here; beyond it a pager says "2000+". */
export const COUNT_CAP = 2_000

/** How many rows a statement finds, up to the cap: the cost of a count must not grow with the app. */
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

/**
 * How many rows of each state `rowsOf` finds, each counted up to the cap by itself. `rowsOf` is a statement without a limit that
 * asks for the state it is given.
 */
export async function countStates<S extends string>(
  tx: Tx,
  states: readonly S[],
  rowsOf: (state: SQL) => SQL,
): Promise<{ counts: Partial<Record<S, number>>; all: number; capped: boolean }> {
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
    capped: found.some(({ n }) => n > COUNT_CAP),
  }
}

/** A number of rows that stops at the cap, as one expression: it costs the same however many there are. */
export const countUpTo = (rows: SQL): SQL => sql`(select count(*)::int from (${rows} limit ${COUNT_CAP}) c)`
