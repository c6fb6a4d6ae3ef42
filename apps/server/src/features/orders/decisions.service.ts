import type { BulkOutcome, InputOf, RowOutcome } from '@huoqiao/contract'
import { REFUSALS } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addressOpen, riskOpen } from './derive.rules.ts'
import { canOf } from './orders.rules.ts'
import { findOrderIdsOfLines } from './orders.store.ts'
import type { LineRow, OrderRow } from './orders.store.ts'
import { personEvents } from './person-events.ts'
import type { QueriesService } from './queries.service.ts'
import type { WritingService } from './writing.service.ts'

type Endpoints = typeof ordersEndpoints
export type DecisionsService = ReturnType<typeof decisionsService>

export const bulk = (rows: RowOutcome[]): BulkOutcome => ({
  succeeded: rows.filter(({ ok }) => ok).length,
  failed: rows.filter(({ ok }) => !ok).length,
  rows,
})
export const refusedRow = (key: string, word: 'not-found' | 'state-not-allowed', message?: string): RowOutcome => ({
  key,
  ok: false,
  word,
  message: message ?? REFUSALS[word].msg,
})

/** Decisions of people about orders: hold, release, allow, note, ignore a line. One outcome for each order or line. */
export function decisionsService(deps: {
  clock: Clock
  newId: NewId
  writing: WritingService
  queries: Pick<QueriesService, 'getOrder'>
}) {
  const now = (): Date => new Date(deps.clock.now())
  const addEvents = personEvents(deps)

  /** One decision on many orders: `refuse` returns why an order does not allow it, `become` what changes. */
  const decide = async (
    tx: Tx,
    call: Call,
    orderIds: readonly string[],
    text: string,
    rules: { refuse: (order: OrderRow) => string | undefined; become: (order: OrderRow) => Partial<OrderRow> },
  ): Promise<BulkOutcome> => {
    const outcomes = new Map<string, RowOutcome>()
    await deps.writing.change(tx, orderIds, ({ order }) => {
      const why = rules.refuse(order)
      if (why !== undefined) {
        outcomes.set(order.id, refusedRow(order.id, 'state-not-allowed', `${order.number}：${why}`))
        return undefined
      }
      call.notes.object('order', order.id, order.number)
      outcomes.set(order.id, { key: order.id, ok: true, message: order.number })
      return { order: { ...rules.become(order), version: order.version + 1 } }
    })
    const done = [...outcomes.values()].filter(({ ok }) => ok).map(({ key }) => key)
    await addEvents(tx, done, text, call.actor)
    return bulk([...new Set(orderIds)].map((id) => outcomes.get(id) ?? refusedRow(id, 'not-found')))
  }

  return {
    holdOrders(tx: Tx, call: Call, { orderIds, reason }: InputOf<Endpoints['holdOrders']>): Promise<BulkOutcome> {
      call.notes.change('hold', null, reason)
      return decide(tx, call, orderIds, `搁置：${reason}`, {
        refuse(order) {
          if (order.heldAt !== null) return '已经搁置'
          const may = canOf(order.state)['holdOrders']
          return may === true || order.state === 'held' ? undefined : may
        },
        become: () => ({ heldAt: now(), heldBy: call.actor.name, heldReason: reason }),
      })
    },

    releaseOrders(tx: Tx, call: Call, { orderIds }: InputOf<Endpoints['releaseOrders']>): Promise<BulkOutcome> {
      return decide(tx, call, orderIds, '取消搁置', {
        refuse(order) {
          if (order.heldAt !== null) return undefined
          return order.shopHold === null ? '没有搁置' : '由店铺搁置，请在店铺后台取消'
        },
        become: () => ({ heldAt: null, heldBy: null, heldReason: null }),
      })
    },

    confirmOrders(tx: Tx, call: Call, { orderIds, what }: InputOf<Endpoints['confirmOrders']>): Promise<BulkOutcome> {
      const risk = what !== 'address'
      const address = what !== 'risk'
      return decide(
        tx,
        call,
        orderIds,
        `确认${risk ? '风险' : ''}${risk && address ? '与' : ''}${address ? '地址' : ''}`,
        {
          refuse: (order) =>
            (risk && riskOpen(order)) || (address && addressOpen(order)) ? undefined : '没有待确认的内容',
          become: (order) => ({
            ...(risk && riskOpen(order) ? { riskConfirmedAt: now() } : {}),
            ...(address && addressOpen(order) ? { addressConfirmedAt: now() } : {}),
          }),
        },
      )
    },

    async noteOrder(
      tx: Tx,
      call: Call,
      { orderId, version, note }: InputOf<Endpoints['noteOrder']>,
    ): Promise<OrderDetail> {
      let found = false
      await deps.writing.change(tx, [orderId], ({ order }) => {
        found = true
        if (order.version !== version)
          throw new Refusal('stale', { current: { note: order.note, version: order.version } })
        call.notes.object('order', order.id, order.number)
        call.notes.change('note', order.note, note)
        return { order: { note, version: order.version + 1 } }
      })
      if (!found) throw new Refusal('not-found')
      return deps.queries.getOrder(tx, call, orderId)
    },

    async ignoreLines(
      tx: Tx,
      call: Call,
      { lineIds, ignored }: InputOf<Endpoints['ignoreLines']>,
    ): Promise<BulkOutcome> {
      const wanted = new Set(lineIds)
      const outcomes = new Map<string, RowOutcome>()
      const touched: string[] = []
      await deps.writing.change(tx, await findOrderIdsOfLines(tx, lineIds), ({ order, lines }) => {
        const changed: LineRow[] = []
        for (const line of lines.filter((one) => wanted.has(one.id))) {
          const why = ignoreFault(order, line, ignored)
          if (why === undefined) changed.push({ ...line, ignored })
          outcomes.set(
            line.id,
            why === undefined
              ? { key: line.id, ok: true, message: order.number }
              : refusedRow(line.id, 'state-not-allowed', `${order.number}：${why}`),
          )
        }
        if (changed.length === 0) return undefined
        touched.push(order.id)
        call.notes.object('order', order.id, order.number)
        return { lines: changed }
      })
      await addEvents(tx, touched, ignored ? '标记商品为无需采购' : '恢复商品的采购', call.actor)
      return bulk([...wanted].map((id) => outcomes.get(id) ?? refusedRow(id, 'not-found')))
    },
  }
}

function ignoreFault(order: OrderRow, line: LineRow, ignored: boolean): string | undefined {
  if (line.ignored === ignored) return ignored ? '已经标记' : '没有标记'
  if (ignored && line.purchased > 0) return '已采购'
  const may = canOf(order.state)['ignoreLines']
  return may === true || may === undefined ? undefined : `订单${ORDER_STATES[order.state].label}`
}
