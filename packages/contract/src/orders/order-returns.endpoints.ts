import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { id } from '../wire.ts'
import { base } from './order-filter.ts'
import { orderReturn } from './order-returns.schema.ts'

/** Returns of an order. */
export const orderReturnEndpoints = defineEndpoints({
  getOrderReturns: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/getOrderReturns`,
    mode: 'get',
    right: 'granted',
    title: '订单退货',
    logged: false,
    input: z.object({ orderId: id }),
    output: z.object({
      currency: z.string(),
      /** newest first */
      returns: z.array(orderReturn),
      /** the shop reports a return that the app cannot read: it lacks the scope read_returns */
      hidden: z.boolean(),
    }),
    refusals: ['not-found'],
    lists: ['orders'],
  },
})
