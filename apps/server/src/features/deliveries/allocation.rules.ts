import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'

/**
 * Which orders get what of the goods that arrived for a purchase line (decision 0007). Arrived goods are source pieces, orders
 * want sale pieces; a ratio of two whole numbers converts exactly, so nothing is lost or made up by rounding.
 */

/** One order line's claim on a purchase line. Quantities are sale pieces. */
export type Claim = {
  readonly demandId: string
  /** source pieces a sale piece, as two whole numbers */
  readonly ratioSource: number
  readonly ratioSale: number
  /** what it may hold at most: what was asked, less what its shopper no longer wants */
  readonly most: number
  readonly allocated: number
  /** of `allocated`, what cannot be taken back: sent on, or about to be */
  readonly fixed: number
}

/** An exact sum of fractions: source pieces. */
type Fraction = { n: bigint; d: bigint }
const ZERO: Fraction = { n: 0n, d: 1n }
const minus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d })
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
const floor = ({ n, d }: Fraction): bigint => (n >= 0n ? n / d : -((-n + d - 1n) / d))

/** What a number of sale pieces takes of the source pieces. */
const costOf = (claim: Pick<Claim, 'ratioSource' | 'ratioSale'>, sale: number): Fraction => ({
  n: BigInt(sale) * BigInt(claim.ratioSource),
  d: BigInt(claim.ratioSale),
})

const freeOf = (received: number, claims: readonly Claim[], of: (claim: Claim) => number): Fraction =>
  claims.reduce((free, claim) => minus(free, costOf(claim, of(claim))), { n: BigInt(received), d: 1n })

/** Whole source pieces that no order got. */
export const stockOf = (received: number, claims: readonly Claim[]): number =>
  Math.max(0, Number(floor(freeOf(received, claims, (claim) => claim.allocated))))

/** Whether these allocations fit into what arrived. */
export const fits = (received: number, claims: readonly Claim[]): boolean =>
  freeOf(received, claims, (claim) => claim.allocated).n >= 0n

/**
 * What each claim holds after `received` source pieces stand there in all, by demand id. Claims come oldest first. What is held
 * already stays; what is free goes to the oldest that lacks something, in whole sale pieces. When there is less than is
 * held, the newest give back first, never below what is fixed. Undefined: even so it does not fit, goods were sent on.
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

/** How many sale pieces of a claim so many source pieces are worth. */
function piecesFor(source: Fraction, claim: Claim, round: 'up' | 'down'): number {
  const n = source.n * BigInt(claim.ratioSale)
  const d = source.d * BigInt(claim.ratioSource)
  const whole = round === 'up' ? (n + d - 1n) / d : n / d
  return Number(whole > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : whole)
}

/** Source pieces that the claims hold together; for tests of the exactness. */
export const heldOf = (claims: readonly Claim[]): { n: bigint; d: bigint } =>
  claims.reduce((sum, claim) => plus(sum, costOf(claim, claim.allocated)), ZERO)

/**
 * Of pieces of an order line that are bound (sent on, or about to be), how many each of its allocations has to keep. They
 * are bound to the oldest first.
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

/** A change of who gets what, as people say it: how many, from whom, to whom. */
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

/** What of a purchase order arrived, as its state (PURCHASE_STATES). Lines of which nothing was bought don't count. */
export function arrivedState(
  lines: readonly { quantity: number; received: number }[],
): 'to-receive' | 'part-received' | 'done' {
  const bought = lines.filter((line) => line.quantity > 0 || line.received > 0)
  if (bought.length > 0 && bought.every((line) => line.received >= line.quantity)) return 'done'
  return bought.some((line) => line.received > 0) ? 'part-received' : 'to-receive'
}

/** The state that a purchase comes to. What has not been sent yet, or not been paid, stays that while nothing has arrived. */
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

/** What orders no longer want goes from what they took of spare goods first, the newest first: that costs nobody anything. */
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
