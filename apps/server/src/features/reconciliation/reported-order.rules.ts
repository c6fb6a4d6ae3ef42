import { yuanText } from '@huoqiao/kit'
import { alibabaObject, purchaseObject } from './objects.rules.ts'
import type { Finding } from './reconciliation.types.ts'

/** The format of our purchase numbers. */
const OURS = /^CG\d{12,20}$/

/** What 1688 reports about an order now, in fen and pieces. */
export type ReportedOrder = {
  orderId: string
  outOrderId: string | null
  status: string
  totalFen: number | null
  modifiedAt: number | null
  items: readonly { offerId: string | null; quantity: number | null }[]
}
/** The same order as it is stored here. */
export type HeldOrder = {
  orderId: string
  purchaseId: string
  number: string
  status: string
  totalMinor: number
  modifiedAt: Date | null
  read: boolean
  pieces: number
}

const subjectOf = (accountId: string, orderId: string): string => `${accountId}/${orderId}`
export const partsOf = (subject: string): { accountId: string; orderId: string } => {
  const at = subject.indexOf('/')
  return { accountId: subject.slice(0, at), orderId: subject.slice(at + 1) }
}

/** An order at 1688 under one of our numbers that is not stored here. `purchase`: the purchase with that number, if known. */
export function compareUnknown(
  reported: ReportedOrder,
  accountId: string,
  purchase: { id: string; number: string } | undefined,
): Finding[] {
  if (reported.outOrderId === null || !OURS.test(reported.outOrderId)) return []
  return [
    {
      kind: 'unknown-order',
      about: reported.orderId,
      subject: subjectOf(accountId, reported.orderId),
      what: `1688上有一个未登记的订单 ${reported.orderId}，带着采购单号 ${reported.outOrderId}`,
      why: purchase ? '下单的回答没有收到，或有人用这个采购单号又下了一次单' : '这里没有这个号的采购单，可能已被删除',
      affects: reported.totalFen === null ? '订单没有人跟' : `${yuanText(reported.totalFen)} 的订单没有人跟`,
      next: purchase ? '认领它：登记到采购单；多出来的会标为多余，不付款' : '到1688核对，不需要就取消',
      objects: [...(purchase ? [purchaseObject(purchase)] : []), alibabaObject(reported.orderId, accountId)],
      ...(reported.totalFen === null ? {} : { amountMinor: reported.totalFen }),
      ...(purchase
        ? { repair: { name: 'adoptAlibabaOrder' as const, input: { accountId, orderId: reported.orderId } } }
        : {}),
      purchaseIds: purchase ? [purchase.id] : [],
    },
  ]
}

/** Compares a stored order with 1688's answer. An answer older than the stored copy is ignored. */
export function compareReported(reported: ReportedOrder, held: HeldOrder, accountId: string): Finding[] {
  if (reported.modifiedAt !== null && held.modifiedAt !== null && reported.modifiedAt < held.modifiedAt.getTime())
    return []
  const common = {
    subject: subjectOf(accountId, reported.orderId),
    about: `told ${reported.orderId}`,
    objects: [purchaseObject({ id: held.purchaseId, number: held.number }), alibabaObject(reported.orderId)],
    purchaseIds: [held.purchaseId],
    repair: { name: 'refreshAlibabaOrders' as const, input: { purchaseIds: [held.purchaseId] } },
  }
  const found: Finding[] = []
  if (reported.status !== 'unknown' && reported.status !== held.status)
    found.push({
      ...common,
      kind: 'state-differs',
      what: `1688订单 ${reported.orderId} 在1688是 ${reported.status}，这里是 ${held.status}`,
      why: '1688的推送没有收到，或还没有轮到读取',
      affects: `采购单 ${held.number} 的状态落后于1688`,
      next: '刷新1688订单',
    })
  if (reported.totalFen !== null && reported.totalFen !== held.totalMinor)
    found.push({
      ...common,
      kind: 'total-differs',
      what: `1688订单 ${reported.orderId} 在1688是 ${yuanText(reported.totalFen)}，这里是 ${yuanText(held.totalMinor)}`,
      why: '卖家改了价或运费',
      affects: `采购单 ${held.number} 的成本会算错`,
      next: '刷新1688订单',
      figures: [{ label: '金额', ours: held.totalMinor, theirs: reported.totalFen, unit: 'fen' }],
      amountMinor: Math.abs(reported.totalFen - held.totalMinor),
    })
  const pieces = reported.items.reduce((total, item) => total + Math.round(item.quantity ?? 0), 0)
  if (held.read && reported.items.length > 0 && pieces !== held.pieces)
    found.push({
      ...common,
      kind: 'quantity-differs',
      what: `1688订单 ${reported.orderId} 在1688有 ${pieces} 件，这里记着 ${held.pieces} 件`,
      why: '卖家改了订单的数量',
      affects: `采购单 ${held.number} 可能收不齐或多收`,
      next: '刷新1688订单，再看采购单的数量',
      figures: [{ label: '件数', ours: held.pieces, theirs: pieces, unit: 'pieces' }],
    })
  return found
}

/** A stored order that 1688 does not know. */
export const compareAbsent = (held: HeldOrder, accountId: string): Finding[] => [
  {
    kind: 'order-absent-there',
    about: held.orderId,
    subject: subjectOf(accountId, held.orderId),
    what: `1688上找不到订单 ${held.orderId}（采购单 ${held.number}）`,
    why: '订单在1688被删除，或这个账号看不到它',
    affects: `${yuanText(held.totalMinor)} 的采购没有着落`,
    next: '用下单的账号登录1688核对；确实没有就联系1688客服',
    objects: [purchaseObject({ id: held.purchaseId, number: held.number }), alibabaObject(held.orderId)],
    amountMinor: held.totalMinor,
    purchaseIds: [held.purchaseId],
  },
]
