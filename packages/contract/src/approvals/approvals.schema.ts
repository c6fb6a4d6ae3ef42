import { z } from 'zod'
import { purchaseState } from '../purchases/purchases.schema.ts'
import { can, id, instant, version } from '../wire.ts'
import type { ApprovalKind, ApprovalState } from './approvals.status.ts'
import { APPROVAL_KINDS, APPROVAL_STATES } from './approvals.status.ts'

export const approvalKind = z.enum(Object.keys(APPROVAL_KINDS) as [ApprovalKind, ...ApprovalKind[]])
export const approvalState = z.enum(Object.keys(APPROVAL_STATES) as [ApprovalState, ...ApprovalState[]])

/** What a person asked another one to do, with its sum. Money in fen. */
export const approval = z.object({
  id,
  version,
  kind: approvalKind,
  state: approvalState,
  /** why it should be done, in the words of who asks */
  reason: z.string(),
  /** what the purchases came to when it was asked */
  askedMinor: z.number().int(),
  purchaseCount: z.number().int(),
  /** of some of the purchases */
  numbers: z.array(z.string()),
  by: z.string(),
  at: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** what the person who decided wrote */
  note: z.string(),
  can,
})
export type Approval = z.infer<typeof approval>

export const approvalItem = z.object({
  purchaseId: id,
  number: z.string(),
  supplierName: z.string(),
  lineCount: z.number().int(),
  quantity: z.number().int(),
  askedMinor: z.number().int(),
  /** what it comes to now: what 1688 charges where it was placed, what is expected before */
  nowMinor: z.number().int(),
  state: purchaseState,
  /** may still be done with it; otherwise its state tells what became of it */
  isOpen: z.boolean(),
  /** what became of it when the request was approved; null: not decided yet */
  outcome: z.object({ ok: z.boolean(), message: z.string() }).nullable(),
})
export type ApprovalItem = z.infer<typeof approvalItem>

/** What somebody may still spend today. `limitMinor` null: there is no limit. Fen. */
export const spendingLeft = z.object({ limitMinor: z.number().int().nullable(), usedMinor: z.number().int() })
export type SpendingLeft = z.infer<typeof spendingLeft>

export const approvalDetail = approval.extend({
  items: z.array(approvalItem),
  /** of the items that are open, now */
  nowMinor: z.number().int(),
  /** of who looks */
  spending: spendingLeft,
})
export type ApprovalDetail = z.infer<typeof approvalDetail>

/** What holders of a role may spend in a day, in fen. Null: without a limit. */
export const spendingLimit = z.object({
  roleId: id,
  roleName: z.string(),
  placeMinor: z.number().int().nullable(),
  payMinor: z.number().int().nullable(),
  version,
})
export type SpendingLimit = z.infer<typeof spendingLimit>
