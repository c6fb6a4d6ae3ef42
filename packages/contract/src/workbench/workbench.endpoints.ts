import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { pageInput, pageOf, text } from '../wire.ts'
import { homeFigures, triageCounts, triageItem, triageKind } from './workbench.schema.ts'

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
  /** only what was put off */
  snoozed: z.enum(['true', 'false']).optional(),
}
/** The triage list shows what other features hold: any of their changes may take an item from it. */
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

/** 待办分诊台: one queue of what needs a person, of those features whose lists the person may read. */
export const workbenchEndpoints = defineEndpoints({
  getTriageQueue: {
    ...read,
    path: `${base}/getTriageQueue`,
    title: '待办分诊台',
    input: z.object({ ...shown, ...pageInput }),
    output: pageOf(triageItem),
    lists,
  },
  getTriageCounts: {
    ...read,
    path: `${base}/getTriageCounts`,
    title: '待办数量',
    input: z.object({ keyword: shown.keyword, snoozed: shown.snoozed }),
    output: triageCounts,
    lists,
  },
  /** Puts items off until an instant; at most 30 days. `until` of the past takes it back. */
  snoozeTriage: {
    ...read,
    method: 'POST',
    mode: 'postjson',
    path: `${base}/snoozeTriage`,
    title: '暂缓待办',
    logged: true,
    input: z.object({
      keys: z
        .array(z.string().regex(/^[a-z-]+:[0-9a-f-]{36}$/, '应为待办编号'))
        .min(1)
        .max(200),
      until: z.number().int().min(0).max(9_999_999_999_999),
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
    output: homeFigures,
    lists,
  },
})
