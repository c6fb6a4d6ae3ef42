import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, id, pageInput, pageOf, stateCounts, text } from '../wire.ts'
import { base, when } from './order-filter.ts'
import { listedReturn, orderReturnState } from './order-returns.schema.ts'

const read = { feature: 'orders', method: 'GET', mode: 'get', right: 'granted', logged: false } as const
const act = {
  feature: 'orders',
  method: 'POST',
  mode: 'postjson',
  right: 'granted',
  logged: true,
  object: 'order',
  output: bulkOutcome,
  refusals: [],
  lists: ['orders'],
} as const
/** Each return is a separate request to its shop; they are sent one after another while the person waits. */
const someReturns = z.array(id).min(1).max(50, '一次最多50个')

export const returnFilter = z.object({
  state: orderReturnState.optional(),
  /** name of the return, number of its order, titles and SKUs of the returned goods */
  keyword: text(100).optional(),
  storeId: id.optional(),
  /** when it was requested; `to` is inclusive */
  from: when,
  to: when,
})
export type ReturnFilter = z.infer<typeof returnFilter>

/** The returns of all orders. */
export const returnListEndpoints = defineEndpoints({
  getReturns: {
    ...read,
    path: `${base}/getReturns`,
    title: '退货列表',
    input: returnFilter.extend({
      sort: z.enum(['requested', 'updated']).default('requested'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageInput,
    }),
    output: pageOf(listedReturn),
    refusals: [],
    lists: ['orders'],
  },
  getReturnCountByState: {
    ...read,
    path: `${base}/getReturnCountByState`,
    title: '退货数量',
    input: returnFilter.omit({ state: true }),
    output: stateCounts(orderReturnState),
    refusals: [],
    lists: ['orders'],
  },
  /** 同意 requested returns in their shops, each at most once. */
  approveReturns: {
    ...act,
    path: `${base}/approveReturns`,
    title: '批量同意退货',
    labels: { returnIds: '退货', notifyCustomer: '通知买家' },
    input: z.object({ returnIds: someReturns, notifyCustomer: z.boolean() }),
  },
  /** 结束 open returns in their shops, each at most once; this puts nothing back and refunds nothing. */
  closeReturns: {
    ...act,
    path: `${base}/closeReturns`,
    title: '批量结束退货',
    labels: { returnIds: '退货' },
    input: z.object({ returnIds: someReturns }),
  },
})
