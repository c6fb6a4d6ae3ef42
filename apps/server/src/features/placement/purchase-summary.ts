import type { FailedLine } from '@huoqiao/connector-1688'
import type { Tx } from '../../db/db.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchaseDoc, PurchasesApi, PurchaseState } from '../purchases/index.ts'
import { demandToRelease, missingPieces } from './missing.rules.ts'
import { findPaymentsOf } from './payment.store.ts'
import { alibabaOrderChanged } from './placement.jobs.ts'
import { isClosed, paymentStateOf, purchaseStateOf } from './placement.rules.ts'
import { findItems, findOrdersOf } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'
import { sharesOf, wordOf } from './stages.rules.ts'

/** States that follow from the 1688 orders of a purchase; later states follow from receipts. */
const MOVED_BY_ORDERS: readonly PurchaseState[] = ['placing', 'unknown', 'to-pay', 'to-send', 'to-receive']
/** States in which goods may still arrive. Earlier there is no order, and later nothing is expected. */
const GIVES_BACK: readonly PurchaseState[] = ['to-pay', 'to-send', 'to-receive', 'part-received']
const ORDER_OF: Readonly<Record<string, number>> = {
  placing: 0,
  unknown: 0,
  'to-pay': 1,
  'to-send': 2,
  'to-receive': 3,
  cancelled: 4,
}

