import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { pageInput, pageOf, text } from '../wire.ts'
import { connectionEvidence, homeAnswer, triageCounts, triageItem, triageKind } from './workbench.schema.ts'

const base = '/api/workbench'
const read = {
  feature: 'workbench',
  method: 'GET',
  mode: 'get',
  right: 'granted',
  logged: false,
  refusals: [],
} as const
const shown = {
  kind: triageKind.optional(),
  keyword: text(100).optional(),
  /** only snoozed items */
  snoozed: z.enum(['true', 'false']).optional(),
}
/** The triage list shows data of other features: any of their changes may remove an item. */
const lists = [
  'triage',
  'orders',
  'purchases',
  'parcels',
  'shipments',
  'reconciliation',
  'sync-tasks',
  'inbox',
] as const

/** 待办: one list of everything that needs a person, from the features whose lists the person may read. */
export const workbenchEndpoints = defineEndpoints({
  getTriageQueue: {
    ...read,
    path: `${base}/getTriageQueue`,
    title: '待办',
    object: 'triage',
    labels: { snoozed: '已推迟' },
    input: z.object({ ...shown, ...pageInput }),
    output: pageOf(triageItem),
    lists,
  },
  getTriageCounts: {
    ...read,
    path: `${base}/getTriageCounts`,
    title: '待办数量',
    object: 'triage',
    labels: { snoozed: '已推迟' },
    input: z.object({ keyword: shown.keyword, snoozed: shown.snoozed }),
    output: triageCounts,
    lists,
  },
  /** Snoozes items until a time, at most 30 days. A time in the past ends the snooze. */
  snoozeTriage: {
    ...read,
    method: 'POST',
    mode: 'postjson',
    path: `${base}/snoozeTriage`,
    title: '暂缓待办',
    logged: true,
    object: 'triage',
    labels: { keys: '待办', until: { label: '暂缓到', format: 'time' }, note: '备注' },
    input: z.object({
      keys: z
        .array(z.string().regex(/^[a-z-]+:[0-9a-f-]{36}$/, '应为待办编号'))
        .min(1)
        .max(200),
      until: z.int().min(0).max(9_999_999_999_999),
      note: text(200).default(''),
    }),
    output: z.null(),
    refusals: ['invalid'],
    lists: ['triage'],
  },
  getHomeFigures: {
    ...read,
    path: `${base}/getHomeFigures`,
    title: '首页数字',
    input: z.object({}),
    output: homeAnswer,
    lists,
  },
  getConnectionEvidence: {
    ...read,
    path: `${base}/getConnectionEvidence`,
    title: '连接向导：已经用过的功能',
    input: z.object({}),
    output: connectionEvidence,
    lists: ['collection', 'sync-tasks', 'orders', 'purchases', 'payments', 'inbox'],
  },
})
