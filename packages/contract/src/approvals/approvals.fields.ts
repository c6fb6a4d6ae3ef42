import type { FieldsOf } from '../fields.ts'
import { CAN, ID, VERSION } from '../fields.ts'
import { PURCHASE_STATES } from '../purchases/purchases.status.ts'
import type { Approval, ApprovalItem, SpendingLimit } from './approvals.schema.ts'
import { APPROVAL_KINDS, APPROVAL_STATES } from './approvals.status.ts'

export const APPROVAL_FIELDS = {
  id: ID,
  version: VERSION,
  kind: { label: '类型', format: 'choice', choices: APPROVAL_KINDS },
  state: { label: '状态', format: 'choice', choices: APPROVAL_STATES },
  reason: { label: '原因', format: 'text' },
  askedMinor: { label: '申请金额', format: 'fen' },
  purchaseCount: { label: '采购单', format: 'count' },
  numbers: { label: '采购单号', format: 'list' },
  by: { label: '申请人', format: 'text' },
  at: { label: '申请时间', format: 'time' },
  decidedBy: { label: '审批人', format: 'text' },
  decidedAt: { label: '审批时间', format: 'time' },
  note: { label: '审批意见', format: 'text' },
  can: CAN,
} satisfies FieldsOf<Approval>

/** A purchase in a request, with its amount when it was requested and now. */
export const APPROVAL_ITEM_FIELDS = {
  purchaseId: { label: '采购单', format: 'reference' },
  number: { label: '采购单号', format: 'text' },
  supplierName: { label: '供应商', format: 'text' },
  lineCount: { label: '规格', format: 'count' },
  quantity: { label: '件数', format: 'count' },
  askedMinor: { label: '申请金额', format: 'fen' },
  nowMinor: { label: '现在的金额', format: 'fen' },
  state: { label: '状态', format: 'choice', choices: PURCHASE_STATES },
  isOpen: { label: '还要处理', format: 'yes-no' },
  outcome: { label: '处理结果', format: 'record' },
} satisfies FieldsOf<ApprovalItem>

export const SPENDING_LIMIT_FIELDS = {
  roleId: { label: '角色', format: 'reference' },
  roleName: { label: '角色', format: 'text' },
  placeMinor: { label: '每日下单限额', format: 'fen' },
  payMinor: { label: '每日付款限额', format: 'fen' },
  version: VERSION,
} satisfies FieldsOf<SpendingLimit>
