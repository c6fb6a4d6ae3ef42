import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { PayWay, PaymentView } from '@huoqiao/contract/placement/placement.schema'
import { PAYMENT_STATES } from '@huoqiao/contract/placement/placement.status'
import type { PaymentState } from '@huoqiao/contract/placement/placement.status'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchaseDoc, PurchasesDoor } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isOutside } from './outside.ts'
import { owingService, row, stageWords } from './owing.service.ts'
import type { Owing } from './owing.service.ts'
import { countPayments, findPayment, findPaymentPage, insertPayment, withOrders } from './payment.store.ts'
import type { PaymentFilter } from './payment.store.ts'
import { isClosed } from './placement.rules.ts'
import { findOrdersOf } from './placement.store.ts'
import { outcomeOf, owingView, paymentView } from './placement.view.ts'
import { protocolPaymentService } from './protocol-payment.service.ts'

type Payable = OutputOf<(typeof ENDPOINTS)['queryPayable']>

type AskedPayments = Omit<PaymentFilter, 'purchaseId' | 'orderId'> & { keyword?: string | undefined }

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[]
const WAY_LIMIT: Readonly<Record<PayWay, number>> = { alipay: 100, crossBorder: 30, credit: 30 }

/** Paying for 1688 orders: a link for a person, or without a password. Intent before, outcome after, as for orders. */
export function paymentService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesDoor
  ledger: LedgerService
  sync: OrdersSyncService
}) {
  const { db, purchases, ledger } = deps
  const owing = owingService(deps)
  const { owed, aboutOrder, hold, paymentOrderRow } = owing
  const protocol = protocolPaymentService({ ...deps, owing })

  const service = {
    async link(
      call: Call,
      purchaseIds: readonly string[],
      way: PayWay,
    ): Promise<{ payment: PaymentView | null; rows: BulkOutcome }> {
      await readUnread(purchaseIds, call.signal)
      const { owing: open, rows } = await owed(purchaseIds)
      if (open.length === 0) return { payment: null, rows: outcomeOf(rows) }
      const accountId = oneAccount(open)
      if (open.length > WAY_LIMIT[way])
        throw new Refusal('too-large', { why: `这种付款方式一次最多付 ${WAY_LIMIT[way]} 个1688订单` })
      const total = open.reduce((sum, one) => sum + one.amountMinor, 0)
      const paymentId = deps.newId()
      const orderIds = open.map((one) => one.order.orderId)
      const link = await deps.marketplace
        .withConnector(accountId, (connector) => connector.payLink({ orderIds, way }, { signal: call.signal }))
        .catch((error: unknown) => {
          if (isRemoteFailure(error)) throw explainMarketplaceFailure(error, `${open.length} 个1688订单，没有付款`)
          throw error
        })
      const payable = open.filter((one) => !link.failed.includes(one.order.orderId))
      for (const one of open)
        if (link.failed.includes(one.order.orderId))
          rows.push(row(one.purchase, false, `1688订单 ${one.order.orderId} 不能用这种方式付款`))
      await db.transaction(async (tx) => {
        await hold(tx, payable)
        await insertPayment(
          tx,
          {
            id: paymentId,
            accountId,
            way,
            state: 'requested',
            totalMinor: payable.reduce((sum, one) => sum + one.amountMinor, 0),
            payUrl: link.payUrl,
            byId: call.actor.accountId,
            by: call.actor.name,
          },
          payable.map((one) => paymentOrderRow(paymentId, one)),
        )
        for (const purchase of purchasesOf(payable))
          if (purchase.payment === 'none') await purchases.markPayment(tx, purchase.id, 'requested')
        for (const one of payable)
          await ledger.append(tx, {
            ...(await aboutOrder(tx, one)),
            kind: 'pay-intent',
            amountMinor: one.amountMinor,
            by: call.actor.name,
            summary: `获取付款链接，同一笔共 ${payable.length} 个订单${stageWords(one)}`,
            facts: { paymentId, way, totalMinor: total, ...(one.stage === null ? {} : { stage: one.stage }) },
          })
      })
      for (const purchase of purchasesOf(payable)) rows.push(row(purchase, true, '已加入这笔付款'))
      const made = await wholePayment(paymentId)
      return { payment: made ? paymentView(made) : null, rows: outcomeOf(rows) }
    },

    byProtocol: (call: Call, input: Parameters<typeof protocol.byProtocol>[1]) => protocol.byProtocol(call, input),

    /** What the purchases' orders ask for now. */
    async payable(call: Call, purchaseIds: readonly string[]): Promise<Payable> {
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

    counts: async (tx: Tx, asked: AskedPayments) => countPayments(tx, STATES, await filterOf(tx, asked)),

    page: async (tx: Tx, asked: AskedPayments, page: { page: number; pageSize: number }) => {
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

  async function filterOf(tx: Tx, { keyword, ...asked }: AskedPayments): Promise<PaymentFilter> {
    const typed = keyword?.trim() || undefined
    const purchase = typed === undefined ? undefined : await purchases.purchaseByNumber(tx, typed.toUpperCase())
    return { ...asked, ...(purchase ? { purchaseId: purchase.id } : { orderId: typed }) }
  }

  /** An order of which only its number is known may be one that is paid in stages. */
  async function readUnread(purchaseIds: readonly string[], signal: AbortSignal): Promise<void> {
    const orders = await findOrdersOf(db.handle, purchaseIds)
    const unread = orders.filter((order) => !order.read && !isClosed(order.status))
    for (const purchaseId of new Set(unread.map((order) => order.purchaseId)))
      await deps.sync.readPurchase(purchaseId, signal).catch((error: unknown) => {
        // What is known without it is the sum of the order; 1688's till asks for what is due.
        if (!isOutside(error)) throw error
      })
  }

  const wholePayment = async (paymentId: string) => {
    const found = await findPayment(db.handle, paymentId)
    return found === undefined ? undefined : (await withOrders(db.handle, [found]))[0]
  }

  return service
}

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
