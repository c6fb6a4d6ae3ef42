import { sql } from 'drizzle-orm'
import type { Placeholder, SQL } from 'drizzle-orm'
import pg from 'pg'
import type { Tx } from './db.ts'

/** Values of a statement: parameters, or written into its text. */
export type StatementValues<F extends string> = { [K in F]?: Placeholder | SQL }
type Page = { page: number; pageSize: number; sort: string; direction: string }
type Statement<R> = { execute(values: Record<string, unknown>): Promise<R[]> }

/** Sizes of a first page that is a named statement; few, because the number of names is limited. */
const NAMED_SIZES: readonly number[] = [10, 24, 48, 96, 192]
/** Upper limit of names for a process and list, given to what is asked first: each database session keeps the plans of those that it executed. */
const NAMED_MOST = 50

/** The value inside the statement's text. PostgreSQL converts it to the type of the column. Constant: quoted by the driver. */
const literal = (value: string): SQL => sql.raw(pg.escapeLiteral(value))

/**
 * Prepared statements for the pages of one list, each built once. A first page is a named statement that contains the values of its filters:
 * without parameters PostgreSQL plans it once in a session, for just these values. With parameters it would plan it at each execution
 * whenever the plan for these values has lower estimated costs than the one for average values (design/stack.md, trap 5), which takes as
 * long as running it. All other pages have parameters and no name.
 *
 * `build` gets the name, or undefined for a statement with the parameter `offset`. `limit` is the page size for drizzle's `limit`, written
 * into the text: with a parameter the planner would not know that only one page is needed.
 */
export function listStatements<F extends string, P extends Page, R>(
  list: string,
  build: (tx: Tx, values: StatementValues<F>, page: P, of: { limit: number; name: string | undefined }) => Statement<R>,
): (tx: Tx, filters: { readonly [K in F]?: string | undefined }, page: P) => Statement<R> {
  const builtBy = new WeakMap<Tx, Map<string, Statement<R>>>()
  /** A name belongs to one text in the whole process, because transactions are handles of their own on the same database sessions. */
  const named = new Map<string, string>()
  const nameOf = (shape: string): string | undefined => {
    // At most 63 bytes, so a number and not the values.
    if (!named.has(shape) && named.size < NAMED_MOST) named.set(shape, `${list}_${named.size + 1}`)
    return named.get(shape)
  }
  return (tx, filters, page) => {
    const built = builtBy.get(tx) ?? new Map<string, Statement<R>>()
    builtBy.set(tx, built)
    const given = (Object.keys(filters) as F[]).filter((filter) => filters[filter] !== undefined)
    const order = [page.sort, page.direction, page.pageSize].join(' ')
    const first = [order, ...given.map((filter) => `${filter}=${filters[filter]}`)].join(' ')
    const name = page.page === 1 && NAMED_SIZES.includes(page.pageSize) ? nameOf(first) : undefined
    const shape = name ?? [order, ...given].join(' ')
    const known = built.get(shape)
    if (known) return known
    const valueOf = (filter: F) => (name === undefined ? sql.placeholder(filter) : literal(filters[filter]!))
    const values = Object.fromEntries(given.map((filter) => [filter, valueOf(filter)])) as StatementValues<F>
    // Constant: a number.
    const limit = sql.raw(String(page.pageSize)) as unknown as number
    const statement = build(tx, values, page, { limit, name })
    built.set(shape, statement)
    return statement
  }
}
