import { and, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Tx } from './db.ts'

/** Words of one keyword that are looked for: further ones would only make the statement longer. */
const WORDS = 8

/** Characters as PostgreSQL counts them, code points; a chain of more than three is looked for by its threes. */
function gramsOf(word: string): string[] {
  const characters = Array.from(word)
  if (characters.length <= 3) return [word]
  return characters.slice(2).map((last, index) => characters[index]! + characters[index + 1]! + last)
}

/** For LIKE, whose own signs are taken as plain text. */
const likeText = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * Every word of the keyword stands in `text`, whatever the case: asked of the index, and asked of one row on a walk. `text`
 * is an expression in small letters with a GIN index over search_grams (access.sql). Undefined: nothing to look for.
 */
export function keywordIn(text: SQL, keyword: string | undefined): { byIndex: SQL; byScan: SQL } | undefined {
  const words = (keyword ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS)
  if (words.length === 0) return undefined
  const grams = [...new Set(words.flatMap(gramsOf))]
  const byScan = and(...words.map((word) => sql`${text} like ${likeText(word)}`))!
  return { byIndex: sql`search_grams(${text}) @> ${sql.param(grams)}::text[] and ${byScan}`, byScan }
}

/** A search that finds more says "500+"; who has so many hits types another word. */
const HIT_CAP = 500

/** So many rows of a table, whichever, tell a word that stands in most of them for about a millisecond. */
const SAMPLE = 2_000

export type Searched = {
  /** the table itself, by its own name */
  table: SQL
  /** the table's UUID key */
  id: SQL
  /** every condition but the keyword and `narrow` */
  plain: SQL
  /** a condition with a GIN index of its own, which few rows are expected to meet */
  narrow?: SQL | undefined
  /** what the keyword is looked for in */
  text: SQL
  keyword: string | undefined
}

/**
 * One page of a list with its total. A keyword (and `narrow`) is first asked of its index, in no order, up to a cap; a word that more rows
 * have is so frequent that its page is soon found on the way down the list's own order. The planner is not left the
 * choice: it cannot know how the conditions hang together.
 */
export async function searchedPage<R>(
  tx: Tx,
  list: Searched,
  read: (where: SQL) => Promise<R[]>,
): Promise<{ rows: R[]; total: number; totalCapped: boolean }> {
  const { table, id, plain, narrow } = list
  const words = keywordIn(list.text, list.keyword)
  if (!words && !narrow) {
    const [rows, count] = await Promise.all([read(plain), countCapped(tx, sql`select 1 from ${table} where ${plain}`)])
    return { rows, ...count }
  }
  if (words && !narrow && (await standsEverywhere(tx, list, words.byScan)))
    return { rows: await read(and(plain, words.byScan)!), total: HIT_CAP, totalCapped: true }
  const hits = await tx.execute<{ id: string }>(
    sql`select ${id} as id from ${table} where ${and(plain, narrow, words?.byIndex)} limit ${HIT_CAP + 1}`,
  )
  const ids = hits.rows.map((row) => row.id)
  if (ids.length > HIT_CAP)
    return { rows: await read(and(plain, narrow, words?.byScan)!), total: HIT_CAP, totalCapped: true }
  const rows = ids.length === 0 ? [] : await read(sql`${id} = any(${sql.param(ids)}::uuid[])`)
  return { rows, total: ids.length, totalCapped: false }
}

/** More than the cap found in a sample is more than the cap: the index need not be asked, which computes the grams of every hit. */
async function standsEverywhere(tx: Tx, { table, plain }: Searched, byScan: SQL): Promise<boolean> {
  const found = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from (select * from ${table} limit ${SAMPLE}) as ${table} where ${and(plain, byScan)}`,
  )
  return (found.rows[0]?.n ?? 0) > HIT_CAP
}

/** Counting stops here; beyond it a pager says "2000+". */
export const COUNT_CAP = 2_000

/** How many rows a statement finds, up to the cap: the cost of a count must not grow with the house. */
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
