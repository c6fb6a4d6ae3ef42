import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { id, rowOutcome, version } from '../wire.ts'
import { mergeGroup, purchaseCard, purchaseDetail } from './purchases.schema.ts'

const base = '/api/purchase/center'
const number = z
  .string()
  .trim()
  .regex(/^CG\d{12,20}$/, '采购单号不正确')

/** Reversible merges of purchase orders (decision 0007). */
export const mergingEndpoints = defineEndpoints({
  /** Previews a merge of these purchases, or without ids of all that can be merged. */
  previewMerge: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/previewMerge`,
    mode: 'postjson',
    right: 'granted',
    title: '合并预览',
    logged: false,
    object: 'purchase',
    labels: { numbers: '采购单号', estimate: '估算运费' },
    input: z.object({ numbers: z.array(number).max(200).default([]), estimate: z.boolean().default(true) }),
    output: z.object({ groups: z.array(mergeGroup) }),
    refusals: ['not-found'],
    lists: ['purchases'],
  },
  mergeOrderByPurOrderNo: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/mergeOrderByPurOrderNo`,
    mode: 'postjson',
    right: 'granted',
    title: '合并采购单',
    logged: true,
    object: 'purchase',
    labels: { numbers: '采购单号' },
    input: z.object({ numbers: z.array(number).min(2).max(200) }),
    output: purchaseDetail,
    refusals: ['not-found', 'not-mergeable'],
    lists: ['purchases'],
  },
  oneClickMergeOrder: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/oneClickMergeOrder`,
    mode: 'post',
    right: 'granted',
    title: '一键合并',
    logged: true,
    object: 'purchase',
    input: z.object({ supplierId: id.optional(), accountId: id.optional() }),
    output: z.object({
      merged: z.array(z.object({ target: purchaseCard, numbers: z.array(z.string()) })),
      /** groups that could not be merged, and why */
      left: z.array(rowOutcome),
    }),
    refusals: [],
    lists: ['purchases'],
  },
  /** 拆回: restores the members, as long as the merged one is not placed. */
  splitMerged: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/splitMerged`,
    mode: 'postjson',
    right: 'granted',
    title: '拆回采购单',
    logged: true,
    object: 'purchase',
    input: z.object({ purchaseId: id, version }),
    output: z.object({ members: z.array(purchaseCard) }),
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['purchases'],
  },
})
