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

/** Per cent of the expected sum that an order may differ and still count as about the same. */
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

/** Why an order cannot be the order of this purchase; undefined: it can. All goods must be the same, in the same number. */
export function goodsDiffer(order: Pick<SourceOrder, 'items'>, doc: PurchaseDoc): string | undefined {
  const there = piecesOf(order.items)
  const asked = piecesOf(cargoOf(doc.lines))
  const foreign = [...there.keys()].filter((key) => !asked.has(key)).length
  const missing = [...asked.keys()].filter((key) => !there.has(key)).length
  if (foreign > 0 || missing > 0)
    return `货品不同：订单里有 ${foreign} 个规格不在采购单里，采购单有 ${missing} 个规格不在订单里`
  const other = [...asked].filter(([key, quantity]) => there.get(key) !== quantity)
  if (other.length === 0) return undefined
  const [, quantity] = other[0]!
  return `件数不同：采购单 ${quantity} 件，订单 ${there.get(other[0]![0])} 件；先把采购单改成一样`
}

export const closedWhy = (order: SourceOrder): string | undefined =>
  isClosed(order.status) ? `1688订单${statusLabel(order.status)}，不能接管` : undefined

export type HandOrderMatch = { doc: PurchaseDoc; points: number; reasons: string[]; obstacle: string | null }

/** How well a purchase fits an order; undefined: they have no goods in common. */
export function matchOf(order: SourceOrder, doc: PurchaseDoc): HandOrderMatch | undefined {
  const asked = piecesOf(cargoOf(doc.lines))
  const common = [...piecesOf(order.items).keys()].filter((key) => asked.has(key)).length
  if (common === 0) return undefined
  const obstacle = goodsDiffer(order, doc) ?? null
  const reasons = [obstacle === null ? '货品和件数相同' : `${common} 个规格相同`]
  let points = obstacle === null ? 100 : Math.min(common, 20)
  const { companyName, shopName, loginId } = order.seller
  if ([companyName, shopName, loginId].includes(doc.supplierName)) {
    reasons.push('供应商相同')
    points += 10
  }
  const expected = sumOf(doc)
  if (order.totalFen !== null && Math.abs(order.totalFen - expected) * 100 <= expected * CLOSE_PERCENT) {
    reasons.push(order.totalFen === expected ? '金额相同' : '金额相近')
    points += order.totalFen === expected ? 10 : 5
  }
  return { doc, points, reasons, obstacle }
}

/** The best purchase for each order, oldest order first; a purchase is proposed once. */
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
  return proposed
}
