import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { OrderPreview, SourceOrder } from '@huoqiao/connector-1688'
import { isPassing } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { isRefusal } from '../../platform/refusal.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import { orderAddressOf } from '../purchases/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { checkPrice, priceStopOf } from './price-check.rules.ts'
import type { PriceCheckDecision } from './price-check.rules.ts'
import { ChangedMeanwhile, writeIntent } from './intent.service.ts'
import { ordersOf } from './orders-of.ts'
import type { LedgerService } from './ledger.service.ts'
import { failureText } from './order-step.ts'
import type { PlaceActs } from './place.act.ts'
import { placePurchase } from './placement.jobs.ts'
import { cargoOf } from './placement.mapping.ts'
import {
  findLivePlacement,
  findOrdersOf,
  findPlacementRequest,
  findPriceCheck,
  savePriceCheck,
} from './placement.store.ts'
import { isClosed, isOurs } from './placement.rules.ts'
import type { Amounts } from './placement.rules.ts'
import { alarmOf, obstacleOf, orderStopOf, refusalOf } from './placing.rules.ts'
import { tradeTypeFor, waysWords } from './staged.rules.ts'
import type { Hooks } from '../../define-feature.ts'
import type { Actor, ByColumns } from '../../platform/call.ts'

export type PlacingService = ReturnType<typeof placingService>

/** Who asked for the placing, the 分阶段付款 they agreed to (if any), and the number of this attempt. */
export type Asked = { by: ByColumns; agreedTradeType: string | null; attempt: number }

/** What 1688 asks for now, and the decision of the price check. */
type Asked1688 = { preview: OrderPreview; decision: PriceCheckDecision }

/** How many times a placing is retried while 1688 is too busy, before a person is notified. */
const BUSY_ATTEMPTS = 6
/** After this many internal errors a purchase leaves 下单中, because nobody can act on it in that state. */
const FAULTY_ATTEMPTS = 12
/** A purchase in 下单中 that no attempt and no job has moved for this long gets its job again. */
const STUCK_MS = 60_000
/** How old an order can be that a restored installation does not know: older ones were delivered long ago. */
const LOOK_BACK_MS = 90 * 86_400_000

