import type { SimCore } from '../../../core.ts'
import { formatChinaTime } from '@huoqiao/kit/time'
import type { Market } from '../../../world/market.ts'
import type { BuyerAccount } from '../buyers.ts'
import { idNumber } from '../wire-json.ts'
import type { PricedLine } from './cargo.ts'
import type { JournalEntry } from './journal.ts'
import { buyerOf } from './order-book.ts'
import type { OrderBook } from './order-book.ts'
import { awaitsPayment, dueFen, nextStage, paidFen, totalFen } from './order.types.ts'
import type { OrderItem, OrderRow, PayChannel, Receiver } from './order.types.ts'
import type { Pushes } from './pushes.ts'
import { restage, spreadPrice, stagesOf } from './stages.ts'
import type { TradeAlarms } from './trade.alarms.ts'
import type { TradeQuirks } from './trade.quirks.ts'

export type LifeDeps = {
  core: SimCore
  quirks: TradeQuirks
  market: Market
  book: OrderBook
  pushes: Pushes
  /** A function, because the alarms are created after the order life that they call. */
  alarms(): TradeAlarms
}

export type NewOrder = {
  buyer: BuyerAccount
  outOrderId: string | null
  flow: string
  tradeType: string
  message: string
  receiver: Receiver
  lines: readonly PricedLine[]
  freightFen: number
  crossBorderPay: boolean
  officialSolution: boolean
}

export type Closing = { by: 'buyer' | 'seller' | 'system'; reason: string; remark: string }

const CLOSE_TYPES = {
  buyer: 'CLOSE_TRADE_BY_BUYER',
  seller: 'CLOSE_TRADE_BY_SELLER',
  system: 'CLOSE_TRADE_BY_SYSTEM',
} as const
const CLOSE_TOPICS = { buyer: 'BUYER_CLOSE', seller: 'SELLER_CLOSE', system: 'BOPS_CLOSE' } as const

export type PayOutcome = 'successed' | 'ACCOUNT_BALANCE_NOT_ENOUGH' | 'PARAM_ILLEGAL'

const itemOf = (book: OrderBook, buyer: BuyerAccount, line: PricedLine): OrderItem => ({
  subItemId: book.nextSubItemId(buyer),
  offerId: line.offer.offerId,
  skuId: line.sku?.skuId ?? null,
  specId: line.sku?.specId ?? null,
  name: line.offer.title.zh,
  image: line.sku?.values.find((value) => value.image !== undefined)?.image ?? line.offer.images[0] ?? '',
  skuInfos: (line.sku?.values ?? []).map((value) => ({ name: value.name.zh, value: value.value.zh })),
  cargoNumber: line.sku?.cargoNumber ?? '',
  productCargoNumber: line.offer.cargoNumber,
  unit: line.offer.unit.zh,
  quantity: line.quantity,
  listFen: line.listFen,
  itemFen: line.amountFen,
  discountFen: line.listFen * line.quantity - line.amountFen,
  shipped: 0,
  received: false,
  refundedFen: 0,
  refundId: null,
})

