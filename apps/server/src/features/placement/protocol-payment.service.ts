import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import type { Db } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesDoor } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isOutside } from './outside.ts'
import { row } from './owing.service.ts'
import type { Owing, OwingService } from './owing.service.ts'
import { endSending, findPayment, insertPayment, updatePayment } from './payment.store.ts'
import { outcomeOf } from './placement.view.ts'
import { yuan } from './placing.rules.ts'

/** 免密支付: money that goes out without a person at a till. Intent before, outcome after, as for orders. */
export function protocolPaymentService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesDoor
  ledger: LedgerService
  sync: OrdersSyncService
  owing: OwingService
}) {
  const { db, purchases, ledger } = deps
  const { owed, aboutOrder, hold, paymentOrderRow } = deps.owing

  const service = {
    /** Without a password. One 1688 order at a time, each at most once: the database refuses a second one beside it. */
    async byProtocol(call: Call, purchaseIds: readonly string[], channel: 'alipay' | 'shegou'): Promise<BulkOutcome> {
      const seen = new Map((await owed(purchaseIds)).owing.map((one) => [one.order.orderId, one.order.totalMinor]))
      const unread = await readNow(purchaseIds, call)
      const { owing, rows } = await owed(purchaseIds.filter((id) => !unread.has(id)))
      for (const one of owing) rows.push(wrongPrice(one, seen) ?? (await payOne(call, one, channel)))
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

  function wrongPrice(one: Owing, seen: ReadonlyMap<string, number>): RowOutcome | undefined {
    const before = seen.get(one.order.orderId)
    if (before === undefined || before === one.order.totalMinor) return undefined
    const says = `1688订单 ${one.order.orderId} 的金额变了：原来 ${yuan(before)}，现在 ${yuan(one.order.totalMinor)}`
    return row(one.purchase, false, `${says}。没有付款，请核对后再付`)
  }

  async function payOne(call: Call, one: Owing, channel: 'alipay' | 'shegou'): Promise<RowOutcome> {
    const paymentId = deps.newId()
    const about = await aboutOrder(db.handle, one)
    try {
      await db.transaction(async (tx) => {
        await hold(tx, [one])
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
      await hold(tx, [one])
      await updatePayment(tx, paymentId, ['sending'], {
        // "Paid" is believed when the order itself says so; reading it ends the payment.
        state: surelyNot ? 'failed' : 'unknown',
        message: text.slice(0, 500),
        settledAt: surelyNot ? new Date(deps.clock.now()) : null,
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

  return service
}
