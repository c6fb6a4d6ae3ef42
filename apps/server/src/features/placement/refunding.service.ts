import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RefundInput as RefundCall } from '@huoqiao/connector-1688'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { yuanText } from '@huoqiao/kit'
import type { Act, Acts } from '../../acts/acts.ts'
import { Stopped } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import { isUniqueViolation } from '../../db/db.ts'
import { byColumnsOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { FilesService } from '../files/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { LedgerService } from './ledger.service.ts'
import { aboutOrder, readAgain, failureText } from './order-step.ts'
import type { AboutOrder } from './order-step.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import { findItems, findOrderByNumber } from './placement.store.ts'
import type { OrderItemRow, OrderRow } from './placement.store.ts'
import { canOf, orderView } from './placement.view.ts'
import { uploadEvidence } from './refund-evidence.ts'
import { countsOf, countsProblem, goodsStatusOf, isRefunding, refundFound, refundIdsOf } from './refund.rules.ts'
import type { RefundState } from './placement.tables.ts'
import { findRefundsOf, findRequested, insertRefund, updateRefund } from './refund.store.ts'
import type { RefundRow } from './refund.store.ts'

export type RefundingService = ReturnType<typeof refundingService>
type Endpoints = typeof ENDPOINTS
type RefundInput = InputOf<Endpoints['applyAlibabaRefund']>

/**
 * A refund application as it is sent, with the refunds that its items had before. A refund that is found later and is not among these is
 * this one.
 */
type Application = RefundCall & {
  accountId: string
  formerIds: string[]
  /** the fields that every ledger line about it starts with */
  about: AboutOrder
}
const LOOK_MS = 60_000

/** Applies for refunds of paid 1688 orders; each application is sent at most once. */
export function refundingService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  acts: Acts
  config: Pick<SystemConfigService, 'setting'>
  files: Pick<FilesService, 'jpegAt'>
  marketplace: Pick<MarketplaceService, 'withConnector'>
  purchases: PurchasesApi
  ledger: LedgerService
  sync: OrdersSyncService
}) {
  const { db, ledger } = deps
  const now = (): Date => new Date(deps.clock.now())

  const refunds = deps.acts.define<Application, { refundId: string }, string>({
    kind: 'refund',
    // No abort signal: when the person's browser disconnects, the outcome of a request that was sent must still be recorded.
    send: ({ intent: { accountId, formerIds, about: _about, ...application } }, { guard }) =>
      deps.marketplace.withConnector(accountId, async (connector) => {
        // Read again while this act blocks other ones: if a refund was created since the form was checked, a second one would be created,
        // and the first one's id would be taken for the id of the second.
        const now = await connector.getOrder(application.orderId)
        if (refundIdsOf(now).some((id) => !formerIds.includes(id)))
          throw new Stopped('这个1688订单刚刚有了另一次退款申请，没有再申请，请刷新后核对')
        return connector.createRefund(application, { guard })
      }),
    async look({ intent }, signal) {
      const reported = await deps.marketplace.withConnector(intent.accountId, (connector) =>
        connector.getOrder(intent.orderId, { signal }),
      )
      return refundFound(reported, { subItemIds: intent.itemIds, formerIds: intent.formerIds })
    },
    async patience() {
      const minutes = await deps.config.setting(db.handle, 'purchase.paymentGiveUpMinutes')
      return { absentAfterMs: minutes * 60_000, leastLooks: 1 }
    },
    lookAgainMs: () => LOOK_MS,
    purchasesOf: ({ about }) => [about.purchaseId],
    explain: (error) => (error instanceof Stopped ? error.message : failureText(error)),
    done: (tx, act, { refundId }) =>
      note(tx, act, { state: 'asked', refundId, by: '1688', message: `退款单 ${refundId}` }),
    refused: (tx, act, { word, message }) => note(tx, act, { state: 'refused', by: '1688', message, word }),
    unknown: (tx, act, { word, message }) => note(tx, act, { state: 'unknown', by: '1688', message, word }),
    found: (tx, act, refundId) =>
      note(tx, act, { state: 'asked', refundId, by: '系统', message: `在1688查到了退款单 ${refundId}` }),
    absent: (tx, act) => note(tx, act, { state: 'absent', by: '系统', message: '1688上没有这次申请，可以重新申请' }),
  })

  /** Records the outcome of the application at the order and in the ledger. */
  async function note(
    tx: Tx,
    { id, intent }: Act<Application>,
    reported: { state: RefundState; refundId?: string; by: string; message: string; word?: string },
  ): Promise<void> {
    const { state, message, refundId = null, word = null } = reported
    await updateRefund(tx, id, { state, refundId, message, resolvedAt: state === 'unknown' ? null : now() })
    await ledger.append(tx, {
      ...intent.about,
      by: reported.by,
      kind: 'refund-answer',
      amountMinor: intent.goodsFen + intent.freightFen,
      summary: message.slice(0, 200),
      facts: { refund: id, refundId, word },
    })
  }

  const service = {
    async getRefundOptions(
      call: Call,
      input: InputOf<Endpoints['getRefundOptions']>,
    ): Promise<OutputOf<Endpoints['getRefundOptions']>> {
      const order = await orderOf(input.orderId)
      const items = await refundable(order)
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
        reasons: asked.reasons.map((reason) => ({
          id: reason.reasonId,
          name: reason.name,
          needsPhotos: reason.needsVoucher,
        })),
        maxRefundMinor: asked.limit.goodsFen ?? (asked.limit.totalFen ?? 0) - freight,
        maxFreightMinor: freight,
      }
    },

    async applyAlibabaRefund(call: Call, input: RefundInput): Promise<{ refundId: string | null }> {
      const order = await orderOf(input.orderId)
      // Checked before the state of the order: if the answer was lost, the same form is sent again, and by then the order may be refunded.
      const before = await findRequested(db.handle, order.id, input.requestKey)
      if (before) return answerAgain(before, input)
      const items = await refundable(order)
      const chosen = items.filter((item) => input.itemIds.includes(item.id))
      if (chosen.length !== new Set(input.itemIds).size)
        throw new Refusal('not-found', { why: '选中的商品不在这个1688订单里' })
      const wrong = countsProblem(chosen, input.counts)
      if (wrong !== undefined) throw invalidField('counts', wrong)
      const counts = countsOf(chosen, input)
      await checkReason(order, chosen, input, call)
      const formerIds = await idle(order, chosen, call)
      const vouchers = await remotely(() => uploadEvidence(deps, order.accountId, input.photos, call.signal))
      const act = await intend(call, order, chosen, input, { formerIds, counts, vouchers })
      const outcome = await refunds.carryOut(act)
      await readAgain(deps, order.purchaseId, call)
      if (outcome.result === 'done') return { refundId: outcome.answer.refundId }
      const { error } = outcome
      if (outcome.result === 'unknown' && outcome.isHeldBack)
        throw new Refusal('state-not-allowed', {
          why: '服务器停顿过久，这次申请没有发出；核对后会显示结果，再决定是否重新申请',
        })
      if (error instanceof Stopped) throw new Refusal('state-not-allowed', { why: error.message })
      throw isRemoteFailure(error) ? explainMarketplaceFailure(error, `1688订单 ${order.orderId}`) : error
    },

    /** Looks now for applications of these orders whose outcome is unknown. */
    async resolveOf(alibabaOrderIds: readonly string[], signal: AbortSignal): Promise<void> {
      for (const { id } of await refunds.open(db.handle, alibabaOrderIds)) await refunds.look(id, signal)
    },
  }

  const reasonsOf = (order: OrderRow, chosen: readonly OrderItemRow[], call: Call) =>
    deps.marketplace.withConnector(order.accountId, (connector) =>
      connector.refundReasons(
        {
          orderId: order.orderId,
          itemIds: chosen.map((item) => item.subItemId),
          goodsStatus: goodsStatusOf(order),
        },
        { signal: call.signal },
      ),
    )

  /** Refuses a reason that 1688 does not offer for these items, before anything is written or sent. */
  async function checkReason(
    order: OrderRow,
    chosen: readonly OrderItemRow[],
    { reasonId, photos }: RefundInput,
    call: Call,
  ): Promise<void> {
    const offered = await remotely(() => reasonsOf(order, chosen, call))
    const chosenOne = offered.find((reason) => reason.reasonId === reasonId)
    if (chosenOne?.needsVoucher && photos.length === 0) throw invalidField('photos', '1688要求这个原因附上照片')
    if (!chosenOne) throw invalidField('reasonId', '1688没有给出这个退款原因，请重新选择')
  }

  /** Checks that no refund is running for the items. Returns the refunds that they had before. */
  async function idle(order: OrderRow, chosen: readonly OrderItemRow[], call: Call): Promise<string[]> {
    const reported = await remotely(() =>
      deps.marketplace.withConnector(order.accountId, (connector) =>
        connector.getOrder(order.orderId, { signal: call.signal }),
      ),
    )
    const subItemIds = chosen.map((item) => item.subItemId)
    const running = reported.items.find(
      (item) => item.itemId !== null && subItemIds.includes(item.itemId) && isRefunding(item.refundStatus),
    )
    if (running)
      throw new Refusal('state-not-allowed', {
        why: `“${running.name}”已有进行中的退款 ${running.refundId ?? ''}，等它结束再申请`,
      })
    return refundIdsOf(reported)
  }

  /** Records the application before it is sent. The database refuses a second open one for the same order. */
  async function intend(
    call: Call,
    order: OrderRow,
    chosen: readonly OrderItemRow[],
    input: RefundInput,
    { formerIds, counts, vouchers }: Pick<Application, 'formerIds' | 'counts' | 'vouchers'>,
  ): Promise<Act<Application>> {
    const id = deps.newId()
    const who = byColumnsOf(call)
    const intent: Application = {
      accountId: order.accountId,
      orderId: order.orderId,
      itemIds: chosen.map((item) => item.subItemId),
      formerIds,
      kind: input.kind,
      goodsFen: input.paymentMinor,
      freightFen: input.freightMinor,
      reasonId: input.reasonId,
      description: input.description,
      ...(counts?.length ? { counts } : {}),
      ...(vouchers?.length ? { vouchers } : {}),
      goodsStatus: goodsStatusOf(order),
      about: await aboutOrder(db.handle, deps.purchases, order),
    }
    try {
      return await db.transaction(async (tx) => {
        const act = await refunds.intend(tx, { id, key: order.id, intent, ...who })
        // The open act blocks other applications for this order until the transaction ends. Checked again, because the same form may have
        // been stored since the first check.
        const before = await findRequested(tx, order.id, input.requestKey)
        if (before) throw sentBefore(before)
        await insertRefund(tx, {
          id,
          alibabaOrderId: order.id,
          state: 'sending',
          kind: input.kind,
          goodsMinor: intent.goodsFen,
          freightMinor: intent.freightFen,
          description: intent.description,
          photos: input.photos,
          requestKey: input.requestKey,
          ...who,
          createdAt: now(),
        })
        await ledger.append(tx, {
          ...intent.about,
          by: who.by,
          kind: 'refund-intent',
          amountMinor: intent.goodsFen + intent.freightFen,
          summary: `申请退款：${intent.description}`.slice(0, 200),
          facts: { refund: id, items: intent.itemIds, kind: intent.kind, reasonId: intent.reasonId },
        })
        return act
      })
    } catch (error) {
      if (isUniqueViolation(error, 'remote_act_open')) throw stillOpen()
      throw error
    }
  }

  async function orderOf(orderId: string): Promise<OrderRow> {
    const order = await findOrderByNumber(db.handle, orderId)
    if (!order) throw new Refusal('not-found')
    return order
  }

  async function refundable(order: OrderRow): Promise<OrderItemRow[]> {
    const allowed = canOf(order)['applyAlibabaRefund']
    if (allowed !== true) throw new Refusal('state-not-allowed', { why: allowed ?? '现在不能申请退款' })
    return findItems(db.handle, [order.id])
  }

  return service
}

const stillOpen = (): Refusal =>
  new Refusal('state-not-allowed', { why: '上一次退款申请还没有结果，核对清楚之前不会再申请' })

/** The result of the application that this form made before. If the form asks for something else now, it is refused. */
function answerAgain(made: RefundRow, input: RefundInput): { refundId: string | null } {
  if (made.state !== 'asked') throw stillOpen()
  const isSame =
    made.kind === input.kind &&
    made.goodsMinor === input.paymentMinor &&
    made.freightMinor === input.freightMinor &&
    made.description === input.description
  if (isSame) return { refundId: made.refundId }
  throw sentBefore(made)
}

function sentBefore({ state, goodsMinor, freightMinor, refundId }: RefundRow): Refusal {
  if (state !== 'asked') return stillOpen()
  const sum = yuanText(goodsMinor + freightMinor)
  return new Refusal('state-not-allowed', {
    why: `这份申请已经提交过：退 ${sum}，退款单 ${refundId ?? ''}。这一次没有提交，要再申请请重新打开退款窗口`,
  })
}

async function remotely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRemoteFailure(error)) throw explainMarketplaceFailure(error)
    throw error
  }
}
