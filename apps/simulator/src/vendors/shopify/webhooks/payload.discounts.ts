import type { AllocationRow, DiscountRow } from '../orders/order-discounts.ts'
import type { OrderRow } from '../orders/order.rows.ts'
import { amount, moneySet } from './payload.money.ts'

export const allocationPayload = (order: OrderRow, one: AllocationRow): object => ({
  amount: amount(order, one.amount),
  amount_set: moneySet(order, one.amount),
  discount_application_index: one.index,
})

export const applicationPayload = (order: OrderRow, discount: DiscountRow): object => ({
  target_type: discount.kind === 'shipping' ? 'shipping_line' : 'line_item',
  type: discount.kind === 'line' ? 'manual' : 'discount_code',
  value: discount.kind === 'line' ? amount(order, discount.amount) : String(discount.percent),
  value_type: discount.kind === 'line' ? 'fixed_amount' : 'percentage',
  allocation_method: discount.kind === 'code' ? 'across' : 'each',
  target_selection: discount.kind === 'line' ? 'explicit' : 'all',
  ...(discount.kind === 'line' ? { title: 'Discount', description: null } : { code: discount.code }),
})
