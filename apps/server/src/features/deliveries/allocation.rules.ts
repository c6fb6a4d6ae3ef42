import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'

/**
 * Allocation: which orders get the goods that arrived for a purchase line (decision 0007). Goods are counted in source pieces, orders in
 * sale pieces. The ratio of two whole numbers converts exactly, so rounding neither loses nor adds pieces.
 */

/** One order line's claim on a purchase line. Quantities are sale pieces. */
export type Claim = {
  readonly demandId: string
  /** source pieces for `ratioSale` sale pieces, as whole numbers */
  readonly ratioSource: number
  readonly ratioSale: number
  /** the most it may get: the requested pieces minus those that the shopper no longer wants */
  readonly most: number
  readonly allocated: number
  /** pieces of `allocated` that cannot be taken back: sent, or about to be sent */
  readonly fixed: number
  /** pieces of `allocated` that were sent, came back and may be allocated to others */
  readonly returned: number
}

/** An exact fraction of source pieces. */
type Fraction = { n: bigint; d: bigint }
const ZERO: Fraction = { n: 0n, d: 1n }
const minus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d })
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const floor = ({ n, d }: Fraction): bigint => (n >= 0n ? n / d : -((-n + d - 1n) / d))

/** The source pieces that a number of sale pieces uses. */
const costOf = (claim: Pick<Claim, 'ratioSource' | 'ratioSale'>, sale: number): Fraction => ({
  n: BigInt(sale) * BigInt(claim.ratioSource),
  d: BigInt(claim.ratioSale),
})

/** What a claim uses of the goods that arrived. */
type Held = Pick<Claim, 'ratioSource' | 'ratioSale' | 'allocated' | 'returned'>

const freeOf = <C extends Held>(received: number, claims: readonly C[], of: (claim: C) => number): Fraction =>
  claims.reduce((free, claim) => minus(free, costOf(claim, of(claim) - claim.returned)), { n: BigInt(received), d: 1n })

/** Whole source pieces that are allocated to no order. */
export const stockOf = (received: number, claims: readonly Claim[]): number =>
  Math.max(0, Number(floor(freeOf(received, claims, (claim) => claim.allocated))))

/** Whether these allocations fit into what arrived. */
export const fits = (received: number, claims: readonly Held[]): boolean =>
  freeOf(received, claims, (claim) => claim.allocated).n >= 0n

/**
 * The allocation of each claim when `received` source pieces have arrived in total, by demand id. Claims are sorted oldest first. Existing
 * allocations stay; free pieces go to the oldest claims that lack some, in whole sale pieces. If fewer pieces are there than allocated, the
 * newest claims give back first, but never below `fixed`. Undefined: it still does not fit, because goods were sent.
 */
export function allocate(received: number, claims: readonly Claim[]): ReadonlyMap<string, number> | undefined {
  const held = new Map(claims.map((claim) => [claim.demandId, claim.allocated]))
  let free = freeOf(received, claims, (claim) => claim.allocated)
  for (const claim of [...claims].reverse()) {
    if (free.n >= 0n) break
    const back = Math.min(piecesFor({ n: -free.n, d: free.d }, claim, 'up'), claim.allocated - claim.fixed)
    if (back <= 0) continue
    held.set(claim.demandId, claim.allocated - back)
    free = plus(free, costOf(claim, back))
  }
  if (free.n < 0n) return undefined
  for (const claim of claims) {
    const now = held.get(claim.demandId)!
    const more = Math.min(piecesFor(free, claim, 'down'), claim.most - now)
    if (more <= 0) continue
    held.set(claim.demandId, now + more)
    free = minus(free, costOf(claim, more))
  }
  return held
}

/** Converts source pieces to sale pieces of a claim. */
function piecesFor(source: Fraction, claim: Claim, round: 'up' | 'down'): number {
  const n = source.n * BigInt(claim.ratioSale)
  const d = source.d * BigInt(claim.ratioSource)
  const whole = round === 'up' ? (n + d - 1n) / d : n / d
  return Number(whole > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : whole)
}

/** Source pieces of all claims together; used by the tests for exactness. */
export const heldOf = (claims: readonly Claim[]): { n: bigint; d: bigint } =>
  claims.reduce((sum, claim) => plus(sum, costOf(claim, claim.allocated - claim.returned)), ZERO)

/**
 * Of an order line's fixed pieces (sent, or about to be sent), how many each of its allocations must keep. They count against the oldest
 * allocation first.
 */
