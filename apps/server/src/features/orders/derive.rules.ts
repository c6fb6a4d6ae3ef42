import type { OrderFlag } from '@huoqiao/contract/orders/orders.schema'
import type { LineRow, OrderRow } from './orders.store.ts'
import { earnedOf } from './order-amounts.rules.ts'
import { dueOf, isUnsourced, orderState, paymentOf, wantedOf } from './orders.rules.ts'
import type { LineFacts } from './orders.rules.ts'
import { profitOf } from './profit.rules.ts'

/** Columns of an order that are derived from other facts. */
export type Derived = Pick<
  OrderRow,
  | 'state'
  | 'payment'
  | 'unsourced'
  | 'cut'
  | 'lineCount'
  | 'pieces'
  | 'saleCny'
  | 'goodsCny'
  | 'freightCny'
  | 'abroadCny'
  | 'feeCny'
  | 'profitCny'
  | 'rate'
  | 'rateDay'
>
/** Values of a store and a day that an order's money depends on. */
export type Terms = {
  rate: { rate: string; day: string } | undefined
  feePercent: string
  /** from the store's price rule, minor units of the order's currency; 0: there is no usable rule */
  freightPerKgMinor: number
}

export const lineFacts = (line: LineRow): LineFacts => ({ ...line, hasSource: line.offerId !== null })

export const riskOpen = (order: Pick<OrderRow, 'risk' | 'riskConfirmedAt'>): boolean =>
  order.risk === 'high' && order.riskConfirmedAt === null
export const addressOpen = (order: Pick<OrderRow, 'addressMissing' | 'addressConfirmedAt'>): boolean =>
  order.addressMissing && order.addressConfirmedAt === null
export const isHeld = (order: Pick<OrderRow, 'heldAt' | 'shopHold'>): boolean =>
  order.heldAt !== null || order.shopHold !== null

/** Pieces of a line that are wanted and not ordered at 1688. */
export const unplacedOf = (order: Pick<OrderRow, 'cancelledAt'>, line: LineRow): number =>
  order.cancelledAt === null ? Math.max(0, wantedOf(lineFacts(line)) - line.placed) : 0

/** More was bought for a line than it still needs: it was cancelled, reduced, or fulfilled by the shop itself. */
const isCut = (order: OrderRow, line: LineFacts): boolean =>
  line.purchased > Math.max(line.shipped, order.cancelledAt === null ? dueOf(line) : 0)

/** Calculates all derived columns of an order; called whenever one of its facts changes. */
export function derive(order: OrderRow, lines: readonly LineRow[], terms: Terms): Derived {
  const facts = lines.map(lineFacts)
  const payment = paymentOf(order.financialStatus)
  return {
    payment,
    state: orderState(
      {
        cancelled: order.cancelledAt !== null,
        closed: order.closedAt !== null,
        payment,
        authorised: order.financialStatus === 'AUTHORIZED',
        held: isHeld(order),
        open: riskOpen(order) || addressOpen(order),
      },
      facts,
    ),
    unsourced: order.cancelledAt === null && facts.some(isUnsourced),
    cut: facts.some((line) => isCut(order, line)),
    lineCount: lines.length,
    pieces: lines.reduce((total, line) => total + line.current, 0),
    ...profitOf({
      currency: order.currency,
      earnedMinor: earnedOf(order),
      rate: terms.rate,
      feePercent: terms.feePercent,
      grams: order.amounts.currentGrams ?? 0,
      freightPerKgMinor: terms.freightPerKgMinor,
      abroadEnteredCny: order.abroadEnteredCny,
      goodsPaidCny: order.goodsPaidCny,
      freightPaidCny: order.freightPaidCny,
      lines: lines.map((line) => ({
        ...line,
        unplaced: unplacedOf(order, line),
        needsGoods: line.requiresShipping && !line.ignored,
      })),
    }),
  }
}

/** The order has a return: requested, under way or finished. */
export const hasReturn = (order: Pick<OrderRow, 'returnStatus'>): boolean => order.returnStatus !== 'NO_RETURN'

/** The flags that the list shows next to the state. */
export function flagsOf(
  order: Pick<
    OrderRow,
    | 'test'
    | 'rescued'
    | 'edited'
    | 'note'
    | 'unsourced'
    | 'addressMissing'
    | 'addressConfirmedAt'
    | 'risk'
    | 'riskConfirmedAt'
    | 'heldAt'
    | 'shopHold'
    | 'cut'
    | 'returnStatus'
  >,
): OrderFlag[] {
  const worn: [OrderFlag, boolean][] = [
    ['test', order.test],
    ['rescued', order.rescued],
    ['edited', order.edited],
    ['noted', order.note !== ''],
    ['unsourced', order.unsourced],
    ['address-open', addressOpen(order)],
    ['risk-open', riskOpen(order)],
    ['held-by-us', order.heldAt !== null],
    ['held-by-shop', order.shopHold !== null],
    ['cut', order.cut],
    ['returned', hasReturn(order)],
  ]
  return worn.filter(([, on]) => on).map(([flag]) => flag)
}
