import { isClosed } from './placement.rules.ts'

/** A 1688 order as the cost calculation needs it; all amounts are fen. */
export type ChargedOrder = {
  readonly status: string
  readonly paidAt: Date | null
  /** the stages of 分阶段付款; empty: paid in full at once */
  readonly stages: readonly { readonly amountMinor: number | null; readonly paid: boolean }[]
  readonly totalMinor: number
  readonly freightMinor: number
  readonly refundMinor: number
  readonly items: readonly {
    readonly offerId: string
    readonly specId: string | null
    readonly quantity: number
    readonly amountMinor: number
    readonly refundMinor: number
  }[]
}
/** A purchase line with the order lines that need it. Pieces beyond that, and `extraNeed`, are paid by no order. */
export type CostLine = {
  readonly id: string
  readonly offerId: string
  readonly specId: string | null
  readonly quantity: number
  readonly extraNeed: number
  /** source pieces that have arrived or will arrive */
  readonly coming: number
  readonly demand: readonly {
    readonly orderId: string
    readonly orderLineId: string
    readonly saleQuantity: number
    readonly ratioSource: number
    readonly ratioSale: number
  }[]
}
export type CostShare = { orderId: string; orderLineId: string; goodsMinor: number; freightMinor: number }
type Amounts = { goodsMinor: number; freightMinor: number }

/**
 * Splits the total into whole fen in proportion to the weights; the parts add up to exactly the total. If all weights are zero: equal
 * parts.
 */
