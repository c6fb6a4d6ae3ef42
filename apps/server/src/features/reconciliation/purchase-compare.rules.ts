import { yuanText } from '@huoqiao/kit'
import { alibabaObject, purchaseObject } from './objects.rules.ts'
import { priceSlack } from './reconciliation.rules.ts'
import type { Patience } from './reconciliation.rules.ts'
import { compareArrival } from './purchase-arrival.rules.ts'
import { comparePayments } from './purchase-payment.rules.ts'
import { aboutPurchase, isClosed, liveOrders, refresh } from './purchase-facts.rules.ts'
import type { PurchaseFacts, PurchaseLineFacts } from './purchase-facts.rules.ts'
import type { Finding } from './reconciliation.types.ts'

const PLACED = ['to-pay', 'to-send', 'to-receive', 'part-received', 'done']
/** Compares one purchase with its 1688 orders, payments and receipts. */
export function comparePurchase(purchase: PurchaseFacts, now: number, patience: Patience): Finding[] {
  return [
    ...placing(purchase, now, patience),
    ...duplicates(purchase),
    ...quantities(purchase),
    ...amounts(purchase, patience),
    ...comparePayments(purchase, now),
    ...compareArrival(purchase, now, patience),
  ]
}

function placing(purchase: PurchaseFacts, now: number, patience: Patience): Finding[] {
  const { attempt } = purchase
  const isOpen = attempt !== null && (attempt.state === 'sent' || attempt.state === 'unknown')
  if (isOpen && now - attempt.sentAt.getTime() > patience.placement)
    return [
      {
        ...aboutPurchase(purchase),
        kind: 'placement-open',
        about: purchase.id,
        what: `采购单 ${purchase.number} 的下单请求已发出，还不知道1688有没有生成订单`,
        why: '没有收到1688的回答，之后也没有核对清楚',
        affects: '核对清楚之前不能再下单，也不能退回',
        next: '用采购单号到1688核对；查到就认领，确认没有才能重新下单',
        objects: [purchaseObject(purchase)],
        amountMinor: purchase.totalMinor,
        repair: { name: 'settleAlibabaOrder', input: { purchaseIds: [purchase.id] } },
      },
    ]
  const found: Finding[] = []
  if (PLACED.includes(purchase.state) && purchase.orders.length === 0)
    found.push({
      ...aboutPurchase(purchase),
      kind: 'order-absent-here',
      about: purchase.id,
      what: `采购单 ${purchase.number} 已下单，但没有登记1688订单`,
      why: '1688订单号没有保存下来，或记录被改动过',
      affects: '付款、物流和收货都跟不上',
      next: '在1688用采购单号查找订单；对账会认领查到的订单',
      objects: [purchaseObject(purchase)],
      amountMinor: purchase.totalMinor,
    })
  const failed = attempt?.failed ?? []
  if (failed.length > 0 && PLACED.includes(purchase.state) && purchase.state !== 'done')
    found.push({
      ...aboutPurchase(purchase),
      kind: 'failed-lines',
      about: purchase.id,
      what: `采购单 ${purchase.number} 有 ${failed.length} 个规格1688没有接单`,
      why: failed.map(({ offerId, message }) => `${offerId ?? ''} ${message ?? ''}`.trim()).join('；'),
      affects: '这些规格没有人在买，等它们的订单到不了货',
      next: '收到其余的货后终止剩余，需求退回订单再买',
      objects: [purchaseObject(purchase)],
      ...(isAllElseHere(purchase)
        ? {
            repair: {
              name: 'terminateRest' as const,
              input: { purchaseIds: [purchase.id], reason: '对账：1688没有接单的规格不再等' },
            },
          }
        : {}),
    })
  return found
}

const isSame = (a: { offerId: string; specId: string | null }, b: typeof a): boolean =>
  a.offerId === b.offerId && (a.specId ?? '') === (b.specId ?? '')

/**
 * Whether 1688 refused this line: it named the offer, or one specification of it, and none of its orders has the line. An order that was
 * not read in full may have it.
 */
const isRefused = (purchase: PurchaseFacts, line: PurchaseLineFacts): boolean =>
  (purchase.attempt?.failed ?? []).some(
    ({ offerId, specId }) => offerId === line.offerId && (specId === null || specId === line.specId),
  ) && liveOrders(purchase).every(({ read, items }) => read && !items.some((item) => isSame(item, line)))

/** Whether everything has arrived except the lines that 1688 refused. */
const isAllElseHere = (purchase: PurchaseFacts): boolean =>
  purchase.state === 'part-received' &&
  purchase.lines.every((line) => isRefused(purchase, line) || line.received + line.defects >= line.quantity)

