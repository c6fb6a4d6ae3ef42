import type { FastifyInstance } from 'fastify'
import { goodsFen, paidFen, totalFen } from '../vendors/1688/trade/order.types.ts'
import type { OrderRow } from '../vendors/1688/trade/order.types.ts'
import { accountOf } from '../vendors/1688/buyers.ts'
import { answerRefund, SELLER_ACTS } from '../vendors/1688/trade/seller-acts.ts'
import type { Trade } from '../vendors/1688/trade/trade.ts'
import type { Market } from '../world/market.ts'
import { asBody, ControlRefusal, numberIn, textIn, textsIn } from './body-reading.ts'
import type { Body } from './body-reading.ts'
import { ordersPage } from './orders-1688.page.ts'

/** When the next automatic step of the order is due; null when there is none. */
function nextAlarmOf(trade: Trade, order: OrderRow): number | null {
  const ids = [
    ...['pay-due', 'ship', 'auto-confirm', 'complete'].map((kind) => `${kind}:${order.orderId}`),
    ...order.parcels.map((parcel) => `trace:${parcel.logisticsId}`),
    ...(order.crossParcels ?? []).map((parcel) => `cross:${parcel.packageId}`),
  ]
  const set = ids.map((id) => trade.alarms.at(id)).filter((at) => at !== undefined)
  return set.length === 0 ? null : Math.min(...set)
}

/** The order as the control API returns it: the row with its sums, and the time of its next alarm. */
const orderSummary = (trade: Trade, order: OrderRow) => ({
  ...order,
  goodsFen: goodsFen(order),
  totalFen: totalFen(order),
  paidFen: paidFen(order),
  nextAt: nextAlarmOf(trade, order),
})

const choice = <T extends string>(body: Body, name: string, among: readonly T[], fallback?: T): T => {
  const value = body[name] ?? fallback
  const known = among.find((each) => each === value)
  if (known === undefined) throw new ControlRefusal(`${name} takes ${among.join(', ')}`)
  return known
}

/** The orders that one outOrderId really created. The tests compare the app's own records with this. */
function witnessOf(trade: Trade, outOrderId: string) {
  const orders = trade.book.byOutOrderId(outOrderId)
  const entries = trade.book.journal.query({ outOrderId })
  const sum = (kind: string): number =>
    entries.filter((entry) => entry.kind === kind).reduce((total, entry) => total + (entry.fen ?? 0), 0)
  return {
    outOrderId,
    orders: orders.length,
    orderIds: orders.map((order) => order.orderId),
    open: orders.filter((order) => order.status !== 'cancel').length,
    payments: entries.filter((entry) => entry.kind === 'pay').length,
    paidFen: sum('pay'),
    refundedFen: sum('refund-paid'),
    entries,
  }
}

/** The same for all orders, with each outOrderId that created more than one order. */
function wholeWitness(trade: Trade) {
  const byNumber = new Map<string, string[]>()
  for (const order of trade.book.all())
    if (order.outOrderId !== null)
      byNumber.set(order.outOrderId, [...(byNumber.get(order.outOrderId) ?? []), order.orderId])
  const paid = trade.book.journal.query({ kind: 'pay' })
  return {
    orders: trade.book.all().length,
    payments: paid.length,
    paidFen: paid.reduce((sum, entry) => sum + (entry.fen ?? 0), 0),
    repeated: Array.from(byNumber, ([outOrderId, orderIds]) => ({ outOrderId, orderIds })).filter(
      ({ orderIds }) => orderIds.length > 1,
    ),
  }
}

type OrderParams = { Params: { orderId: string } }

/** Actions of the seller and of the clock on 1688 orders, under /control/1688. Nothing here is part of the vendor's API. */
export function bindOrders1688(control: FastifyInstance, trade: Trade, market: Market): void {
  const orderOf = (orderId: string): OrderRow => {
    const order = trade.book.get(orderId)
    if (!order) throw new ControlRefusal(`no order ${orderId}`)
    return order
  }
  const shown = (orderId: string) => orderSummary(trade, orderOf(orderId))

  control.get('/1688', (_request, reply) => reply.type('text/html; charset=utf-8').send(ordersPage()))
  control.get<{ Querystring: { outOrderId?: string; status?: string; limit?: string } }>('/1688/orders', (request) => {
    const { outOrderId, status, limit } = request.query
    const found = trade.book
      .all()
      .filter((order) => (!outOrderId || order.outOrderId === outOrderId) && (!status || order.status === status))
    return {
      total: found.length,
      orders: found.slice(0, Number(limit ?? 100)).map((order) => orderSummary(trade, order)),
    }
  })
  control.get<OrderParams>('/1688/orders/:orderId', (request) => shown(request.params.orderId))
  control.get<{ Querystring: { kind?: string; orderId?: string; outOrderId?: string } }>('/1688/journal', (request) => {
    const { kind, orderId, outOrderId } = request.query
    const entries = trade.book.journal.query({
      ...(kind ? { kind } : {}),
      ...(orderId ? { orderId } : {}),
      ...(outOrderId ? { outOrderId } : {}),
    })
    return { total: entries.length, entries }
  })
  control.get<{ Querystring: { outOrderId?: string } }>('/1688/witness', (request) =>
    request.query.outOrderId ? witnessOf(trade, request.query.outOrderId) : wholeWitness(trade),
  )
  control.get<{ Querystring: { member?: string } }>('/1688/account', (request) => {
    const account = accountOf(request.query.member)
    return { memberId: account.memberId, balanceFen: trade.book.balanceFen(account) }
  })
  control.post('/1688/account', (request) => {
    const body = asBody(request.body)
    const balance = numberIn(body, 'balanceFen')
    if (balance === undefined || !Number.isInteger(balance) || balance < 0)
      throw new ControlRefusal('balanceFen takes a whole number of fen, 0 or more')
    trade.book.setBalanceFen(balance, accountOf(textIn(body, 'member')))
    return { balanceFen: balance, done: `余额已改为 ${(balance / 100).toFixed(2)} 元` }
  })
  bindSellerActs(control, trade, orderOf, shown)
  bindRefundActs(control, trade)
  bindForcedFailures(control, trade, market)
  bindPushActs(control, trade)
}

