import { approvalsEndpoints } from '@huoqiao/contract/approvals/approvals.endpoints'
import type { Approval, ApprovalItem } from '@huoqiao/contract/approvals/approvals.schema'
import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import { APPROVAL_STATES } from '@huoqiao/contract/approvals/approvals.status'
import type { Actor } from '../../platform/call.ts'
import type { PurchaseDoc } from '../purchases/index.ts'
import { amountOf, isOpenFor } from './approvals.rules.ts'
import type { ApprovalRow, ItemRow } from './approvals.store.ts'

/** The most purchase numbers in a row of the list. */
const NUMBERS_SHOWN = 3

export function approvalView(row: ApprovalRow, numbers: readonly string[], actor: Actor): Approval {
  const { id, version, kind, state, reason, askedMinor, purchaseCount, by, decidedBy, decidedAt, note } = row
  const over = state === 'asked' ? undefined : `这个申请${APPROVAL_STATES[state].label}`
  const can = {
    approveApproval: over ?? (actor.holds(approvalsEndpoints.approveApproval.path) || '没有批准申请的权限'),
    declineApproval: over ?? (actor.holds(approvalsEndpoints.declineApproval.path) || '没有退回申请的权限'),
    withdrawApproval: over ?? (row.byId === actor.accountId || '只有申请人自己能撤回'),
  }
  return {
    id,
    version,
    kind,
    state,
    reason,
    askedMinor,
    purchaseCount,
    numbers: numbers.slice(0, NUMBERS_SHOWN),
    by,
    at: row.createdAt.getTime(),
    decidedBy,
    decidedAt: decidedAt?.getTime() ?? null,
    note,
    can,
  }
}

export const itemView = (kind: ApprovalKind, item: ItemRow, purchase: PurchaseDoc): ApprovalItem => ({
  purchaseId: purchase.id,
  number: purchase.number,
  supplierName: purchase.supplierName,
  lineCount: purchase.lines.length,
  quantity: purchase.lines.reduce((sum, line) => sum + line.quantity, 0),
  askedMinor: item.askedMinor,
  nowMinor: amountOf(purchase),
  state: purchase.state,
  isOpen: isOpenFor(kind, purchase.state),
  outcome: item.ok === null ? null : { ok: item.ok, message: item.message ?? '' },
})
