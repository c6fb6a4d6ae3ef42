import { MOST_BEHIND, NO_KEY } from '@huoqiao/contract/analytics/analytics.figures'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OrdersApi, OrderSums } from '../orders/index.ts'
import { differencesOf, factsOf, goodsKeysOf, isSameRow, linesOf } from './facts.rules.ts'
import {
  addToDayGoods,
  addToDayPlace,
  addToSpanGoods,
  findFacts,
  lockFacts,
  refreshGoods,
  replaceFacts,
  saveGoods,
} from './facts.store.ts'
import type { GoodsRow } from './facts.store.ts'
import { SPANS, spanOf } from './spans.rules.ts'

export type FactsService = ReturnType<typeof factsService>

/** Changed orders per transaction: enough to be worth a statement, few enough for a short wait. Two portions are MOST_BEHIND. */
const PORTION = MOST_BEHIND / 2
/**
 * Changed orders per transaction of the job, for which nobody waits. Larger, because more rows of the same sum are combined into one update. While
 * MOST_BEHIND or more are left, requests answer without counting.
 */
const JOB_PORTION = 4 * PORTION

/** Keeps the sums up to date: takes orders from the orders' list of changes and counts them again, in one transaction. */
export function factsService(deps: {
  db: Db
  clock: Clock
  orders: Pick<OrdersApi, 'takeChanged' | 'countChanged' | 'orderSums'>
}) {
  const { db, orders } = deps

  /** Saves the goods of these orders; the names are those of the latest order. */
  const nameGoods = async (tx: Tx, all: readonly OrderSums[]): Promise<void> => {
    const lines = all
      .toSorted((a, b) => a.orderedAt.getTime() - b.orderedAt.getTime())
      .flatMap((order) => linesOf(order).map((line) => ({ order, line })))
    const rows = new Map<string, GoodsRow>()
    const now = new Date(deps.clock.now())
    for (const { order, line } of lines) {
      const { storeId, orderedAt } = order
      const keys = goodsKeysOf(storeId, line)
      rows.set(keys.id, {
        ...keys,
        storeId,
        productName: line.title,
        variantName: line.variantTitle,
        sku: line.sku,
        image: line.image,
        offerId: line.offerId,
        supplierKey: NO_KEY,
        supplierName: '',
        category: NO_KEY,
        offerAt: null,
        namedAt: orderedAt,
        createdAt: now,
        updatedAt: now,
      })
    }
    await saveGoods(
      tx,
      [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  }

  const replace = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
    const sums = await orders.orderSums(tx, orderIds)
    const fresh = groupBy(sums.flatMap(factsOf), ({ orderId }) => orderId)
    const gone = groupBy(await findFacts(tx, orderIds), ({ orderId }) => orderId)
    const changed = orderIds.filter((id) => {
      const [before, after] = [gone.get(id) ?? [], fresh.get(id) ?? []]
      const places = new Map(before.map((row) => [row.position, row]))
      return before.length !== after.length || after.some((row) => !isSameRow(row, places.get(row.position)))
    })
    await nameGoods(tx, sums)
    if (changed.length === 0) return
    const [before, after] = [changed.flatMap((id) => gone.get(id) ?? []), changed.flatMap((id) => fresh.get(id) ?? [])]
    await replaceFacts(tx, changed, after)
    await addToDayPlace(
      tx,
      differencesOf(before, after, ({ day, storeId, country }) => ({ day, storeId, country })),
    )
    await addToDayGoods(
      tx,
      differencesOf(before, after, ({ day, goodsId }) => ({ day, goodsId })),
    )
    await addToSpanGoods(
      tx,
      SPANS.flatMap((grain) =>
        differencesOf(before, after, ({ day, goodsId }) => ({ grain, day: spanOf(grain, day), goodsId })),
      ),
    )
  }

  const takePortion = (most: number): Promise<number> =>
    db.transaction(async (tx) => {
      await lockFacts(tx)
      const orderIds = await orders.takeChanged(tx, most)
      if (orderIds.length > 0) await replace(tx, orderIds)
      return orderIds.length
    })

  /** Under the lock: counting orders writes the same rows of goods. */
  const refresh = (): Promise<void> =>
    db.transaction(async (tx) => {
      await lockFacts(tx)
      await refreshGoods(tx)
    })

  return {
    /** Runs until no changed order is left. Can be interrupted between transactions; the next run continues. */
    async keep(signal: AbortSignal): Promise<void> {
      while ((await takePortion(JOB_PORTION)) > 0) signal.throwIfAborted()
      await refresh()
    },

    /** Counts recent changes, so that the caller reads them, and returns how many are left. MOST_BEHIND or more are left to the job. */
    async catchUp(): Promise<number> {
      const behind = await orders.countChanged(db.handle, MOST_BEHIND)
      if (behind === 0 || behind >= MOST_BEHIND) return behind
      await takePortion(PORTION)
      await takePortion(PORTION)
      await refresh()
      return orders.countChanged(db.handle, MOST_BEHIND)
    },
  }
}
