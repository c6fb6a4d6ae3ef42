import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { id } from '../wire.ts'
import { base } from './order-filter.ts'
import { orderReturn } from './order-returns.schema.ts'

/** What comes back of an order. */
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
      /** the shop speaks of a return that it does not show: its app lacks the grant read_returns */
      hidden: z.boolean(),
    }),
    refusals: ['not-found'],
    lists: ['orders'],
  },
})
