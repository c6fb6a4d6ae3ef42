import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { PAY_LINK_ORDERS } from '@huoqiao/connector-1688'
import type { PayLink } from '@huoqiao/connector-1688'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { PayWay, PaymentView } from '@huoqiao/contract/placement/placement.schema'
import { PAYMENT_STATES } from '@huoqiao/contract/placement/placement.status'
import type { PaymentState } from '@huoqiao/contract/placement/placement.status'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Hooks } from '../../define-feature.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { commitmentOf, owingService, row } from './owing.service.ts'
import type { Owing } from './owing.service.ts'
import type { LinkActs } from './link.act.ts'
import type { PayActs } from './pay.act.ts'
import { countPayments, findPayment, findPaymentPage, withOrders } from './payment.store.ts'
import type { PaymentFilter } from './payment.store.ts'
import { moneyIsCommitted } from './placement.hooks.ts'
import { isClosed } from './placement.rules.ts'
import { findOrdersOf } from './placement.store.ts'
import { owingView, paymentView } from './placement.view.ts'
import { protocolPaymentService } from './protocol-payment.service.ts'

type Payable = OutputOf<(typeof ENDPOINTS)['queryPayable']>

type AskedPayments = Omit<PaymentFilter, 'purchaseId' | 'orderId'> & { keyword?: string | undefined }

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[]

/**
 * Pays for 1688 orders: a link for a person, or a payment without a password. The intent is recorded before, the outcome after, as for
 * orders.
 */