export function bindPieces(
  allocations: readonly { readonly id: string; readonly allocated: number }[],
  bound: number,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  let open = bound
  for (const { id, allocated } of allocations) {
    const share = Math.min(open, allocated)
    shares.set(id, share)
    open -= share
  }
  return shares
}

/** Describes a change of allocations: how many pieces, from which order, to which. */
export function moveWords(parts: readonly { orderName: string; from: number; to: number }[]): string {
  const given = parts.filter(({ from, to }) => to > from)
  const taken = parts.filter(({ from, to }) => to < from)
  const sumOf = (some: typeof parts): number => some.reduce((sum, { from, to }) => sum + Math.abs(to - from), 0)
  const names = (some: typeof parts): string => some.map(({ orderName }) => orderName).join('、')
  if (given.length === 0) return `改收货分配：${names(taken)} 的 ${sumOf(taken)} 件收回，留作库存`
  if (taken.length === 0) return `改收货分配：库存的 ${sumOf(given)} 件分给 ${names(given)}`
  const rest = sumOf(taken) - sumOf(given)
  const also = rest === 0 ? '' : rest > 0 ? `，另 ${rest} 件留作库存` : `，其中 ${-rest} 件来自库存`
  return `改收货分配：${sumOf(given)} 件从 ${names(taken)} 改给 ${names(given)}${also}`
}

/** The arrival state of a purchase order (PURCHASE_STATES). Lines with a quantity of zero do not count. */
export function arrivedState(
  lines: readonly { quantity: number; received: number }[],
): 'to-receive' | 'part-received' | 'done' {
  const bought = lines.filter((line) => line.quantity > 0 || line.received > 0)
  if (bought.length > 0 && bought.every((line) => line.received >= line.quantity)) return 'done'
  return bought.some((line) => line.received > 0) ? 'part-received' : 'to-receive'
}

/** The state of a purchase after a receipt. While nothing has arrived, an unpaid or unsent purchase keeps its state. */
export function stateAfter(
  lines: readonly { quantity: number; received: number }[],
  now: PurchaseState,
): PurchaseState {
  const to = arrivedState(lines)
  return to === 'to-receive' && (now === 'to-send' || now === 'to-pay') ? now : to
}

type Wanting = {
  readonly cancelledAt: Date | null
  readonly lines: readonly { readonly lineId: string; readonly purchased: number; readonly due: number }[]
}

type Arrived = {
  readonly cancelledAt: Date | null
  readonly lines: readonly {
    readonly lineId: string
    readonly received: number
    readonly shipped: number
    readonly due: number
    readonly fulfilled: number
  }[]
}

/**
 * Arrived pieces that no order wants any more and that were not sent, newest demand first. Pieces that are about to be sent (`reserved`, by
 * order line), or that the shop reports as sent, stay. `held`: arrived pieces of each demand, oldest first.
 */
export function arrivedToStock(
  orders: readonly Arrived[],
  held: readonly { readonly demandId: string; readonly orderLineId: string; readonly allocated: number }[],
  reserved: ReadonlyMap<string, number>,
): { demandId: string; saleQuantity: number }[] {
  const backs: { demandId: string; saleQuantity: number }[] = []
  for (const order of orders)
    for (const line of order.lines) {
      const due = order.cancelledAt === null ? line.due : 0
      const sent = Math.max(line.shipped + (reserved.get(line.lineId) ?? 0), line.fulfilled)
      let excess = line.received - Math.max(due, sent)
      for (const one of held.filter(({ orderLineId }) => orderLineId === line.lineId).reverse()) {
        const saleQuantity = Math.min(excess, one.allocated)
        if (saleQuantity <= 0) continue
        backs.push({ demandId: one.demandId, saleQuantity })
        excess -= saleQuantity
      }
    }
  return backs
}

/** Pieces that orders no longer want are first taken from their covers of spare goods, newest first, because that costs nothing. */
export function coversToGiveBack(
  orders: readonly Wanting[],
  covers: readonly { readonly id: string; readonly orderLineId: string; readonly saleQuantity: number }[],
): { demandId: string; saleQuantity: number }[] {
  const backs: { demandId: string; saleQuantity: number }[] = []
  for (const order of orders)
    for (const line of order.lines) {
      let excess = line.purchased - (order.cancelledAt === null ? line.due : 0)
      for (const cover of covers.filter((one) => one.orderLineId === line.lineId).reverse()) {
        const saleQuantity = Math.min(excess, cover.saleQuantity)
        if (saleQuantity <= 0) continue
        backs.push({ demandId: cover.id, saleQuantity })
        excess -= saleQuantity
      }
    }
  return backs
}
