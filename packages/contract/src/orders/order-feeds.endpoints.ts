import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, pageInput, pageOf, version } from '../wire.ts'
import { base, currency } from './order-filter.ts'
import { exchangeRate, orderFeed } from './orders.schema.ts'

const decimal = z.string().regex(/^\d{1,6}(\.\d{1,8})?$/, '应为不带符号的小数')

/** How orders come in, and the exchange rates for their profit. */
export const orderFeedEndpoints = defineEndpoints({
  queryOrderFeeds: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/queryOrderFeeds`,
    mode: 'get',
    right: 'granted',
    title: '查询拉单状态',
    logged: false,
    input: z.object({}),
    output: z.array(orderFeed),
    refusals: [],
    lists: ['orders', 'stores'],
  },
  saveOrderFeed: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/saveOrderFeed`,
    mode: 'postjson',
    right: 'granted',
    title: '修改店铺手续费',
    logged: true,
    object: 'order-feed',
    input: z.object({ storeId: id, version, feePercent: decimal }),
    output: orderFeed,
    refusals: ['not-found', 'stale'],
    lists: ['orders'],
  },
  /** Starts a pull now instead of in the next minute. */
  pullOrders: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/pullOrders`,
    mode: 'postjson',
    right: 'granted',
    title: '立即拉单',
    logged: true,
    object: 'order-feed',
    input: z.object({}),
    output: z.null(),
    refusals: [],
    lists: [],
  },
  queryExchangeRates: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/queryExchangeRates`,
    mode: 'get',
    right: 'granted',
    title: '查询汇率',
    logged: false,
    object: 'exchange-rate',
    input: z.object({ currency: currency.optional(), ...pageInput }),
    output: pageOf(exchangeRate),
    refusals: [],
    lists: ['orders'],
  },
  /** Sets the rate of a day; profits of orders from that day until the next stored rate are recalculated. */
  saveExchangeRate: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/saveExchangeRate`,
    mode: 'postjson',
    right: 'granted',
    title: '修改汇率',
    logged: true,
    object: 'exchange-rate',
    input: z.object({
      currency,
      day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '应为YYYY-MM-DD'),
      rate: decimal,
      /** 0 for a day without a rate */
      version,
    }),
    output: exchangeRate,
    refusals: ['stale', 'invalid'],
    lists: ['orders'],
  },
})
