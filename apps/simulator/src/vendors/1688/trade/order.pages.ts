import type { FastifyInstance } from 'fastify'
import { formatChinaTime } from '@huoqiao/kit/time'
import { escapeHtml } from '../detail.ts'
import { goodsSection, historySection, parcelsSection, paymentsSection, refundsSection } from './order.sections.ts'
import { buyerOf } from './order-book.ts'
import { goodsFen } from './order.types.ts'
import type { OrderRow } from './order.types.ts'
import { ORDER_STATES, tradePage } from './page.frame.ts'
import type { RefundRow } from './refund.types.ts'
import { ActRefusal, answerRefund, SELLER_ACTS } from './seller-acts.ts'
import type { ActFields } from './seller-acts.ts'
import type { Trade } from './trade.ts'

type Message = { good: boolean; text: string } | undefined

/** A button that posts one act; `fields` are hidden, `inputs` are filled by the person. */
const button = (
  path: string,
  caption: string,
  fields: Record<string, string> = {},
  inputs = '',
  plain = true,
): string =>
  `<form method="post" action="${path}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}${inputs}<button${plain ? ' class="plain"' : ''}>${caption}</button></form>`

const yuanInput = (name: string, label: string, fen: number): string =>
  `<input name="${name}" type="number" min="0" step="0.01" value="${(fen / 100).toFixed(2)}" aria-label="${label}" title="${label}（元）">`

/** The acts that the status allows, as buttons. */
function actButtons(order: OrderRow): string {
  const path = (act: string): string => `/1688/orders/${order.orderId}/${act}`
  switch (order.status) {
    case 'waitbuyerpay':
      if (order.paidAt !== null)
        return (
          '<span class="soft">已付了一部分：等买家付下一阶段</span>' +
          button(path('finish-close'), '与买家协商关闭，退回已付的款')
        )
      return (
        button(
          path('price'),
          '改价',
          {},
          `货款 ${yuanInput('goodsYuan', '货款', goodsFen(order))} 运费 ${yuanInput('freightYuan', '运费', order.freightFen)}`,
        ) +
        button(path('close'), '卖家拒单（缺货）', { by: 'seller' }) +
        button(path('close'), '平台关闭', { by: 'system' })
      )
    case 'waitsellersend':
      return (
        button(path('ship'), '发货', { how: 'whole' }, '', false) +
        button(path('ship'), '分两个包裹发', { how: 'parcels' }) +
        button(path('ship'), '先发一部分', { how: 'partial' })
      )
    case 'waitbuyerreceive':
      return (
        button(path('advance'), '物流下一站', {}, '', false) +
        order.parcels
          .map((parcel) => button(path('mail-number'), `换单号 ${parcel.mailNo}`, { logisticsId: parcel.logisticsId }))
          .join('')
      )
    case 'confirm_goods':
      return button(path('advance'), '完成交易', {}, '', false)
    default:
      return '<span class="soft">这个订单已经走完，没有卖家能做的事</span>'
  }
}

function refundButtons(refund: RefundRow): string {
  const path = (act: string): string => `/1688/orders/${refund.orderId}/refunds/${refund.refundId}/${act}`
  const inner =
    refund.status === 'waitselleragree'
      ? button(path('agree'), '同意', {}, '', false) +
        button(path('reject'), '拒绝', {}, '<input name="reason" placeholder="拒绝的理由" aria-label="拒绝的理由">')
      : refund.status === 'waitsellerreceive'
        ? button(path('receive'), '确认收到退货', {}, '', false)
        : ['waitbuyermodify', 'waitbuyersend'].includes(refund.status)
          ? button(path('close'), '超时关闭')
          : ''
  return inner === '' ? '' : `<div class="acts">${inner}</div>`
}

