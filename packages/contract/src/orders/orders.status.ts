import { defineStates } from '../states.ts'

/** Progress of a sales order (decisions, section 4). Derived from facts (payment, lines, purchases, parcels); never set directly. */
export type OrderState =
  | 'unpaid'
  | 'pending'
  | 'to-buy'
  | 'buying'
  | 'arriving'
  | 'part-arrived'
  | 'to-ship'
  | 'part-shipped'
  | 'shipped'
  | 'done'
  | 'held'
  | 'abnormal'
  | 'cancelled'

/** A change in the shop (hold, cancellation, edit) may move an order from any state to any other, so all transitions are allowed. */
const anywhere: readonly OrderState[] = [
  'unpaid',
  'pending',
  'to-buy',
  'buying',
  'arriving',
  'part-arrived',
  'to-ship',
  'part-shipped',
  'shipped',
  'done',
  'held',
  'abnormal',
  'cancelled',
]

export const ORDER_STATES = defineStates<OrderState>('order', {
  unpaid: { label: '待付款', hue: 'waiting', next: anywhere },
  pending: { label: '待处理', hue: 'attention', next: anywhere },
  'to-buy': { label: '待采购', hue: 'attention', next: anywhere },
  buying: { label: '采购中', hue: 'moving', next: anywhere },
  arriving: { label: '待到货', hue: 'moving', next: anywhere },
  'part-arrived': { label: '部分到货', hue: 'moving', next: anywhere },
  'to-ship': { label: '待发货', hue: 'attention', next: anywhere },
  'part-shipped': { label: '部分发货', hue: 'moving', next: anywhere },
  shipped: { label: '已发货', hue: 'done', next: anywhere },
  done: { label: '已完成', hue: 'done', next: anywhere },
  held: { label: '搁置', hue: 'waiting', next: anywhere },
  abnormal: { label: '异常', hue: 'failed', next: anywhere },
  cancelled: { label: '已取消', hue: 'waiting', next: anywhere },
})

/** 付款状态, separate from the progress. */
export type OrderPayment = 'unpaid' | 'part-paid' | 'paid' | 'part-refunded' | 'refunded' | 'voided'
export const ORDER_PAYMENTS: Readonly<Record<OrderPayment, string>> = {
  unpaid: '未付',
  'part-paid': '部分付',
  paid: '已付',
  'part-refunded': '部分退款',
  refunded: '已退款',
  voided: '已作废',
}

/** 回传状态: whether the tracking number reached the shop. */
export type TrackingReturn = 'none' | 'sending' | 'sent' | 'failed'
export const TRACKING_RETURNS: Readonly<Record<TrackingReturn, string>> = {
  none: '未回传',
  sending: '回传中',
  sent: '已回传',
  failed: '失败',
}

/** 退货: the state of a return, from the shop's status. */
export type OrderReturnState = 'requested' | 'open' | 'closed' | 'cancelled' | 'declined'
export const ORDER_RETURN_STATES = defineStates<OrderReturnState>('order-return', {
  requested: { label: '申请中', hue: 'attention', next: ['open', 'declined', 'cancelled'] },
  open: { label: '退货中', hue: 'moving', next: ['closed', 'cancelled'] },
  closed: { label: '已完成', hue: 'done', next: ['open'] },
  cancelled: { label: '已取消', hue: 'waiting', next: [] },
  declined: { label: '已拒绝', hue: 'waiting', next: [] },
})

/** A durable task on orders (补单, 导出). */
export type OrderTaskState = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled'
export const ORDER_TASK_STATES = defineStates<OrderTaskState>('order-task', {
  queued: { label: '排队中', hue: 'waiting', next: ['running', 'cancelled'] },
  running: { label: '执行中', hue: 'moving', next: ['succeeded', 'partial', 'failed', 'cancelled'] },
  succeeded: { label: '成功', hue: 'done', next: [] },
  partial: { label: '部分成功', hue: 'attention', next: [] },
  failed: { label: '失败', hue: 'failed', next: [] },
  cancelled: { label: '已取消', hue: 'waiting', next: [] },
})
