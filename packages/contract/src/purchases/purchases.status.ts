import { defineStates } from '../states.ts'

/** State of a purchase order (decisions, section 4), with the allowed transitions. */
export type PurchaseState =
  | 'reviewing'
  | 'merged'
  | 'to-place'
  | 'placing'
  | 'price-check'
  | 'unknown'
  | 'place-failed'
  | 'to-pay'
  | 'to-send'
  | 'to-receive'
  | 'part-received'
  | 'done'
  | 'ended'
  | 'cancelled'

export const PURCHASE_STATES = defineStates<PurchaseState>('purchase', {
  reviewing: { label: '待审核', hue: 'attention', next: ['to-place', 'merged'] },
  merged: { label: '已合并', hue: 'waiting', next: ['reviewing'] },
  'to-place': { label: '待下单', hue: 'attention', next: ['placing', 'reviewing'] },
  placing: { label: '下单中', hue: 'moving', next: ['to-pay', 'place-failed', 'unknown', 'price-check'] },
  'price-check': { label: '待确认价格', hue: 'attention', next: ['placing', 'reviewing'] },
  // If its order is found at 1688, it takes over that order's state; if there certainly is none, it may be placed again.
  unknown: {
    label: '下单结果未知',
    hue: 'failed',
    next: ['to-pay', 'to-send', 'to-receive', 'done', 'cancelled', 'to-place'],
  },
  'place-failed': { label: '下单失败', hue: 'failed', next: ['to-place', 'reviewing'] },
  // One of several 1688 orders may have arrived while another is unpaid.
  'to-pay': {
    label: '待付款',
    hue: 'attention',
    next: ['to-send', 'to-receive', 'part-received', 'done', 'cancelled'],
  },
  'to-send': { label: '待发货', hue: 'moving', next: ['to-receive', 'part-received', 'done', 'cancelled'] },
  'to-receive': { label: '待收货', hue: 'moving', next: ['part-received', 'done', 'ended', 'cancelled'] },
  // A receipt can be reversed (冲销), which reopens the purchase.
  'part-received': { label: '部分到货', hue: 'moving', next: ['done', 'ended', 'to-receive', 'cancelled'] },
  done: { label: '已完成', hue: 'done', next: ['part-received', 'to-receive'] },
  ended: { label: '已终止', hue: 'done', next: [] },
  cancelled: { label: '已取消', hue: 'waiting', next: [] },
})

/** Ordered at 1688, and not cancelled since. */
export const PLACED_STATES = [
  'to-pay',
  'to-send',
  'to-receive',
  'part-received',
  'done',
  'ended',
] as const satisfies readonly PurchaseState[]

/** 付款状态, separate from the state. */
export type PurchasePayment = 'none' | 'requested' | 'part-paid' | 'paid' | 'part-refunded' | 'refunded'
export const PURCHASE_PAYMENTS: Readonly<Record<PurchasePayment, string>> = {
  none: '未申请',
  requested: '已申请',
  // 分阶段付款: one stage is paid, another is not.
  'part-paid': '部分付款',
  paid: '已付款',
  'part-refunded': '部分退款',
  refunded: '已退款',
}

/** Paid in full, even if money was refunded since. */
export const PAID_PAYMENTS = ['paid', 'part-refunded', 'refunded'] as const satisfies readonly PurchasePayment[]

/** How a purchase order was created. */
export const PURCHASE_ORIGINS = { orders: '按订单', manual: '手工', merge: '合并单', copy: '复制' } as const
export type PurchaseOrigin = keyof typeof PURCHASE_ORIGINS

/** 对账状态 */
export type PurchaseReconciliation = 'none' | 'equal' | 'different'
export const PURCHASE_RECONCILIATIONS: Readonly<Record<PurchaseReconciliation, string>> = {
  none: '未对账',
  equal: '一致',
  different: '有差异',
}

/** 截单提醒: advice for pieces that no order wants any more, by the purchase's state. */
const ADVICE: Partial<Record<PurchaseState, string>> = {
  reviewing: '请减少采购，或留作库存',
  merged: '请在合并单上处理',
  'to-place': '请退回待审核后减少采购，或留作库存',
  'place-failed': '请退回待审核后减少采购，或留作库存',
  'price-check': '请退回待审核后减少采购，或留作库存',
  placing: '正在向1688下单，下单后请取消1688订单，或留作库存',
  unknown: '请先核对下单结果，再取消1688订单，或留作库存',
  'to-pay': '还没有付款，请取消1688订单，或留作库存',
  'to-send': '卖家还没有发货，请申请退款，或留作库存',
  'to-receive': '货已在路上，请留作库存，或与卖家商量退回',
  'part-received': '货已在路上，请留作库存，或终止剩余',
}

export const alarmAdvice = ({ state, payment }: { state: PurchaseState; payment: PurchasePayment }): string => {
  // A stage is paid: 1688 no longer allows cancelling.
  if (state === 'to-pay' && payment === 'part-paid') return '已付了一部分，不能再取消，请与卖家商量退款，或留作库存'
  return ADVICE[state] ?? '请减少采购，或留作库存'
}
