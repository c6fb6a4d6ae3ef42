import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import type { OrderPayment, OrderState } from '@huoqiao/contract/orders/orders.status'
import type { Can } from '@huoqiao/contract'
import type { LineCounters } from './orders.types.ts'

/** The facts of a line that decide its state. All are sale quantities. */
export type LineFacts = LineCounters & {
  current: number
  fulfilled: number
  /** of the fulfilled pieces, those that came back with a refund; `current` no longer counts them */
  returned: number
  requiresShipping: boolean
  ignored: boolean
  hasSource: boolean
}

export type OrderFacts = {
  cancelled: boolean
  closed: boolean
  payment: OrderPayment
  /** the shop can capture the money at any time, so the order counts as paid */
  authorised: boolean
  held: boolean
  /** risk or address still needs a decision by a person */
  open: boolean
}

const PAYMENTS: Readonly<Record<string, OrderPayment>> = {
  PENDING: 'unpaid',
  AUTHORIZED: 'unpaid',
  PARTIALLY_PAID: 'part-paid',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'part-refunded',
  REFUNDED: 'refunded',
  VOIDED: 'voided',
  EXPIRED: 'voided',
}
/** The shop's status (reference shopify-admin, section 4) as 付款状态; an unknown status counts as unpaid. */
export const paymentOf = (financialStatus: string): OrderPayment => PAYMENTS[financialStatus] ?? 'unpaid'

/** The shopper has the whole money back, or it never came: nothing may be bought or sent for it any more. */
export const isMoneyGone = (payment: OrderPayment): boolean => payment === 'refunded' || payment === 'voided'

/** Pieces that were to be sent: those that are left after edits and refunds, and those that were sent and came back. */
export const orderedOf = (line: Pick<LineFacts, 'current' | 'returned'>): number => line.current + line.returned

/** Whether a line needs goods at all. */
const asksForGoods = (line: LineFacts): boolean => line.requiresShipping && !line.ignored

/**
 * Pieces that have to come from us: ordered pieces after edits and refunds (a refund of a sent piece leaves those still owed), minus pieces that the shop fulfilled from its own stock. Our
 * own fulfilments are in both `fulfilled` and `shipped`, so they cancel out.
 */
export function wantedOf(line: LineFacts): number {
  if (!asksForGoods(line)) return 0
  return Math.max(0, orderedOf(line) - Math.max(0, line.fulfilled - line.shipped))
}
/**
 * Pieces that purchases have to bring. A fulfilment by the shop is first taken from goods that have arrived, including those that we are
 * sending. Only what exceeds these came from the shop's own stock and is no longer needed.
 */
export const dueOf = (line: LineFacts): number =>
  asksForGoods(line)
    ? Math.max(0, orderedOf(line) - Math.max(0, line.fulfilled - Math.max(line.shipped, line.received)))
    : 0
export const toBuyOf = (line: LineFacts): number => Math.max(0, wantedOf(line) - line.purchased)
/** More pieces must be bought, and the line has no source. */
export const isUnsourced = (line: LineFacts): boolean => !line.hasSource && toBuyOf(line) > 0

const sum = (lines: readonly LineFacts[], of: (line: LineFacts) => number): number =>
  lines.reduce((total, line) => total + of(line), 0)

/**
 * The rule for an order's progress (decisions, section 4; decision 0007): derived from facts, never set directly. What a person has to do
 * comes before what progresses by itself: if part of an order was sent and part must still be bought, its state is "to buy".
 */
export function orderState(order: OrderFacts, lines: readonly LineFacts[]): OrderState {
  if (order.cancelled) return 'cancelled'
  const goods = lines.filter(asksForGoods)
  if (sum(goods, (line) => line.current) === 0) return withoutGoods(order, lines)
  const due = sum(goods, orderedOf)
  const sent = sum(goods, (line) => Math.min(orderedOf(line), Math.max(line.fulfilled, line.shipped)))
  if (sent >= due) return order.closed ? 'done' : 'shipped'
  if (order.held) return 'held'
  if (isMoneyGone(order.payment)) return 'abnormal'
  const bought = sum(goods, (line) => line.purchased)
  const paid = order.authorised || order.payment === 'paid' || order.payment === 'part-refunded'
  if (!paid && bought === 0) return 'unpaid'
  return inProgress(order, goods, { bought, sent })
}

