import { formatChinaTime } from '@huoqiao/kit/time'
import type { BuyerAccount } from '../buyers.ts'
import type { JournalEntry } from './journal.ts'
import { buyerOf } from './order-book.ts'
import type { LifeDeps, OrderLife } from './order-life.ts'
import { paidFen } from './order.types.ts'
import type { OrderRow } from './order.types.ts'
import type { RefundRow, RefundStatus, RefundStep } from './refund.types.ts'

/** Reasons of reference 3.8, with the platform's ids. */
export const REFUND_REASONS = [
  { id: 20_028, name: '不想买了，已与卖家协商一致', needVoucher: false, noRefundCarriage: false },
  { id: 20_021, name: '颜色/图案/款式不符', needVoucher: false, noRefundCarriage: false },
  { id: 20_005, name: '缺货', needVoucher: false, noRefundCarriage: false },
  { id: 20_013, name: '质量问题', needVoucher: true, noRefundCarriage: false },
  { id: 20_017, name: '少件/漏发', needVoucher: false, noRefundCarriage: true },
] as const

/** Refunds that are not final yet. */
const RUNNING: readonly RefundStatus[] = ['waitselleragree', 'waitbuyermodify', 'waitbuyersend', 'waitsellerreceive']
export const isRunning = (refund: RefundRow): boolean => RUNNING.includes(refund.status)

export type RefundApplication = Pick<
  RefundRow,
  | 'subItemIds'
  | 'request'
  | 'applyPaymentFen'
  | 'applyCarriageFen'
  | 'reasonId'
  | 'description'
  | 'vouchers'
  | 'goodsStatus'
>

