import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { id, requiredText } from '../wire.ts'
import { base } from './order-filter.ts'
import { orderPerson } from './orders.schema.ts'

/** Who ordered. */
export const orderPersonEndpoints = defineEndpoints({
  /**
   * Shows who ordered to an account that sees customers by their ends only: one order, once, with the reason, which the
   * operation log keeps.
   */
  revealCustomer: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/revealCustomer`,
    mode: 'postjson',
    right: 'granted',
    title: '查看打码的客户信息',
    logged: true,
    input: z.object({ orderId: id, reason: requiredText(200) }),
    output: orderPerson,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['orders'],
  },
  /** Deletes what is known of the person behind orders: all orders of the same customer in the same store. */
  redactCustomer: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/redactCustomer`,
    mode: 'postjson',
    right: 'granted',
    title: '删除客户信息',
    logged: true,
    input: z.object({ orderId: id }),
    output: z.object({ orders: z.number().int() }),
    refusals: ['not-found'],
    lists: ['orders'],
  },
})
