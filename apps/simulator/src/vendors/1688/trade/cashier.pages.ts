import type { FastifyInstance } from 'fastify'
import { formatChinaTime } from '@huoqiao/kit/time'
import { escapeHtml } from '../detail.ts'
import { yuan } from '../offer.facts.ts'
import { buyerOf } from './order-book.ts'
import { awaitsPayment, dueFen, goodsFen, nextStage, totalFen } from './order.types.ts'
import type { OrderRow, PayChannel } from './order.types.ts'
import { CHANNELS } from './order-view.ts'
import { ORDER_STATES, tradePage } from './page.frame.ts'
import type { Trade } from './trade.ts'

const frame = (title: string, body: string): string => tradePage('1688 收银台', title, body)

const orderRows = (order: OrderRow): string => {
  const lines = order.items
    .map((item) => {
      const spec = item.skuInfos.map((info) => info.value).join(' / ')
      return `<div>${escapeHtml(item.name)} <span class="soft">${escapeHtml(spec)} × ${item.quantity}${escapeHtml(item.unit)}</span></div>`
    })
    .join('')
  const stage = nextStage(order)
  const due = order.status === 'waitbuyerpay' ? `，请在 ${formatChinaTime(order.payDueAt)} 前付款` : ''
  return (
    `<tr data-order="${order.orderId}"><td><div>${escapeHtml(order.seller.companyName)}</div><div class="soft">订单号 <a href="/1688/orders/${order.orderId}">${order.orderId}</a></div>` +
    `<div class="soft" data-state>${ORDER_STATES[order.status] ?? order.status}${due}</div></td><td>${lines}</td>` +
    `<td class="num">货款 ¥${yuan(goodsFen(order))}<br><span class="soft">运费 ¥${yuan(order.freightFen)}</span></td><td class="num"><b>¥${yuan(dueFen(order))}</b>${stage ? `<br><span class="soft">${stage.name}，全款 ¥${yuan(totalFen(order))}</span>` : ''}</td></tr>`
  )
}

type Message = { good: boolean; text: string } | undefined

function cashierPage(trade: Trade, ids: readonly string[], chosen: string, message: Message): string {
  const orders = ids.flatMap((id) => trade.book.get(id) ?? [])
  const open = orders.filter(awaitsPayment)
  const sum = open.reduce((total, order) => total + dueFen(order), 0)
  const unknown = ids.filter((id) => !trade.book.get(id))
  const balance = open[0] ? trade.book.balanceFen(buyerOf(open[0])) : 0
  const channels = (Object.keys(CHANNELS) as PayChannel[]).filter(
    (channel) =>
      channel === 'alipay' ||
      (channel === 'shegou' ? trade.quirks.creditOpened() : open.every((order) => order.crossBorderPay)),
  )
  const ways = channels
    .map(
      (channel) =>
        `<label><input type="radio" name="payChannel" value="${channel}"${channel === chosen || (!channels.includes(chosen as PayChannel) && channel === 'alipay') ? ' checked' : ''}>${CHANNELS[channel].name}` +
        (channel === 'shegou' ? '' : ` <span class="soft">余额 ¥${yuan(balance)}</span>`) +
        `</label>`,
    )
    .join('')
  return frame(
    '1688 收银台（模拟）',
    (message
      ? `<p class="note ${message.good ? 'good' : 'bad'}" role="status" data-outcome="${message.good ? 'paid' : 'refused'}">${escapeHtml(message.text)}</p>`
      : '') +
      (unknown.length > 0 ? `<p class="note bad">订单不存在：${escapeHtml(unknown.join('、'))}</p>` : '') +
      (orders.length === 0
        ? ''
        : `<section><h2>订单（${orders.length}）</h2><table><thead><tr><th>卖家</th><th>商品</th><th class="num">金额</th><th class="num">应付</th></tr></thead><tbody>${orders.map(orderRows).join('')}</tbody></table>` +
          (open.length === 0
            ? '<div class="sum">没有待付款的订单</div></section>'
            : `<div class="sum">待付 ${open.length} 笔，合计 <b data-sum>¥${yuan(sum)}</b></div></section>`)) +
      (open.length === 0
        ? ''
        : `<form method="post" action="/order/cashier.htm"><section><h2>付款方式</h2><div class="way">${ways}</div>` +
          `<input type="hidden" name="orderId" value="${open.map((order) => order.orderId).join(';')}">` +
          `<div class="bar"><span class="soft">多笔订单一次付清：余额不足时一笔也不付</span><button id="pay">确认付款 ¥${yuan(sum)}</button></div></section></form>`),
  )
}

const OUTCOME_TEXTS: Readonly<Record<string, string>> = {
  ACCOUNT_BALANCE_NOT_ENOUGH: '账户余额不足，没有付款',
  PARAM_ILLEGAL: '订单已不是待付款状态，没有付款',
}

/**
 * The page of a pay link (reference 3.7). A person or a browser test pays with one click, without scripts and without a login to 1688.
 */
export function bindCashier(app: FastifyInstance, trade: Trade): void {
  const idsIn = (text: string | undefined): string[] => [
    ...new Set((text ?? '').split(/[;,]/).filter((id) => /^\d{1,20}$/.test(id))),
  ]
  app.get<{ Querystring: { orderId?: string; payChannel?: string } }>('/order/cashier.htm', (request, reply) => {
    const ids = idsIn(request.query.orderId)
    void reply.code(ids.length === 0 ? 400 : 200).type('text/html; charset=utf-8')
    return cashierPage(
      trade,
      ids,
      request.query.payChannel ?? 'alipay',
      ids.length === 0 ? { good: false, text: '支付链接里没有订单号' } : undefined,
    )
  })
  app.post<{ Body: { orderId?: string; payChannel?: string } | undefined }>('/order/cashier.htm', (request, reply) => {
    const ids = idsIn(request.body?.orderId)
    const channel = (Object.keys(CHANNELS) as PayChannel[]).find((each) => each === request.body?.payChannel)
    const orders = ids.flatMap((id) => trade.book.get(id) ?? [])
    const barred =
      channel === undefined ||
      (channel === 'shegou' && !trade.quirks.creditOpened()) ||
      (channel === 'kjpayV2' && orders.some((order) => !order.crossBorderPay))
    const outcome = barred ? undefined : trade.life.pay(orders, channel)
    void reply.type('text/html; charset=utf-8')
    const message =
      outcome === 'successed'
        ? { good: true, text: `付款成功：${orders.length} 笔订单` }
        : { good: false, text: outcome === undefined ? '不能使用该付款方式' : OUTCOME_TEXTS[outcome]! }
    return cashierPage(trade, ids, channel ?? 'alipay', message)
  })
}
