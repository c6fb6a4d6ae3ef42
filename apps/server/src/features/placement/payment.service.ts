import { groupBy } from '@huoqiao/kit'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { PayWay, PaymentView } from '@huoqiao/contract/placement/placement.schema'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchaseDoc, PurchasesDoor } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrderRecord } from './order-record.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import {
  endSending,
  findPayment,
  findPaymentPage,
  findSending,
  insertPayment,
  updatePayment,
  withOrders,
} from './payment.store.ts'
import type { PaymentFilter } from './payment.store.ts'
import { isOutside } from './outside.ts'
import { isUnpaid } from './placement.rules.ts'
import { findOrdersOf, findPlacement } from './placement.store.ts'
import type { OrderRow } from './placement.store.ts'
import { outcomeOf, paymentView } from './placement.view.ts'
import { yuan } from './placing.rules.ts'

export type PaymentService = ReturnType<typeof paymentService>

const WAY_LIMIT: Readonly<Record<PayWay, number>> = { alipay: 100, crossBorder: 30, credit: 30 }

type Owing = { order: OrderRow; purchase: PurchaseDoc }

/** Paying for 1688 orders: a link for a person, or without a password. Intent before, outcome after, as for orders. */
export function paymentService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesDoor
  ledger: LedgerService
  record: OrderRecord
  sync: OrdersSyncService
}) {
  const { db, purchases, ledger } = deps
  const now = (): Date => new Date(deps.clock.now())

  const service = {
    async link(
      call: Call,
      purchaseIds: readonly string[],
      way: PayWay,
    ): Promise<{ payment: PaymentView | null; rows: BulkOutcome }> {
      const { owing, rows } = await owed(purchaseIds)
      if (owing.length === 0) return { payment: null, rows: outcomeOf(rows) }
      const accountId = oneAccount(owing)
      if (owing.length > WAY_LIMIT[way])
        throw new Refusal('too-large', { why: `这种付款方式一次最多付 ${WAY_LIMIT[way]} 个1688订单` })
      const total = owing.reduce((sum, one) => sum + one.order.totalMinor, 0)
      const paymentId = deps.newId()
      const orderIds = owing.map((one) => one.order.orderId)
      const link = await deps.marketplace
        .withConnector(accountId, (connector) => connector.payLink({ orderIds, way }, { signal: call.signal }))
        .catch((error: unknown) => {
          if (isRemoteFailure(error)) throw explainMarketplaceFailure(error, `${owing.length} 个1688订单，没有付款`)
          throw error
        })
      const payable = owing.filter((one) => !link.failed.includes(one.order.orderId))
      for (const one of owing)
        if (link.failed.includes(one.order.orderId))
          rows.push(row(one.purchase, false, `1688订单 ${one.order.orderId} 不能用这种方式付款`))
      await db.transaction(async (tx) => {
        await insertPayment(
          tx,
          {
            id: paymentId,
            accountId,
            way,
            state: 'requested',
            totalMinor: payable.reduce((sum, one) => sum + one.order.totalMinor, 0),
            payUrl: link.payUrl,
            byId: call.actor.accountId,
            by: call.actor.name,
          },
          payable.map((one) => paymentOrderRow(paymentId, one.order)),
        )
        for (const purchase of purchasesOf(payable))
          if (purchase.payment === 'none') await purchases.markPayment(tx, purchase.id, 'requested')
        for (const one of payable)
          await ledger.append(tx, {
            ...(await aboutOrder(tx, one)),
            kind: 'pay-intent',
            amountMinor: one.order.totalMinor,
            by: call.actor.name,
            summary: `获取付款链接，同一笔共 ${payable.length} 个订单`,
            facts: { paymentId, way, totalMinor: total },
          })
      })
      for (const purchase of purchasesOf(payable)) rows.push(row(purchase, true, '已加入这笔付款'))
      const made = await wholePayment(paymentId)
      return { payment: made ? paymentView(made) : null, rows: outcomeOf(rows) }
    },

    /** Without a password. One 1688 order at a time, each at most once: the database refuses a second one beside it. */
    async byProtocol(call: Call, purchaseIds: readonly string[], channel: 'alipay' | 'shegou'): Promise<BulkOutcome> {
      const seen = new Map((await owed(purchaseIds)).owing.map((one) => [one.order.orderId, one.order.totalMinor]))
      const unread = await readNow(purchaseIds, call)
      const { owing, rows } = await owed(purchaseIds.filter((id) => !unread.has(id)))
      for (const one of owing) rows.push(wrongPrice(one, seen) ?? (await payOne(call, one, channel)))
      return outcomeOf([...rows, ...unread.values()])
    },

    page: async (tx: Tx, filter: PaymentFilter, page: { page: number; pageSize: number }) => {
      const { rows, total } = await findPaymentPage(tx, filter, page)
      const ids = [...new Set(rows.flatMap((one) => one.orders.map((order) => order.purchaseId)))]
      const docs = await purchases.purchaseDocs(tx, ids)
      const list = rows.map((one) => ({
        ...paymentView(one),
        purchases: docs
          .filter((doc) => one.orders.some((order) => order.purchaseId === doc.id))
          .map((doc) => ({ id: doc.id, number: doc.number })),
      }))
      return { list, total, ...page }
    },
  }

  /** Money goes out only for what 1688 says at this moment. Answers the purchases that it could not be asked about. */
  async function readNow(purchaseIds: readonly string[], call: Call): Promise<Map<string, RowOutcome>> {
    const unread = new Map<string, RowOutcome>()
    for (const purchase of await purchases.purchaseDocs(db.handle, purchaseIds)) {
      try {
        await deps.sync.readPurchase(purchase.id, call.signal)
      } catch (error) {
        if (!isOutside(error)) throw error
        const told = isRemoteFailure(error) ? explainMarketplaceFailure(error) : error
        unread.set(purchase.id, row(purchase, false, `没有付款：付款前要核对订单，${told.message}`))
      }
    }
    return unread
  }

  function wrongPrice(one: Owing, seen: ReadonlyMap<string, number>): RowOutcome | undefined {
    const before = seen.get(one.order.orderId)
    if (before === undefined || before === one.order.totalMinor) return undefined
    const says = `1688订单 ${one.order.orderId} 的金额变了：原来 ${yuan(before)}，现在 ${yuan(one.order.totalMinor)}`
    return row(one.purchase, false, `${says}。没有付款，请核对后再付`)
  }

  /** Unpaid 1688 orders of the purchases; what cannot be paid comes back as rows. */
  async function owed(purchaseIds: readonly string[]): Promise<{ owing: Owing[]; rows: RowOutcome[] }> {
    const docs = await purchases.purchaseDocs(db.handle, purchaseIds)
    const all = await findOrdersOf(db.handle, purchaseIds)
    const orders = groupBy(all, (order) => order.purchaseId)
    const sending = await findSending(
      db.handle,
      all.map((order) => order.id),
    )
    const rows: RowOutcome[] = []
    const owing: Owing[] = []
    for (const id of purchaseIds) {
      const doc = docs.find((one) => one.id === id)
      if (!doc) {
        rows.push({ key: id, ok: false, word: 'not-found', message: '采购单不存在' })
        continue
      }
      const unpaid = (orders.get(id) ?? []).filter((order) => isUnpaid(order.status) && order.paidAt === null)
      const meant = unpaid.filter((order) => !order.surplus)
      const wanted = meant.filter((order) => !sending.has(order.id))
      if (wanted.length < meant.length) rows.push(row(doc, false, '正在免密付款，结果出来之前不会再付'))
      else if (wanted.length === 0)
        rows.push(row(doc, false, unpaid.length > 0 ? '只有多余的订单，请取消' : '没有待付款的1688订单'))
      for (const order of wanted) owing.push({ order, purchase: doc })
    }
    return { owing, rows }
  }

  async function payOne(call: Call, one: Owing, channel: 'alipay' | 'shegou'): Promise<RowOutcome> {
    const paymentId = deps.newId()
    const about = await aboutOrder(db.handle, one)
    try {
      await db.transaction(async (tx) => {
        await insertPayment(
          tx,
          {
            id: paymentId,
            accountId: one.order.accountId,
            way: `protocol-${channel}`,
            state: 'sending',
            totalMinor: one.order.totalMinor,
            byId: call.actor.accountId,
            by: call.actor.name,
          },
          [{ ...paymentOrderRow(paymentId, one.order), sending: true }],
        )
        await ledger.append(tx, {
          ...about,
          kind: 'pay-intent',
          amountMinor: one.order.totalMinor,
          by: call.actor.name,
          summary: '免密支付',
          facts: { paymentId, channel },
        })
      })
    } catch (error) {
      if (isUniqueViolation(error, 'payment_order_sending'))
        return row(one.purchase, false, `1688订单 ${one.order.orderId} 正在付款，结果出来之前不会再付`)
      throw error
    }
    let paid = false
    let failure: unknown
    try {
      const answer = await deps.marketplace.withConnector(one.order.accountId, (connector) =>
        connector.preparePay({
          orderId: one.order.orderId,
          amountFen: one.order.totalMinor,
          channel,
          requestId: paymentId,
        }),
      )
      paid = answer.paid
    } catch (error) {
      failure = error
    }
    return notePayment(call, one, paymentId, about, paid, failure)
  }

  async function notePayment(
    call: Call,
    one: Owing,
    paymentId: string,
    about: Awaited<ReturnType<typeof aboutOrder>>,
    paid: boolean,
    failure: unknown,
  ): Promise<RowOutcome> {
    if (failure !== undefined && !isRemoteFailure(failure)) throw failure
    const surelyNot = failure !== undefined && failure.word !== 'unknown-outcome' && failure.word !== 'already-done'
    const said = failure === undefined ? undefined : explainMarketplaceFailure(failure)
    const text = said ? `${said.message}：${said.detail.why ?? ''}` : paid ? '1688确认已付款' : '1688没有确认，正在核对'
    await db.transaction(async (tx) => {
      await updatePayment(tx, paymentId, ['sending'], {
        // "Paid" is believed when the order itself says so; reading it ends the payment.
        state: surelyNot ? 'failed' : 'unknown',
        message: text.slice(0, 500),
        settledAt: surelyNot ? now() : null,
      })
      if (surelyNot) await endSending(tx, paymentId)
      await ledger.append(tx, {
        ...about,
        kind: 'pay-answer',
        amountMinor: one.order.totalMinor,
        by: '1688',
        summary: text.slice(0, 200),
        facts: { paymentId, paid, word: failure?.word ?? null },
      })
    })
    if (surelyNot) return row(one.purchase, false, text)
    await deps.sync.readPurchase(one.purchase.id, call.signal).catch((error: unknown) => {
      // The next poll reads it; what was done is written down already.
      if (!isRemoteFailure(error)) throw error
    })
    const after = await findPayment(db.handle, paymentId)
    return row(one.purchase, after?.state === 'paid', after?.state === 'paid' ? '已付款' : text)
  }

  const wholePayment = async (paymentId: string) => {
    const found = await findPayment(db.handle, paymentId)
    return found === undefined ? undefined : (await withOrders(db.handle, [found]))[0]
  }

  async function aboutOrder(tx: Tx, one: Owing) {
    const placement = await findPlacement(tx, one.order.placementId)
    return {
      placementId: one.order.placementId,
      purchaseId: one.purchase.id,
      purchaseNumber: one.purchase.number,
      accountName: placement?.accountName ?? '',
      orderId: one.order.orderId,
    }
  }

  const paymentOrderRow = (paymentId: string, order: OrderRow) => ({
    id: deps.newId(),
    paymentId,
    alibabaOrderId: order.id,
    amountMinor: order.totalMinor,
  })

  return service
}

const row = (purchase: PurchaseDoc, ok: boolean, message: string): RowOutcome => ({
  key: purchase.id,
  ok,
  message: `${purchase.number}：${message}`,
})

const purchasesOf = (owing: readonly Owing[]): PurchaseDoc[] => [
  ...new Map(owing.map((one) => [one.purchase.id, one.purchase])).values(),
]

/** A payment is of one buyer: orders of two accounts can't be on one page. */
function oneAccount(owing: readonly Owing[]): string {
  const accounts = [...new Set(owing.map((one) => one.order.accountId))]
  const [first] = accounts
  if (first === undefined || accounts.length > 1)
    throw new Refusal('state-not-allowed', { why: '选中的采购单属于不同的1688账号，请分开付款' })
  return first
}
