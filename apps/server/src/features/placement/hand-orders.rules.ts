import type { SourceOrder } from '@huoqiao/connector-1688'
import { isClosed } from '@huoqiao/contract/placement/placement.status'
import type { PurchaseDoc, PurchaseState } from '../purchases/index.ts'
import { cargoOf } from './placement.mapping.ts'
import { statusLabel } from './placement.rules.ts'

/** States in which a purchase was not placed, with the states that it passes through when it turns out to be bought already. */
export const UNPLACED: Partial<Record<PurchaseState, readonly PurchaseState[]>> = {
  reviewing: ['to-place', 'placing'],
  'to-place': ['placing'],
  'price-check': ['placing'],
  'place-failed': ['to-place', 'placing'],
}

/** Maximum number of 1688 orders of one purchase. */
export const PARTS_MAX = 10

/** An order's total may differ by this many per cent from the expected sum and still count as similar. */
const CLOSE_PERCENT = 5

type Piece = { readonly offerId: string | null; readonly specId?: string | null; readonly quantity: number | null }

function piecesOf(all: readonly Piece[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { offerId, specId, quantity } of all) {
    const key = `${offerId}:${specId ?? ''}`
    pieces.set(key, (pieces.get(key) ?? 0) + Math.round(quantity ?? 0))
  }
  return pieces
}

const sumOf = (doc: PurchaseDoc): number => doc.goodsMinor + (doc.freightMinor ?? 0)

/**
 * Why these orders together cannot be the orders of this purchase; undefined: they can. Goods and quantities must be equal, so that
 * receiving never has to guess.
 */
export function goodsDiffer(orders: readonly Pick<SourceOrder, 'items'>[], doc: PurchaseDoc): string | undefined {
  const there = piecesOf(orders.flatMap(({ items }) => items))
  const asked = piecesOf(cargoOf(doc.lines))
  const these = orders.length === 1 ? '订单' : `这 ${orders.length} 个订单合起来`
  const foreign = [...there.keys()].filter((key) => !asked.has(key)).length
  const missing = [...asked.keys()].filter((key) => !there.has(key)).length
  if (foreign > 0 || missing > 0)
    return `货品不同：${these}有 ${foreign} 个规格不在采购单里，采购单有 ${missing} 个规格不在订单里`
  const other = [...asked].filter(([key, quantity]) => there.get(key) !== quantity)
  if (other.length === 0) return undefined
  const [, quantity] = other[0]!
  return `件数不同：采购单 ${quantity} 件，${these} ${there.get(other[0]![0])} 件；先把采购单改成一样`
}

/** `rest` without the pieces of this order; undefined: the order has other goods, or more pieces than are left. */
function without(
  rest: ReadonlyMap<string, number>,
  { items }: Pick<SourceOrder, 'items'>,
): Map<string, number> | undefined {
  const left = new Map(rest)
  for (const [key, quantity] of piecesOf(items)) {
    const after = (left.get(key) ?? 0) - quantity
    if (after < 0 || quantity <= 0) return undefined
    left.set(key, after)
  }
  return left
}

/** Orders whose goods and pieces add up to the purchase exactly, if there are any. */
function ordersThatAddUp(orders: readonly SourceOrder[], doc: PurchaseDoc): SourceOrder[] | undefined {
  const asked = piecesOf(cargoOf(doc.lines))
  // Limited, because each further order doubles the combinations.
  const parts = orders.filter((order) => order.items.length > 0 && without(asked, order)).slice(0, PARTS_MAX)
  const search = (
    from: number,
    rest: ReadonlyMap<string, number>,
    chosen: SourceOrder[],
  ): SourceOrder[] | undefined => {
    if ([...rest.values()].every((quantity) => quantity === 0)) return chosen
    for (const [index, part] of parts.entries()) {
      const left = index < from ? undefined : without(rest, part)
      const found = left && search(index + 1, left, [...chosen, part])
      if (found) return found
    }
    return undefined
  }
  return search(0, asked, [])
}

