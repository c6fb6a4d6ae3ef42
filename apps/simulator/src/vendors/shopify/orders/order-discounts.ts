import { minus, NOTHING, plus } from './order-money.ts'
import type { OrderLineRow, OrderRow, Pair } from './order.rows.ts'

/** One discount of an order, as both protocols list it; its position in the list is its index. */
export type DiscountRow =
  | { kind: 'code'; code: string; percent: number }
  | { kind: 'line'; line: OrderLineRow; amount: Pair }
  | { kind: 'shipping'; code: string; percent: number }
/** The part of a discount that applies to a line or to shipping. */
export type AllocationRow = { amount: Pair; discount: DiscountRow; index: number }

/** The discount of the line itself, given by staff or automatically. */
export const ownDiscountOf = (order: OrderRow, line: OrderLineRow): Pair =>
  line.ownDiscount ?? (order.discount ? NOTHING : line.discount)

export function discountsOf(order: OrderRow): DiscountRow[] {
  const own = order.lines
    .map((line) => ({ kind: 'line' as const, line, amount: ownDiscountOf(order, line) }))
    .filter(({ amount }) => amount.shop > 0)
  const off = order.shipping?.discount
  return [
    ...(order.discount ? [{ kind: 'code' as const, ...order.discount }] : []),
    ...own,
    ...(off ? [{ kind: 'shipping' as const, code: off.code, percent: off.percent }] : []),
  ]
}

export function allocationsOn(order: OrderRow, line: OrderLineRow): AllocationRow[] {
  const own = ownDiscountOf(order, line)
  return discountsOf(order).flatMap((discount, index) => {
    const amount =
      discount.kind === 'code'
        ? minus(line.discount, own)
        : discount.kind === 'line' && discount.line.id === line.id
          ? own
          : NOTHING
    return amount.shop > 0 ? [{ amount, discount, index }] : []
  })
}

export function shippingAllocations(order: OrderRow): AllocationRow[] {
  const amount = order.shipping?.discount?.amount ?? NOTHING
  return discountsOf(order).flatMap((discount, index) =>
    discount.kind === 'shipping' && amount.shop > 0 ? [{ amount, discount, index }] : [],
  )
}

/** The amount of one discount over the whole order. */
export const allocatedOf = (order: OrderRow, index: number): Pair =>
  plus(
    ...[...order.lines.flatMap((line) => allocationsOn(order, line)), ...shippingAllocations(order)]
      .filter((one) => one.index === index)
      .map(({ amount }) => amount),
  )
