import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, id, requiredText, text, version } from '../wire.ts'
import { base, someOrders } from './order-filter.ts'
import { orderDetail, parsedFreight } from './orders.schema.ts'

/** Decisions of people about orders. */
export const orderDecidingEndpoints = defineEndpoints({
  holdOrders: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/holdOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '搁置订单',
    logged: true,
    object: 'order',
    labels: { hold: '搁置' },
    input: someOrders.extend({ reason: requiredText(200) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['orders'],
  },
  releaseOrders: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/releaseOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '取消搁置',
    logged: true,
    object: 'order',
    input: someOrders,
    output: bulkOutcome,
    refusals: [],
    lists: ['orders'],
  },
  /** A person checked risk and address and allows the orders to continue. */
  confirmOrders: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/confirmOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '确认风险与地址',
    logged: true,
    object: 'order',
    labels: { what: '确认的事项' },
    input: someOrders.extend({ what: z.enum(['risk', 'address', 'both']).default('both') }),
    output: bulkOutcome,
    refusals: [],
    lists: ['orders'],
  },
  noteOrder: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/noteOrder`,
    mode: 'postjson',
    right: 'granted',
    title: '订单备注',
    logged: true,
    object: 'order',
    input: z.object({ orderId: id, version, note: text(2000).default('') }),
    output: orderDetail,
    refusals: ['not-found', 'stale'],
    lists: ['orders'],
  },
  /** Shows what pasted or typed international freights would do; writes nothing. */
  parseInternationalFreights: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/parseInternationalFreights`,
    mode: 'postjson',
    right: 'granted',
    title: '预览国际运费',
    logged: false,
    object: 'order',
    input: z.object({ text: requiredText(100_000), storeId: id.optional() }),
    output: z.array(parsedFreight),
    refusals: ['too-large'],
    lists: [],
  },
  /** Sets the real international freight of orders (fen), or returns to the estimate. The profit is updated at once. */
  setInternationalFreights: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/setInternationalFreights`,
    mode: 'postjson',
    right: 'granted',
    title: '录入国际运费',
    logged: true,
    object: 'order',
    labels: {
      items: { label: '订单', format: 'list', fields: { freightMinor: { label: '国际运费', format: 'fen' } } },
      backToEstimate: '国际运费改回预估的订单',
    },
    input: z.object({
      items: z
        .array(z.object({ orderId: id, freightMinor: z.int().min(0).max(100_000_000) }))
        .max(500)
        .default([]),
      backToEstimate: z.array(id).max(500).default([]),
    }),
    output: bulkOutcome,
    refusals: [],
    lists: ['orders'],
  },
  /** Marks lines that need no purchase (a gift, a service, own stock), or reverts that. */
  ignoreLines: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/ignoreLines`,
    mode: 'postjson',
    right: 'granted',
    title: '忽略订单商品',
    logged: true,
    object: 'order-line',
    input: z.object({ lineIds: z.array(id).min(1).max(500), ignored: z.boolean() }),
    output: bulkOutcome,
    refusals: [],
    lists: ['orders'],
  },
})
