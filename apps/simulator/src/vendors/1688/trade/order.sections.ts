import { formatChinaTime } from '@huoqiao/kit/time'
import { escapeHtml } from '../detail.ts'
import { yuan } from '../offer.facts.ts'
import { carrierOf } from './carriers.ts'
import type { CrossParcel } from './cross-border.ts'
import type { JournalEntry, JournalKind } from './journal.ts'
import type { OrderItem, OrderRow, Parcel } from './order.types.ts'
import { awaitsPayment, dueFen, goodsFen, nextStage, totalFen } from './order.types.ts'
import { CHANNELS } from './order-view.ts'
import type { RefundRow } from './refund.types.ts'

/** The read-only parts of an order's page: goods, money, payments, parcels and history. */
const section = (name: string, title: string, body: string): string =>
  `<section data-part="${name}"><h2>${title}</h2>${body}</section>`
const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${heads.map((head) => (head.startsWith('#') ? `<th class="num">${head.slice(1)}</th>` : `<th>${head}</th>`)).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
const money = (fen: number): string => (fen < 0 ? `-¥${yuan(-fen)}` : `¥${yuan(fen)}`)
const num = (text: string): string => `<td class="num">${text}</td>`

const KINDS: Readonly<Record<JournalKind, string>> = {
  create: '下单',
  pay: '付款',
  'pay-refused': '付款失败',
  close: '关闭',
  price: '改价',
  ship: '发货',
  'mail-number': '换单号',
  receive: '确认收货',
  success: '交易成功',
  urge: '催发货',
  'refund-apply': '申请退款',
  'refund-agree': '同意退款',
  'refund-reject': '拒绝退款',
  'refund-return': '寄回商品',
  'refund-paid': '退款到账',
  'refund-cancel': '撤销退款',
}
const WHO: Readonly<Record<JournalEntry['by'], string>> = { buyer: '买家', seller: '卖家', system: '平台' }
const REFUND_STATES: Readonly<Record<RefundRow['status'], string>> = {
  waitselleragree: '等待卖家处理',
  waitbuyermodify: '卖家已拒绝',
  waitbuyersend: '等待买家退货',
  waitsellerreceive: '等待卖家收货',
  refundsuccess: '退款成功',
  refundclose: '已关闭',
}
const NODES: Readonly<Record<string, string>> = {
  CONSIGN: '待揽收',
  ACCEPT: '已揽收',
  TRANSPORT: '运输中',
  DELIVERING: '派送中',
  SIGN: '已签收',
}

const CROSS_WORDS: Readonly<Record<string, string>> = {
  INBOUND: '到达集运仓',
  OUTBOUND: '已出库',
  CUSTOMS_CLEARED: '已清关',
  DELIVERING: '派送中',
  SIGN: '已签收',
}

const specOf = (item: OrderItem): string => item.skuInfos.map((info) => info.value).join(' / ')

export function goodsSection(order: OrderRow): string {
  const rows = order.items.map(
    (item) =>
      `<tr><td>${escapeHtml(item.name)}<div class="soft">${escapeHtml(specOf(item))}</div></td>` +
      num(money(item.listFen)) +
      num(`${item.quantity}${escapeHtml(item.unit)}`) +
      num(item.discountFen === 0 ? '' : money(-item.discountFen)) +
      num(`<b>${money(item.itemFen)}</b>`) +
      num(`${item.shipped}/${item.quantity}`) +
      num(item.refundedFen === 0 ? '' : money(item.refundedFen)) +
      '</tr>',
  )
  return section(
    'goods',
    `商品（${order.items.length}）`,
    table(['商品', '#单价', '#数量', '#优惠', '#金额', '#已发', '#已退'], rows) +
      `<div class="sum">货款 ${money(goodsFen(order))} + 运费 ${money(order.freightFen)} = <b data-total>${money(totalFen(order))}</b></div>`,
  )
}

const detailOf = (entry: JournalEntry): string =>
  escapeHtml(CHANNELS[entry.detail as keyof typeof CHANNELS]?.name ?? entry.detail ?? '')

export function paymentsSection(order: OrderRow, entries: readonly JournalEntry[]): string {
  const reported = entries.filter((entry) => ['pay', 'pay-refused', 'refund-paid'].includes(entry.kind))
  const rows = reported.map(
    (entry) =>
      `<tr><td>${formatChinaTime(entry.at)}</td><td>${KINDS[entry.kind]}</td><td>${detailOf(entry)}</td>` +
      num(money(entry.kind === 'refund-paid' ? -(entry.fen ?? 0) : (entry.fen ?? 0))) +
      '</tr>',
  )
  const due = awaitsPayment(order)
    ? `<p>待付${nextStage(order)?.name ?? ''} <b data-due>${money(dueFen(order))}</b>，<a href="/order/cashier.htm?orderId=${order.orderId}">去收银台</a>` +
      `${order.paidAt === null ? `（${formatChinaTime(order.payDueAt)} 前）` : ''}</p>`
    : ''
  const none = due === '' ? '<span class="soft">没有付款记录</span>' : ''
  return section('payments', '付款', (rows.length === 0 ? none : table(['时间', '动作', '渠道', '#金额'], rows)) + due)
}

const parcelRow = (order: OrderRow, parcel: Parcel): string => {
  const goods = parcel.lines.map((line) => {
    const item = order.items.find((each) => each.subItemId === line.subItemId)
    return `<div>${escapeHtml(item?.name ?? line.subItemId)} <span class="soft">× ${line.quantity}</span></div>`
  })
  const steps = parcel.steps
    .map((step) => `<div class="soft">${formatChinaTime(step.at)} ${escapeHtml(step.remark)}</div>`)
    .reverse()
  return (
    `<tr data-parcel="${parcel.logisticsId}"><td>${escapeHtml(carrierOf(parcel.carrierNo)?.name ?? parcel.carrierNo)}<div data-mail-no>${escapeHtml(parcel.mailNo)}</div></td>` +
    `<td>${goods.join('')}</td><td>${NODES[parcel.steps.at(-1)?.node ?? ''] ?? ''}${steps.join('')}</td></tr>`
  )
}

const crossRow = (parcel: CrossParcel): string =>
  `<tr data-cross-parcel="${parcel.packageId}"><td>官方跨境<div data-mail-no>${escapeHtml(parcel.mailNo)}</div></td><td>${parcel.logisticsIds.join('、')}</td>` +
  `<td>${CROSS_WORDS[parcel.steps.at(-1)?.node ?? ''] ?? ''}</td></tr>`

export const parcelsSection = (order: OrderRow): string =>
  section(
    'parcels',
    `包裹（${order.parcels.length}）`,
    order.parcels.length === 0
      ? '<span class="soft">还没有发货</span>'
      : table(
          ['快递', '里面', '到了哪里'],
          [...order.parcels.map((parcel) => parcelRow(order, parcel)), ...(order.crossParcels ?? []).map(crossRow)],
        ),
  )

/** `acts` returns the buttons of one refund. */
export function refundsSection(refunds: readonly RefundRow[], acts: (refund: RefundRow) => string): string {
  if (refunds.length === 0) return ''
  const rows = refunds.map((refund) => {
    const steps = refund.steps.map(
      (step) => `<div class="soft">${formatChinaTime(step.at)} ${WHO[step.operator]}：${escapeHtml(step.remark)}</div>`,
    )
    return (
      `<tr data-refund="${refund.refundId}"><td>${refund.refundId}<div class="soft">${refund.request === 'refund' ? '仅退款' : '退货退款'}</div></td>` +
      num(`<b>${money(refund.applyPaymentFen + refund.applyCarriageFen)}</b>`) +
      `<td>${escapeHtml(refund.reason)}<div class="soft">${escapeHtml(refund.description)}</div>${steps.join('')}</td>` +
      `<td>${REFUND_STATES[refund.status]}${acts(refund)}</td></tr>`
    )
  })
  return section('refunds', `退款（${refunds.length}）`, table(['退款单', '#金额', '缘由与经过', '状态'], rows))
}

export function historySection(entries: readonly JournalEntry[]): string {
  const rows = entries.map(
    (entry) =>
      `<tr><td>${formatChinaTime(entry.at)}</td><td>${WHO[entry.by]}</td><td>${KINDS[entry.kind]} <span class="soft">${detailOf(entry)}</span></td>` +
      num(entry.fen === undefined ? '' : money(entry.fen)) +
      '</tr>',
  )
  return section('history', '经过', table(['时间', '谁', '做了什么', '#金额'], rows))
}
