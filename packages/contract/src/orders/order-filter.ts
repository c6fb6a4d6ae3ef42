import * as z from '../zod.ts'
import { formInt, id, text } from '../wire.ts'
import { orderPayment, orderRisk, orderState, trackingReturn } from './orders.schema.ts'

export const base = '/api/order/center'
export const when = formInt(0, 9_999_999_999_999).optional()
export const currency = z.string().regex(/^[A-Z]{3}$/, '应为三个大写字母的币种')
export const someOrders = z.object({ orderIds: z.array(id).min(1).max(500) })
const yesNo = z.enum(['true', 'false']).optional()

/** Filters of the order list; all optional, combined with AND. */
export const orderFilter = z.object({
  state: orderState.optional(),
  storeId: id.optional(),
  /** number, SKU, product title; for callers with the right to see customers also name, e-mail and phone */
  keyword: text(100).optional(),
  /** by order time; `to` is inclusive */
  from: when,
  to: when,
  currency: currency.optional(),
  /** minor units of `currency`; without a currency: fen of the sale */
  totalFrom: formInt(0, 9_000_000_000_000).optional(),
  totalTo: formInt(0, 9_000_000_000_000).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, '应为两个大写字母的国家代码')
    .optional(),
  payment: orderPayment.optional(),
  trackingReturn: trackingReturn.optional(),
  risk: orderRisk.optional(),
  hasSource: yesNo,
  rescued: yesNo,
  /** trial orders of the shop's owner */
  test: yesNo,
  /** the order has a return: requested, under way or finished; `open`: one that is not finished */
  hasReturn: z.enum(['true', 'false', 'open']).optional(),
  /** the shipping deadline (order time plus the store's days to ship) is at this time or before */
  shipBy: when,
  sort: z.enum(['created', 'updated', 'total', 'profit']).default('created'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})
export type OrderFilter = z.infer<typeof orderFilter>
