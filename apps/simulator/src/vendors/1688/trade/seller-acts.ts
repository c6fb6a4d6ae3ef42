import { carrierOf } from './carriers.ts'
import { awaitsPayment, goodsFen, paidFen } from './order.types.ts'
import type { OrderRow, PayChannel } from './order.types.ts'
import type { Trade } from './trade.ts'

/** An act that the order does not allow now; the sentence is shown unchanged. */
export class ActRefusal extends RangeError {}

export type ActFields = Readonly<Record<string, unknown>>

const needs = (order: OrderRow, status: OrderRow['status']): void => {
  if (order.status !== status) throw new ActRefusal(`订单状态是 ${order.status}，不能这样做`)
}

/** Before the first payment, also of a staged order. */
const needsUnpaid = (order: OrderRow): void => {
  needs(order, 'waitbuyerpay')
  if (order.paidAt !== null) throw new ActRefusal('已付了一部分，不能这样做')
}

function choice<T extends string>(fields: ActFields, name: string, among: readonly T[], fallback?: T): T {
  const value = fields[name] ?? fallback
  const known = among.find((each) => each === value)
  if (known === undefined) throw new ActRefusal(`${name} takes ${among.join(', ')}`)
  return known
}

function textIn(fields: ActFields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new ActRefusal(`${name} takes text`)
  return value
}

/** An amount in whole fen; undefined when none was given. */
function fenIn(fields: ActFields, name: string): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new ActRefusal('fen must be whole and not negative')
  return value
}

/** Runs the next automatic step of the order now. */
function advance(trade: Trade, order: OrderRow): string {
  if (awaitsPayment(order)) {
    if (trade.life.pay([order], 'alipay') !== 'successed') throw new ActRefusal('账户余额不足')
    return '已付款'
  }
  switch (order.status) {
    case 'waitsellersend':
      return `已发出 ${trade.shipping.shipByHabit(order, trade.now()).length} 个包裹`
    case 'waitbuyerreceive': {
      const moved = order.parcels.filter((parcel) => trade.shipping.advance(order, parcel.logisticsId))
      if (moved.length > 0) return `${moved.length} 个包裹前进一站`
      return trade.alarms.ringNow(`auto-confirm:${order.orderId}`) ? '已自动确认收货' : '没有下一步'
    }
    case 'confirm_goods':
      trade.alarms.ringNow(`complete:${order.orderId}`)
      return '交易完成'
    default:
      throw new ActRefusal(`订单已是 ${order.status}`)
  }
}

/** Acts of seller, platform and clock on an order, triggered by hand. Each returns a Chinese sentence about what it did. */
export const SELLER_ACTS: Readonly<Record<string, (trade: Trade, order: OrderRow, fields: ActFields) => string>> = {
  pay: (trade, order, fields) => {
    const channel = choice<PayChannel>(fields, 'channel', ['alipay', 'shegou', 'kjpayV2'], 'alipay')
    const outcome = trade.life.pay([order], channel)
    if (outcome !== 'successed') throw new ActRefusal(outcome)
    return '已付款'
  },
  ship: (trade, order, fields) => {
    needs(order, 'waitsellersend')
    const how = choice(fields, 'how', ['whole', 'parcels', 'partial'], trade.quirks.shipment() as 'whole')
    return `已发出 ${trade.shipping.shipByHabit(order, trade.now(), how).length} 个包裹`
  },
  advance,
  close: (trade, order, fields) => {
    needsUnpaid(order)
    const by = choice(fields, 'by', ['seller', 'system'], 'seller')
    trade.life.close(order, { by, reason: by === 'seller' ? 'sellerGoodsLack' : 'other', remark: '' }, trade.now())
    return '订单已关闭'
  },
  /**
   * Both sides agree to end a partly paid order: what was paid is refunded, except what the seller keeps (`keepFen`). It happens on the
   * vendor's pages; none of its calls does it, and how the order reads afterwards is UNCERTAIN: here closed, with the money as its refund.
   */
  'finish-close': (trade, order, fields) => {
    if (paidFen(order) === 0 || !awaitsPayment(order)) throw new ActRefusal('只有付了一部分的订单能协商关闭')
    const kept = fenIn(fields, 'keepFen') ?? 0
    if (kept > paidFen(order)) throw new ActRefusal('卖家留下的不能多于已付的金额')
    trade.life.giveBack(order, trade.now(), kept)
    return kept > 0 ? '已协商关闭，卖家留下一部分已付的款' : '已协商关闭，已付的款已退回'
  },
  price: (trade, order, fields) => {
    if (!awaitsPayment(order)) throw new ActRefusal(`订单状态是 ${order.status}，不能改价`)
    const goods = fenIn(fields, 'goodsFen')
    const freight = fenIn(fields, 'freightFen')
    if (goods === undefined && freight === undefined) throw new ActRefusal('goodsFen or freightFen is needed')
    if (paidFen(order) > 0 && (goods ?? goodsFen(order)) + (freight ?? order.freightFen) <= paidFen(order))
      throw new ActRefusal('不能低于已付的金额')
    trade.life.changePrice(order, {
      ...(goods === undefined ? {} : { goodsFen: goods }),
      ...(freight === undefined ? {} : { freightFen: freight }),
    })
    return '卖家已改价'
  },
  'mail-number': (trade, order, fields) => {
    const asked = textIn(fields, 'logisticsId')
    const parcel = order.parcels.find((each) => asked === undefined || each.logisticsId === asked)
    if (!parcel) throw new ActRefusal('no such parcel')
    const carrierNo = textIn(fields, 'carrierNo') ?? parcel.carrierNo
    if (!carrierOf(carrierNo)) throw new ActRefusal(`no courier ${carrierNo}`)
    trade.shipping.changeMailNumber(order, parcel, carrierNo, textIn(fields, 'mailNo') ?? null)
    return `运单号已改为 ${parcel.mailNo}`
  },
}

/** The seller's answer to a refund: agree, reject with a reason, confirm the returned goods; or the platform closes it. */
export function answerRefund(trade: Trade, refundId: string, act: string, reason: string | undefined): string {
  const refund = trade.refunds.get(refundId)
  if (!refund) throw new ActRefusal(`no refund ${refundId}`)
  if (act === 'receive' && refund.status === 'waitsellerreceive') trade.refunds.received(refund, trade.now())
  else if (act === 'agree' && refund.status === 'waitselleragree') trade.refunds.agree(refund, trade.now())
  else if (act === 'reject' && refund.status === 'waitselleragree')
    trade.refunds.reject(refund, reason ?? '卖家不同意', trade.now())
  else if (act === 'close' && ['waitbuyermodify', 'waitbuyersend'].includes(refund.status))
    trade.refunds.expire(refund, trade.now())
  else throw new ActRefusal(`a refund in ${refund.status} cannot be: ${act}`)
  return { agree: '卖家已同意', reject: '卖家已拒绝', receive: '卖家已收到退货', close: '平台已关闭退款' }[act]
}