/** Refund applications and the seller's answers. Each step changes the row and the journal and sends messages to the apps. */
export function openRefunds(deps: LifeDeps, life: OrderLife) {
  const { core, quirks, book } = deps
  const table = core.table<RefundRow>('1688-refunds')
  const vouchers = core.table<{ name: string }>('1688-vouchers')
  const orderOf = (refund: RefundRow): OrderRow => book.get(refund.orderId)!

  /** The maximum that may still be applied for: the goods of these lines, and freight that is in no refund yet. */
  const most = (order: OrderRow, subItemIds: readonly string[]): { goodsFen: number; freightFen: number } => {
    const lines = order.items.filter((item) => subItemIds.includes(item.subItemId))
    const freightGone = Array.from(table.values())
      .filter((refund) => refund.orderId === order.orderId && refund.status !== 'refundclose')
      .reduce((sum, refund) => sum + refund.applyCarriageFen, 0)
    return {
      // For a partly paid order at most the paid amount can be refunded.
      goodsFen: Math.min(
        lines.reduce((sum, item) => sum + item.itemFen - item.refundedFen, 0),
        paidFen(order) - order.refundedFen,
      ),
      freightFen: order.freightFen - freightGone,
    }
  }
  const step = (
    refund: RefundRow,
    operator: RefundStep['operator'],
    action: string,
    after: RefundStatus,
    remark: string,
    at: number,
  ): void => {
    refund.steps.push({ at, operator, action, before: refund.status, after, remark })
    refund.status = after
    refund.modifiedAt = at
    table.put(refund.refundId, refund)
    const order = orderOf(refund)
    order.modifiedAt = at
    book.put(order)
    life.tell(
      order,
      refund.afterSale ? 'ORDER_REFUND_AFTER_SALES' : 'ORDER_BUYER_REFUND_IN_SALES',
      at,
      // The status in a refund message is the refund's, not the order's (reference 5.3).
      {
        currentStatus: after,
        refundAction: action,
        operator,
        refundId: refund.refundId,
        msgSendTime: formatChinaTime(at),
      },
    )
  }
  const journal = (
    refund: RefundRow,
    at: number,
    kind: 'agree' | 'reject' | 'return' | 'paid' | 'cancel' | 'apply',
    by: JournalEntry['by'] = ['apply', 'return', 'cancel'].includes(kind) ? 'buyer' : 'seller',
  ) => {
    const order = orderOf(refund)
    book.journal.write({
      at,
      kind: `refund-${kind}`,
      orderId: order.orderId,
      outOrderId: order.outOrderId,
      by,
      fen: refund.applyPaymentFen + refund.applyCarriageFen,
      detail: refund.refundId,
    })
  }
  const waitForSeller = (refund: RefundRow, kind: 'refund-answer' | 'refund-receive', at: number): void => {
    if (quirks.refundDecision() === 'wait') return
    deps.alarms().set(`${kind}:${refund.refundId}`, at + quirks.refundMinutes() * 60_000, {
      kind,
      refundId: refund.refundId,
    })
  }
  /** Refunds the money; goods that were never sent return to stock, and an order of which nothing is left is closed. */
  const payBack = (refund: RefundRow, at: number): void => {
    const order = orderOf(refund)
    let left = refund.applyPaymentFen
    for (const item of order.items.filter((each) => refund.subItemIds.includes(each.subItemId))) {
      const part = Math.min(left, item.itemFen - item.refundedFen)
      item.refundedFen += part
      left -= part
      if (item.shipped === 0 && item.refundedFen >= item.itemFen) life.takeStock(item, -item.quantity)
    }
    const whole = refund.applyPaymentFen + refund.applyCarriageFen
    order.refundedFen += whole
    const buyer = buyerOf(order)
    if (order.payChannel !== 'shegou') book.setBalanceFen(book.balanceFen(buyer) + whole, buyer)
    refund.completedAt = at
    step(refund, 'seller', 'SELLER_AGREE_REFUND', 'refundsuccess', '退款成功', at)
    journal(refund, at, 'paid')
    const nothingLeft = order.items.every((item) => item.refundedFen >= item.itemFen)
    if (nothingLeft && ['waitsellersend', 'waitbuyerreceive'].includes(order.status))
      life.close(order, { by: 'system', reason: 'other', remark: '全额退款' }, at)
  }

  const agree = (refund: RefundRow, at: number): void => {
    journal(refund, at, 'agree')
    if (refund.request === 'refund') payBack(refund, at)
    else step(refund, 'seller', 'SELLER_AGREE_REFUND', 'waitbuyersend', '卖家同意退货，等待买家退货', at)
  }
  const reject = (refund: RefundRow, reason: string, at: number): void => {
    refund.rejectReason = reason
    refund.rejectTimes++
    step(refund, 'seller', 'SELLER_REJECT_REFUND', 'waitbuyermodify', '卖家拒绝协议，等待买家修改', at)
    journal(refund, at, 'reject')
  }
  const received = (refund: RefundRow, at: number): void => {
    if (refund.status === 'waitsellerreceive') payBack(refund, at)
  }
  const whole = {
    get: (refundId: string): RefundRow | undefined => table.get(refundId),
    all: (): RefundRow[] => Array.from(table.values()).reverse(),
    most,
    apply: (order: OrderRow, given: RefundApplication): RefundRow => {
      const at = core.clock.now()
      const refund: RefundRow = {
        ...given,
        refundId: `TQ${book.nextRefundNumber(buyerOf(order))}`,
        orderId: order.orderId,
        afterSale: order.status === 'success',
        reason: REFUND_REASONS.find((reason) => reason.id === given.reasonId)?.name ?? '',
        status: 'waitselleragree',
        rejectReason: null,
        rejectTimes: 0,
        carrierNo: null,
        freightBill: null,
        createdAt: at,
        modifiedAt: at,
        completedAt: null,
        steps: [],
      }
      for (const item of order.items) if (given.subItemIds.includes(item.subItemId)) item.refundId = refund.refundId
      step(refund, 'buyer', 'BUYER_APPLY_REFUND', 'waitselleragree', '买家申请退款', at)
      journal(refund, at, 'apply')
      waitForSeller(refund, 'refund-answer', at)
      return refund
    },
    agree,
    reject,
    received,
    keepVoucher: (name: string): void => vouchers.put(name, { name }),
    /** Whether the address is that of an uploaded picture. */
    knowsVoucher: (address: string): boolean => vouchers.get(address.split('/').at(-1) ?? '') !== undefined,
    /** The platform ends an application that the buyer did not continue. */
    expire: (refund: RefundRow, at: number): void => {
      refund.completedAt = at
      step(refund, 'system', 'SYSTEM_CLOSE_REFUND', 'refundclose', '超时未处理，退款关闭', at)
      journal(refund, at, 'cancel', 'system')
    },
    /** The seller's decision according to the quirk `1688.refundDecision`, when the alarm is due. */
    decide: (refund: RefundRow, at: number): void => {
      if (refund.status !== 'waitselleragree') return
      if (quirks.refundDecision() === 'reject') reject(refund, '商品已发出，不支持退款', at)
      else if (quirks.refundDecision() === 'agree') agree(refund, at)
    },
    cancel: (refund: RefundRow): void => {
      const at = core.clock.now()
      for (const kind of ['refund-answer', 'refund-receive']) deps.alarms().cancel(`${kind}:${refund.refundId}`)
      refund.completedAt = at
      step(refund, 'buyer', 'BUYER_CANCEL_REFUND', 'refundclose', '买家取消退款申请', at)
      journal(refund, at, 'cancel')
    },
    returnGoods: (refund: RefundRow, carrierNo: string, freightBill: string): void => {
      const at = core.clock.now()
      refund.carrierNo = carrierNo
      refund.freightBill = freightBill
      step(refund, 'buyer', 'BUYER_SEND_GOODS', 'waitsellerreceive', '买家已退货，等待卖家确认收货', at)
      journal(refund, at, 'return')
      waitForSeller(refund, 'refund-receive', at)
    },
    reset: () => {
      table.clear()
      vouchers.clear()
    },
  }
  return {
    ...whole,
    /** The same with one buyer's applications only. */
    of: (buyer: BuyerAccount) => {
      const own = (refund: RefundRow): boolean => buyerOf(orderOf(refund)) === buyer
      return {
        ...whole,
        get: (refundId: string): RefundRow | undefined => {
          const refund = table.get(refundId)
          return refund && own(refund) ? refund : undefined
        },
        all: (): RefundRow[] => whole.all().filter(own),
      }
    },
  }
}