/** Derives the purchase from its 1688 orders and notifies the features and people concerned. All in the caller's transaction. */
export function purchaseSummary(deps: {
  jobs: Jobs
  notices: Pick<NoticesService, 'tell'>
  orders: Pick<OrdersApi, 'linesForPurchase'>
  purchases: PurchasesApi
}) {
  const { purchases } = deps

  const summary = {
    /**
     * Sets amounts, payment state and state of the purchase from its 1688 orders. Enqueues the events for the features that follow the
     * goods.
     */
    async summarise(tx: Tx, purchase: Pick<PurchaseDoc, 'id' | 'number'>, reason: string): Promise<void> {
      const [doc] = await purchases.purchaseDocs(tx, [purchase.id])
      if (!doc) return
      const orders = await findOrdersOf(tx, [doc.id])
      const counted = orders.filter((order) => !order.duplicate)
      await noteNumbers(tx, doc, orders)
      await noteAmounts(tx, doc, counted)
      const requested =
        (
          await findPaymentsOf(
            tx,
            counted.map((order) => order.id),
          )
        ).length > 0
      const payment = paymentStateOf(
        counted.map((order) => ({ ...order, paidMinor: sharesOf(order).paidMinor })),
        requested,
      )
      if (payment !== doc.payment) await purchases.markPayment(tx, doc.id, payment)
      await moveWith(tx, doc, counted, reason)
      await deps.jobs.emit(tx, alibabaOrderChanged, {
        purchaseId: doc.id,
        orderIds: orders.map((order) => order.orderId),
      })
    },

    /** Lines that 1688 put into no order. They are not bought, so a person is notified. */
    async tellFailedLines(tx: Tx, number: string, failed: readonly FailedLine[]): Promise<void> {
      if (failed.length === 0) return
      await deps.notices.tell(tx, {
        kind: 'purchase-problem',
        title: `采购单 ${number} 有 ${failed.length} 个规格没有下成单`,
        text: failed.map((line) => `${line.offerId ?? ''} ${line.message ?? ''}`.trim()).join('；'),
        about: number,
        to: `/purchase/list?keyword=${number}`,
      })
    },

    /** Notifies the buyers about duplicate orders under our number, and what to do about them. */
    tellDuplicates: async (tx: Tx, number: string, orderIds: readonly string[]): Promise<void> => {
      if (orderIds.length === 0) return
      const says = '没付款的点“取消这个订单”，已付款的点“申请退款”；多余的订单不计入成本，也不会被付款'
      await tell(tx, number, `1688上多出 ${orderIds.length} 个订单：${orderIds.join('、')}。${says}`)
    },

    /** Notifies about an order that carries our number but belongs to no purchase. */
    tellUnknownOrder: (tx: Tx, number: string, orderId: string): Promise<void> =>
      tell(
        tx,
        number,
        `1688订单 ${orderId} 写着采购单号 ${number}，但系统里没有这张采购单或没有为它下过单，请到1688核对后取消或付款`,
      ),

    /**
     * One of several orders was closed: demand that no other order serves goes back to its order lines, so that it can be bought again.
     * When the last order of a purchase closes, all its demand was already given back.
     */
    async giveBack(tx: Tx, purchase: Pick<PurchaseDoc, 'id' | 'number'>, closed: OrderRow): Promise<void> {
      if (closed.duplicate) return
      const [doc] = await purchases.purchaseDocs(tx, [purchase.id])
      if (!doc || !GIVES_BACK.includes(doc.state)) return
      const live = (await findOrdersOf(tx, [doc.id])).filter((order) => !order.duplicate && !isClosed(order.status))
      if (live.length === 0) return
      const items = await findItems(tx, [closed.id, ...live.map((order) => order.id)])
      const missing = missingPieces(
        doc.lines,
        items.filter((item) => item.alibabaOrderId === closed.id),
        items.filter((item) => item.alibabaOrderId !== closed.id),
      )
      if (missing.size === 0) return
      const demand = await purchases.demandOf(tx, [...missing.keys()])
      const lines = await deps.orders.linesForPurchase(tx, [...new Set(demand.map((one) => one.orderLineId))])
      const free = new Map(lines.map((line) => [line.lineId, line.purchased - line.received]))
      const parts = demandToRelease(doc.lines, demand, missing, free)
      await purchases.releaseDemand(tx, parts, `1688订单 ${closed.orderId} 已关闭`)
      await purchases.addMissing(tx, doc.id, missing)
      const pieces = [...missing.values()].reduce((sum, count) => sum + count, 0)
      await tell(
        tx,
        doc.number,
        `1688订单 ${closed.orderId} 已关闭，其中 ${pieces} 件不会到货，需求已退回订单，可以重新采购；其余到齐后在收货台点“终止剩余”`,
      )
    },
  }

  const tell = (tx: Tx, number: string, text: string): Promise<void> =>
    deps.notices.tell(tx, {
      kind: 'purchase-problem',
      about: `${number} ${text}`.slice(0, 200),
      title: `采购单 ${number}`,
      text: text.slice(0, MESSAGE_CHARS),
      to: `/purchase/list?keyword=${number}`,
    })

  /** Written only if they differ: 1688 is read often, and each write adds a line to the purchase's history. */
  async function noteNumbers(tx: Tx, doc: PurchaseDoc, orders: readonly OrderRow[]): Promise<void> {
    const numbers = orders.map((order) => order.orderId)
    if (numbers.join() !== doc.alibabaOrderIds.join()) await purchases.setAlibabaOrders(tx, doc.id, numbers)
  }

  async function noteAmounts(tx: Tx, doc: PurchaseDoc, counted: readonly OrderRow[]): Promise<void> {
    const live = counted.filter((order) => !isClosed(order.status))
    const billed = live.length > 0 ? live : counted
    if (billed.length === 0) return
    const sum = (pick: (order: OrderRow) => number | null): number =>
      billed.reduce((total, order) => total + (pick(order) ?? 0), 0)
    const totalMinor = sum((order) => order.totalMinor)
    const freightMinor = sum((order) => order.freightMinor)
    const goodsMinor = billed.every((order) => order.goodsMinor !== null) ? sum((order) => order.goodsMinor) : null
    const unitPrices = await unitPricesOf(tx, doc, billed)
    const same =
      doc.actualTotalMinor === totalMinor &&
      doc.actualFreightMinor === freightMinor &&
      doc.actualGoodsMinor === goodsMinor &&
      doc.lines.every((line) => (unitPrices.get(line.id) ?? line.actualUnitPriceMinor) === line.actualUnitPriceMinor)
    if (!same) await purchases.setActual(tx, doc.id, { totalMinor, freightMinor, goodsMinor, unitPrices })
  }

  async function unitPricesOf(tx: Tx, doc: PurchaseDoc, orders: readonly OrderRow[]): Promise<Map<string, number>> {
    const items = await findItems(
      tx,
      orders.map((order) => order.id),
    )
    const prices = new Map<string, number>()
    for (const line of doc.lines) {
      const same = items.filter((one) => one.offerId === line.offerId && (one.specId ?? null) === line.specId)
      const pieces = same.reduce((sum, one) => sum + one.quantity, 0)
      const amount = same.reduce((sum, one) => sum + one.amountMinor, 0)
      if (pieces > 0) prices.set(line.id, Math.round(amount / pieces))
    }
    return prices
  }

  /** There is an order, whatever its status word, so the purchase no longer waits for the outcome of the placing. */
  const stateBySummary = (doc: PurchaseDoc, orders: readonly OrderRow[]): 'to-pay' | 'to-send' | null => {
    if (orders.length === 0 || (doc.state !== 'placing' && doc.state !== 'unknown')) return null
    return orders.every((order) => order.paidAt !== null) ? 'to-send' : 'to-pay'
  }

  async function moveWith(tx: Tx, doc: PurchaseDoc, orders: readonly OrderRow[], reason: string): Promise<void> {
    const to = purchaseStateOf(orders.map(wordOf)) ?? stateBySummary(doc, orders)
    if (to === null || doc.state === to) return
    if (!MOVED_BY_ORDERS.includes(doc.state)) return
    // 1688 never moves an order back; a message with an earlier state arrived late.
    if ((ORDER_OF[to] ?? 0) <= (ORDER_OF[doc.state] ?? 0)) return
    let from = doc.state
    // A purchase that is being placed first becomes an ordered one, before it can become closed or paid.
    if (from === 'placing' && to !== 'to-pay') {
      await purchases.moveState(tx, doc.id, [from], 'to-pay', { reason })
      from = 'to-pay'
    }
    await purchases.moveState(tx, doc.id, [from], to, { reason })
  }

  return summary
}
