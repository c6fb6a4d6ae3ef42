import { createHash } from 'node:crypto'
import { NO_KEY, SUMS } from '@huoqiao/contract/analytics/analytics.figures'
import type { SumName, Sums } from '@huoqiao/contract/analytics/analytics.figures'
import { formatChinaDate } from '@huoqiao/kit'
import type { LineSums, OrderSums } from '../orders/index.ts'
import type { salesFact } from './analytics.tables.ts'

export type FactRow = typeof salesFact.$inferSelect
const HOUR_MS = 3_600_000
/** A UUID derived from `parts`: the same parts give the same UUID on every node. */
const uuidOf = (...parts: readonly (string | null)[]): string => {
  const hex = createHash('md5').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Stands for the lines of an order whose lines were all edited away: it can still have amounts. */
const NO_LINE: LineSums = {
  sold: 0,
  returned: 0,
  valueMinor: 0,
  removedMinor: 0,
  costCny: null,
  productId: null,
  variantId: null,
  offerId: null,
  shopProductId: null,
  shopVariantId: null,
  key: 'no line',
  sku: '',
  title: '没有商品的订单',
  variantTitle: '',
  image: null,
}
export const linesOf = ({ lines }: OrderSums): readonly LineSums[] => (lines.length === 0 ? [NO_LINE] : lines)

/** Keys of a line's goods: our own product and variant if known, otherwise derived from the shop's ids or SKU. */
export function goodsKeysOf(storeId: string, line: LineSums): { id: string; productKey: string; variantKey: string } {
  const sold = [line.shopProductId, line.shopProductId ?? (line.sku === '' ? line.key : line.sku)]
  const productKey = line.productId ?? uuidOf(storeId, 'product', ...sold)
  const named = line.shopVariantId ?? (line.sku === '' ? line.key : line.sku)
  const variantKey = line.variantId ?? uuidOf(storeId, 'variant', named)
  return { id: uuidOf(storeId, productKey, variantKey, line.offerId), productKey, variantKey }
}

/**
 * Divides `total` into whole numbers in proportion to the weights; the parts add up to `total`. The units lost by rounding down go to the largest
 * remainders. Negative weights count as zero; if all are zero, `total` is divided as evenly as possible.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  const given = weights.map((weight) => BigInt(Math.max(0, Math.trunc(weight))))
  const sum = given.reduce((all, weight) => all + weight, 0n)
  const [parts, under] = sum === 0n ? [weights.map(() => 1n), BigInt(weights.length)] : [given, sum]
  const amount = BigInt(Math.abs(total))
  const shares = parts.map((part, at) => ({ at, whole: (amount * part) / under, rest: (amount * part) % under }))
  let left = Number(amount - shares.reduce((all, { whole }) => all + whole, 0n))
  const shared = shares.map(({ whole }) => Number(whole))
  for (const { at } of shares.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))) {
    if (left === 0) break
    shared[at] = shared[at]! + 1
    left -= 1
  }
  return total < 0 ? shared.map((share) => (share === 0 ? 0 : -share)) : shared
}

const NOTHING = Object.fromEntries(SUMS.map((name) => [name, 0])) as Record<SumName, number>

/** Rows that an order adds to the sums, one per line. Test orders have none. Each amount of the order equals the sum of its rows. */
export function factsOf(order: OrderSums): FactRow[] {
  if (order.test) return []
  const day = formatChinaDate(order.orderedAt.getTime())
  const known = { orderId: order.id, day, storeId: order.storeId, country: order.country ?? NO_KEY }
  const whole = { ...NOTHING, orders: 1, unknownOrders: order.profitCny === null ? 1 : 0 }
  const unratedLines = order.saleCny === null ? 1 : 0
  const lines = linesOf(order)
  const weights = weightsOf(lines)
  const shares = Object.entries(amountsOf(order)).map(
    ([name, amount]) => [name, shareOut(amount, weights[name as keyof typeof weights] ?? weights.saleMinor)] as const,
  )
  const rows = lines.map((line, position): FactRow => {
    const shared = Object.fromEntries(shares.map(([name, parts]) => [name, parts[position]!]))
    const row = { ...(position === 0 ? whole : NOTHING), unratedLines, ...shared } as Record<SumName, number>
    // Profit of a line: its sale minus its costs, so that the figures of a row are consistent.
    if (order.profitCny !== null)
      row.profitMinor = row.saleMinor - row.goodsMinor - row.freightMinor - row.abroadMinor - row.feeMinor
    return { ...known, position, goodsId: goodsKeysOf(order.storeId, line).id, ...row, ...piecesOf(order, line) }
  })
  const [first, ...others] = rows
  // If an order was calculated before one of its costs was known, costs and profit may not add up. The order's own profit counts; the first line
  // takes the difference.
  const rest = (order.profitCny ?? 0) - rows.reduce((sum, { profitMinor }) => sum + profitMinor, 0)
  return [{ ...first!, profitMinor: first!.profitMinor + rest }, ...others]
}

type Weights = Readonly<Record<'saleMinor' | 'refundMinor' | 'goodsMinor' | 'freightMinor', number[]>>

/**
 * Weights for dividing an order's amounts. Refunds: by the value of removed pieces. Goods and their freight: by the cost of each line. Everything
 * else: by the value of what is left, or of what was ordered if nothing is left.
 */
function weightsOf(lines: readonly LineSums[]): Weights {
  const left = lines.map(({ valueMinor }) => valueMinor)
  const removed = lines.map(({ removedMinor }) => removedMinor)
  const ordered = lines.map(({ valueMinor, removedMinor }) => valueMinor + removedMinor)
  const costs = lines.map(({ costCny }) => costCny ?? 0)
  const first = (...weights: readonly number[][]): number[] =>
    weights.find((all) => all.some((weight) => weight > 0)) ?? ordered
  const bought = first(costs)
  return { saleMinor: first(left), refundMinor: first(removed, left), goodsMinor: bought, freightMinor: bought }
}

/** Costs and their sale are counted only for orders with a known profit, so that sale minus costs is the profit. */
function amountsOf(order: OrderSums) {
  const cost = (amount: number | null): number => (order.profitCny === null ? 0 : (amount ?? 0))
  return {
    saleMinor: order.saleCny ?? 0,
    refundMinor: order.refundCny ?? 0,
    taxMinor: order.taxCny ?? 0,
    goodsMinor: cost(order.goodsCny),
    freightMinor: cost(order.freightCny),
    abroadMinor: cost(order.abroadCny),
    feeMinor: cost(order.feeCny),
    profitMinor: cost(order.profitCny),
    profitSaleMinor: cost(order.saleCny),
  }
}

function piecesOf({ sentAt, orderedAt }: OrderSums, { sold, returned }: LineSums) {
  const hours = sentAt === null ? 0 : Math.max(0, Math.round((sentAt.getTime() - orderedAt.getTime()) / HOUR_MS))
  const sentPieces = sentAt === null ? 0 : sold
  return { pieces: sold, returnedPieces: returned, sentPieces, sentHours: hours * sentPieces }
}

export type Difference = { facts: number } & Sums

/** What to add to a table of sums, by key, when the rows `gone` are replaced by `fresh`. Keys without a change are left out. */
export function differencesOf<K extends object>(
  gone: readonly FactRow[],
  fresh: readonly FactRow[],
  keyOf: (row: FactRow) => K,
): (K & Difference)[] {
  const found = new Map<string, K & Record<SumName | 'facts', number>>()
  const count = (row: FactRow, sign: 1 | -1): void => {
    const key = keyOf(row)
    const text = JSON.stringify(key)
    const so = found.get(text) ?? { ...key, facts: 0, ...NOTHING }
    found.set(text, so)
    const sums = so as Record<SumName | 'facts', number>
    sums.facts += sign
    for (const name of SUMS) sums[name] += sign * row[name]
  }
  for (const row of gone) count(row, -1)
  for (const row of fresh) count(row, 1)
  const changed = [...found].filter(([, row]) => row.facts !== 0 || SUMS.some((name) => row[name] !== 0))
  // The same order in every transaction.
  return changed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

export const isSameRow = (a: FactRow, b: FactRow | undefined): boolean =>
  b !== undefined && (Object.keys(a) as (keyof FactRow)[]).every((name) => a[name] === b[name])
