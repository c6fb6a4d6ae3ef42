import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, requiredText } from '../wire.ts'
import { base } from './order-filter.ts'
import { orderPerson } from './orders.schema.ts'

/** The customers of orders. */
export const orderPersonEndpoints = defineEndpoints({
  /**
   * Shows the unmasked customer of one order, once, to an account that normally sees masked data; the reason is recorded in the operation
   * log.
   */
  revealCustomer: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/revealCustomer`,
    mode: 'postjson',
    right: 'granted',
    title: '查看打码的客户信息',
    logged: true,
    object: 'order',
    input: z.object({ orderId: id, reason: requiredText(200) }),
    output: orderPerson,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['orders'],
  },
  /** Deletes the personal data of the customer of these orders, in all their orders in the same store. */
  redactCustomer: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/redactCustomer`,
    mode: 'postjson',
    right: 'granted',
    title: '删除客户信息',
    logged: true,
    object: 'order',
    input: z.object({ orderId: id }),
    output: z.object({ orders: z.int() }),
    refusals: ['not-found'],
    lists: ['orders'],
  },
})
