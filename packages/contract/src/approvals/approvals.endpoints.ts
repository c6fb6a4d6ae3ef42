import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { bulkOutcome, id, pageInput, pageOf, requiredText, stateCounts, text, version } from '../wire.ts'
import {
  approval,
  approvalDetail,
  approvalKind,
  approvalState,
  spendingLeft,
  spendingLimit,
} from './approvals.schema.ts'

const base = '/api/purchase/approval'
const filter = z.object({
  kind: approvalKind.optional(),
  /** a purchase's number, or the requester */
  keyword: text(64).optional(),
  mine: z.enum(['true', 'false']).default('false'),
})
const call = { feature: 'approvals', method: 'POST', mode: 'postjson', right: 'granted', logged: true } as const
const read = { ...call, method: 'GET', mode: 'get', logged: false } as const
/** Fen, up to a hundred million yuan. 0: every purchase needs an approval. */
const limit = z.int().min(0).max(10_000_000_000).nullable().default(null)
const decided = z.object({ id, version })

export const approvalsEndpoints = defineEndpoints({
  /**
   * Requests the approval to place, or to pay for, these purchases. A purchase may be in one open request of a kind: a purchase that
   * already is, or can't be placed or paid now, is refused in its row, and the others are requested. `id` of the rows: the request.
   */
  requestApproval: {
    ...call,
    path: `${base}/requestApproval`,
    title: '申请审批',
    object: 'approval',
    input: z.object({ kind: approvalKind, purchaseIds: z.array(id).min(1).max(200), reason: text(200).default('') }),
    output: bulkOutcome,
    refusals: [],
    lists: ['approvals'],
  },
  queryApprovals: {
    ...read,
    path: `${base}/queryApprovals`,
    title: '查询审批',
    object: 'approval',
    labels: { mine: '只看我的' },
    input: filter.extend({ state: approvalState.optional(), ...pageInput }),
    output: pageOf(approval),
    refusals: [],
    lists: ['approvals'],
  },
  getApprovalCountByState: {
    ...read,
    path: `${base}/getApprovalCountByState`,
    title: '审批数量',
    object: 'approval',
    labels: { mine: '只看我的' },
    input: filter,
    output: stateCounts(approvalState),
    refusals: [],
    lists: ['approvals'],
  },
  getApproval: {
    ...read,
    path: `${base}/getApproval`,
    title: '审批详情',
    input: z.object({ id }),
    output: approvalDetail,
    refusals: ['not-found'],
    lists: ['approvals', 'purchases'],
  },
  /**
   * Carries out the request in the name of the approver, with the approver's rights and limit: places the purchases that can still be placed, or pays
   * for them without a password. `nowMinor`: the sum that the person saw; if the sum has changed, the call is refused.
   */
  approveApproval: {
    ...call,
    path: `${base}/approveApproval`,
    title: '批准申请',
    object: 'approval',
    labels: { nowMinor: { label: '看到的金额', format: 'fen' } },
    input: decided.extend({ nowMinor: z.int().min(0), note: text(200).default('') }),
    output: bulkOutcome,
    refusals: ['not-found', 'stale', 'state-not-allowed', 'no-right', 'no-marketplace-account', 'over-limit'],
    lists: ['approvals', 'purchases', 'payments', 'ledger'],
  },
  declineApproval: {
    ...call,
    path: `${base}/declineApproval`,
    title: '退回申请',
    object: 'approval',
    input: decided.extend({ note: requiredText(200) }),
    output: approval,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['approvals'],
  },
  /** Only by the requester. */
  withdrawApproval: {
    ...call,
    path: `${base}/withdrawApproval`,
    title: '撤回申请',
    object: 'approval',
    input: decided,
    output: approval,
    refusals: ['not-found', 'stale', 'state-not-allowed'],
    lists: ['approvals'],
  },
  /** How much the caller may still spend today, by kind. */
  getSpendingLeft: {
    ...read,
    path: `${base}/getSpendingLeft`,
    title: '今日可用额度',
    input: z.object({}),
    output: z.object({ place: spendingLeft, pay: spendingLeft }),
    refusals: [],
    lists: ['approvals', 'purchases'],
  },
  /** Roles that may spend, with how much accounts with the role may spend per day. Null: no limit. */
  querySpendingLimits: {
    ...read,
    path: `${base}/querySpendingLimits`,
    title: '查询每日限额',
    input: z.object({}),
    output: z.array(spendingLimit),
    refusals: [],
    lists: ['approvals', 'roles'],
  },
  saveSpendingLimit: {
    ...call,
    path: `${base}/saveSpendingLimit`,
    title: '修改每日限额',
    object: 'spending-limit',
    input: spendingLimit.pick({ roleId: true, version: true }).extend({ placeMinor: limit, payMinor: limit }),
    output: spendingLimit,
    refusals: ['not-found', 'stale', 'not-yourself'],
    lists: ['approvals', 'roles'],
  },
})