function inProgress(
  order: OrderFacts,
  goods: readonly LineFacts[],
  { bought, sent }: { bought: number; sent: number },
): OrderState {
  if (order.open || goods.some(isUnsourced)) return 'pending'
  if (goods.some((line) => toBuyOf(line) > 0)) return bought === 0 ? 'to-buy' : 'buying'
  if (sent > 0) return 'part-shipped'
  if (goods.every((line) => line.received >= wantedOf(line))) return 'to-ship'
  if (sum(goods, (line) => line.received) > 0) return 'part-arrived'
  return goods.every((line) => line.placed >= wantedOf(line)) ? 'arriving' : 'buying'
}

/** Nothing has to be sent: everything was cancelled or refunded, or the order has no physical goods. */
function withoutGoods(order: OrderFacts, lines: readonly LineFacts[]): OrderState {
  if (sum(lines, (line) => line.current) === 0) return sum(lines, (line) => line.fulfilled) > 0 ? 'done' : 'cancelled'
  if (order.payment === 'unpaid' || order.payment === 'part-paid') return order.authorised ? 'done' : 'unpaid'
  return order.payment === 'voided' ? 'cancelled' : 'done'
}

/** States in which more pieces may be bought; for all others this returns the reason. */
const BUYABLE: readonly OrderState[] = ['to-buy', 'buying', 'part-shipped', 'part-arrived', 'arriving']

const ALL_BOUGHT = '需要的数量已全部采购'
/** The other states of BUYABLE mean that nothing is left to buy (orderState); an edit in the shop moves the order back to one of these. */
const canBuy = (state: OrderState): boolean => state === 'to-buy' || state === 'buying'

/** Why a line may not be bought now; null: it may. In a pending order, lines with a source wait for the lines without one. */
export function refusalToBuy(state: OrderState, line: LineFacts): string | null {
  if (line.ignored) return '已标记为无需采购'
  if (!line.requiresShipping) return '不需要发货的商品'
  if (state === 'pending') return line.hasSource ? '订单待处理：有商品没有货源，或风险、地址待确认' : '没有关联货源'
  if (!BUYABLE.includes(state)) return `订单${ORDER_STATES[state].label}`
  if (!line.hasSource) return '没有关联货源'
  return toBuyOf(line) === 0 ? ALL_BOUGHT : null
}

const OVER: readonly OrderState[] = ['shipped', 'done', 'cancelled']

/** The actions that an order of a state allows, and the reason for the others. */
export function canOf(state: OrderState): Can {
  const label = ORDER_STATES[state].label
  const unless = (no: boolean): true | string => (no ? `订单${label}` : true)
  return {
    noteOrder: true,
    holdOrders: unless(OVER.includes(state) || state === 'held'),
    releaseOrders: state === 'held' ? true : '没有搁置',
    confirmOrders: state === 'pending' ? true : '没有待确认的内容',
    relateShopifyOrder: unless(OVER.includes(state)),
    ignoreLines: unless(OVER.includes(state)),
    createPurchaseOrder: canBuy(state) ? true : BUYABLE.includes(state) ? ALL_BOUGHT : `订单${label}`,
  }
}

/** Whether a counter may move; the text names the violated bound (decision 0007). */
export function moveFault(line: LineFacts, counter: keyof LineCounters, quantity: number): string | undefined {
  if (!Number.isInteger(quantity)) return '数量必须是整数'
  const after = { ...line, [counter]: line[counter] + quantity }
  if (after[counter] < 0) return '数量不能小于0'
  if (counter === 'purchased' && quantity > 0 && quantity > toBuyOf(line)) return `最多还需采购 ${toBuyOf(line)} 件`
  if (after.placed > after.purchased) return '下单数量不能超过采购数量'
  if (after.received > after.purchased) return '收货数量不能超过采购数量'
  if (after.shipped > after.received) return '发货数量不能超过收货数量'
  return undefined
}
