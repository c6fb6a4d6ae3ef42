import * as z from '../zod.ts'
import { purchaseState } from '../purchases/purchases.schema.ts'
import { can, id, instant, version } from '../wire.ts'
import type { ApprovalKind, ApprovalState } from './approvals.status.ts'
import { APPROVAL_KINDS, APPROVAL_STATES } from './approvals.status.ts'

export const approvalKind = z.enum(Object.keys(APPROVAL_KINDS) as [ApprovalKind, ...ApprovalKind[]])
export const approvalState = z.enum(Object.keys(APPROVAL_STATES) as [ApprovalState, ...ApprovalState[]])

/** A request for an approval, with its sum. Money in fen. */
export const approval = z.object({
  id,
  version,
  kind: approvalKind,
  state: approvalState,
  /** why it should be done, as the requester wrote it */
  reason: z.string(),
  /** the sum of the purchases at the time of the request */
  askedMinor: z.int(),
  purchaseCount: z.int(),
  /** of the first purchases */
  numbers: z.array(z.string()),
  by: z.string(),
  at: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** what the approver wrote */
  note: z.string(),
  can,
})
export type Approval = z.infer<typeof approval>

export const approvalItem = z.object({
  purchaseId: id,
  number: z.string(),
  supplierName: z.string(),
  lineCount: z.int(),
  quantity: z.int(),
  askedMinor: z.int(),
  /** the amount now: what 1688 charges if it was placed, otherwise the expected amount */
  nowMinor: z.int(),
  state: purchaseState,
  /** it can still be carried out; otherwise its state shows the result */
  isOpen: z.boolean(),
  /** the outcome after an approval; null: not decided yet */
  outcome: z.object({ ok: z.boolean(), message: z.string() }).nullable(),
})
export type ApprovalItem = z.infer<typeof approvalItem>

/** How much an account may still spend today. `limitMinor` null: no limit. Fen. */
export const spendingLeft = z.object({ limitMinor: z.int().nullable(), usedMinor: z.int() })
export type SpendingLeft = z.infer<typeof spendingLeft>

export const approvalDetail = approval.extend({
  items: z.array(approvalItem),
  /** current sum of the open items */
  nowMinor: z.int(),
  /** the caller's limit and what is used of it today */
  spending: spendingLeft,
})
export type ApprovalDetail = z.infer<typeof approvalDetail>

/** How much accounts with a role may spend per day, in fen. Null: no limit. */
export const spendingLimit = z.object({
  roleId: id,
  roleName: z.string(),
  placeMinor: z.int().nullable(),
  payMinor: z.int().nullable(),
  version,
})
export type SpendingLimit = z.infer<typeof spendingLimit>