function headSection(order: OrderRow): string {
  const { receiver } = order
  const time = (at: number | null): string => (at === null ? '—' : formatChinaTime(at))
  const facts: readonly (readonly [string, string])[] = [
    ['订单号', order.orderId],
    ['对方单号', order.outOrderId ?? '—'],
    ['买家', buyerOf(order).loginId],
    ['卖家', order.seller.companyName],
    ['流程', `${order.flow} / ${order.tradeType}`],
    ['下单', time(order.createdAt)],
    ['付款', time(order.paidAt)],
    ['发货', time(order.shippedAt)],
    ['完成', time(order.completedAt ?? order.closedAt)],
    ['收货人', `${receiver.fullName} ${receiver.mobile || receiver.phone}`],
    [
      '地址',
      `${receiver.provinceText}${receiver.cityText}${receiver.areaText}${receiver.townText} ${receiver.address}`,
    ],
    ...(order.message === '' ? [] : ([['留言', order.message]] as const)),
    ...(order.closeReason === null ? [] : ([['关闭原因', `${order.closeReason} ${order.closeRemark ?? ''}`]] as const)),
  ]
  return (
    `<section data-order="${order.orderId}" data-status="${order.status}"><div class="head"><b>${ORDER_STATES[order.status]}</b><span class="soft">${order.status}</span></div>` +
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl></section>`
  )
}

function orderPage(trade: Trade, order: OrderRow, message: Message): string {
  const entries = trade.book.journal.query({ orderId: order.orderId })
  const refunds = trade.refunds.all().filter((refund) => refund.orderId === order.orderId)
  return tradePage(
    '1688 订单',
    `订单 ${order.orderId}（模拟）`,
    (message
      ? `<p class="note ${message.good ? 'good' : 'bad'}" role="status" data-outcome="${message.good ? 'done' : 'refused'}">${escapeHtml(message.text)}</p>`
      : '') +
      headSection(order) +
      `<section data-part="acts"><h2>卖家与平台能做的事</h2><div class="acts">${actButtons(order)}</div></section>` +
      goodsSection(order) +
      paymentsSection(order, entries) +
      refundsSection(refunds, refundButtons) +
      parcelsSection(order) +
      historySection(entries),
    ['/control/1688', '全部订单'],
  )
}

/** Form fields for the acts: yuan become fen, empty fields are left out. */
function readForm(body: Readonly<Record<string, string>> | undefined): ActFields {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === '') continue
    if (name.endsWith('Yuan')) fields[name.replace(/Yuan$/, 'Fen')] = Math.round(Number(value) * 100)
    else fields[name] = value
  }
  return fields
}

type Form = Record<string, string> | undefined

/**
 * One 1688 order for a person, at a permanent address: state, goods, money, payments, parcels, refunds, and the seller's acts. It replaces
 * the order page of trade.1688.com and works without scripts.
 */
export function bindOrderPages(app: FastifyInstance, trade: Trade): void {
  const answer = (orderId: string, message: Message): { status: number; html: string } => {
    const order = trade.book.get(orderId)
    return order
      ? { status: message?.good === false ? 400 : 200, html: orderPage(trade, order, message) }
      : {
          status: 404,
          html: tradePage('1688 订单', '订单不存在', '<p class="note bad">订单不存在</p>', [
            '/control/1688',
            '全部订单',
          ]),
        }
  }
  /** When done: a redirect to the page, so that reloading repeats nothing. When refused: the page with the sentence. */
  const acted = (orderId: string, act: () => string): { to: string } | { status: number; html: string } => {
    try {
      return { to: `/1688/orders/${orderId}?done=${encodeURIComponent(act())}` }
    } catch (error) {
      if (error instanceof ActRefusal) return answer(orderId, { good: false, text: error.message })
      throw error
    }
  }
  app.get<{ Params: { orderId: string }; Querystring: { done?: string } }>(
    '/1688/orders/:orderId',
    (request, reply) => {
      const { done } = request.query
      const { status, html } = answer(
        request.params.orderId,
        done === undefined ? undefined : { good: true, text: done },
      )
      return reply.code(status).type('text/html; charset=utf-8').send(html)
    },
  )
  app.post<{ Params: { orderId: string; act: string }; Body: Form }>('/1688/orders/:orderId/:act', (request, reply) => {
    const { orderId, act } = request.params
    const outcome = acted(orderId, () => {
      const order = trade.book.get(orderId)
      const work = SELLER_ACTS[act]
      if (!order || !work) throw new ActRefusal(`没有这个动作：${act}`)
      return work(trade, order, readForm(request.body))
    })
    if ('to' in outcome) return reply.redirect(outcome.to, 303)
    return reply.code(outcome.status).type('text/html; charset=utf-8').send(outcome.html)
  })
  app.post<{ Params: { orderId: string; refundId: string; act: string }; Body: Form }>(
    '/1688/orders/:orderId/refunds/:refundId/:act',
    (request, reply) => {
      const { orderId, refundId, act } = request.params
      const outcome = acted(orderId, () => answerRefund(trade, refundId, act, request.body?.['reason'] || undefined))
      if ('to' in outcome) return reply.redirect(outcome.to, 303)
      return reply.code(outcome.status).type('text/html; charset=utf-8').send(outcome.html)
    },
  )
}