/** The steps of an order: each changes the row, writes the journal and sends messages to the apps, in that order. */
export function openOrderLife(deps: LifeDeps) {
  const { core, quirks, market, book, pushes } = deps
  const alarms = (): TradeAlarms => deps.alarms()

  const note = (order: OrderRow, at: number, entry: Pick<JournalEntry, 'kind' | 'by' | 'fen' | 'detail'>): void => {
    order.modifiedAt = at
    book.put(order)
    book.journal.write({ at, orderId: order.orderId, outOrderId: order.outOrderId, ...entry })
  }
  /** An order message of reference 5.3; `topic` without the common prefix. */
  const tell = (order: OrderRow, topic: string, at: number, extra: object = {}): void =>
    pushes.send(
      `ORDER_BUYER_VIEW_${topic}`,
      {
        buyerMemberId: buyerOf(order).memberId,
        currentStatus: order.status,
        orderId: idNumber(order.orderId),
        sellerMemberId: order.seller.memberId,
        msgSendTime: formatChinaTime(at),
        ...extra,
      },
      at,
      order.orderId,
      buyerOf(order),
    )
  /** Takes goods from the stock (or returns them when `quantity` is negative). */
  const takeStock = (item: Pick<OrderItem, 'offerId' | 'skuId'>, quantity: number): void => {
    const offer = market.get(item.offerId)
    const held = item.skuId === null ? offer?.stock : offer?.skus.find((sku) => sku.skuId === item.skuId)?.stock
    if (held !== undefined) market.change(item.offerId, { stock: { [item.skuId ?? '']: Math.max(0, held - quantity) } })
  }

  const create = (given: NewOrder): OrderRow => {
    const at = core.clock.now()
    const { supplier } = given.lines[0]!.offer
    const order: OrderRow = {
      orderId: book.nextOrderId(given.buyer),
      buyerId: given.buyer.memberId,
      outOrderId: given.outOrderId,
      status: 'waitbuyerpay',
      flow: given.flow,
      tradeType: given.tradeType,
      message: given.message,
      seller: {
        openId: supplier.openId,
        memberId: supplier.memberId,
        loginId: supplier.loginId,
        companyName: supplier.companyName,
        province: supplier.province,
        city: supplier.city,
      },
      receiver: given.receiver,
      items: given.lines.map((line) => itemOf(book, given.buyer, line)),
      freightFen: given.freightFen,
      payChannel: null,
      stockTaken: true,
      crossBorderPay: given.crossBorderPay,
      parcels: [],
      ...(given.officialSolution ? { officialSolution: true } : {}),
      refundedFen: 0,
      createdAt: at,
      modifiedAt: at,
      payDueAt: at + quirks.payTimeoutSeconds() * 1000,
      paidAt: null,
      shippedAt: null,
      receivedAt: null,
      completedAt: null,
      closedAt: null,
      closeReason: null,
      closeOperateType: null,
      closeRemark: null,
      urgedAt: null,
      prepareTries: 0,
    }
    order.stages = stagesOf(given.tradeType, totalFen(order))
    for (const item of order.items) takeStock(item, item.quantity)
    note(order, at, { kind: 'create', by: 'buyer', fen: totalFen(order) })
    alarms().set(`pay-due:${order.orderId}`, order.payDueAt, { kind: 'pay-due', orderId: order.orderId })
    tell(order, 'BUYER_MAKE', at)
    return order
  }

  const close = (order: OrderRow, closing: Closing, at: number): void => {
    order.status = 'cancel'
    order.closedAt = at
    order.closeReason = closing.reason
    order.closeRemark = closing.remark
    order.closeOperateType = CLOSE_TYPES[closing.by]
    if (order.stockTaken && order.paidAt === null) for (const item of order.items) takeStock(item, -item.quantity)
    order.stockTaken = false
    for (const kind of ['pay-due', 'ship', 'auto-confirm', 'complete']) alarms().cancel(`${kind}:${order.orderId}`)
    note(order, at, { kind: 'close', by: closing.by, detail: closing.reason })
    tell(order, CLOSE_TOPICS[closing.by], at)
  }

  /** Ends a partly paid order by agreement: the goods return to stock, and the money is refunded except what the seller keeps. */
  const giveBack = (order: OrderRow, at: number, keptFen = 0): void => {
    const fen = paidFen(order) - order.refundedFen - keptFen
    const buyer = buyerOf(order)
    if (order.payChannel !== 'shegou') book.setBalanceFen(book.balanceFen(buyer) + fen, buyer)
    order.refundedFen += fen
    for (const item of order.items) takeStock(item, -item.quantity)
    if (fen > 0) note(order, at, { kind: 'refund-paid', by: 'seller', fen })
    close(order, { by: 'seller', reason: 'other', remark: '协商关闭' }, at)
  }

  /** Takes the next payment: the whole sum, or one stage. The order counts as paid only after its last stage. */
  const payOne = (order: OrderRow, channel: PayChannel, at: number): void => {
    const fen = dueFen(order)
    const stage = nextStage(order)
    if (stage) Object.assign(stage, { paidAt: at, channel })
    const open = nextStage(order) !== undefined
    if (!open || quirks.stepStatus() === 'waitsellersend') order.status = 'waitsellersend'
    // `payTime` of a staged order is set at its first payment: UNCERTAIN, and the harder case for a client.
    order.paidAt ??= at
    order.payChannel = channel
    alarms().cancel(`pay-due:${order.orderId}`)
    note(order, at, { kind: 'pay', by: 'buyer', fen, detail: channel })
    if (stage) tell(order, 'ORDER_STEP_PAY', at)
    if (open) return
    tell(order, 'ORDER_PAY', at)
    if (quirks.autoShip())
      alarms().set(`ship:${order.orderId}`, at + quirks.shipAfterMinutes() * 60_000, {
        kind: 'ship',
        orderId: order.orderId,
      })
  }
  /** Pays all of them or none: the account must hold the whole sum, and every order must be waiting for its payment. */
  const pay = (orders: readonly OrderRow[], channel: PayChannel): PayOutcome => {
    const at = core.clock.now()
    const sum = orders.reduce((total, order) => total + dueFen(order), 0)
    const buyer = orders[0] && buyerOf(orders[0])
    const waiting = buyer !== undefined && orders.every((order) => awaitsPayment(order) && buyerOf(order) === buyer)
    const short = waiting && channel !== 'shegou' && sum > book.balanceFen(buyer)
    const outcome = !waiting ? 'PARAM_ILLEGAL' : short ? 'ACCOUNT_BALANCE_NOT_ENOUGH' : 'successed'
    if (outcome === 'successed') {
      if (buyer && channel !== 'shegou') book.setBalanceFen(book.balanceFen(buyer) - sum, buyer)
      for (const order of orders) payOne(order, channel, at)
    } else
      for (const order of orders)
        book.journal.write({
          at,
          kind: 'pay-refused',
          orderId: order.orderId,
          outOrderId: order.outOrderId,
          by: 'buyer',
          fen: dueFen(order),
          detail: outcome,
        })
    const batchPay = orders.map((order) => ({ orderId: order.orderId, status: outcome }))
    if (buyer && (orders.length > 1 || outcome !== 'successed'))
      pushes.send('ORDER_BATCH_PAY', { batchPay }, at, null, buyer)
    return outcome
  }

  const complete = (order: OrderRow, at: number): void => {
    order.status = 'success'
    order.completedAt = at
    note(order, at, { kind: 'success', by: 'system', fen: paidFen(order) })
    tell(order, 'ORDER_SUCCESS', at)
  }
  /** Marks lines as received; with the last line the order is received, and finishes a little later. */
  const receive = (order: OrderRow, subItemIds: readonly string[], by: 'buyer' | 'system', at: number): void => {
    for (const item of order.items) if (subItemIds.includes(item.subItemId)) item.received = true
    const whole = order.items.every(
      (item) => item.received || (item.refundedFen > 0 && item.refundedFen >= item.itemFen),
    )
    if (whole) {
      order.status = 'confirm_goods'
      order.receivedAt = at
      alarms().cancel(`auto-confirm:${order.orderId}`)
      alarms().set(`complete:${order.orderId}`, at + quirks.completeSeconds() * 1000, {
        kind: 'complete',
        orderId: order.orderId,
      })
    }
    note(order, at, { kind: 'receive', by, detail: subItemIds.join(',') })
    tell(order, 'ORDER_COMFIRM_RECEIVEGOODS', at)
  }
  /** The seller changes the sum before the last payment: goods and freight are set, and spread over the lines by their share. */
  const changePrice = (order: OrderRow, price: { goodsFen?: number; freightFen?: number }): void => {
    const at = core.clock.now()
    if (price.freightFen !== undefined) order.freightFen = price.freightFen
    if (price.goodsFen !== undefined) spreadPrice(order.items, price.goodsFen)
    order.stages = restage(order.stages ?? [], order.tradeType, totalFen(order))
    note(order, at, { kind: 'price', by: 'seller', fen: totalFen(order) })
    tell(order, 'ORDER_PRICE_MODIFY', at)
  }
  return { create, close, giveBack, pay, receive, complete, changePrice, note, tell, takeStock }
}

export type OrderLife = ReturnType<typeof openOrderLife>
