import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { formList, id, remoteId } from '../wire.ts'
import { scorecardAnswer, supplierSpending } from './scorecards.schema.ts'

const base = '/api/purchase/scorecard'
const read = { feature: 'scorecards', method: 'GET', mode: 'get', right: 'granted', logged: false } as const

/** Figures of suppliers from our purchases. Sums of money are a separate call, so that a role can be granted the figures without them. */
export const scorecardsEndpoints = defineEndpoints({
  querySupplierScorecards: {
    ...read,
    path: `${base}/querySupplierScorecards`,
    title: '查询供应商评分',
    object: 'supplier',
    labels: { supplierIds: '供应商' },
    input: z.object({
      supplierIds: formList(id, 200).default([]),
      /** the suppliers of these offers as well */
      offerIds: formList(remoteId, 200).default([]),
    }),
    output: scorecardAnswer,
    refusals: [],
    lists: ['suppliers', 'purchases', 'parcels'],
  },
  querySupplierSpending: {
    ...read,
    path: `${base}/querySupplierSpending`,
    title: '查询供应商采购金额',
    object: 'supplier',
    labels: { supplierIds: '供应商' },
    input: z.object({ supplierIds: formList(id, 200).default([]) }),
    output: z.array(supplierSpending),
    refusals: [],
    lists: ['suppliers', 'purchases'],
  },
})
