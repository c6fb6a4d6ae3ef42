import type { Can } from '@huoqiao/contract'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'

/** States in which goods may arrive. A purchase shows its least advanced 1688 order, so goods of one may arrive while another is unpaid. */
export const RECEIVABLE: readonly PurchaseState[] = ['to-pay', 'to-send', 'to-receive', 'part-received', 'done']

export function whyNotReceive(state: PurchaseState): string | undefined {
  if (RECEIVABLE.includes(state)) return undefined
  if (state === 'merged') return '已合并，请在合并单上收货'
  return `当前是${PURCHASE_STATES[state].label}，不能收货`
}

export function whyNotEnd(state: PurchaseState): string | undefined {
  if (state === 'to-receive' || state === 'part-received') return undefined
  if (state === 'to-pay' || state === 'to-send') return '卖家还没有发货，请在1688取消订单或申请退款'
  return `当前是${PURCHASE_STATES[state].label}，没有可终止的剩余`
}

/** What is still expected of a line: nothing, if the purchase ended or was cancelled. */
export const restOf = (state: PurchaseState, line: { quantity: number; received: number }): number =>
  RECEIVABLE.includes(state) ? Math.max(0, line.quantity - line.received) : 0

/** 1688's statuses for "sent and not confirmed yet" and "confirmed" (reference 3.5). */
export const CONFIRMABLE: readonly string[] = ['waitbuyerreceive', 'waitbuyersign', 'signinsuccess']
const CONFIRMED: readonly string[] = ['confirm_goods', 'success']
export const isConfirmed = (status: string): boolean => CONFIRMED.includes(status)
/** Whether the seller has sent the whole order: 1688 reports the time, or a status that comes after it. */
export const isWhollySent = ({ sentAt, status }: { sentAt: Date | null; status: string }): boolean =>
  sentAt !== null || CONFIRMABLE.includes(status) || CONFIRMED.includes(status)

/** Why nothing of a purchase can be confirmed at 1688, by the last known statuses of its orders. */
function whyNotConfirm(statuses: readonly string[]): string | undefined {
  if (statuses.length === 0) return '没有1688订单'
  if (statuses.some((status) => CONFIRMABLE.includes(status))) return undefined
  return statuses.some((status) => CONFIRMED.includes(status)) ? '已在1688确认收货' : '卖家还没有发货'
}

type Ordered = { offerId: string; specId: string | null }
type Bought = Ordered & { quantity: number; received: number }

/** The purchase lines that a 1688 order bought. If its items are unknown, it may be any of them. */
export const boughtBy = <L extends Ordered>(items: readonly Ordered[], lines: readonly L[]): L[] =>
  lines.filter(
    (line) =>
      items.length === 0 ||
      items.some((item) => item.offerId === line.offerId && (item.specId ?? null) === (line.specId ?? null)),
  )

/** The lines that did not arrive completely. */
export const missingOf = <L extends Bought>(items: readonly Ordered[], lines: readonly L[]): L[] =>
  boughtBy(items, lines).filter((line) => line.received < line.quantity)

export function whyNotReverse(state: PurchaseState): string | undefined {
  return RECEIVABLE.includes(state) ? undefined : `采购单当前是${PURCHASE_STATES[state].label}，不能冲销`
}

export const receivingCan = (state: PurchaseState, statuses: readonly string[]): Can => ({
  receiveGoods: whyNotReceive(state) ?? true,
  terminateRest: whyNotEnd(state) ?? true,
  confirmAlibabaReceipt: whyNotConfirm(statuses) ?? true,
  urgeParcel: state === 'to-send' ? true : '没有等待卖家发货的1688订单',
  refreshParcels: statuses.length > 0 ? true : '没有1688订单',
})

type Entry = {
  quantity: number
  defects: number
  defectReason: string
  overReason: string
  unsentReason: string
  note: string
  reverses: string | null
}

/** The text for the purchase's history of one receipt: pieces, defects, the reason for too many, and the note. */
export function wordsOfEntries(entries: readonly Entry[]): string {
  const sum = (of: (entry: Entry) => number): number => Math.abs(entries.reduce((total, one) => total + of(one), 0))
  const each = (of: (entry: Entry) => string): string => [...new Set(entries.map(of).filter(Boolean))].join('、')
  const what = entries.some(({ reverses }) => reverses !== null) ? '冲销收货' : '收货'
  const defects = sum((one) => one.defects)
  const reasons = each((one) => (one.defects === 0 ? '' : one.defectReason))
  const over = each((one) => one.overReason)
  const unsent = each((one) => one.unsentReason)
  const note = each((one) => one.note)
  return [
    `${what} ${sum((one) => one.quantity)} 件`,
    defects > 0 ? `，另有不良 ${defects} 件${reasons ? `（${reasons}）` : ''}` : '',
    over ? `，多收的原因：${over}` : '',
    unsent ? `，比1688显示的多也收货的原因：${unsent}` : '',
    note ? `：${note}` : '',
  ]
    .join('')
    .slice(0, 500)
}
