import type { FieldsOf } from '../fields.ts'
import { ID } from '../fields.ts'
import type { PaymentRow } from './placement.schema.ts'
import { PAY_WAYS, PAYMENT_STATES } from './placement.status.ts'

export const PAYMENT_FIELDS = {
  id: ID,
  at: { label: '申请时间', format: 'time' },
  by: { label: '申请人', format: 'text' },
  state: { label: '状态', format: 'choice', choices: PAYMENT_STATES },
  way: { label: '付款方式', format: 'choice', choices: PAY_WAYS },
  totalMinor: { label: '金额', format: 'fen' },
  purchases: { label: '采购单', format: 'list' },
  orderIds: { label: '1688订单', format: 'list' },
  parts: { label: '每个订单的部分', format: 'list' },
  resolvedAt: { label: '到账时间', format: 'time' },
  message: { label: '说明', format: 'text' },
  payUrl: { label: '付款链接', format: 'text' },
} satisfies FieldsOf<PaymentRow>
