import type { InputOf } from '@huoqiao/contract'
import type { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OrderChangeWhy, OrdersApi } from '../orders/index.ts'
import { handleOrderChanges } from '../purchases/index.ts'
import type { PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { AllocatingService } from './allocating.service.ts'
import { arrivedToStock, coversToGiveBack } from './allocation.rules.ts'
import { findAllocationsOfOrderLines } from './receipts.store.ts'
import { findReserved } from './shipments.store.ts'

type Endpoints = typeof deliveriesEndpoints
/** Sale pieces of a cover to give back; all possible ones if no quantity is given. */
type Back = { readonly demandId: string; readonly saleQuantity?: number }

/** Spare goods that orders took (decision 0019): allocating them when they have arrived, and giving them back. */
export function spareGoods(deps: {
  db: Db
  jobs: Jobs
  orders: OrdersApi
  purchases: PurchasesApi
  allocating: AllocatingService
}) {
  const { db, purchases, allocating } = deps

  /**
   * Returns the sale pieces that were given back, by demand. Pieces that were sent, or are about to be, stay with their order. With
   * `isArrived`: arrived pieces of any demand are given back; otherwise pieces of covers.
   */
  const giveBack = async (
    tx: Tx,
    backs: readonly Back[],
    reported: { by: By | null; why: string; isArrived?: boolean },
  ): Promise<Map<string, number>> => {
    const requested = new Map(backs.map((back) => [back.demandId, back.saleQuantity]))
    const found = await purchases.demandByIds(tx, [...requested.keys()])
    const given = new Map<string, number>()
    const ofPurchase = groupBy(found, (one) => one.purchaseId)
    // All purchases are locked in the order of ids before any order, as everywhere.
    const docs: PurchaseDoc[] = []
    for (const purchaseId of [...ofPurchase.keys()].sort()) {
      const doc = await purchases.purchaseForPlacement(tx, purchaseId)
      if (doc) docs.push(doc)
    }
    for (const doc of docs) {
      const asked = ofPurchase.get(doc.id)!
      const lines = doc.lines.filter((line) => asked.some((one) => one.lineId === line.id))
      const claims = await allocating.claimsOf(
        tx,
        lines.map(({ id }) => id),
        { lock: true },
      )
      for (const line of lines) {
        const own = claims.get(line.id) ?? []
        const parts = own.flatMap(({ demandId, demand, allocated, fixed }) => {
          if (!requested.has(demandId) || (!demand.isCover && !reported.isArrived)) return []
          const most = (reported.isArrived ? allocated : demand.saleQuantity) - fixed
          const saleQuantity = Math.min(requested.get(demandId) ?? most, most)
          return saleQuantity > 0 ? [{ demandId, saleQuantity }] : []
        })
        if (parts.length === 0) continue
        const backOf = new Map(parts.map((part) => [part.demandId, part.saleQuantity]))
        // For covers, pieces that have not arrived are given back first, and arrived ones only if these are not enough.
        const next = new Map(
          own.map(({ demandId, allocated, demand }) => {
            const back = backOf.get(demandId) ?? 0
            return [demandId, reported.isArrived ? allocated - back : Math.min(allocated, demand.saleQuantity - back)]
          }),
        )
        await allocating.write(tx, line, own, next, {
          by: reported.by,
          number: doc.number,
          words: `${reported.isArrived ? '留作库存' : '退回余货'}：${reported.why}`,
        })
        await purchases.releaseDemand(tx, parts, reported.why, { asStock: reported.isArrived ?? false })
        for (const [demandId, pieces] of backOf) given.set(demandId, pieces)
        await allocating.resolve(tx, [line], { by: reported.by, number: doc.number })
      }
    }
    return given
  }

  /** Two concurrent changes of an order must not give back the same excess twice. Purchases are locked before orders, as everywhere. */
  const lockOf = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
    const demand = await purchases.linesOfOrders(tx, orderIds)
    for (const purchaseId of [...new Set(demand.map((one) => one.purchaseId))].sort())
      await purchases.purchaseForPlacement(tx, purchaseId)
    await deps.orders.linesForPurchase(tx, [...new Set(demand.map((one) => one.orderLineId))])
  }

  const arrivedBacks = async (tx: Tx, orderIds: readonly string[]): Promise<Back[]> => {
    const docs = await deps.orders.orderDocs(tx, orderIds)
    const lineIds = docs.flatMap((doc) => doc.lines.map(({ lineId }) => lineId))
    const held = await findAllocationsOfOrderLines(tx, lineIds)
    return arrivedToStock(
      docs,
      held.map(({ demandId, orderLineId, saleQuantity }) => ({ demandId, orderLineId, allocated: saleQuantity })),
      await findReserved(tx, lineIds),
    )
  }

  return {
    async share(purchaseIds: readonly string[]): Promise<void> {
      for (const purchaseId of purchaseIds)
        await db.transaction(async (tx) => {
          const doc = await purchases.purchaseForPlacement(tx, purchaseId)
          const lines = doc?.lines.filter((line) => line.received > 0) ?? []
          if (doc && lines.length > 0) await allocating.resolve(tx, lines, { by: null, number: doc.number })
        })
    },

    giveBackAll: (demandIds: readonly string[], why: string): Promise<void> =>
      db.transaction(async (tx) => {
        await giveBack(
          tx,
          demandIds.map((demandId) => ({ demandId })),
          { by: null, why },
        )
      }),

    /**
     * What these orders no longer want becomes spare: first covers, then goods that arrived for them and were not sent. Only then are
     * purchases asked about the rest, which has not arrived.
     */
    handleOrders: (orderIds: readonly string[], why: OrderChangeWhy): Promise<void> =>
      db.transaction(async (tx) => {
        await lockOf(tx, orderIds)
        const covers = (await purchases.linesOfOrders(tx, orderIds)).filter((one) => one.isCover)
        const docs = await deps.orders.orderDocs(tx, orderIds)
        await giveBack(tx, coversToGiveBack(docs, covers), { by: null, why: '订单不再需要' })
        await giveBack(tx, await arrivedBacks(tx, orderIds), { by: null, why: '订单不再需要', isArrived: true })
        await deps.jobs.enqueue(tx, handleOrderChanges, { orderIds: [...orderIds], why })
      }),

    giveBackSpare: (
      call: Call,
      { demandId, reason }: InputOf<Endpoints['giveBackSpare']>,
    ): Promise<{ saleQuantity: number }> =>
      db.transaction(async (tx) => {
        const [one] = await purchases.demandByIds(tx, [demandId])
        if (!one || !one.isCover) throw new Refusal('not-found', { why: '这不是用余货的订单行' })
        if (one.saleQuantity === 0) throw new Refusal('state-not-allowed', { why: `${one.orderName} 用的余货已经退回` })
        const by = byOf(call)
        const why = reason === '' ? '人工退回' : reason
        const saleQuantity = (await giveBack(tx, [{ demandId }], { by, why })).get(demandId) ?? 0
        if (saleQuantity === 0)
          throw new Refusal('already-shipped', {
            why: `${one.orderName} 用的余货已发出或正在回传，不能退回`,
            next: [{ label: '先撤销对应的发货', to: '/order/ship' }],
          })
        const [doc] = await purchases.purchaseDocs(tx, [one.purchaseId])
        call.notes.object('purchase', one.purchaseId, doc?.number ?? '')
        call.notes.change(`余货给 ${one.orderName}`, one.saleQuantity, one.saleQuantity - saleQuantity)
        return { saleQuantity }
      }),
  }
}
