import type { Severity } from '../reconciliation/reconciliation.status.ts'

/** Kinds of items that wait for a person (beyond, item 13). */
export type TriageKind =
  | 'placement-unknown'
  | 'price-gate'
  | 'place-failed'
  | 'order-cut'
  | 'approval-waiting'
  | 'difference'
  | 'sync-failed'
  | 'unsourced'
  | 'order-check'
  | 'parcel-stalled'
  | 'part-received'
  | 'tracking-failed'
  | 'message-failed'

/** In the order of the list: money first. */
export const TRIAGE_KINDS: Readonly<Record<TriageKind, { label: string; severity: Severity }>> = {
  'placement-unknown': { label: '下单结果未知', severity: 'urgent' },
  'price-gate': { label: '待确认价格', severity: 'urgent' },
  'place-failed': { label: '下单失败', severity: 'urgent' },
  'order-cut': { label: '截单提醒', severity: 'urgent' },
  'approval-waiting': { label: '待审批', severity: 'attention' },
  difference: { label: '对账差异', severity: 'attention' },
  'sync-failed': { label: '同步失败', severity: 'attention' },
  unsourced: { label: '没有货源', severity: 'attention' },
  'order-check': { label: '风险或地址待确认', severity: 'attention' },
  'tracking-failed': { label: '回传失败', severity: 'attention' },
  'parcel-stalled': { label: '包裹停滞', severity: 'attention' },
  'part-received': { label: '部分到货', severity: 'notice' },
  'message-failed': { label: '消息处理失败', severity: 'notice' },
}