type Shown = (orderId: string) => ReturnType<typeof orderSummary>

function bindSellerActs(
  control: FastifyInstance,
  trade: Trade,
  orderOf: (orderId: string) => OrderRow,
  shown: Shown,
): void {
  for (const [name, work] of Object.entries(SELLER_ACTS))
    control.post<OrderParams>(`/1688/orders/:orderId/${name}`, (request) => {
      const done = work(trade, orderOf(request.params.orderId), asBody(request.body))
      return { done, ...shown(request.params.orderId) }
    })
}

function bindRefundActs(control: FastifyInstance, trade: Trade): void {
  control.get('/1688/refunds', () => ({ refunds: trade.refunds.all() }))
  control.post<{ Params: { refundId: string; act: string } }>('/1688/refunds/:refundId/:act', (request) => {
    const { refundId, act } = request.params
    const done = answerRefund(trade, refundId, act, textIn(asBody(request.body), 'reason'))
    return { done, refund: trade.refunds.get(refundId) }
  })
}

function bindForcedFailures(control: FastifyInstance, trade: Trade, market: Market): void {
  control.get('/1688/forced-failures', () => ({ forcedFailures: trade.forcedFailures.list() }))
  control.post('/1688/forced-failures', (request) => {
    const body = asBody(request.body)
    const what = choice(body, 'what', ['price', 'stock', 'vanish', 'spec'])
    const offerIds = textsIn(body, 'offerIds') ?? [textIn(body, 'offerId') ?? '']
    for (const offerId of offerIds) {
      if (!market.get(offerId)) throw new ControlRefusal(`no offer ${offerId}`)
      trade.forcedFailures.lay({ offerId, what, percent: numberIn(body, 'percent') ?? 20 })
    }
    return { forcedFailures: trade.forcedFailures.list(), done: `预览之后将生效：${offerIds.join('、')}` }
  })
  control.delete('/1688/forced-failures', () => {
    trade.forcedFailures.clear()
    return { forcedFailures: [] }
  })
}

function bindPushActs(control: FastifyInstance, trade: Trade): void {
  const { pushes } = trade
  control.get('/1688/push', () => ({ targets: pushes.targets() }))
  control.post('/1688/push', (request) => {
    const body = asBody(request.body)
    const appKey = textIn(body, 'appKey') ?? trade.demoAppKey
    const url = textIn(body, 'callbackUrl') ?? ''
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new ControlRefusal('callbackUrl takes an http(s) address')
    pushes.setTarget({ appKey, callbackUrl: url, topics: textsIn(body, 'topics') ?? null })
    return { targets: pushes.targets(), done: '回调地址已设置' }
  })
  control.delete<{ Querystring: { appKey?: string } }>('/1688/push', (request) => {
    pushes.removeTarget(request.query.appKey ?? trade.demoAppKey)
    return { targets: pushes.targets() }
  })
  control.get<{ Querystring: { type?: string; state?: string; limit?: string } }>('/1688/messages', (request) => {
    const { type, state, limit } = request.query
    const found = pushes
      .messages()
      .filter((message) => (!type || message.type === type) && (!state || message.state === state))
    return { total: found.length, messages: found.slice(-Number(limit ?? 200)) }
  })
  control.post<{ Params: { msgId: string } }>('/1688/messages/:msgId/resend', (request) => {
    if (!pushes.resend(request.params.msgId)) throw new ControlRefusal(`no message ${request.params.msgId}`)
    return { done: '已重新推送' }
  })
  control.post('/1688/messages', (request) => {
    const body = asBody(request.body)
    const type = textIn(body, 'type')
    if (type === undefined) throw new ControlRefusal('type takes text')
    pushes.send(type, asBody(body['data']), trade.now())
    return { done: `已推送 ${type}` }
  })
}
