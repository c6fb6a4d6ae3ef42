import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { instant } from '../wire.ts'
import { analyticsAnswer, analyticsChoices, analyticsFilter } from './analytics.schema.ts'

const base = '/api/analytics'
const read = { feature: 'analytics', method: 'GET', mode: 'get', right: 'granted', logged: false } as const

/** 生意分析: sums of orders by day, shop, product and whatever else, exact against the orders. */
export const analyticsEndpoints = defineEndpoints({
  getAnalytics: {
    ...read,
    path: `${base}/getAnalytics`,
    title: '生意分析',
    input: analyticsFilter,
    output: analyticsAnswer,
    refusals: ['invalid'],
    lists: ['analytics', 'orders'],
  },
  getAnalyticsChoices: {
    ...read,
    path: `${base}/getAnalyticsChoices`,
    title: '生意分析的筛选项',
    input: z.object({}),
    output: analyticsChoices,
    refusals: [],
    lists: ['analytics'],
  },
  /** The rows as a spreadsheet, under an address that holds for some minutes. */
  exportAnalytics: {
    ...read,
    method: 'POST',
    mode: 'postjson',
    path: `${base}/exportAnalytics`,
    title: '导出生意分析',
    logged: true,
    input: analyticsFilter,
    output: z.object({ fileName: z.string(), url: z.string(), until: instant, rows: z.number().int() }),
    refusals: ['invalid'],
    lists: [],
  },
})
