import type { Clock } from '@huoqiao/connector-kit'
import type { Execute } from './operation.ts'
import { approveReturn, closeReturn, declineReturn } from './operations/answer-return.ts'
import { cancelOrder, jobDone } from './operations/cancel-order.ts'
import { cancelFulfillment, createFulfillment, updateTracking } from './operations/create-fulfillment.ts'
import { holdFulfillmentOrder, releaseHold } from './operations/hold-fulfillment-order.ts'
import { findOrdersByName, listOrderStamps, ordersOfFulfillmentOrders } from './operations/list-orders.ts'
import { createOrderReader } from './operations/read-orders.ts'
import { ordersOfReturns } from './operations/orders-of-returns.ts'
import { processReturn, suggestReturnRefund, unprocessedReturn } from './operations/refund-return.ts'
import { refundTotals } from './operations/refund-totals.ts'
import { readReturns } from './operations/read-returns.ts'
import { addOrderTags, updateOrder } from './operations/update-order.ts'
import type { OrderMethods } from './order-methods.ts'
import type { ShopOrder } from './orders.ts'

/** The connector's methods for orders, over one way of sending. */
export function createOrderMethods(deps: { readonly execute: Execute; readonly clock: Clock }): OrderMethods {
  const { execute } = deps
  const readOrders = createOrderReader(deps)

  return {
    async listOrders(query, options) {
      const { stamps, ...page } = await listOrderStamps(execute, query, options)
      const orders = await readOrders(idsOf(stamps), options)
      return { ...page, orders: orders.filter(isThere) }
    },
    listOrderStamps: (query, options) => listOrderStamps(execute, query, options),
    readOrder: async (orderId, options) => (await readOrders([orderId], options))[0],
    readOrders,
    async ordersByNames(names, options) {
      const found = await findOrdersByName(execute, names, options)
      return (await readOrders(idsOf(found), options)).filter(isThere)
    },
    ordersOfFulfillmentOrders: (ids, options) => ordersOfFulfillmentOrders(execute, ids, options),
    refundTotals: (ids, options) => refundTotals(execute, ids, options),
    ordersOfReturns: (ids, options) => ordersOfReturns(execute, ids, options),
    readReturns: (orderId, options) => readReturns(execute, orderId, options),
    approveReturn: (id, notifyCustomer, options) => approveReturn(execute, id, notifyCustomer, options),
    declineReturn: (id, request, options) => declineReturn(execute, id, request, options),
    closeReturn: (id, options) => closeReturn(execute, id, options),
    unprocessedReturn: (id, options) => unprocessedReturn(execute, id, options),
    suggestReturnRefund: (id, request, options) => suggestReturnRefund(execute, id, request, options),
    processReturn: (id, request, options) => processReturn(execute, id, request, options),
    createFulfillment: (request, options) => createFulfillment(execute, request, options),
    updateTracking: (fulfillmentId, tracking, notifyCustomer, options) =>
      updateTracking(execute, fulfillmentId, tracking, notifyCustomer, options),
    cancelFulfillment: (fulfillmentId, options) => cancelFulfillment(execute, fulfillmentId, options),
    holdFulfillmentOrder: (id, hold, options) => holdFulfillmentOrder(execute, id, hold, options),
    releaseHold: (id, holdIds, options) => releaseHold(execute, id, holdIds, options),
    cancelOrder: (orderId, request, options) => cancelOrder(execute, orderId, request, options),
    jobDone: (jobId, options) => jobDone(execute, jobId, options),
    updateOrder: (orderId, change, options) => updateOrder(execute, orderId, change, options),
    addOrderTags: (orderId, tags, options) => addOrderTags(execute, orderId, tags, options),
  }
}

const idsOf = (stamps: readonly { readonly id: string }[]): string[] => stamps.map(({ id }) => id)

/** An order may be deleted between listing and reading. */
const isThere = (order: ShopOrder | undefined): order is ShopOrder => order !== undefined