function duplicates(purchase: PurchaseFacts): Finding[] {
  const others = purchase.orders.filter((order) => !order.duplicate && !isClosed(order))
  return purchase.orders
    .filter((order) => order.duplicate && !isClosed(order))
    .map((order) => {
      // If no other order buys for the purchase, a person first has to decide which order counts.
      const isExtra = order.paidAt === null && others.length > 0
      return {
        ...aboutPurchase(purchase),
        kind: 'surplus-order' as const,
        about: order.orderId,
        what: `1688上以采购单号 ${purchase.number} 多出一个订单 ${order.orderId}，${yuanText(order.totalMinor)}`,
        why: '同一张采购单在1688上有了超出需要的订单，可能有人在1688上手工下过单',
        affects: '付了款就买了两份',
        next: nextForDuplicate(order.paidAt !== null, others.length > 0),
        objects: [purchaseObject(purchase), alibabaObject(order.orderId)],
        amountMinor: order.totalMinor,
        ...(isExtra
          ? {
              repair: {
                name: 'cancelAlibabaOrder' as const,
                input: { purchaseIds: [purchase.id], orderIds: [order.orderId] },
              },
            }
          : {}),
      }
    })
}

const nextForDuplicate = (isPaid: boolean, isExtra: boolean): string => {
  if (isPaid) return '已经付款：打开采购单，对这个订单申请退款'
  return isExtra ? '核对后取消多出的订单，不要付款' : '采购单没有别的1688订单：打开采购单核对，确实多余才取消'
}

/** Compares the ordered quantity of each line with 1688, and finds items that nobody ordered. Only for orders that were read in full. */
function quantities(purchase: PurchaseFacts): Finding[] {
  const orders = liveOrders(purchase)
  if (orders.length === 0 || orders.some((order) => !order.read)) return []
  const items = orders.flatMap((order) => order.items)
  const figures = [
    ...purchase.lines.flatMap((line) => {
      const there = items.filter((item) => isSame(item, line)).reduce((total, { quantity }) => total + quantity, 0)
      if (there === line.quantity || isRefused(purchase, line)) return []
      return [{ label: line.title, ours: line.quantity, theirs: there, unit: 'pieces' as const }]
    }),
    ...items
      .filter((item) => !purchase.lines.some((line) => isSame(item, line)))
      .map((item) => ({ label: item.title, ours: 0, theirs: item.quantity, unit: 'pieces' as const })),
  ]
  if (figures.length === 0) return []
  return [
    {
      ...aboutPurchase(purchase),
      kind: 'quantity-differs',
      about: purchase.id,
      what: `采购单 ${purchase.number} 有 ${figures.length} 个规格的数量和1688订单不一致`,
      why: '卖家改了订单，或采购单在下单后变了',
      affects: figures.map(({ label, ours, theirs }) => `${label}：采购单 ${ours}，1688 ${theirs}`).join('；'),
      next: '刷新1688订单再比较；仍不一致就联系卖家，或退款后重新下单',
      objects: [purchaseObject(purchase), ...orders.map(({ orderId }) => alibabaObject(orderId))],
      figures,
      repair: refresh(purchase),
    },
  ]
}

function amounts(purchase: PurchaseFacts, patience: Patience): Finding[] {
  const orders = liveOrders(purchase)
  if (orders.length === 0) return []
  const objects = [purchaseObject(purchase), ...orders.map(({ orderId }) => alibabaObject(orderId))]
  const found: Finding[] = []
  const total = orders.reduce((sum, order) => sum + order.totalMinor, 0)
  if (purchase.actualTotalMinor !== null && purchase.actualTotalMinor !== total)
    found.push({
      ...aboutPurchase(purchase),
      kind: 'total-differs',
      about: purchase.id,
      what: `采购单 ${purchase.number} 的实际金额 ${yuanText(purchase.actualTotalMinor)}，1688订单合计 ${yuanText(total)}`,
      why: '1688订单的金额变了，采购单没有跟着改',
      affects: '成本和利润会算错',
      next: '刷新1688订单',
      objects,
      figures: [{ label: '合计', ours: purchase.actualTotalMinor, theirs: total, unit: 'fen' }],
      amountMinor: Math.abs(purchase.actualTotalMinor - total),
      repair: refresh(purchase),
    })
  const goods = orders.reduce((sum, order) => sum + (order.goodsMinor ?? Number.NaN), 0)
  const apart = goods - purchase.goodsMinor
  if (
    Number.isFinite(goods) &&
    purchase.goodsMinor > 0 &&
    Math.abs(apart) > priceSlack(purchase.goodsMinor, patience.priceSlackPercent)
  )
    found.push({
      ...aboutPurchase(purchase),
      kind: 'price-differs',
      about: purchase.id,
      what: `采购单 ${purchase.number} 的货款比预期${apart > 0 ? '多' : '少'} ${yuanText(Math.abs(apart))}`,
      why: '1688成交价和采购单的单价不同：卖家改价、优惠，或阶梯价变了',
      affects: '利润按1688的实际金额计算',
      next: apart > 0 ? '核对单价；多收的找卖家改价或退差价' : '不用处理，核对后忽略',
      objects,
      figures: [{ label: '货款', ours: purchase.goodsMinor, theirs: goods, unit: 'fen' }],
      amountMinor: Math.abs(apart),
    })
  return found
}
