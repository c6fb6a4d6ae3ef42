import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, instant } from '../wire.ts'
import {
  analyticsAnswer,
  analyticsChoices,
  analyticsFilter,
  analyticsSchedule,
  newAnalyticsSchedule,
} from './analytics.schema.ts'

const base = '/api/analytics'
const read = { feature: 'analytics', method: 'GET', mode: 'get', right: 'granted', logged: false } as const
const change = { ...read, method: 'POST', mode: 'postjson', logged: true } as const

/** 生意分析: sums of orders by day, shop, product and other dimensions; they match the orders exactly. */
export const analyticsEndpoints = defineEndpoints({
  getAnalytics: {
    ...read,
    path: `${base}/getAnalytics`,
    title: '生意分析',
    object: 'analytics',
    labels: { compare: '比较' },
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
  /** The rows as a spreadsheet; its address is valid for some minutes. */
  exportAnalytics: {
    ...change,
    path: `${base}/exportAnalytics`,
    title: '导出生意分析',
    object: 'analytics',
    input: analyticsFilter,
    output: z.object({ fileName: z.string(), url: z.string(), until: instant, rows: z.int() }),
    refusals: ['invalid'],
    lists: [],
  },
  /** The caller's views that are sent once a week, as a notice with a link to the page. */
  queryAnalyticsSchedules: {
    ...read,
    path: `${base}/queryAnalyticsSchedules`,
    title: '查询每周报表',
    input: z.object({}),
    output: z.array(analyticsSchedule),
    refusals: [],
    lists: ['analytics'],
  },
  addAnalyticsSchedule: {
    ...change,
    path: `${base}/addAnalyticsSchedule`,
    title: '新增每周报表',
    object: 'analytics-schedule',
    input: newAnalyticsSchedule,
    output: analyticsSchedule,
    refusals: ['name-taken', 'too-large'],
    lists: ['analytics'],
  },
  deleteAnalyticsSchedule: {
    ...change,
    path: `${base}/deleteAnalyticsSchedule`,
    title: '删除每周报表',
    object: 'analytics-schedule',
    input: z.object({ id }),
    output: z.null(),
    refusals: ['not-found'],
    lists: ['analytics'],
  },
})
