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
 * Every word of the keyword stands in `text`, whatever the case. `text` is an expression in small letters that has a
 * GIN index over search_grams (access.sql). Undefined when there is nothing to look for.
 */
export function matchesKeyword(text: SQL, keyword: string | undefined): SQL | undefined {
  const words = (keyword ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS)
  if (words.length === 0) return undefined
  const grams = [...new Set(words.flatMap(gramsOf))]
  return and(
    sql`search_grams(${text}) @> ${sql.param(grams)}::text[]`,
    ...words.filter((word) => word.length > 3).map((word) => sql`${text} like ${likeText(word)}`),
  )
}

/** Counting stops here; beyond it a pager says "10000+". */
export const COUNT_CAP = 10_000

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
