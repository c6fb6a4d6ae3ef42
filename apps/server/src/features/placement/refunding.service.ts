import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Leases } from '../../acts/lease.ts'
import type { Db } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { Refusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesDoor } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { aboutOrder, readAgain } from './order-step.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { isOutside } from './outside.ts'
import { findItems, findOrderById, findOrderByNumber } from './placement.store.ts'
import type { OrderItemRow, OrderRow } from './placement.store.ts'
import { canOf, orderView } from './placement.view.ts'
import { goodsStatusOf, isRefunding, refundFound, refundIdsOf } from './refund.rules.ts'
import { findOpenRefunds, findRefundsOf, insertRefund, updateRefund } from './refund.store.ts'
import type { RefundRow } from './refund.store.ts'

export type RefundingService = ReturnType<typeof refundingService>
type Endpoints = typeof ENDPOINTS
type RefundInput = InputOf<Endpoints['applyAlibabaRefund']>
const OPEN = ['sending', 'unknown'] as const

/** Asking money back for paid 1688 orders, at most once an application: intent before, outcome after, as for payments. */
export function refundingService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  leases: Leases
  config: Pick<SystemConfigService, 'setting'>
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesDoor
  ledger: LedgerService
  sync: OrdersSyncService
}) {
  const { db, ledger } = deps
  const now = (): Date => new Date(deps.clock.now())

  const service = {
    async options(
      call: Call,
      input: InputOf<Endpoints['getRefundOptions']>,
    ): Promise<OutputOf<Endpoints['getRefundOptions']>> {
      const { order, items } = await refundable(input.orderId)
      const chosen = items.filter((item) => input.itemIds.length === 0 || input.itemIds.includes(item.id))
      const goodsStatus = goodsStatusOf(order)
      const asked = await remotely(() =>
        deps.marketplace.withConnector(order.accountId, async (connector) => ({
          reasons: await connector.refundReasons(
            { orderId: order.orderId, itemIds: chosen.map((item) => item.subItemId), goodsStatus },
            { signal: call.signal },
          ),
          limit: await connector.maxRefund(
            {
              orderId: order.orderId,
              goodsStatus,
              counts: chosen.map((item) => ({ itemId: item.subItemId, quantity: item.quantity })),
            },
            { signal: call.signal },
          ),
        })),
      )
      const freight = asked.limit.freightFen ?? 0
      return {
        order: orderView(order, items, await findRefundsOf(db.handle, [order.id])),
        goodsStatus,
        reasons: asked.reasons.map((reason) => ({ id: reason.reasonId, name: reason.name })),
        maxRefundMinor: asked.limit.goodsFen ?? (asked.limit.totalFen ?? 0) - freight,
        maxFreightMinor: freight,
      }
    },

    async apply(call: Call, input: RefundInput): Promise<{ refundId: string | null }> {
      const { order, items } = await refundable(input.orderId)
      const chosen = items.filter((item) => input.itemIds.includes(item.id))
      if (chosen.length !== new Set(input.itemIds).size)
        throw new Refusal('not-found', { why: '选中的商品不在这个1688订单里' })
      const formerIds = await idle(order, chosen, call)
      const refund = await writeIntent(call, order, chosen, input, formerIds)
      const sent = await send(order, chosen, input, refund.id)
      await noteOutcome(order, refund, sent)
      await readAgain(deps, order.purchaseId, call)
      if ('refundId' in sent) return { refundId: sent.refundId }
      if (isOutside(sent.error))
        throw isRemoteFailure(sent.error)
          ? explainMarketplaceFailure(sent.error, `1688订单 ${order.orderId}`)
          : sent.error
      if (isSendWithdrawn(sent.error))
        throw new Refusal('state-not-allowed', {
          why: '服务器停顿过久，这次申请没有发出；核对后会显示结果，再决定是否重新申请',
        })
      throw sent.error
    },

    /** Applications whose outcome nobody saw: the order is read, and after a while "none there" is believed. */
    async settleOpen(signal: AbortSignal): Promise<void> {
      for (const refund of await findOpenRefunds(db.handle, new Date(deps.clock.now() - 30_000))) {
        if (signal.aborted) return
        await settle(refund, signal).catch((error: unknown) => {
          if (!isOutside(error)) throw error
          deps.log.warn({ refund: refund.id, word: error.word }, 'placement: a refund could not be looked up')
        })
      }
    },

    async settleOf(alibabaOrderIds: readonly string[], signal: AbortSignal): Promise<void> {
      for (const refund of await findRefundsOf(db.handle, alibabaOrderIds))
        if (refund.state === 'sending' || refund.state === 'unknown') await settle(refund, signal)
    },
  }

  async function settle(refund: RefundRow, signal: AbortSignal): Promise<void> {
    const order = await findOrderById(db.handle, refund.alibabaOrderId)
    if (!order) return
    const told = await deps.marketplace.withConnector(order.accountId, (connector) =>
      connector.getOrder(order.orderId, { signal }),
    )
    const refundId = refundFound(told, refund)
    const minutes = await deps.config.setting(db.handle, 'purchase.paymentGiveUpMinutes')
    if (refundId === undefined && deps.clock.now() - refund.createdAt.getTime() < minutes * 60_000) return
    const message = refundId === undefined ? '1688上没有这次申请，可以重新申请' : `在1688查到了退款单 ${refundId}`
    const about = await aboutOrder(deps, order)
    await db.transaction(async (tx) => {
      // What may still be on its way from one of our nodes is not absent.
      if (refundId === undefined && (await deps.leases.withdraw(tx, refund.id)) === 'alive') return
      const settled = await updateRefund(tx, refund.id, OPEN, {
        state: refundId === undefined ? 'absent' : 'asked',
        refundId: refundId ?? null,
        message,
        settledAt: now(),
      })
      if (!settled) return
      await ledger.append(tx, {
        ...about,
        by: '系统',
        kind: 'refund-answer',
        amountMinor: refund.goodsMinor + refund.freightMinor,
        summary: message,
        facts: { refund: refund.id, refundId: refundId ?? null },
      })
    })
  }

  /** Nothing of it is being refunded already. Answers the refunds that the items have behind them. */
  async function idle(order: OrderRow, chosen: readonly OrderItemRow[], call: Call): Promise<string[]> {
    const told = await remotely(() =>
      deps.marketplace.withConnector(order.accountId, (connector) =>
        connector.getOrder(order.orderId, { signal: call.signal }),
      ),
    )
    const subItemIds = chosen.map((item) => item.subItemId)
    const running = told.items.find(
      (item) => item.itemId !== null && subItemIds.includes(item.itemId) && isRefunding(item.refundStatus),
    )
    if (running)
      throw new Refusal('state-not-allowed', {
        why: `“${running.name}”已有进行中的退款 ${running.refundId ?? ''}，等它结束再申请`,
      })
    return refundIdsOf(told)
  }

  async function writeIntent(
    call: Call,
    order: OrderRow,
    chosen: readonly OrderItemRow[],
    input: RefundInput,
    formerIds: string[],
  ): Promise<RefundRow> {
    const row: RefundRow = {
      id: deps.newId(),
      alibabaOrderId: order.id,
      state: 'sending',
      kind: input.kind,
      subItemIds: chosen.map((item) => item.subItemId),
      formerIds,
      goodsMinor: input.paymentMinor,
      freightMinor: input.freightMinor,
      description: input.description,
      refundId: null,
      message: '',
      byId: call.actor.accountId,
      by: call.actor.name,
      settledAt: null,
      createdAt: now(),
      updatedAt: now(),
    }
    const about = await aboutOrder(deps, order)
    try {
      await db.transaction(async (tx) => {
        await insertRefund(tx, row)
        await deps.leases.open(tx, row.id, 'refund')
        await ledger.append(tx, {
          ...about,
          by: call.actor.name,
          kind: 'refund-intent',
          amountMinor: row.goodsMinor + row.freightMinor,
          summary: `申请退款：${input.description}`.slice(0, 200),
          facts: { refund: row.id, items: row.subItemIds, kind: input.kind, reasonId: input.reasonId },
        })
      })
    } catch (error) {
      if (isUniqueViolation(error, 'alibaba_refund_open'))
        throw new Refusal('state-not-allowed', { why: '上一次退款申请还没有结果，核对清楚之前不会再申请' })
      throw error
    }
    return row
  }

  /** Not ended when the person's browser goes: an application that is on its way has to be noted. */
  async function send(
    order: OrderRow,
    chosen: readonly OrderItemRow[],
    input: RefundInput,
    refundRowId: string,
  ): Promise<{ refundId: string } | { error: unknown }> {
    try {
      return await deps.marketplace.withConnector(order.accountId, (connector) =>
        connector.createRefund(
          {
            orderId: order.orderId,
            itemIds: chosen.map((item) => item.subItemId),
            kind: input.kind,
            goodsFen: input.paymentMinor,
            freightFen: input.freightMinor,
            reasonId: input.reasonId,
            description: input.description,
            goodsStatus: goodsStatusOf(order),
          },
          { guard: deps.leases.guard(refundRowId) },
        ),
      )
    } catch (error) {
      return { error }
    }
  }

  async function noteOutcome(
    order: OrderRow,
    refund: RefundRow,
    sent: { refundId: string } | { error: unknown },
  ): Promise<void> {
    const refundId = 'refundId' in sent ? sent.refundId : null
    const failure = 'error' in sent ? sent.error : undefined
    const surelyNot = failure !== undefined && isOutside(failure) && !UNCLEAR.has(failure.word)
    const message = refundId === null ? saidOf(failure) : `退款单 ${refundId}`
    const about = await aboutOrder(deps, order)
    await db.transaction(async (tx) => {
      await deps.leases.end(tx, refund.id)
      // An application that is named was made, even if it had been given up meanwhile.
      const from = refundId === null ? OPEN : ([...OPEN, 'absent'] as const)
      const noted = await updateRefund(tx, refund.id, from, {
        state: refundId === null ? (surelyNot ? 'refused' : 'unknown') : 'asked',
        refundId,
        message: message.slice(0, MESSAGE_CHARS),
        settledAt: refundId === null && !surelyNot ? null : now(),
      })
      if (!noted) return
      await ledger.append(tx, {
        ...about,
        by: '1688',
        kind: 'refund-answer',
        amountMinor: refund.goodsMinor + refund.freightMinor,
        summary: message.slice(0, 200),
        facts: { refund: refund.id, refundId, word: failure !== undefined && isOutside(failure) ? failure.word : null },
      })
    })
  }

  async function refundable(orderId: string) {
    const order = await findOrderByNumber(db.handle, orderId)
    if (!order) throw new Refusal('not-found')
    const allowed = canOf(order)['applyAlibabaRefund']
    if (allowed !== true) throw new Refusal('state-not-allowed', { why: allowed ?? '现在不能申请退款' })
    return { order, items: await findItems(db.handle, [order.id]) }
  }

  return service
}

/** The application may have arrived all the same. */
const UNCLEAR: ReadonlySet<string> = new Set(['unknown-outcome', 'already-done'] satisfies RemoteFailure['word'][])

function saidOf(failure: unknown): string {
  if (!isOutside(failure)) return '没有收到1688的答复，正在核对'
  const told = isRemoteFailure(failure) ? explainMarketplaceFailure(failure) : failure
  return `${told.message}：${told.detail.why ?? ''}`
}

async function remotely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRemoteFailure(error)) throw explainMarketplaceFailure(error)
    throw error
  }
}