export function paymentService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  ledger: LedgerService
  sync: OrdersSyncService
  pays: PayActs
  links: LinkActs
  hooks: Hooks
}) {
  const { db, purchases } = deps
  const owing = owingService(deps)
  const { owed, aboutOrder } = owing
  const protocol = protocolPaymentService({ ...deps, owing })

  const service = {
    /**
     * One link for each batch, because 1688 limits the orders of a link. If a batch fails, the links fetched before it are still returned.
     */
    async requestPayLink(
      call: Call,
      purchaseIds: readonly string[],
      way: PayWay,
    ): Promise<{ payments: PaymentView[]; rows: BulkOutcome }> {
      await readUnread(purchaseIds, call.signal)
      const { owing: open, rows } = await owed(purchaseIds)
      if (open.length === 0) return { payments: [], rows: outcomeOf(rows) }
      const accountId = oneAccount(open)
      const payments: PaymentView[] = []
      const linked: Owing[] = []
      let failure: Refusal | undefined
      for (const batch of batchesOf(open)) {
        const asked = failure === undefined ? await fetchLink(call, accountId, way, batch) : failure
        if (asked instanceof Refusal) {
          failure = asked
          for (const one of batch)
            rows.push(row(one.purchase, false, `1688订单 ${one.order.orderId}：${asked.message}，没有付款`))
          continue
        }
        const payable = batch.filter((one) => !asked.failed.includes(one.order.orderId))
        for (const one of batch)
          if (asked.failed.includes(one.order.orderId))
            rows.push(row(one.purchase, false, `1688订单 ${one.order.orderId} 不能用这种方式付款`))
        const made = await wholePayment(asked.paymentId)
        if (made) payments.push(paymentView(made))
        linked.push(...payable)
      }
      if (failure !== undefined && payments.length === 0) throw failure
      for (const purchase of purchasesOf(linked)) rows.push(row(purchase, true, '已加入这笔付款'))
      return { payments, rows: outcomeOf(rows) }
    },

    payByProtocol: (call: Call, input: Parameters<typeof protocol.payByProtocol>[1]) =>
      protocol.payByProtocol(call, input),

    /** What is due now for the orders of the purchases. */
    async queryPayable(call: Call, purchaseIds: readonly string[]): Promise<Payable> {
      await readUnread(purchaseIds, call.signal)
      const { owing: open, rows } = await owed(purchaseIds)
      const suppliers = open.map(({ purchase }) => purchase.supplierId)
      const [payWay, ...others] = new Set(await purchases.payWaysOf(db.handle, suppliers))
      return {
        orders: open.map(owingView),
        left: outcomeOf(rows),
        payWay: others.length === 0 ? (payWay ?? null) : null,
      }
    },

    getPaymentCountByState: async (tx: Tx, asked: AskedPayments) =>
      countPayments(tx, STATES, await filterOf(tx, asked)),

    getPayments: async (tx: Tx, asked: AskedPayments, page: { page: number; pageSize: number }) => {
      const { rows, ...count } = await findPaymentPage(tx, await filterOf(tx, asked), page)
      const ids = [...new Set(rows.flatMap((one) => one.orders.map((order) => order.purchaseId)))]
      const docs = await purchases.purchaseDocs(tx, ids)
      const list = rows.map((one) => ({
        ...paymentView(one),
        purchases: docs
          .filter((doc) => one.orders.some((order) => order.purchaseId === doc.id))
          .map((doc) => ({ id: doc.id, number: doc.number })),
      }))
      return { list, ...count, ...page }
    },
  }

  /** Returns the refusal if 1688 gave no link. */
  async function fetchLink(
    call: Call,
    accountId: string,
    way: PayWay,
    batch: readonly Owing[],
  ): Promise<(PayLink & { paymentId: string }) | Refusal> {
    const orders = await Promise.all(
      batch.map(async (one) => ({
        id: one.order.id,
        amountMinor: one.amountMinor,
        stage: one.stage,
        about: await aboutOrder(db.handle, one),
      })),
    )
    const id = deps.newId()
    const by = byColumnsOf(call)
    const act = await db
      .transaction(async (tx) => {
        for (const one of batch) await deps.hooks.ask(moneyIsCommitted, tx, call.actor, commitmentOf(one))
        return deps.links.intend(tx, { id, key: id, intent: { accountId, way, orders }, ...by })
      })
      .catch(refused)
    if (act instanceof Refusal) return act
    const outcome = await deps.links.carryOut(act, call.signal)
    if (outcome.result === 'done') return { ...outcome.answer, paymentId: id }
    const { error } = outcome
    if (isRemoteFailure(error)) return explainMarketplaceFailure(error, `${batch.length} 个1688订单，没有付款`)
    if (isRefusal(error)) return error
    throw error
  }

  async function filterOf(tx: Tx, { keyword, ...asked }: AskedPayments): Promise<PaymentFilter> {
    const typed = keyword?.trim() || undefined
    const purchase = typed === undefined ? undefined : await purchases.purchaseByNumber(tx, typed.toUpperCase())
    return { ...asked, ...(purchase ? { purchaseId: purchase.id } : { orderId: typed }) }
  }

  /** An order that was never read in full may be one that is paid in stages, so it is read first. */
  async function readUnread(purchaseIds: readonly string[], signal: AbortSignal): Promise<void> {
    const orders = await findOrdersOf(db.handle, purchaseIds)
    const unread = orders.filter((order) => !order.read && !isClosed(order.status))
    for (const purchaseId of new Set(unread.map((order) => order.purchaseId)))
      await deps.sync.readPurchase(purchaseId, signal).catch((error: unknown) => {
        // Without it only the order's total is known. 1688's payment page asks for the amount that is due.
        if (!isExternalFailure(error)) throw error
      })
  }

  const wholePayment = async (paymentId: string) => {
    const found = await findPayment(db.handle, paymentId)
    return found === undefined ? undefined : (await withOrders(db.handle, [found]))[0]
  }

  return service
}

/** A refusal is an answer to one batch, anything else is a fault. */
function refused(error: unknown): Refusal {
  if (isRefusal(error)) return error
  throw error
}

/** Orders of one purchase stay together, so that a purchase needs as few links as possible. */
function batchesOf(owing: readonly Owing[]): Owing[][] {
  const together = purchasesOf(owing).flatMap(({ id }) => owing.filter(({ purchase }) => purchase.id === id))
  return Array.from({ length: Math.ceil(together.length / PAY_LINK_ORDERS) }, (_unused, index) =>
    together.slice(index * PAY_LINK_ORDERS, (index + 1) * PAY_LINK_ORDERS),
  )
}

const purchasesOf = (owing: readonly Owing[]): PurchaseDoc[] => [
  ...new Map(owing.map((one) => [one.purchase.id, one.purchase])).values(),
]

/** One link belongs to one buyer account: orders of two accounts cannot share it. */
function oneAccount(owing: readonly Owing[]): string {
  const accounts = [...new Set(owing.map((one) => one.order.accountId))]
  const [first] = accounts
  if (first === undefined || accounts.length > 1)
    throw new Refusal('state-not-allowed', { why: '选中的采购单属于不同的1688账号，请分开付款' })
  return first
}
