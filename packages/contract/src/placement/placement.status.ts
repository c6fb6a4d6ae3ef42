import { defineStates } from '../states.ts'

/**
 * One attempt to place a purchase at 1688. `sent` is stored before the call: if it is found later, the outcome must be looked up and the
 * call not repeated (decisions, section 5).
 */
export type PlacementState = 'sent' | 'unknown' | 'placed' | 'adopted' | 'refused' | 'absent'

export const PLACEMENT_STATES = defineStates<PlacementState>('placement', {
  sent: { label: '已发出', hue: 'moving', next: ['placed', 'adopted', 'refused', 'unknown', 'absent'] },
  unknown: { label: '结果未知', hue: 'failed', next: ['placed', 'adopted', 'refused', 'absent'] },
  placed: { label: '已下单', hue: 'done', next: [] },
  adopted: { label: '核对后认领', hue: 'done', next: [] },
  refused: { label: '1688拒绝', hue: 'failed', next: [] },
  absent: { label: '确认未下单', hue: 'waiting', next: ['adopted'] },
})

/** Our state for a status word of 1688 (reference 3.5). Unknown words stay unchanged. */
export type AlibabaOrderState =
  | 'waitbuyerpay'
  | 'waitsellersend'
  | 'waitlogisticstakein'
  | 'waitbuyerreceive'
  | 'waitbuyersign'
  | 'signinsuccess'
  | 'confirm_goods'
  | 'success'
  | 'cancel'
  | 'terminated'

export const ALIBABA_ORDER_STATES: Readonly<Record<AlibabaOrderState, { label: string; step: number }>> = {
  waitbuyerpay: { label: '待付款', step: 1 },
  waitsellersend: { label: '待发货', step: 2 },
  waitlogisticstakein: { label: '待揽收', step: 3 },
  waitbuyerreceive: { label: '待收货', step: 4 },
  waitbuyersign: { label: '待签收', step: 5 },
  signinsuccess: { label: '已签收', step: 6 },
  confirm_goods: { label: '已确认收货', step: 7 },
  success: { label: '交易成功', step: 8 },
  cancel: { label: '已取消', step: 9 },
  terminated: { label: '已终止', step: 9 },
}

/** Words of an order that is over without a sale. */
export const CLOSED_ORDER_STATES = ['cancel', 'terminated'] as const satisfies readonly AlibabaOrderState[]
export const isClosed = (status: string): boolean => (CLOSED_ORDER_STATES as readonly string[]).includes(status)

/** Redirects to the order's page, at 1688 or in the simulator. `accountId`: the account of the order, if it is not stored here. */
export const alibabaOrderLink = (orderId: string, accountId?: string): string =>
  `/api/purchase/center/alibabaOrder/${orderId}${accountId === undefined ? '' : `?account=${accountId}`}`

/** One payment: a requested pay link, or a payment without a password; only the latter can have an unknown outcome. */
export type PaymentState = 'requested' | 'sending' | 'paid' | 'failed' | 'unknown'

export const PAYMENT_STATES = defineStates<PaymentState>('payment', {
  requested: { label: '等待付款', hue: 'attention', next: ['paid', 'failed'] },
  sending: { label: '付款中', hue: 'moving', next: ['paid', 'failed', 'unknown'] },
  paid: { label: '已付款', hue: 'done', next: [] },
  failed: { label: '付款失败', hue: 'failed', next: [] },
  unknown: { label: '结果未知', hue: 'failed', next: ['paid', 'failed'] },
})

/** How a payment is made: with a pay link, or without a password. */
export const PAY_WAYS: Readonly<Record<string, string>> = {
  alipay: '支付宝',
  crossBorder: '跨境宝',
  credit: '诚e赊',
  'protocol-alipay': '支付宝免密支付',
  'protocol-shegou': '赊购免密支付',
}

/** Kinds of ledger lines. Every intent is followed by exactly one outcome; an order placed by hand is both in one line. */
export type LedgerKind =
  | 'place-intent'
  | 'place-answer'
  | 'place-adopted'
  | 'place-taken-over'
  | 'place-refused'
  | 'place-absent'
  | 'pay-intent'
  | 'pay-answer'
  | 'paid'
  | 'cancel-intent'
  | 'cancel-answer'
  | 'refund-intent'
  | 'refund-answer'
  | 'refunded'
  | 'order-closed'
  | 'receipt-confirm'

export const LEDGER_KINDS: Readonly<Record<LedgerKind, string>> = {
  'place-intent': '下单意图',
  'place-answer': '下单结果',
  'place-adopted': '核对认领',
  'place-taken-over': '接管',
  'place-refused': '下单被拒',
  'place-absent': '确认未下单',
  'pay-intent': '付款申请',
  'pay-answer': '付款答复',
  paid: '已付款',
  'cancel-intent': '取消意图',
  'cancel-answer': '取消结果',
  'refund-intent': '退款申请',
  'refund-answer': '退款答复',
  refunded: '已退款',
  'order-closed': '订单关闭',
  'receipt-confirm': '确认收货',
}
