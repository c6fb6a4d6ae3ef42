import { alibabaObject, purchaseObject, yuan } from './objects.rules.ts'
import { aboutPurchase, isClosed, refresh } from './purchase-facts.rules.ts'
import type { AlibabaOrderFacts, PurchaseFacts } from './purchase-facts.rules.ts'
import type { Finding } from './reconciliation.types.ts'

/** 1688 order ↔ payment: what 1688 calls paid, against what we asked to be paid. */
export const comparePayments = (purchase: PurchaseFacts, now: number): Finding[] => [
  ...purchase.orders.flatMap((order) => [...paid(purchase, order), ...overdue(purchase, order, now)]),
  ...refunds(purchase),
]

const objects = (purchase: PurchaseFacts, order: AlibabaOrderFacts) => [
  purchaseObject(purchase),
  alibabaObject(order.orderId),
]

function paid(purchase: PurchaseFacts, order: AlibabaOrderFacts): Finding[] {
  // A link may be asked for more than once, and what 1688 says is paid ends each of them: 1688 takes the money once.
  const ours = order.paid.includes(order.totalMinor) ? order.totalMinor : (order.paid.at(-1) ?? 0)
  if (order.paidAt === null && ours === 0) return []
  const common = { ...aboutPurchase(purchase), about: order.orderId, objects: objects(purchase, order) }
  const figures = [{ label: '付款', ours, theirs: order.paidAt === null ? 0 : order.totalMinor, unit: 'fen' as const }]
  if (order.paid.length === 0)
    return [
      {
        ...common,
        kind: 'paid-outside',
        what: `1688订单 ${order.orderId} 已付款 ${yuan(order.totalMinor)}，这里没有付款记录`,
        why: '有人直接在1688或支付宝付了款，没有经过这里',
        affects: '账本能证明已付款，但说不出是谁付的',
        next: '问清楚是谁付的，写进备注后忽略',
        figures,
        amountMinor: order.totalMinor,
      },
    ]
  if (order.paidAt === null)
    return [
      {
        ...common,
        kind: 'paid-amount',
        what: `这里记着1688订单 ${order.orderId} 付了 ${yuan(ours)}，1688显示还没有付款`,
        why: '付款记录和1688不一致',
        affects: '卖家可能没有收到钱，订单会超时关闭',
        next: '刷新1688订单；仍未付款就查支付宝账单',
        figures,
        amountMinor: ours,
        mend: refresh(purchase),
      },
    ]
  if (ours === order.totalMinor) return []
  return [
    {
      ...common,
      kind: 'paid-amount',
      what: `1688订单 ${order.orderId} 付款时是 ${yuan(order.totalMinor)}，这里申请付款的是 ${yuan(ours)}`,
      why: '申请付款之后、付款之前，卖家改了价或运费',
      affects: ours > order.totalMinor ? '可能多付了' : '实际付的比申请的多',
      next: '核对支付宝账单：多付的申请退款；没有问题就写明原因后忽略',
      figures,
      amountMinor: Math.abs(ours - order.totalMinor),
    },
  ]
}

function overdue(purchase: PurchaseFacts, order: AlibabaOrderFacts, now: number): Finding[] {
  const isDue = order.status === 'waitbuyerpay' && order.paidAt === null && !order.surplus
  if (!isDue || order.payBefore === null || order.payBefore.getTime() > now) return []
  return [
    {
      ...aboutPurchase(purchase),
      kind: 'unpaid-overdue',
      about: order.orderId,
      what: `1688订单 ${order.orderId} 过了付款期限还没有付款`,
      why: '没有人付款，或付款状态没有读回来',
      affects: '1688会关闭订单，等这批货的订单要重新采购',
      next: '刷新1688订单；还开着就去付款，已关闭就重新采购',
      objects: objects(purchase, order),
      amountMinor: order.totalMinor,
      mend: refresh(purchase),
    },
  ]
}

function refunds(purchase: PurchaseFacts): Finding[] {
  const refunded = purchase.orders.filter((order) => order.refundMinor > 0)
  const sum = refunded.reduce((total, order) => total + order.refundMinor, 0)
  if (sum === 0 || ['part-refunded', 'refunded'].includes(purchase.payment)) return []
  if (refunded.every((order) => order.surplus && isClosed(order))) return []
  return [
    {
      ...aboutPurchase(purchase),
      kind: 'refund-unseen',
      about: purchase.id,
      what: `1688退回了 ${yuan(sum)}，采购单 ${purchase.number} 的付款状态没有变`,
      why: '退款后采购单没有更新',
      affects: '成本多算了退回的钱',
      next: '刷新1688订单',
      objects: [purchaseObject(purchase), ...refunded.map(({ orderId }) => alibabaObject(orderId))],
      figures: [{ label: '退款', ours: 0, theirs: sum, unit: 'fen' }],
      amountMinor: sum,
      mend: refresh(purchase),
    },
  ]
}
