import { PLACED_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { PurchasePayment, PurchaseState } from './purchases.types.ts'
import { sourceNeed } from './need.rules.ts'
import type { NeedPart } from './need.rules.ts'

/**
 * 余货 (decision 0019): pieces of a placed purchase that nobody asked for, because of a pack size, a minimum or an order that was cancelled.
 * A later order line that takes them becomes another demand of that purchase line, so that goods, receipts and costs are handled as usual.
 */

type Judged = { readonly state: PurchaseState; readonly payment: PurchasePayment }
export type SpareLine = {
  readonly quantity: number
  readonly received: number
  readonly missing: number
  readonly spareGone: number
}

/** `spareGoneHere`: of the written off pieces, those that had arrived. */
export type StoredLine = SpareLine & { readonly spareGoneHere: number }

/** Source pieces of a line that have arrived or will arrive. */
export const comingOf = (line: Omit<SpareLine, 'spareGone'>, state: PurchaseState): number =>
  state === 'ended' ? line.received : Math.max(line.quantity - line.missing, line.received)

/** Pieces that orders may take. If money was refunded, it is unknown for which pieces, so only arrived ones count. */
export function promisableOf(line: SpareLine, { state, payment }: Judged): number {
  if (!(PLACED_STATES as readonly PurchaseState[]).includes(state)) return 0
  const isRefunded = payment === 'refunded' || payment === 'part-refunded'
  return Math.max(0, (isRefunded ? line.received : comingOf(line, state)) - line.spareGone)
}

/** A part of the demand, and how many of its sale pieces came back from the shopper. */
export type HeldPart = NeedPart & { readonly returnedQuantity: number }

/** Source pieces that orders hold, without those that came back from shoppers. */
export const heldNeed = (demand: readonly HeldPart[], extra = 0): number =>
  sourceNeed(
    demand.map((one) => ({ ...one, saleQuantity: one.saleQuantity - one.returnedQuantity })),
    extra,
  )

/** Whole source pieces that no order needs. */
export const spareOf = (line: SpareLine, purchase: Judged, demand: readonly HeldPart[]): number =>
  Math.max(0, promisableOf(line, purchase) - heldNeed(demand))

/** Spare pieces that have arrived. Arrived goods are counted for the orders first. */
export const hereOf = (line: StoredLine & { readonly spare: number }, purchase: Judged): number =>
  Math.max(0, line.spare - Math.max(0, restOf(line, purchase)))

/** Pieces that orders may take and that have not arrived. */
const restOf = (line: StoredLine, purchase: Judged): number => promisableOf(line, purchase) - usableOf(line)

/** Source pieces that have arrived and that orders can get. */
export const usableOf = ({ received, spareGoneHere }: Pick<StoredLine, 'received' | 'spareGoneHere'>): number =>
  Math.max(0, received - spareGoneHere)

/** Whether everything has arrived that orders may take. */
export const isHere = (line: StoredLine, purchase: Judged): boolean => line.received > 0 && restOf(line, purchase) <= 0

/** The share of `spareCostMinor` for this many of the line's pieces, in whole fen. */
export const worthOf = (
  pieces: number,
  { spare, spareGone, spareCostMinor }: { spare: number; spareGone: number; spareCostMinor: number | null },
): number | null =>
  spareCostMinor === null
    ? null
    : pieces === 0
      ? 0
      : Number((BigInt(spareCostMinor) * BigInt(pieces)) / BigInt(spare + spareGone))

/**
 * The highest number that a stock count may enter: the booked pieces and those that earlier counts found missing. More than that has never
 * been received.
 */
export const mostCounted = (here: number, sumOfCounts: number): number => here + Math.max(0, -sumOfCounts)

/**
 * The need of a line after orders took some of its spare pieces: the orders' pieces, and pieces for stock only as far as its quantity
 * allows.
 */
export const keptBack = (
  line: { readonly quantity: number; readonly extraNeed: number; readonly stockQuantity: number },
  demand: readonly HeldPart[],
): { need: number; extraNeed: number; stockQuantity: number } => {
  const extraNeed = Math.min(line.extraNeed, Math.max(0, line.quantity - heldNeed(demand)))
  return {
    need: heldNeed(demand, extraNeed),
    extraNeed,
    stockQuantity: Math.min(line.stockQuantity, extraNeed),
  }
}

/** A purchase line with spare pieces, and the demand on it so far. */
export type Pool = {
  readonly lineId: string
  readonly purchaseId: string
  readonly number: string
  readonly offerId: string
  readonly skuId: string | null
  readonly specId: string | null
  readonly arrived: boolean
  readonly at: number
  /** source pieces for demand that exists and for new demand */
  readonly promisable: number
  readonly demand: readonly HeldPart[]
}

export type Taker = NeedPart & {
  readonly key: string
  readonly offerId: string
  readonly skuId: string | null
  readonly specId: string | null
}
export type Taken = { readonly key: string; readonly lineId: string; readonly saleQuantity: number }

/** What each order line takes, in the given order. Arrived goods are used first, then the oldest purchase. Exact by ratio. */
export function takenOf(takers: readonly Taker[], pools: readonly Pool[]): Taken[] {
  const order = [...pools].sort(
    (a, b) => Number(b.arrived) - Number(a.arrived) || a.at - b.at || (a.lineId < b.lineId ? -1 : 1),
  )
  const asked = new Map(order.map((pool) => [pool.lineId, [...pool.demand]]))
  const taken: Taken[] = []
  for (const taker of takers) {
    let open = taker.saleQuantity
    for (const pool of order) {
      if (open === 0) break
      if (!isSameSku(taker, pool)) continue
      const demand = asked.get(pool.lineId)!
      const saleQuantity = mostThatFits({ ...taker, saleQuantity: open }, demand, pool.promisable)
      if (saleQuantity === 0) continue
      demand.push({ saleQuantity, returnedQuantity: 0, ratioSource: taker.ratioSource, ratioSale: taker.ratioSale })
      taken.push({ key: taker.key, lineId: pool.lineId, saleQuantity })
      open -= saleQuantity
    }
  }
  return taken
}

/** Compared by the ids that 1688 orders by; offers without SKUs have neither. If a seller renumbers a SKU, its spec id stays the same. */
const isSameSku = (
  a: { readonly offerId: string; readonly skuId: string | null; readonly specId: string | null },
  b: { readonly offerId: string; readonly skuId: string | null; readonly specId: string | null },
): boolean =>
  a.offerId === b.offerId && (a.specId === b.specId || (a.specId === null && a.skuId !== null && a.skuId === b.skuId))

function mostThatFits(part: NeedPart, demand: readonly HeldPart[], promisable: number): number {
  const free = promisable - heldNeed(demand) + 1
  if (free <= 0) return 0
  // The estimate is never too low, because it includes what the others' rounding left; it is then reduced step by step until it fits.
  let sale = Math.min(part.saleQuantity, Number((BigInt(free) * BigInt(part.ratioSale)) / BigInt(part.ratioSource)))
  const fits = (saleQuantity: number): boolean =>
    heldNeed([...demand, { ...part, saleQuantity, returnedQuantity: 0 }]) <= promisable
  while (sale > 0 && !fits(sale)) sale--
  return sale
}
