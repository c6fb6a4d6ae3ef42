import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { BulkOutcome, RowOutcome } from '@huoqiao/contract/wire'
import { yuanText } from '@huoqiao/kit'
import type { Act } from '../../acts/acts.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import type { Db } from '../../db/db.ts'
import type { Hooks } from '../../define-feature.ts'
import { isUniqueViolation } from '../../db/db.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { UNANSWERED_ALARM } from '../purchases/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { LedgerService } from './ledger.service.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { commitmentOf, row } from './owing.service.ts'
import type { Owing, OwingService } from './owing.service.ts'
import type { PayActs, ProtocolPayment } from './pay.act.ts'
import { moneyIsCommitted } from './placement.hooks.ts'
import { stageWords } from './paying.rules.ts'
import { findPayment, insertPayment } from './payment.store.ts'
import { findOrderById } from './placement.store.ts'
import { dueOf } from './stages.rules.ts'

type Endpoints = typeof ENDPOINTS
type Agreed = InputOf<Endpoints['payByProtocol']>['stages'][number]

/** 免密支付: payments without a person at a payment page. The intent is recorded before, the outcome after, as for orders. */
export function protocolPaymentService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  ledger: LedgerService
  sync: OrdersSyncService
  owing: OwingService
  pays: PayActs
  hooks: Hooks
}) {
  const { db, purchases, ledger } = deps
  const { owed, aboutOrder, hold, paymentOrderRow } = deps.owing

  const service = {
    /**
     * Pays without a password, one 1688 order at a time, each payment at most once: the database refuses a second open payment. A stage
     * that the person did not see as due is not paid.
     */
    async payByProtocol(call: Call, input: InputOf<Endpoints['payByProtocol']>): Promise<BulkOutcome> {
      const { purchaseIds, channel } = input
      const seen = new Map((await owed(purchaseIds)).owing.map((one) => [one.order.orderId, one.order.totalMinor]))
      const agreed = new Map(input.stages.map((one) => [one.orderId, one]))
      // The amounts that the person saw decide: our own row may have been updated from 1688 after the screen was loaded.
      const shown = new Map(input.amounts.map((one) => [one.orderId, one.amountMinor]))
      const isShown = shown.size + agreed.size > 0
      const unread = await readNow(purchaseIds, call)
      const { owing, rows } = await owed(purchaseIds.filter((id) => !unread.has(id)))
      for (const one of owing) {
        const wrong = wrongStage(one, agreed.get(one.order.orderId)) ?? wrongPrice(one, isShown ? shown : seen, isShown)
        rows.push(wrong === undefined ? await payOne(call, one, channel) : row(one.purchase, false, wrong))
      }
      return outcomeOf([...rows, ...unread.values()])
    },
  }

  /**
   * Reads the orders first: money is sent only for what 1688 asks for at this moment. Returns the purchases whose orders could not be read.
   */
  async function readNow(purchaseIds: readonly string[], call: Call): Promise<Map<string, RowOutcome>> {
    const unread = new Map<string, RowOutcome>()
    for (const purchase of await purchases.purchaseDocs(db.handle, purchaseIds)) {
      try {
        await deps.sync.readPurchase(purchase.id, call.signal)
      } catch (error) {
        if (!isExternalFailure(error)) throw error
        const reported = isRemoteFailure(error) ? explainMarketplaceFailure(error) : error
        unread.set(purchase.id, row(purchase, false, `没有付款：付款前要核对订单，${reported.message}`))
      }
    }
    return unread
  }

  async function payOne(call: Call, one: Owing, channel: 'alipay' | 'shegou'): Promise<RowOutcome> {
    const act = await intend(call, one, channel)
    if (typeof act === 'string') return row(one.purchase, false, act)
    const outcome = await deps.pays.carryOut(act)
    if (outcome.result === 'refused') return row(one.purchase, false, outcome.message)
    await deps.pays.look(act.id, call.signal).catch((error: unknown) => {
      // A scheduled job looks again. What was done so far is already recorded.
      if (!isExternalFailure(error)) throw error
    })
    const after = await findPayment(db.handle, act.id)
    const isPaid = after?.state === 'paid'
    return row(one.purchase, isPaid, isPaid ? `已付款${stageWords(one)}` : (after?.message ?? ''))
  }

  /** Records the payment before it is sent. Returns the reason if it may not be made. */
  async function intend(call: Call, one: Owing, channel: 'alipay' | 'shegou'): Promise<Act<ProtocolPayment> | string> {
    const id = deps.newId()
    const { stage, amountMinor } = one
    const by = byColumnsOf(call)
    const intent = {
      accountId: one.order.accountId,
      channel,
      amountMinor,
      stage,
      about: await aboutOrder(db.handle, one),
    }
    try {
      const act = await db.transaction(async (tx) => {
        await hold(tx, [one])
        if ((await purchases.purchaseForPlacement(tx, one.purchase.id))?.alarmQuantity) return UNANSWERED_ALARM
        // Another payment may have finished before we got the lock, so another stage may be due now.
        const fresh = await findOrderById(tx, one.order.id)
        const due = fresh && dueOf(fresh)
        if (due?.stage !== stage || due.amountMinor !== amountMinor) return undefined
        await deps.hooks.ask(moneyIsCommitted, tx, call.actor, commitmentOf(one))
        const written = await deps.pays.intend(tx, { id, key: one.order.id, intent, ...by })
        const way = `protocol-${channel}`
        await insertPayment(
          tx,
          { id, accountId: intent.accountId, way, state: 'sending', totalMinor: amountMinor, ...by },
          [paymentOrderRow(id, one)],
        )
        await ledger.append(tx, {
          ...intent.about,
          kind: 'pay-intent',
          amountMinor,
          by: by.by,
          summary: `免密支付${stageWords(one)}`,
          facts: { paymentId: id, channel, ...(stage === null ? {} : { stage }) },
        })
        return written
      })
      return act ?? `1688订单 ${one.order.orderId} 应付的款项刚刚变了，没有付款，请核对后再付`
    } catch (error) {
      if (isRefusal(error)) return error.detail.why ?? error.message
      if (isUniqueViolation(error, 'remote_act_open'))
        return `1688订单 ${one.order.orderId} 正在付款，结果出来之前不会再付`
      throw error
    }
  }

  return service
}

/** Why the amount that 1688 asks for now is not the one that the person saw. `isShown`: `seen` comes from the request. */
function wrongPrice(one: Owing, seen: ReadonlyMap<string, number>, isShown: boolean): string | undefined {
  const before = seen.get(one.order.orderId)
  if (one.stage !== null || before === one.order.totalMinor) return undefined
  if (before === undefined)
    return isShown ? `1688订单 ${one.order.orderId} 是刚刚出现的，没有付款，请核对后再付` : undefined
  const says = `1688订单 ${one.order.orderId} 的金额变了：原来 ${yuanText(before)}，现在 ${yuanText(one.order.totalMinor)}`
  return `${says}。没有付款，请核对后再付`
}

/** A stage is paid only if the request names it and its amount: a repeated or late press must not pay the next stage. */
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
