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

/** Changes taken in one transaction: enough that a statement is worth its way, few enough that nobody waits long. Two of them are MOST_BEHIND. */
const PORTION = MOST_BEHIND / 2
/** By the job, for which nobody waits: while so much is left, an answer is given without counting. Of more orders at once, more rows of a sum are one. */
const JOB_PORTION = 4 * PORTION

/** Keeps the sums of orders: what changed is taken off the orders' list of changes and counted again, in one transaction. */
export function factsService(deps: {
  db: Db
  clock: Clock
  orders: Pick<OrdersApi, 'takeChanged' | 'countChanged' | 'orderSums'>
}) {
  const { db, orders } = deps

  /** The goods of these orders, as the latest of all orders calls them. */
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

  /** By the one writer, as whoever counts orders writes the same rows of goods. */
  const refresh = (): Promise<void> =>
    db.transaction(async (tx) => {
      await lockFacts(tx)
      await refreshGoods(tx)
    })

  return {
    /** Until nothing is left that changed. Broken off anywhere, it goes on with what is left. */
    async keep(signal: AbortSignal): Promise<void> {
      while ((await takePortion(JOB_PORTION)) > 0) signal.throwIfAborted()
      await refresh()
    },

    /** Counts what changed just now, so that whoever reads sees it, and answers how much is left; MOST_BEHIND or more are left to the job. */
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
