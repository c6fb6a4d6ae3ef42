import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { can, formList, id, instant, pageInput, pageOf, stateCounts } from '../wire.ts'
import { base, orderFilter } from './order-filter.ts'
import { ORDER_FILTER_FIELDS } from './orders.fields.ts'
import { orderDetail, orderLine, orderRow, orderState } from './orders.schema.ts'

/** The list, one complete order, and lines. */
export const orderReadingEndpoints = defineEndpoints({
  getOrdersByCondition: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/getOrdersByCondition`,
    mode: 'get',
    right: 'granted',
    title: '查询订单',
    logged: false,
    object: 'order',
    labels: ORDER_FILTER_FIELDS,
    input: orderFilter.extend(pageInput),
    output: pageOf(orderRow).extend({
      stores: z.array(z.object({ id, name: z.string() })),
      /** the actions that a row of each state on this page allows */
      cans: z.partialRecord(orderState, can),
      /** the oldest of the stores' last pulls: all earlier changes are stored */
      pulledAt: instant.nullable(),
    }),
    refusals: [],
    lists: ['orders'],
  },
  getOrderCountByState: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/getOrderCountByState`,
    mode: 'get',
    right: 'granted',
    title: '订单状态数量',
    logged: false,
    object: 'order',
    labels: ORDER_FILTER_FIELDS,
    input: orderFilter.omit({ state: true, sort: true, direction: true }),
    output: stateCounts(orderState),
    refusals: [],
    lists: ['orders'],
  },
  /** The lines with pictures and sources for a page of orders. */
  getOrderLines: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/getOrderLines`,
    mode: 'get',
    right: 'granted',
    title: '查询订单商品',
    logged: false,
    input: z.object({ orderIds: formList(id, 200) }),
    output: z.array(orderLine),
    refusals: [],
    lists: ['orders'],
  },
  getOrder: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/getOrder`,
    mode: 'get',
    right: 'granted',
    title: '订单详情',
    logged: false,
    input: z.object({ orderId: id }),
    output: orderDetail,
    refusals: ['not-found'],
    lists: ['orders'],
  },
  /** Reads the order from its shop again, now. */
  refreshOrder: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/refreshOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '从店铺刷新订单',
    logged: true,
    object: 'order',
    input: z.object({ orderId: id }),
    output: orderDetail,
    refusals: ['not-found', 'store-unauthorised', 'store-busy', 'store-failed'],
    lists: ['orders'],
  },
})
