import { randomInt } from 'node:crypto'
import { gidNumber } from './gid.ts'
import { refusal } from './refusals.ts'

export type PageArgs = {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
  reverse?: boolean | null
}

export type Connection<T> = {
  edges: { cursor: string; node: T }[]
  nodes: T[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

export type Order<T> = { id(row: T): string; value?(row: T): string | number }

/** Maximum page size of connections; the variants of a single product may have larger pages (reference 2, "Other caps"). */
export const PAGE_LIMIT = 250

/** The page size for a complete connection, for use inside the simulator: random at start, so that no client can request it. */
export const WHOLE = 1_000_000_000 + randomInt(1_000_000_000)

type Mark = { id: number; value: string | number }

/**
 * A page of rows that are sorted ascending by `order`. A cursor has the sort value and the id of its row, so that paging stays correct when
 * rows are added or removed in between.
 */
export function paginate<T>(
  rows: readonly T[],
  args: PageArgs,
  order: Order<T>,
  pageLimit: number = PAGE_LIMIT,
): Connection<T> {
  const size = pageSize(args, pageLimit)
  const mark = (row: T): Mark => {
    const id = Number(gidNumber(order.id(row)))
    return { id, value: order.value?.(row) ?? id }
  }
  const direction = args.reverse ? -1 : 1
  const isAfter = (row: T, cursor: Mark): boolean => direction * compareMarks(mark(row), cursor) > 0
  const isBefore = (row: T, cursor: Mark): boolean => direction * compareMarks(mark(row), cursor) < 0

  let list: readonly T[] = args.reverse ? rows.toReversed() : rows
  const total = list.length
  let skippedBefore = 0
  if (args.after) {
    const cursor = readCursor(args.after)
    const from = list.findIndex((row) => isAfter(row, cursor))
    skippedBefore = from === -1 ? total : from
    list = from === -1 ? [] : list.slice(from)
  }
  let skippedAfter = 0
  if (args.before) {
    const cursor = readCursor(args.before)
    const until = list.findIndex((row) => !isBefore(row, cursor))
    if (until !== -1) {
      skippedAfter = list.length - until
      list = list.slice(0, until)
    }
  }
  const fromEnd = args.first === undefined || args.first === null
  const page = fromEnd ? list.slice(Math.max(0, list.length - size)) : list.slice(0, size)
  const cut = list.length - page.length
  const edges = page.map((node) => ({ cursor: writeCursor(mark(node)), node }))
  return {
    edges,
    nodes: [...page],
    pageInfo: {
      hasNextPage: skippedAfter > 0 || (!fromEnd && cut > 0),
      hasPreviousPage: skippedBefore > 0 || (fromEnd && cut > 0),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

function pageSize(args: PageArgs, pageLimit: number): number {
  const first = args.first ?? undefined
  const last = args.last ?? undefined
  if (first === undefined && last === undefined) throw refusal('you must provide one of first or last', 'BAD_REQUEST')
  if (first !== undefined && last !== undefined)
    throw refusal('providing both first and last is not supported', 'BAD_REQUEST')
  const name = first === undefined ? 'last' : 'first'
  const size = first ?? last ?? 0
  if (size < 0) throw refusal(`${name} must be greater than or equal to 0`, 'BAD_REQUEST')
  if (size > pageLimit && size !== WHOLE) throw refusal(`${name} cannot exceed ${pageLimit}`, 'BAD_REQUEST')
  return size
}

function compareMarks(a: Mark, b: Mark): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1
  return a.id - b.id
}

const writeCursor = (mark: Mark): string =>
  Buffer.from(JSON.stringify({ last_id: mark.id, last_value: mark.value })).toString('base64')

function readCursor(text: string): Mark {
  try {
    const read = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as {
      last_id: number
      last_value: Mark['value']
    }
    if (typeof read.last_id === 'number') return { id: read.last_id, value: read.last_value }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw refusal(`Invalid cursor: ${text}`, 'BAD_REQUEST')
}

/** Cursor of a row outside of a page, for `defaultCursor`. */
export const cursorOf = (id: string): string => {
  const number = Number(gidNumber(id))
  return writeCursor({ id: number, value: number })
}

export const emptyConnection = (): Connection<never> => ({
  edges: [],
  nodes: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
})

/** Shopify's Count; counting stops at 10,000 unless another limit is given. */
export const countOf = (count: number, limit: number | null = null): { count: number; precision: string } =>
  limit !== null && count > limit ? { count: limit, precision: 'AT_LEAST' } : { count, precision: 'EXACT' }
