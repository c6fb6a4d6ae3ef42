import type { BulkOutcome, ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrdersApi } from '../orders/index.ts'
import { GONE } from './change.rules.ts'
import type { CreatingService } from './creating.service.ts'
import { eachPurchase } from './each-purchase.ts'
import { minimumOf } from './offer-price.rules.ts'
import { minimumWarnings, offersOf, planOf } from './plan.rules.ts'
import type { PlanRequest } from './plan.rules.ts'
import { blacklistedText } from './planning.service.ts'
import type { PlanningService } from './planning.service.ts'
import { obey } from './purchase-writing.service.ts'
import type { PurchaseWriting, Whole } from './purchase-writing.service.ts'
import { canOf, RETURNABLE } from './purchases.rules.ts'
import { removePurchase } from './purchases.store.ts'
import type { PurchaseRow } from './purchases.store.ts'
import { findSupplier } from './suppliers.store.ts'
import { findAddressesOf } from './addresses.store.ts'

type Endpoints = typeof ENDPOINTS
export type ReviewGuard = (tx: Tx, purchaseId: string) => Promise<string | undefined>

/** Actions on whole purchase orders, one or many: each in its own transaction, with its own outcome. */
export function reviewingService(deps: {
  db: Db
  orders: OrdersApi
  planning: PlanningService
  writing: PurchaseWriting
  creating: CreatingService
  guard: ReviewGuard
}) {
  const { planning, writing } = deps

  /** Points that a reviewer should notice. They do not block the review, because 1688's preview decides. */
  const reminders = async (tx: Tx, whole: Whole): Promise<string> => {
    const sources = await planning.keptSources(
      tx,
      whole.lines.map((line) => line.offerId),
    )
    const supplier = await findSupplier(tx, whole.row.supplierId)
    return [
      ...(supplier?.rating === 'blacklisted' ? [blacklistedText(supplier)] : []),
      ...minimumWarnings(minimumOf(offersOf(sources), whole.lines)).map((warning) => warning.message),
    ].join('；')
  }

  const copy = async (tx: Tx, call: Call, row: PurchaseRow): Promise<{ message: string; id: string }> => {
    const whole = await writing.wholeOf(tx, row)
    const sources = await planning.keptSources(
      tx,
      whole.lines.map((line) => line.offerId),
    )
    const requests = await requestsAgain(tx, whole)
    if (requests.length === 0) throw new Refusal('state-not-allowed', { why: '订单都不再需要，没有可复制的内容' })
    const { groups, left } = planOf(requests, sources, new Map())
    if (groups.length === 0) throw new Refusal('offer-gone', { why: left[0]?.message ?? '货源已下架' })
    const terms = await planning.termsOf(tx, { accountId: row.accountId ?? undefined })
    const [address] = row.addressId === null ? [] : await findAddressesOf(tx, [row.addressId])
    const made = await deps.creating.writeGroups(tx, groups, {
      terms: { ...terms, address: address && address.removedAt === null ? address : terms.address },
      by: byOf(call),
      message: row.message,
      note: row.note,
      origin: 'copy',
      reason: `由 ${row.number} 复制`,
    })
    const numbers = made.map((one) => one.whole.row.number).join('、')
    const lost = left.length > 0 ? `；${left.length}行未能复制：${left[0]!.message}` : ''
    return { message: `已复制为 ${numbers}${lost}`, id: made[0]!.whole.row.id }
  }

  /**
   * Requests for what was cancelled and is still needed: of each order line the released pieces, at most as many as it still needs today;
   * and pieces that were requested by hand.
   */
  const requestsAgain = async (tx: Tx, { lines, demand }: Whole): Promise<PlanRequest[]> => {
    const open = new Map(
      (await deps.orders.linesForPurchase(tx, [...new Set(demand.map((one) => one.orderLineId))])).map((line) => [
        line.lineId,
        line.refusal === null ? line.toBuy : 0,
      ]),
    )
    return lines.flatMap((line): PlanRequest[] => {
      const { offerId, skuId, specId } = line
      const source = { key: line.id, offerId, skuId, specId }
      const parts = demand
        .filter((one) => one.asLineId === line.id)
        .flatMap((one): PlanRequest[] => {
          const saleQuantity = Math.min(one.releasedQuantity, open.get(one.orderLineId) ?? 0)
          if (saleQuantity === 0) return []
          open.set(one.orderLineId, (open.get(one.orderLineId) ?? 0) - saleQuantity)
          const { orderId, orderLineId, orderName, storeName, ratioSource, ratioSale } = one
          return [
            {
              ...source,
              extra: 0,
              part: { orderId, orderLineId, orderName, storeName, saleQuantity, ratioSource, ratioSale },
            },
          ]
        })
      return line.extraNeed > 0 ? [...parts, { ...source, extra: line.extraNeed }] : parts
    })
  }

  return {
    deletePurchaseOrder: (
      call: Call,
      { purchaseIds }: InputOf<Endpoints['deletePurchaseOrder']>,
    ): Promise<BulkOutcome> =>
      eachPurchase(deps, call, purchaseIds, async (tx, row) => {
        obey(canOf(row), 'deletePurchaseOrder', row)
        const whole = await writing.wholeOf(tx, row)
        await writing.releaseAll(tx, row.id, `采购单 ${row.number} 已删除`)
        await writing.record(tx, whole, { by: byOf(call), reason: '删除', changes: [GONE] })
        for (const orderId of new Set(whole.demand.map((one) => one.orderId)))
          await deps.orders.addEvent(tx, {
            orderId,
            kind: 'purchase',
            text: `采购单 ${row.number} 已删除，需求退回`,
            by: byOf(call),
          })
        await removePurchase(tx, row.id)
        return { message: whole.demand.length > 0 ? '已删除，需求已退回订单' : '已删除' }
      }),

    completeReviewOrder: (
      call: Call,
      { purchaseIds }: InputOf<Endpoints['completeReviewOrder']>,
    ): Promise<BulkOutcome> =>
      eachPurchase(deps, call, purchaseIds, async (tx, row) => {
        obey(canOf(row), 'completeReviewOrder', row)
        const by = byOf(call)
        const whole = await writing.move(tx, row.id, ['reviewing'], 'to-place', {
          reason: '',
          by,
          patch: { reviewedBy: by.name, reviewedAt: writing.now() },
        })
        const remind = await reminders(tx, whole)
        return { message: remind === '' ? '审核通过' : `审核通过；注意：${remind}` }
      }),

    backToPendingReviewStatus: (
      call: Call,
      { purchaseIds, reason }: InputOf<Endpoints['backToPendingReviewStatus']>,
    ): Promise<BulkOutcome> =>
      eachPurchase(deps, call, purchaseIds, async (tx, row) => {
        obey(canOf(row), 'backToPendingReviewStatus', row)
        const why = await deps.guard(tx, row.id)
        if (why !== undefined) throw new Refusal('state-not-allowed', { why })
        await writing.move(tx, row.id, RETURNABLE, 'reviewing', {
          reason: reason === '' ? '退回待审核' : `退回：${reason}`,
          by: byOf(call),
          patch: { reviewedBy: null, reviewedAt: null },
        })
        return { message: '已退回待审核' }
      }),

    copyPurchaseOrder: (call: Call, { purchaseIds }: InputOf<Endpoints['copyPurchaseOrder']>): Promise<BulkOutcome> =>
      eachPurchase(deps, call, purchaseIds, async (tx, row) => {
        obey(canOf(row), 'copyPurchaseOrder', row)
        return copy(tx, call, row)
      }),
  }
}