export function shareOut(total: number, weights: readonly bigint[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n)
    return weights.length === 0
      ? []
      : shareOut(
          total,
          weights.map(() => 1n),
        )
  const parts = weights.map((weight) => (BigInt(total) * weight) / whole)
  let left = total - Number(parts.reduce((sum, part) => sum + part, 0n))
  const byRemainder = weights
    .map((weight, index) => ({ index, rest: (BigInt(total) * weight) % whole }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const shares = parts.map(Number)
  for (const { index } of byRemainder) {
    if (left <= 0) break
    shares[index]! += 1
    left -= 1
  }
  return shares
}

/**
 * The amount that 1688 keeps for an order. For an order that was closed before it was fully paid: the paid stages that were not refunded
 * (for example a deposit that the seller keeps). A refund that belongs to no item counts as freight.
 */
export function chargedOf(order: ChargedOrder): Amounts {
  if (isClosed(order.status) && order.paidAt === null) {
    const paid = order.stages.reduce((sum, stage) => sum + (stage.paid ? (stage.amountMinor ?? 0) : 0), 0)
    return { goodsMinor: Math.max(0, paid - order.refundMinor), freightMinor: 0 }
  }
  const charged = Math.max(0, order.totalMinor - order.refundMinor)
  const ofGoods = Math.min(
    order.refundMinor,
    order.items.reduce((sum, item) => sum + item.refundMinor, 0),
  )
  const freight = Math.max(0, order.freightMinor - (order.refundMinor - ofGoods))
  const freightMinor = Math.min(charged, freight)
  return { goodsMinor: charged - freightMinor, freightMinor }
}

/**
 * The real cost of each order line's share of a purchase. Goods: 1688's own amount of the SKU. Freight: in proportion to the goods. Both
 * are divided by pieces among the order lines that need them. Pieces that no order needs are the app's own cost, per line, until an order
 * takes them. All shares and the app's own add up to what 1688 charged.
 */
export function costShares(
  lines: readonly CostLine[],
  orders: readonly ChargedOrder[],
): { shares: CostShare[]; app: ReadonlyMap<string, Amounts> } {
  const byLine = new Map(lines.map((line) => [line.id, { goodsMinor: 0, freightMinor: 0 }]))
  for (const order of orders) addOrder(byLine, lines, order)
  const shares = new Map<string, CostShare>()
  const app = new Map<string, Amounts>()
  for (const line of lines) {
    const weights = weightsOf(line)
    const cost = byLine.get(line.id)!
    const goods = shareOut(cost.goodsMinor, weights)
    const freight = shareOut(cost.freightMinor, weights)
    for (const [index, { orderId, orderLineId }] of line.demand.entries()) {
      const share = shares.get(orderLineId) ?? { orderId, orderLineId, goodsMinor: 0, freightMinor: 0 }
      share.goodsMinor += goods[index]!
      share.freightMinor += freight[index]!
      shares.set(orderLineId, share)
    }
    app.set(line.id, { goodsMinor: goods.at(-1)!, freightMinor: freight.at(-1)! })
  }
  return { shares: [...shares.values()], app }
}

function addOrder(byLine: ReadonlyMap<string, Amounts>, lines: readonly CostLine[], order: ChargedOrder): void {
  if (lines.length === 0) return
  const { goodsMinor, freightMinor } = chargedOf(order)
  const weights = lines.map((line) => {
    const items = order.items.filter((item) => item.offerId === line.offerId && item.specId === line.specId)
    return BigInt(
      Math.max(
        0,
        items.reduce((sum, item) => sum + item.amountMinor - item.refundMinor, 0),
      ),
    )
  })
  // Items that match no line (1688 named the SKU differently) are divided among all lines by pieces.
  const known = weights.some((weight) => weight > 0n) ? weights : lines.map((line) => BigInt(line.quantity))
  const goods = shareOut(goodsMinor, known)
  const freight = shareOut(freightMinor, known)
  for (const [index, line] of lines.entries()) {
    const cost = byLine.get(line.id)!
    cost.goodsMinor += goods[index]!
    cost.freightMinor += freight[index]!
  }
}

/** Pieces of each demand, and as the last entry the app's own pieces: the rest of a pack that is larger than what was asked for. */
function weightsOf(line: CostLine): bigint[] {
  const common = line.demand.reduce((product, one) => leastCommon(product, BigInt(one.ratioSale)), 1n)
  const asked = line.demand.map(
    (one) => (BigInt(one.saleQuantity) * BigInt(one.ratioSource) * common) / BigInt(one.ratioSale),
  )
  const left = BigInt(line.coming) * common - asked.reduce((sum, weight) => sum + weight, 0n)
  const byHand = BigInt(line.extraNeed) * common
  const app = left > byHand ? left : byHand
  const nobody = app === 0n && asked.every((weight) => weight === 0n)
  return [...asked, nobody ? 1n : app]
}

const leastCommon = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return (a / x) * b
}

/**
 * The cost of everything placed for one order; what is not placed yet does not count. Undefined until 1688 has reported the amounts of all
 * of it: a `demand` without a cost row was placed and is not calculated yet.
 */
export function orderCost(
  lines: readonly { lineId: string; placed: number }[],
  demand: readonly { purchaseId: string; orderLineId: string; saleQuantity: number }[],
  rows: readonly { purchaseId: string; orderLineId: string; goodsMinor: number | null; freightMinor: number | null }[],
): { goodsMinor: number | null; freightMinor: number | null } {
  const unknown = { goodsMinor: null, freightMinor: null }
  if (rows.length === 0) return unknown
  const keyOf = (one: { purchaseId: string; orderLineId: string }): string => `${one.purchaseId} ${one.orderLineId}`
  const reckoned = new Set(rows.map(keyOf))
  for (const line of lines) {
    const reported = demand.filter((one) => one.orderLineId === line.lineId && reckoned.has(keyOf(one)))
    if (reported.reduce((sum, one) => sum + one.saleQuantity, 0) < line.placed) return unknown
  }
  let goodsMinor = 0
  let freightMinor = 0
  for (const row of rows) {
    if (row.goodsMinor === null || row.freightMinor === null) return unknown
    goodsMinor += row.goodsMinor
    freightMinor += row.freightMinor
  }
  return { goodsMinor, freightMinor }
}
