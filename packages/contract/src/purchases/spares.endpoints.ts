import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { formInt, id, pageInput, pageOf, requiredText, text } from '../wire.ts'
import { TABLE_PAGE_SIZE } from '../specification.ts'
import { spareAdjustment, spareLine, spareTab } from './spares.schema.ts'

const base = '/api/purchase/center'

const spareFilter = z.object({
  /** title, specification, purchase number, supplier or 1688 offer id: all words must match */
  keyword: text(100).optional(),
  purchaseId: id.optional(),
})

/** 余货: pieces of placed purchases that no order needs. */
export const sparesEndpoints = defineEndpoints({
  querySpares: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/querySpares`,
    mode: 'get',
    right: 'granted',
    title: '查询余货',
    logged: false,
    input: spareFilter.extend({
      tab: spareTab.optional(),
      ...pageInput,
      pageSize: formInt(1, 200).default(TABLE_PAGE_SIZE),
    }),
    output: pageOf(spareLine),
    refusals: [],
    lists: ['purchases'],
  },
  getSpareCounts: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/getSpareCounts`,
    mode: 'get',
    right: 'granted',
    title: '余货数量',
    logged: false,
    input: spareFilter,
    output: z.object({
      counts: z.record(spareTab, z.number().int()),
      all: z.number().int(),
      /** total of spare source pieces */
      pieces: z.number().int(),
    }),
    refusals: [],
    lists: ['purchases'],
  },
  /** Writes off spare pieces (missing, or used otherwise); `found` reverts such an entry. */
  adjustSpare: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/adjustSpare`,
    mode: 'postjson',
    right: 'granted',
    title: '调整余货',
    logged: true,
    object: 'purchase-line',
    labels: { kind: '类型', quantity: '件数', seen: '看到的件数' },
    input: z.object({
      lineId: id,
      kind: spareAdjustment,
      quantity: z.number().int().min(1).max(1_000_000),
      /** the number that the person saw: if it is different by now, the call is refused and shows the present one */
      seen: z.number().int().min(0).max(10_000_000),
      reason: requiredText(200),
    }),
    output: spareLine,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['purchases'],
  },
})