/** Places one purchase at 1688 at most once: preview, price check, intent, call, outcome (decisions, section 5). */
export function placingService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  jobs: Jobs
  config: Pick<SystemConfigService, 'setting'>
  marketplace: Pick<MarketplaceService, 'withConnector' | 'requireAccount'>
  notices: Pick<NoticesService, 'tell'>
  purchases: PurchasesApi
  orders: Pick<OrdersApi, 'orderDocs'>
  session: { authenticate: { ofAccount(accountId: string): Promise<Actor | undefined> } }
  hooks: Hooks
  ledger: LedgerService
  places: PlaceActs
}) {
  const { db, purchases } = deps
  const load = (tx: Tx, purchaseId: string) => purchases.purchaseForPlacement(tx, purchaseId)

  const service = {
    /** Does what is left to do for a purchase in 下单中. Throws only errors after which the job should be retried. */
    async run(purchaseId: string, asked: Asked, signal: AbortSignal): Promise<void> {
      try {
        await service.step(purchaseId, asked, signal)
      } catch (error) {
        const isOurs = !isRemoteFailure(error) && asked.attempt >= FAULTY_ATTEMPTS
        if (!isOurs || (await findLivePlacement(db.handle, purchaseId))) throw error
        deps.log.error({ purchase: purchaseId, error }, 'placement: a purchase could not be placed')
        await fail(purchaseId, '系统内部错误，没有向1688下单；可以重新下单，仍然失败请联系管理员')
      }
    },

    /** Starts again with the current purchase if it changed during the preview, for example by its freight estimate. */
    async step(purchaseId: string, asked: Asked, signal: AbortSignal): Promise<void> {
      for (;;)
        try {
          return await service.stepOnce(purchaseId, asked, signal)
        } catch (error) {
          if (!(error instanceof ChangedMeanwhile)) throw error
        }
    },

    async stepOnce(purchaseId: string, asked: Asked, signal: AbortSignal): Promise<void> {
      const { by, attempt } = asked
      const doc = await db.transaction((tx) => load(tx, purchaseId))
      if (doc?.state !== 'placing') return
      const live = await findLivePlacement(db.handle, purchaseId)
      // A process died or hangs between recording the intent and recording the outcome.
      if (live?.state === 'sent') {
        if (!(await deps.places.callOff(live.id))) return
      } else if (live) {
        await deps.places.look(live.id, signal)
        return
      }
      const reported = await asked1688(doc, attempt, signal)
      if (reported === undefined) return
      if ('existing' in reported) return takeExisting(doc, reported.existing, by)
      const refusal = refusalOf(reported.preview)
      if (refusal !== undefined) return fail(purchaseId, `1688不接受这张采购单：${refusal}`)
      const { decision } = reported
      const tradeType = tradeTypeFor(decision.ways, asked.agreedTradeType)
      const wayStop = tradeType === undefined ? waysWords(decision.ways, asked.agreedTradeType) : undefined
      const accepted = (await findPriceCheck(db.handle, purchaseId))?.acceptedMinor ?? null
      const stops = [priceStopOf(decision, accepted), wayStop].filter((stop) => stop !== undefined)
      if (tradeType === undefined || decision.now === null || stops.length > 0)
        return stopForPrice(doc, decision, by, stops)
      const expected = { ...decision.now, flow: reported.preview.orders[0]?.flow ?? 'general' }
      try {
        await send(doc, expected, { by, tradeType, attempt }, signal)
      } catch (error) {
        // Dearer than when it was handed over, within the tolerance, but more than the person may spend: a person decides again.
        if (!isRefusal(error) || error.word !== 'over-limit') throw error
        await stopForPrice(doc, decision, by, [error.detail.why ?? error.message])
      }
    },

    /** Purchases in 下单中 that no job works on. */
    async handOnStuck(): Promise<void> {
      const since = new Date(deps.clock.now() - STUCK_MS)
      for (const { id } of await purchases.purchasesInState(db.handle, 'placing', since, 500)) {
        if (await findLivePlacement(db.handle, id)) continue
        await db.transaction(async (tx) =>
          deps.jobs.enqueue(tx, placePurchase, await findPlacementRequest(tx, id), { key: id }),
        )
      }
    },

    /** What 1688 asks for now, compared with what we expected. Writes nothing. */
    async preview(doc: PurchaseDoc, signal: AbortSignal): Promise<Asked1688> {
      const account = await deps.marketplace.requireAccount(db.handle, doc.accountId ?? undefined)
      const address = doc.address
      if (address === null) throw new Error('a purchase without an address cannot be previewed')
      const percent = await deps.config.setting(db.handle, 'sync.priceTolerancePercent')
      const unseenFreightMinor = Math.round((await deps.config.setting(db.handle, 'purchase.unseenFreightYuan')) * 100)
      const preview = await deps.marketplace.withConnector(account.id, (connector) =>
        connector.previewOrder(
          { address: orderAddressOf(address, account.id), cargo: cargoOf(doc.lines), outOrderId: doc.number },
          { signal },
        ),
      )
      return { preview, decision: checkPrice(doc, preview, { percent, unseenFreightMinor }) }
    },
  }

  /** Open orders at 1688 under the purchase's number that no attempt of ours made. Searched only after a restore. */
  async function existingOrders(doc: PurchaseDoc, signal: AbortSignal): Promise<SourceOrder[]> {
    if (!(await deps.config.setting(db.handle, 'purchase.lookFirst'))) return []
    const account = await deps.marketplace.requireAccount(db.handle, doc.accountId ?? undefined)
    const found = await deps.marketplace.withConnector(account.id, (connector) =>
      connector.ordersByOutOrderId(
        doc.number,
        { createdFrom: deps.clock.now() - LOOK_BACK_MS, history: true },
        { signal },
      ),
    )
    const known = new Set((await findOrdersOf(db.handle, [doc.id])).map((order) => order.orderId))
    return found.filter((order) => !isClosed(order.status) && !known.has(order.orderId))
  }

  /**
   * Orders found at 1688 are adopted first, before any check may stop the purchase, because it is bought already. Otherwise returns the
   * preview. Undefined: the purchase cannot be placed, and the reason was recorded.
   */
  async function asked1688(
    doc: PurchaseDoc,
    attempt: number,
    signal: AbortSignal,
  ): Promise<{ existing: SourceOrder[] } | Asked1688 | undefined> {
    try {
      const existing = await existingOrders(doc, signal)
      if (existing.length > 0) return { existing }
      const obstacle = obstacleOf(doc) ?? alarmOf(doc) ?? orderStopOf(await ordersOf(deps, db.handle, doc))
      if (obstacle === undefined) return await service.preview(doc, signal)
      await fail(doc.id, obstacle)
    } catch (error) {
      await onPreviewFailure(doc.id, error, attempt)
    }
    return undefined
  }

  async function takeExisting(doc: PurchaseDoc, existing: readonly SourceOrder[], by: ByColumns): Promise<void> {
    if (!isOurs(cargoOf(doc.lines), existing)) return fail(doc.id, takenNumber(existing))
    const sum = (of: (order: SourceOrder) => number | null): number =>
      existing.reduce((total, order) => total + (of(order) ?? 0), 0)
    const [totalMinor, freightMinor] = [sum((order) => order.totalFen), sum((order) => order.freightFen)]
    const expected = { totalMinor, freightMinor, goodsMinor: totalMinor - freightMinor, flow: 'general' }
    const act = await writeIntent(deps, doc, expected, { by, tradeType: null })
    if (act) await deps.places.find(act.id, existing)
  }

  const takenNumber = (existing: readonly SourceOrder[]): string =>
    `1688上已有采购单号相同、货品不同的订单 ${existing.map((order) => order.orderId).join('、')}，没有再下单。多半是恢复备份之前下的：请先在1688核对，再删除这张采购单，重新生成一张`

  async function onPreviewFailure(purchaseId: string, error: unknown, attempt: number): Promise<void> {
    if (isRefusal(error)) return fail(purchaseId, error.message)
    if (!isRemoteFailure(error)) throw error
    // A preview changes nothing at 1688, so it may be repeated after any failure.
    const passing = isPassing(error) || error.word === 'unknown-outcome'
    if (passing && attempt < BUSY_ATTEMPTS) throw error
    return fail(purchaseId, failureText(error))
  }

  async function stopForPrice(
    doc: PurchaseDoc,
    decision: PriceCheckDecision,
    by: ByColumns,
    stops: readonly string[],
  ): Promise<void> {
    const reason = stops.join('；')
    await db.transaction(async (tx) => {
      await savePriceCheck(tx, doc.id, { decision, decidedAt: new Date(deps.clock.now()), ...by })
      await purchases.moveState(tx, doc.id, ['placing'], 'price-check', { reason })
      await tellProblem(tx, doc.number, `${reason}，请确认`)
    })
  }

  const tellProblem = (tx: Tx, number: string, text: string): Promise<void> =>
    deps.notices.tell(tx, {
      kind: 'purchase-problem',
      about: number,
      title: `采购单 ${number}`,
      text: text.slice(0, MESSAGE_CHARS),
      to: `/purchase/list?keyword=${number}`,
    })

  /** Sets 下单失败: nothing was ordered, and the purchase shows the reason. */
  async function fail(purchaseId: string, reason: string): Promise<void> {
    await db.transaction(async (tx) => {
      const doc = await load(tx, purchaseId)
      if (doc?.state !== 'placing') return
      await purchases.moveState(tx, purchaseId, ['placing'], 'place-failed', { reason: reason.slice(0, MESSAGE_CHARS) })
      await tellProblem(tx, doc.number, reason)
    })
  }

  async function send(
    doc: PurchaseDoc,
    expected: Amounts & { flow: string },
    how: { by: ByColumns; tradeType: string | null; attempt: number },
    signal: AbortSignal,
  ): Promise<void> {
    const actor = how.by.byId === null ? undefined : await deps.session.authenticate.ofAccount(how.by.byId)
    const act = await writeIntent(deps, doc, expected, { ...how, actor })
    if (act === undefined) return
    const outcome = await deps.places.carryOut(act, signal)
    if (outcome.result !== 'refused') return
    // Nothing was done at 1688 and the cause is temporary: the job retries with a new intent.
    if (isPassing(outcome.error) && how.attempt < BUSY_ATTEMPTS) throw outcome.error
    await fail(doc.id, outcome.message)
  }

  return service
}