export const closedWhy = (order: SourceOrder): string | undefined =>
  isClosed(order.status) ? `1688订单${statusLabel(order.status)}，不能接管` : undefined

export type HandOrderMatch = {
  doc: PurchaseDoc
  points: number
  reasons: string[]
  obstacle: string | null
  /** the other orders that make up the purchase together with this one */
  together: readonly string[]
}

/** How well a purchase fits an order; undefined: they have no goods in common. */
export function matchOf(order: SourceOrder, doc: PurchaseDoc): HandOrderMatch | undefined {
  const asked = piecesOf(cargoOf(doc.lines))
  const common = [...piecesOf(order.items).keys()].filter((key) => asked.has(key)).length
  if (common === 0) return undefined
  const obstacle = goodsDiffer([order], doc) ?? null
  const reasons = [obstacle === null ? '货品和件数相同' : `${common} 个规格相同`]
  let points = obstacle === null ? 100 : Math.min(common, 20)
  const { companyName, shopName, loginId } = order.seller
  if ([companyName, shopName, loginId].includes(doc.supplierName)) {
    reasons.push('供应商相同')
    points += 10
  }
  const sum = sumReason(order.totalFen, doc)
  if (sum !== undefined) {
    reasons.push(sum)
    points += sum === SAME_SUM ? 10 : 5
  }
  return { doc, points, reasons, obstacle, together: [] }
}

const SAME_SUM = '金额相同'
function sumReason(totalFen: number | null, doc: PurchaseDoc): string | undefined {
  const expected = sumOf(doc)
  if (totalFen === null || Math.abs(totalFen - expected) * 100 > expected * CLOSE_PERCENT) return undefined
  return totalFen === expected ? SAME_SUM : '金额相近'
}

/**
 * The best purchase for each order, oldest order first. A purchase that matches exactly is proposed once. Orders that fit no purchase alone
 * are proposed together for a purchase that they add up to: the supplier split it, or it was bought in several orders.
 */
export function proposeHandOrders(
  orders: readonly SourceOrder[],
  docs: readonly PurchaseDoc[],
): ReadonlyMap<string, HandOrderMatch> {
  const free = new Set(docs)
  const proposed = new Map<string, HandOrderMatch>()
  const byAge = [...orders].sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.orderId < b.orderId ? -1 : 1))
  for (const order of byAge) {
    const matches = [...free].flatMap((doc) => matchOf(order, doc) ?? []).sort((a, b) => b.points - a.points)
    const [best] = matches
    if (!best) continue
    const alike = matches.filter((one) => one.obstacle === null).length - 1
    const reasons =
      best.obstacle === null && alike > 0 ? [...best.reasons, `还有 ${alike} 张采购单也相同`] : best.reasons
    proposed.set(order.orderId, { ...best, reasons })
    if (best.obstacle === null) free.delete(best.doc)
  }
  for (const doc of free) {
    const left = byAge.filter(({ orderId }) => proposed.get(orderId)?.obstacle !== null)
    for (const [orderId, match] of joined(ordersThatAddUp(left, doc) ?? [], doc)) proposed.set(orderId, match)
  }
  return proposed
}

function joined(orders: readonly SourceOrder[], doc: PurchaseDoc): [string, HandOrderMatch][] {
  const totals = orders.map(({ totalFen }) => totalFen)
  const sum = totals.includes(null) ? null : totals.reduce<number>((all, fen) => all + (fen ?? 0), 0)
  return orders.map(({ orderId }) => {
    const together = orders.flatMap((other) => (other.orderId === orderId ? [] : [other.orderId]))
    const reasons = [`和1688订单 ${together.join('、')} 合起来，货品和件数相同`, sumReason(sum, doc) ?? []].flat()
    return [orderId, { doc, points: 100, reasons, obstacle: null, together }]
  })
}
