import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { yuanText } from '@huoqiao/kit'
import type { Leases } from '../../acts/lease.ts'
import type { Db } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesDoor } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isOutside } from './outside.ts'
import { row, stageWords } from './owing.service.ts'
import type { Owing, OwingService } from './owing.service.ts'
import { CHECKING } from './paying.rules.ts'
import { endSending, findPayment, insertPayment, updatePayment } from './payment.store.ts'
import { outcomeOf } from './placement.view.ts'
import { findOrderById } from './placement.store.ts'
import { dueOf } from './stages.rules.ts'

type Endpoints = typeof ENDPOINTS
type Agreed = InputOf<Endpoints['payByProtocol']>['stages'][number]

/** 免密支付: money that goes out without a person at a till. Intent before, outcome after, as for orders. */
export function protocolPaymentService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  leases: Leases
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesDoor
  ledger: LedgerService
  sync: OrdersSyncService
  owing: OwingService
}) {
  const { db, purchases, ledger } = deps
  const { owed, aboutOrder, hold, paymentOrderRow } = deps.owing

  const service = {
    /**
     * Without a password. One 1688 order at a time, each payment of it at most once: the database refuses a second one beside
     * it, and a stage that the person did not see to be due is not paid.
     */
    async byProtocol(call: Call, input: InputOf<Endpoints['payByProtocol']>): Promise<BulkOutcome> {
      const { purchaseIds, channel } = input
      const seen = new Map((await owed(purchaseIds)).owing.map((one) => [one.order.orderId, one.order.totalMinor]))
      const agreed = new Map(input.stages.map((one) => [one.orderId, one]))
      const unread = await readNow(purchaseIds, call)
      const { owing, rows } = await owed(purchaseIds.filter((id) => !unread.has(id)))
      for (const one of owing) {
        const wrong = wrongStage(one, agreed.get(one.order.orderId)) ?? wrongPrice(one, seen)
        rows.push(wrong === undefined ? await payOne(call, one, channel) : row(one.purchase, false, wrong))
      }
      return outcomeOf([...rows, ...unread.values()])
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

  async function payOne(call: Call, one: Owing, channel: 'alipay' | 'shegou'): Promise<RowOutcome> {
    const paymentId = deps.newId()
    const about = await aboutOrder(db.handle, one)
    const inStage = one.stage === null ? {} : { stage: one.stage }
    try {
      const isStill = await db.transaction(async (tx) => {
        await hold(tx, [one])
        // Whoever paid a moment ago has let go of the purchase: what is due may be another stage by now.
        const fresh = await findOrderById(tx, one.order.id)
        const due = fresh && dueOf(fresh)
        if (due?.stage !== one.stage || due.amountMinor !== one.amountMinor) return false
        await insertPayment(
          tx,
          {
            id: paymentId,
            accountId: one.order.accountId,
            way: `protocol-${channel}`,
            state: 'sending',
            totalMinor: one.amountMinor,
            byId: call.actor.accountId,
            by: call.actor.name,
          },
          [{ ...paymentOrderRow(paymentId, one), sending: true }],
        )
        await deps.leases.open(tx, paymentId, 'pay')
        await ledger.append(tx, {
          ...about,
          kind: 'pay-intent',
          amountMinor: one.amountMinor,
          by: call.actor.name,
          summary: `免密支付${stageWords(one)}`,
          facts: { paymentId, channel, ...inStage },
        })
        return true
      })
      if (!isStill)
        return row(one.purchase, false, `1688订单 ${one.order.orderId} 应付的款项刚刚变了，没有付款，请核对后再付`)
    } catch (error) {
      if (isUniqueViolation(error, 'payment_order_sending'))
        return row(one.purchase, false, `1688订单 ${one.order.orderId} 正在付款，结果出来之前不会再付`)
      throw error
    }
    let paid = false
    let failure: unknown
    try {
      const answer = await deps.marketplace.withConnector(one.order.accountId, (connector) =>
        connector.preparePay(
          { orderId: one.order.orderId, amountFen: one.amountMinor, channel, requestId: paymentId },
          { guard: deps.leases.guard(paymentId) },
        ),
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
    const isHeldBack = isSendWithdrawn(failure)
    if (failure !== undefined && !isOutside(failure) && !isHeldBack) throw failure
    const word = failure !== undefined && isOutside(failure) ? failure.word : null
    const surelyNot = word !== null && word !== 'unknown-outcome' && word !== 'already-done'
    const said = isRemoteFailure(failure)
      ? explainMarketplaceFailure(failure)
      : isOutside(failure)
        ? failure
        : undefined
    const heard = said
      ? `${said.message}：${said.detail.why ?? ''}`
      : isHeldBack
        ? '服务器停顿过久，付款请求没有发出'
        : paid
          ? '1688确认已付款'
          : '1688没有确认付款'
    const text = surelyNot || paid ? heard : `${heard.slice(0, 400)}。${CHECKING}`
    await db.transaction(async (tx) => {
      await hold(tx, [one])
      await deps.leases.end(tx, paymentId)
      // A pace that kept the call waiting may have had it taken for lost meanwhile.
      await updatePayment(tx, paymentId, ['sending', 'unknown'], {
        // "Paid" is believed when the order itself says so; reading it ends the payment.
        state: surelyNot ? 'failed' : 'unknown',
        message: text.slice(0, MESSAGE_CHARS),
        settledAt: surelyNot ? new Date(deps.clock.now()) : null,
      })
      if (surelyNot) await endSending(tx, paymentId)
      await ledger.append(tx, {
        ...about,
        kind: 'pay-answer',
        amountMinor: one.amountMinor,
        by: '1688',
        summary: `${text.slice(0, 190)}${stageWords(one)}`,
        facts: { paymentId, paid, word, ...(one.stage === null ? {} : { stage: one.stage }) },
      })
    })
    if (surelyNot) return row(one.purchase, false, text)
    await deps.sync.readPurchase(one.purchase.id, call.signal).catch((error: unknown) => {
      // The next poll reads it; what was done is written down already.
      if (!isOutside(error)) throw error
    })
    const after = await findPayment(db.handle, paymentId)
    return row(one.purchase, after?.state === 'paid', after?.state === 'paid' ? `已付款${stageWords(one)}` : text)
  }

  return service
}

/** What 1688 asks for now is not what stood here when the person pressed; undefined: it is. */
function wrongPrice(one: Owing, seen: ReadonlyMap<string, number>): string | undefined {
  const before = seen.get(one.order.orderId)
  if (one.stage !== null || before === undefined || before === one.order.totalMinor) return undefined
  const says = `1688订单 ${one.order.orderId} 的金额变了：原来 ${yuanText(before)}，现在 ${yuanText(one.order.totalMinor)}`
  return `${says}。没有付款，请核对后再付`
}

/** A stage is paid only by who named it, and its sum: a press that is repeated, or late, must not pay the next one. */
function wrongStage(one: Owing, agreed: Agreed | undefined): string | undefined {
  const { stage, amountMinor, order } = one
  if (stage === null) return undefined
  if (order.stages[stage - 1]?.paying) return `1688显示订单 ${order.orderId} 第${stage}阶段正在付款，没有再付`
  if (agreed?.stage === stage && agreed.amountMinor === amountMinor) return undefined
  const now = `1688订单 ${order.orderId} 分阶段付款，现在应付第${stage}阶段 ${yuanText(amountMinor)}`
  if (agreed === undefined) return `${now}。没有付款，请核对后再付`
  const why = agreed.stage === stage ? `金额变了：原来 ${yuanText(agreed.amountMinor)}` : `第${agreed.stage}阶段已付过`
  return `${now}（${why}）。没有付款，请核对后再付`
}
