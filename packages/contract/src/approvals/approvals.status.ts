import type { PurchaseState } from '../purchases/purchases.status.ts'
import { defineStates } from '../states.ts'

/** What a person requests from people with the right to do it. */
export type ApprovalKind = 'place' | 'pay'
export const APPROVAL_KINDS: Readonly<Record<ApprovalKind, { label: string; from: readonly PurchaseState[] }>> = {
  place: { label: '下单', from: ['to-place', 'place-failed'] },
  pay: { label: '付款', from: ['to-pay'] },
}

export type ApprovalState = 'asked' | 'approved' | 'declined' | 'withdrawn' | 'overtaken'
export const APPROVAL_STATES = defineStates<ApprovalState>('approval', {
  asked: { label: '待审批', hue: 'attention', next: ['approved', 'declined', 'withdrawn', 'overtaken'] },
  approved: { label: '已批准', hue: 'done', next: [] },
  declined: { label: '已退回', hue: 'failed', next: [] },
  withdrawn: { label: '已撤回', hue: 'waiting', next: [] },
  // All of its purchases were placed, paid or cancelled directly.
  overtaken: { label: '已不需要', hue: 'waiting', next: [] },
})
