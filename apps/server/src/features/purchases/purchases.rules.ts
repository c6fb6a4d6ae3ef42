import type { Can } from '@huoqiao/contract'
import { mayMove } from '@huoqiao/contract'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { PurchasePayment, PurchaseState } from './purchases.types.ts'

/** The format of purchase numbers: CG + day + at least four digits. */
export const numberOf = (day: string, sequence: number): string =>
  `CG${day.replaceAll('-', '')}${String(sequence).padStart(4, '0')}`

type Judged = {
  readonly state: PurchaseState
  readonly origin: string
  readonly alibabaOrderIds: readonly string[]
  readonly accountId: string | null
  readonly addressId: string | null
  readonly quantity: number
  readonly alarmQuantity: number
  readonly mergedIntoNumber: string | null
  readonly payment: PurchasePayment
}

const label = (state: PurchaseState): string => PURCHASE_STATES[state].label
/** States from which a person may bring a purchase back to review. */
export const RETURNABLE: readonly PurchaseState[] = ['to-place', 'price-check', 'place-failed']
/** States in which a 截单提醒 for a bought order line can still be acted on. */
export const ALARMABLE: readonly PurchaseState[] = [
  'reviewing',
  'to-place',
  'place-failed',
  'price-check',
  'placing',
  'unknown',
  'to-pay',
  'to-send',
  'to-receive',
  'part-received',
]

/** The reason shown while a 截单提醒 is open: pieces that no order wants are not bought until a person decides. */
export const UNANSWERED_ALARM = '有未处理的截单提醒，请先处理'

export function whyNotEdit(one: Judged): string | undefined {
  if (one.state === 'reviewing') return undefined
  if (one.state === 'merged') return `已合并到 ${one.mergedIntoNumber ?? ''}，请在合并单上修改，或先拆回`
  return mayMove(PURCHASE_STATES, one.state, 'reviewing')
    ? `${label(one.state)}的采购单不能修改，请先退回待审核`
    : `${label(one.state)}的采购单不能修改`
}

function whyNotDelete(one: Judged): string | undefined {
  if (one.state !== 'reviewing') return `只有待审核的采购单能删除，当前是${label(one.state)}`
  return one.origin === 'merge' ? '这是合并单，请用拆回' : undefined
}

function whyNotReview(one: Judged): string | undefined {
  if (one.state !== 'reviewing') return `当前是${label(one.state)}，不需要审核`
  if (one.quantity === 0) return '没有要采购的数量，请修改或删除'
  if (one.accountId === null) return '没有选择1688账号'
  if (one.addressId === null) return '没有选择收货地址'
  return one.alarmQuantity > 0 ? UNANSWERED_ALARM : undefined
}

function whyNotReturn(one: Judged): string | undefined {
  if (one.state === 'reviewing') return '已经是待审核'
  if (one.alibabaOrderIds.length > 0) return `已有1688订单 ${one.alibabaOrderIds.join('、')}，不能退回`
  return RETURNABLE.includes(one.state) ? undefined : `${label(one.state)}的采购单不能退回待审核`
}

const whyNotCopy = (one: Judged): string | undefined =>
  one.state === 'cancelled' ? undefined : `只有已取消的采购单能复制为新单，当前是${label(one.state)}`

export function whyNotMerge(one: Judged): string | undefined {
  if (one.origin === 'merge') return '已经是合并单，请先拆回再重新合并'
  if (one.state === 'merged') return `已合并到 ${one.mergedIntoNumber ?? ''}`
  return one.state === 'reviewing' ? undefined : `只有待审核的采购单能合并，当前是${label(one.state)}`
}

function whyNotSplit(one: Judged): string | undefined {
  if (one.origin !== 'merge') return '不是合并单'
  if (one.alibabaOrderIds.length > 0) return '已在1688下单，不能拆回'
  return one.state === 'reviewing' || RETURNABLE.includes(one.state) ? undefined : `${label(one.state)}的合并单不能拆回`
}

const whyNotResolve = (one: Judged): string | undefined => (one.alarmQuantity > 0 ? undefined : '没有未处理的截单提醒')

/** A failed purchase is placed again unchanged; to change it, a person sends it back to review. */
const PLACEABLE: readonly PurchaseState[] = ['to-place', 'place-failed']
function whyNotPlace(one: Judged): string | undefined {
  if (!PLACEABLE.includes(one.state)) return `只有待下单或下单失败的采购单能下单，当前是${label(one.state)}`
  return one.alarmQuantity > 0 ? UNANSWERED_ALARM : undefined
}

const whyNotPay = (one: Judged): string | undefined =>
  whyNotPayable(one) ?? (one.alarmQuantity > 0 ? UNANSWERED_ALARM : undefined)

const whyNotPayable = (one: Judged): string | undefined =>
  // A stage may still be unpaid when the goods are under way or have arrived.
  one.state === 'to-pay' || (one.payment === 'part-paid' && one.state !== 'cancelled')
    ? undefined
    : `只有待付款的采购单能付款，当前是${label(one.state)}`

const whyNotCancel = (one: Judged): string | undefined => {
  if (one.alibabaOrderIds.length === 0) return '还没有1688订单'
  if (one.payment === 'part-paid' && one.alibabaOrderIds.length === 1)
    return '已付了一部分，1688不再接受取消：请在详情里看这个1688订单能怎么退'
  return one.state === 'to-pay'
    ? undefined
    : `只有没付款的1688订单能取消，当前是${label(one.state)}；已付款的请申请退款`
}

/** Which calls a row allows, and the reason for those that it does not. For calls of later features only the state is checked. */
export function canOf(one: Judged): Can {
  const can = (why: string | undefined): true | string => why ?? true
  return {
    editPurchaseOrder: can(whyNotEdit(one)),
    deletePurchaseOrder: can(whyNotDelete(one)),
    completeReviewOrder: can(whyNotReview(one)),
    backToPendingReviewStatus: can(whyNotReturn(one)),
    copyPurchaseOrder: can(whyNotCopy(one)),
    mergeOrderByPurOrderNo: can(whyNotMerge(one)),
    splitMerged: can(whyNotSplit(one)),
    settlePurchaseAlarm: can(whyNotResolve(one)),
    createAlibabaOrder: can(whyNotPlace(one)),
    acceptAlibabaPrice: can(
      one.state === 'price-check' ? undefined : `只有待确认价格的采购单能接受价格，当前是${label(one.state)}`,
    ),
    settleAlibabaOrder: can(
      one.state === 'unknown' ? undefined : `只有下单结果未知的采购单要核对，当前是${label(one.state)}`,
    ),
    refreshAlibabaOrders: can(one.alibabaOrderIds.length > 0 ? undefined : '还没有1688订单'),
    requestPayLink: can(whyNotPay(one)),
    payByProtocol: can(whyNotPay(one)),
    cancelAlibabaOrder: can(whyNotCancel(one)),
  }
}

/** Distributes the pieces that an order no longer wants over its parts, starting with the parts that are easiest to undo. */
export function shareExcess<T extends { readonly held: number; readonly rank: number; readonly createdAt: number }>(
  parts: readonly T[],
  excess: number,
): Map<T, number> {
  const shares = new Map<T, number>()
  let open = excess
  for (const part of [...parts].sort((a, b) => a.rank - b.rank || b.createdAt - a.createdAt)) {
    const take = Math.min(open, part.held)
    shares.set(part, take)
    open -= take
  }
  return shares
}
