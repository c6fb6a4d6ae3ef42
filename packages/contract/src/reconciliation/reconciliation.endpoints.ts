import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, formInt, id, instant, pageInput, pageOf, requiredText, text } from '../wire.ts'
import {
  difference,
  differenceGroup,
  differenceKind,
  differenceState,
  reconciliationRun,
  severity,
} from './reconciliation.schema.ts'

const base = '/api/purchase/reconciliation'
const call = { feature: 'reconciliation', method: 'POST', mode: 'postjson', right: 'granted', logged: true } as const
const read = { ...call, method: 'GET', mode: 'get', logged: false } as const
const when = formInt(0, 9_999_999_999_999)
const chosen = z.object({ ids: z.array(id).min(1).max(200) })

/** Filters of the differences; all optional, combined with AND. */
export const differenceFilter = z.object({
  state: differenceState.default('open'),
  group: differenceGroup.optional(),
  kind: differenceKind.optional(),
  severity: severity.optional(),
  cause: text(64).optional(),
  /** order, purchase or 1688 number, product, supplier, or words of the text */
  keyword: text(100).optional(),
  purchaseId: id.optional(),
  orderId: id.optional(),
  /** by the time it was first found; `to` is inclusive */
  from: when.optional(),
  to: when.optional(),
})
export type DifferenceFilter = z.infer<typeof differenceFilter>

/**
 * 对账: compares order ↔ purchase ↔ 1688 order ↔ payment ↔ receipt ↔ fulfilment for money, and source ↔ our product ↔ shop for products; each
 * difference has a cause and a repair.
 */
export const reconciliationEndpoints = defineEndpoints({
  /** Starts a run, or returns the running one, because two would only read 1688 twice. */
  startReconciliation: {
    ...call,
    path: `${base}/startReconciliation`,
    title: '开始对账',
    object: 'reconciliation',
    input: z.object({}),
    output: reconciliationRun,
    refusals: [],
    lists: ['reconciliation'],
  },
  cancelReconciliation: {
    ...call,
    path: `${base}/cancelReconciliation`,
    title: '取消对账',
    object: 'reconciliation',
    input: z.object({ runId: id }),
    output: reconciliationRun,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['reconciliation'],
  },
  /** Runs, newest first. */
  getReconciliationRuns: {
    ...read,
    path: `${base}/getReconciliationRuns`,
    title: '对账记录',
    input: z.object(pageInput),
    output: pageOf(reconciliationRun),
    refusals: [],
    lists: ['reconciliation'],
  },
  getDifferences: {
    ...read,
    path: `${base}/getDifferences`,
    title: '对账差异',
    object: 'difference',
    labels: { cause: '原因' },
    input: differenceFilter.extend({
      sort: z.enum(['severity', 'first', 'amount']).default('severity'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...pageInput,
    }),
    output: pageOf(difference),
    refusals: [],
    lists: ['reconciliation'],
  },
  /** Counts for the tabs and for each cause, under the same filters except group, kind, severity and cause. */
  getDifferenceCounts: {
    ...read,
    path: `${base}/getDifferenceCounts`,
    title: '对账差异数量',
    object: 'difference',
    labels: { cause: '原因' },
    input: differenceFilter.omit({ group: true, kind: true, severity: true, cause: true }),
    output: z.object({
      kinds: z.partialRecord(differenceKind, z.int()),
      groups: z.partialRecord(differenceGroup, z.int()),
      severities: z.partialRecord(severity, z.int()),
      /** only of causes with more than one difference */
      causes: z.record(z.string(), z.int()),
      all: z.int(),
    }),
    refusals: [],
    lists: ['reconciliation'],
  },
  /** Carries out each difference's repair through the call that it names, then checks that difference again. */
  mendDifferences: {
    ...call,
    path: `${base}/mendDifferences`,
    title: '修复对账差异',
    object: 'difference',
    input: chosen,
    output: bulkOutcome,
    refusals: [],
    lists: [
      'reconciliation',
      'orders',
      'purchases',
      'ledger',
      'payments',
      'parcels',
      'shipments',
      'products',
      'sync-tasks',
    ],
  },
  /** Checks these differences again and changes nothing else. */
  recheckDifferences: {
    ...call,
    path: `${base}/recheckDifferences`,
    title: '重新核对差异',
    object: 'difference',
    input: chosen,
    output: bulkOutcome,
    refusals: [],
    lists: ['reconciliation', 'purchases'],
  },
  /** Ignores differences, with a reason; they open again if their figures change. */
  ignoreDifferences: {
    ...call,
    path: `${base}/ignoreDifferences`,
    title: '忽略对账差异',
    object: 'difference',
    labels: { note: '备注' },
    input: chosen.extend({ note: requiredText(500) }),
    output: bulkOutcome,
    refusals: [],
    lists: ['reconciliation', 'purchases'],
  },
  reopenDifferences: {
    ...call,
    path: `${base}/reopenDifferences`,
    title: '取消忽略对账差异',
    object: 'difference',
    input: chosen,
    output: bulkOutcome,
    refusals: [],
    lists: ['reconciliation', 'purchases'],
  },
  /** A spreadsheet of all that match the filters, at an address valid for some minutes. */
  exportDifferences: {
    ...call,
    path: `${base}/exportDifferences`,
    title: '导出对账差异',
    object: 'difference',
    labels: { cause: '原因' },
    input: z.object({ filter: differenceFilter }),
    output: z.object({ fileName: z.string(), url: z.string(), until: instant, rows: z.int() }),
    refusals: ['too-large'],
    lists: [],
  },
})
