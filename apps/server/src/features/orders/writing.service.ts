import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { derive } from './derive.rules.ts'
import { findLinesOf, lockOrders, saveLines, saveOrders } from './orders.store.ts'
import type { LineRow, OrderRow } from './orders.store.ts'
import type { TermsService } from './terms.service.ts'

export type WritingService = ReturnType<typeof writingService>
export type Whole = { order: OrderRow; lines: LineRow[] }

/** Changes facts of orders and recalculates the derived columns in one step, so that neither happens without the other. */
export function writingService(deps: { clock: Clock; terms: TermsService }) {
  return {
    /**
     * Locks the orders in the order of ids, lets `change` return each order's changes, derives and writes. `change` returns undefined if an
     * order stays as it is; if it throws, nothing was written. Unknown ids are left out.
     */
    async change(
      tx: Tx,
      orderIds: readonly string[],
      change: (whole: Whole) => { order?: Partial<OrderRow>; lines?: LineRow[] } | undefined,
    ): Promise<Whole[]> {
      const orders = await lockOrders(tx, [...new Set(orderIds)])
      const lines = new Map<string, LineRow[]>(orders.map((order) => [order.id, []]))
      for (const line of await findLinesOf(
        tx,
        orders.map(({ id }) => id),
      ))
        lines.get(line.orderId)!.push(line)
      const terms = await deps.terms.of(tx, orders)
      const now = new Date(deps.clock.now())
      const changedLines: LineRow[] = []
      const changed: OrderRow[] = []
      const whole = orders.map((before): Whole => {
        const own = lines.get(before.id)!
        const request = change({ order: before, lines: own })
        if (!request) return { order: before, lines: own }
        const touched = new Map((request.lines ?? []).map((line) => [line.id, { ...line, updatedAt: now }]))
        changedLines.push(...touched.values())
        const all = own.map((line) => touched.get(line.id) ?? line)
        const facts = { ...before, ...request.order }
        const order = { ...facts, ...derive(facts, all, terms(facts)), updatedAt: now }
        changed.push(order)
        return { order, lines: all }
      })
      await saveLines(tx, changedLines)
      await saveOrders(tx, changed)
      return whole
    },
  }
}
