import { setTimeout as sleep } from 'node:timers/promises'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { PlacementDetail, PlacementPreview } from '@huoqiao/contract/placement/placement.schema'
import { PURCHASE_PAYMENTS, PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { yuanText } from '@huoqiao/kit'
import type { Acts } from '../../acts/acts.ts'
import type { Db } from '../../db/db.ts'
import type { Hooks } from '../../define-feature.ts'
import { JobStands } from '../../jobs/jobs.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byColumnsOf, byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { RowResult } from '../../platform/each-row.ts'
import { Refusal } from '../../platform/refusal.ts'
import { asMarketplaceRefusal, explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchaseDoc, PurchasesApi, PurchaseState } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import type { OrdersSyncService } from './orders-sync.service.ts'
import type { Adopting } from './adopting.service.ts'
import type { PayActs } from './pay.act.ts'
import { findPaymentsOf, withOrders } from './payment.store.ts'
import { moneyIsCommitted } from './placement.hooks.ts'
import { priceCheckView } from './price-check.view.ts'
import { placePurchase } from './placement.jobs.ts'
import {
  acceptPriceCheck,
  findItems,
  findLivePlacement,
  findOrdersOf,
  findPlacements,
  findPriceCheck,
  removePriceCheck,
  savePlacementRequest,
} from './placement.store.ts'
import { attemptView, orderView, paymentView } from './placement.view.ts'
import { ordersOf } from './orders-of.ts'
import { alarmOf, obstacleOf, orderStopOf } from './placing.rules.ts'
import type { PlacingService } from './placing.service.ts'
import { findRefundsOf } from './refund.store.ts'
import type { RefundingService } from './refunding.service.ts'
import type { PlaceActs } from './place.act.ts'
import { tradeTypeFor, waysWords } from './staged.rules.ts'

type Endpoints = typeof ENDPOINTS

const PREVIEWED: readonly PurchaseState[] = ['reviewing', 'to-place', 'price-check', 'place-failed']

/**
 * The last job of a purchase has finished but may not be marked as done yet. The purchase is then handed over again this many times, with
 * this pause.
 */
const HAND_TRIES = 30
const HAND_PAUSE_MS = 100

/** `accepted`: the total of the price check that the person saw; `tradeType`: the 分阶段付款 that they agreed to. */
type Agreed = { accepted?: number; tradeType: string | null }

/** Actions at 1688 that a person starts for their purchases. Placing itself is a job; this only enqueues it. */
export function placementService(deps: {
  db: Db
  clock: Clock
  jobs: Jobs
  acts: Acts
  hooks: Hooks
  config: Pick<SystemConfigService, 'setting'>
  marketplace: Pick<MarketplaceService, 'requireAccount'>
  purchases: PurchasesApi
  orders: Pick<OrdersApi, 'orderDocs'>
  placing: PlacingService
  adopting: Adopting
  places: PlaceActs
  pays: PayActs
  sync: OrdersSyncService
  refunding: RefundingService
}) {
  const { db, purchases, jobs } = deps

  const each = (ids: readonly string[], work: (id: string) => Promise<RowResult>): Promise<BulkOutcome> =>
    eachRow([...new Set(ids)], String, work, asMarketplaceRefusal)

  const handOnce = (
    call: Call,
    purchaseId: string,
    from: readonly PurchaseState[],
    { accepted, tradeType }: Agreed,
    isLastTry: boolean,
  ) =>
    db.transaction(async (tx) => {
      const doc = await purchases.purchaseForPlacement(tx, purchaseId)
      if (!doc) throw new Refusal('not-found')
      // A restored installation searches at 1688 first, before any check may stop the purchase: it may be bought already.
      const isLookedFirst = await deps.config.setting(tx, 'purchase.lookFirst')
      const obstacle = isLookedFirst
        ? undefined
        : (obstacleOf(doc) ?? alarmOf(doc) ?? orderStopOf(await ordersOf(deps, tx, doc)))
      if (obstacle !== undefined) throw new Refusal('state-not-allowed', { why: `${doc.number}：${obstacle}` })
      if (await findLivePlacement(tx, purchaseId))
        throw new Refusal('state-not-allowed', { why: `${doc.number}：已经向1688下过单，不会再下` })
      const by = byColumnsOf(call)
      const amountMinor = accepted ?? doc.goodsMinor + (doc.freightMinor ?? 0)
      await deps.hooks.ask(moneyIsCommitted, tx, call.actor, {
        kind: 'place',
        purchaseId,
        number: doc.number,
        part: '',
        amountMinor,
      })
      if (accepted !== undefined) {
        const priceCheck = await findPriceCheck(tx, purchaseId)
        const total = priceCheck?.decision.now?.totalMinor ?? 0
        if (!priceCheck?.decision.now || total !== accepted)
          throw new Refusal('stale', { why: `${doc.number}：价格又变了，现在是 ${yuanText(total)}，请核对` })
        const { ways } = priceCheck.decision
        if (tradeTypeFor(ways, tradeType) === undefined)
          throw new Refusal('stale', { why: `${doc.number}：${waysWords(ways, tradeType)}，请核对后再确认` })
        await acceptPriceCheck(tx, purchaseId, { acceptedMinor: accepted, ...by })
      } else {
        // An accepted price holds for that placing only: lines and prices may have changed since.
        await removePriceCheck(tx, purchaseId)
      }
      const actor = byOf(call)
      const again = doc.state === 'place-failed' && from.includes('to-place')
      if (again)
        await purchases.moveState(tx, purchaseId, ['place-failed'], 'to-place', { reason: '重新下单', by: actor })
      await purchases.moveState(tx, purchaseId, from, 'placing', {
        reason: accepted === undefined ? '正在向1688下单' : `接受了 ${yuanText(accepted)}，正在下单`,
        by: actor,
      })
      const asked = { purchaseId, ...by, tradeType }
      await savePlacementRequest(tx, asked)
      // A job that still exists at the last try was left behind by a process that died. Another process will pick it up.
      await jobs.enqueue(tx, placePurchase, asked, { key: purchaseId, isNew: !isLastTry })
      call.notes.object('purchase', purchaseId, doc.number)
      return { ok: true, message: `${doc.number}：已提交，正在后台下单；成没成看它的状态` }
    })

  /** A person may press before the previous job is marked as done. That job will not look at the purchase again, so a new one is needed. */
  const hand = async (call: Call, purchaseId: string, from: readonly PurchaseState[], agreed: Agreed) => {
    for (let tries = 1; ; tries++) {
      try {
        return await handOnce(call, purchaseId, from, agreed, tries === HAND_TRIES)
      } catch (error) {
        if (!(error instanceof JobStands)) throw error
        await sleep(HAND_PAUSE_MS)
      }
    }
  }

  return {
    async previewAlibabaOrder(call: Call, purchaseId: string): Promise<PlacementPreview> {
      const doc = await one(purchaseId)
      if (!PREVIEWED.includes(doc.state)) throw new Refusal('state-not-allowed', { why: '已经向1688下单，不用再预览' })
      const obstacle = obstacleOf(doc)
      if (obstacle !== undefined) throw new Refusal('state-not-allowed', { why: obstacle })
      try {
        return priceCheckView(doc, (await deps.placing.preview(doc, call.signal)).decision, deps.clock.now())
      } catch (error) {
        if (isRemoteFailure(error)) throw explainMarketplaceFailure(error, doc.number)
        throw error
      }
    },

    async createAlibabaOrder(call: Call, input: InputOf<Endpoints['createAlibabaOrder']>): Promise<BulkOutcome> {
      await deps.marketplace.requireAccount(db.handle)
      const agreed = new Map(input.staged.map((one) => [one.purchaseId, one.tradeType]))
      return each(input.purchaseIds, (id) => hand(call, id, ['to-place'], { tradeType: agreed.get(id) ?? null }))
    },

    acceptAlibabaPrice: (call: Call, input: InputOf<Endpoints['acceptAlibabaPrice']>): Promise<BulkOutcome> =>
      each(
        input.items.map((item) => item.purchaseId),
        (id) => {
          const item = input.items.find((one) => one.purchaseId === id)
          const seen = { accepted: item?.totalMinor ?? 0, tradeType: item?.tradeType ?? null }
          return hand(call, id, ['price-check'], seen)
        },
      ),

    settleAlibabaOrder: (call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      each(ids, async (id) => {
        const doc = await one(id)
        const live = await findLivePlacement(db.handle, id)
        if (!live || (live.state !== 'sent' && live.state !== 'unknown'))
          return { ok: false, word: 'state-not-allowed', message: `${doc.number}：没有要核对的下单` }
        const outcome = await deps.places.look(live.id, call.signal)
        const summary = {
          found: '在1688查到了订单，已认领',
          absent: '已确认1688没有这个订单，可以重新下单',
          waiting: '1688上还没有这个订单，稍后再核对一次才能确认',
        }[outcome]
        return { ok: outcome !== 'waiting', message: `${doc.number}：${summary}` }
      }),

    refreshAlibabaOrders: (call: Call, ids: readonly string[]): Promise<BulkOutcome> =>
      each(ids, async (id) => {
        const doc = await one(id)
        const read = await deps.sync.readPurchase(id, call.signal)
        await findStrays(id, call.signal)
        const orderIds = (await findOrdersOf(db.handle, [id])).map((order) => order.id)
        for (const act of await deps.pays.open(db.handle, orderIds)) await deps.pays.look(act.id, call.signal)
        await deps.refunding.resolveOf(orderIds, call.signal)
        const { state, payment } = await one(id)
        const stands = `${PURCHASE_STATES[state].label}，${PURCHASE_PAYMENTS[payment]}`
        return read > 0
          ? { ok: true, message: `${doc.number}：已刷新 ${read} 个1688订单，现在是${stands}` }
          : { ok: false, word: 'state-not-allowed', message: `${doc.number}：还没有1688订单` }
      }),

    async getPlacement(purchaseId: string): Promise<PlacementDetail> {
      const doc = await one(purchaseId)
      const orders = await findOrdersOf(db.handle, [purchaseId])
      const ids = orders.map((order) => order.id)
      const items = await findItems(db.handle, ids)
      const payments = await withOrders(db.handle, await findPaymentsOf(db.handle, ids))
      const priceCheck = await findPriceCheck(db.handle, purchaseId)
      const refunds = await findRefundsOf(db.handle, ids)
      const attempts = await findPlacements(db.handle, purchaseId)
      const looks = await deps.acts.looksOf(
        db.handle,
        attempts.map((row) => row.id),
      )
      return {
        purchaseId,
        attempts: attempts.map((row) => attemptView(row, looks.get(row.id))),
        orders: orders.map((order) => orderView(order, items, refunds)),
        payments: payments.map(paymentView),
        priceCheck: priceCheck ? priceCheckView(doc, priceCheck.decision, priceCheck.decidedAt.getTime()) : null,
      }
    },
  }

  /** Searches at 1688 for orders under the purchase's number that are not recorded yet. */
  async function findStrays(purchaseId: string, signal: AbortSignal): Promise<void> {
    const live = await findLivePlacement(db.handle, purchaseId)
    if (live?.state !== 'placed' && live?.state !== 'adopted') return
    const known = new Set((await findOrdersOf(db.handle, [purchaseId])).map((order) => order.orderId))
    for (const reported of await deps.adopting.ordersUnder(live, signal))
      if (!known.has(reported.orderId)) await deps.sync.take(reported, signal)
  }

  async function one(purchaseId: string): Promise<PurchaseDoc> {
    const [doc] = await purchases.purchaseDocs(db.handle, [purchaseId])
    if (!doc) throw new Refusal('not-found')
    return doc
  }
}
