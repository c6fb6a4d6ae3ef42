import { yuanText } from '@huoqiao/kit'
import { alibabaObject, purchaseObject } from './objects.rules.ts'
import { aboutPurchase, isClosed, refresh } from './purchase-facts.rules.ts'
import type { AlibabaOrderFacts, PurchaseFacts } from './purchase-facts.rules.ts'
import type { Finding } from './reconciliation.types.ts'

/** Compares what 1688 reports as paid with the payments that we made. */
export const comparePayments = (purchase: PurchaseFacts, now: number): Finding[] => [
  ...purchase.orders.flatMap((order) => [...paid(purchase, order), ...overdue(purchase, order, now)]),
  ...refunds(purchase),
]

const objects = (purchase: PurchaseFacts, order: AlibabaOrderFacts) => [
  purchaseObject(purchase),
  alibabaObject(order.orderId),
]

/** One payment that an order asks for: the whole, or one stage. */
type Asked = { about: string; name: string; amountMinor: number; isPaid: boolean; ours: number[] }

function askedOf(order: AlibabaOrderFacts): Asked[] {
  const { orderId, stages, totalMinor, paid: made } = order
  const name = `1688订单 ${orderId}`
  // A payment for the whole of an order in stages is from a version that did not distinguish stages.
  if (stages.length === 0 || made.some(({ stage }) => stage === null))
    return [
      {
        about: orderId,
        name,
        amountMinor: totalMinor,
        isPaid: order.paidAt !== null,
        ours: made.map(({ amountMinor }) => amountMinor),
      },
    ]
  return stages.map((stage, index) => ({
    about: `${orderId}/${index + 1}`,
    name: `${name} 第${index + 1}阶段`,
    amountMinor: stage.amountMinor ?? 0,
    isPaid: stage.paid || order.paidAt !== null,
    ours: made.flatMap((one) => (one.stage === index + 1 ? [one.amountMinor] : [])),
  }))
}

const paid = (purchase: PurchaseFacts, order: AlibabaOrderFacts): Finding[] =>
  askedOf(order).flatMap((asked) => paidOne(purchase, order, asked))

function paidOne(purchase: PurchaseFacts, order: AlibabaOrderFacts, asked: Asked): Finding[] {
  const { name, amountMinor, isPaid } = asked
  // A link may be requested more than once, and each ends when 1688 reports the payment; 1688 takes the money once.
  const ours = asked.ours.includes(amountMinor) ? amountMinor : (asked.ours.at(-1) ?? 0)
  if (!isPaid && ours === 0) return []
  const common = { ...aboutPurchase(purchase), about: asked.about, objects: objects(purchase, order) }
  const figures = [{ label: '付款', ours, theirs: isPaid ? amountMinor : 0, unit: 'fen' as const }]
  if (asked.ours.length === 0)
    return [
      {
        ...common,
        kind: 'paid-outside',
        what: `${name} 已付款 ${yuanText(amountMinor)}，这里没有付款记录`,
        why: '有人直接在1688或支付宝付了款，没有经过这里',
        affects: '账本能证明已付款，但说不出是谁付的',
        next: '问清楚是谁付的，写进备注后忽略',
        figures,
        amountMinor,
      },
    ]
  if (!isPaid)
    return [
      {
        ...common,
        kind: 'paid-amount',
        what: `这里记着${name} 付了 ${yuanText(ours)}，1688显示还没有付款`,
        why: '付款记录和1688不一致',
        affects: '卖家可能没有收到钱，订单会超时关闭',
        next: '刷新1688订单；仍未付款就查支付宝账单',
        figures,
        amountMinor: ours,
        repair: refresh(purchase),
      },
    ]
  if (ours === amountMinor) return []
  return [
    {
      ...common,
      kind: 'paid-amount',
      what: `${name} 付款时是 ${yuanText(amountMinor)}，这里申请付款的是 ${yuanText(ours)}`,
      why: '申请付款之后、付款之前，卖家改了价或运费',
      affects: ours > amountMinor ? '可能多付了' : '实际付的比申请的多',
      next: '核对支付宝账单：多付的申请退款；没有问题就写明原因后忽略',
      figures,
      amountMinor: Math.abs(ours - amountMinor),
    },
  ]
}

function overdue(purchase: PurchaseFacts, order: AlibabaOrderFacts, now: number): Finding[] {
  // The time that 1688 reports is that of the first payment.
  const isBegun = order.paidAt !== null || order.stages.some((stage) => stage.paid)
  const isDue = order.status === 'waitbuyerpay' && !isBegun && !order.duplicate
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
      repair: refresh(purchase),
    },
  ]
}

function refunds(purchase: PurchaseFacts): Finding[] {
  const refunded = purchase.orders.filter((order) => order.refundMinor > 0)
  const sum = refunded.reduce((total, order) => total + order.refundMinor, 0)
  if (sum === 0 || ['part-refunded', 'refunded'].includes(purchase.payment)) return []
  if (refunded.every((order) => order.duplicate && isClosed(order))) return []
  return [
    {
      ...aboutPurchase(purchase),
      kind: 'refund-unseen',
      about: purchase.id,
      what: `1688退回了 ${yuanText(sum)}，采购单 ${purchase.number} 的付款状态没有变`,
      why: '退款后采购单没有更新',
      affects: '成本多算了退回的钱',
      next: '刷新1688订单',
      objects: [purchaseObject(purchase), ...refunded.map(({ orderId }) => alibabaObject(orderId))],
      figures: [{ label: '退款', ours: 0, theirs: sum, unit: 'fen' }],
      amountMinor: sum,
      repair: refresh(purchase),
    },
  ]
}
