import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopReturn } from '@huoqiao/connector-shopify'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { OrderReturn } from '@huoqiao/contract/orders/order-returns.schema'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import { groupBy, portionsOf } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, isRefusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { hasReturn } from './derive.rules.ts'
import { addEvents, findItems, findLinesOf, findOrder, findOrders, lockOrders } from './orders.store.ts'
import type { ItemRow, LineRow, OrderRow } from './orders.store.ts'
import { goodsReturned, readReturns } from './returns.jobs.ts'
import { newReturn, returnText } from './returns.mapping.ts'
import { returnChanges, OPEN_RETURNS, stillBought } from './returns.rules.ts'
import { findReturn, findReturnActs } from './return-acts.store.ts'
import { findReturns, findSoldAs, findUnderReturn, saveReturns } from './returns.store.ts'
import type { ReturnRow } from './returns.store.ts'
import { returnView } from './returns.view.ts'
import { gidOf, legacyOf } from './shop-order.mapping.ts'

type Endpoints = typeof ordersEndpoints
/** An app without read_all_orders does not see older orders (reference, section 4). */
const RECHECKED_MS = 60 * 86_400_000
/** Orders in one scheduled run, newest first, and in one job. */
const RECHECKED = 500
const AT_ONCE = 25
export type ReturnsService = ReturnType<typeof returnsService>

/**
 * Returns of orders as their shops report them. The order's own status (`returnStatus`) shows that there is something to read. The returns
 * themselves need their own scope (read_returns); without it only that status is known.
 */
export function returnsService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  stores: Pick<StoresApi, 'connectorOf' | 'storesById'>
  notices: Pick<NoticesService, 'tell'>
}) {
  const { db } = deps

  const itemsOf = async (tx: Tx, lines: readonly LineRow[]): Promise<ReadonlyMap<string, ItemRow>> =>
    new Map((await findItems(tx, [...new Set(lines.map(({ itemId }) => itemId))])).map((item) => [item.id, item]))

  /** Repeated or late reports change nothing: the difference is calculated under the order's lock. */
  const keep = async (tx: Tx, orderId: string, reported: readonly ShopReturn[]): Promise<void> => {
    const [order] = await lockOrders(tx, [orderId])
    if (!order) return
    const now = new Date(deps.clock.now())
    const exchanged = reported.flatMap(({ exchanges }) => exchanges.flatMap(({ variantId }) => variantId ?? []))
    const sold = await findSoldAs(tx, order.storeId, [...new Set(exchanged.map(legacyOf))])
    const lines = await findLinesOf(tx, [orderId])
    const items = await itemsOf(tx, lines)
    const rows = reported
      .map((one) => newReturn(one, { id: deps.newId(), orderId, now, sold }))
      .map((row) => ({ ...row, searchText: returnText(row, { orderNumber: order.number, lines, items }) }))
    const changes = returnChanges(await findReturns(tx, orderId), rows)
    await saveReturns(tx, rows)
    await addEvents(
      tx,
      changes.map(({ text }) => ({ id: deps.newId(), orderId, at: now, kind: 'shop', text, byId: null, byName: null })),
    )
    for (const one of changes.filter(({ isRequest }) => isRequest))
      await deps.notices.tell(tx, {
        kind: 'return-requested',
        about: one.shopifyGid,
        text: `订单 ${order.number} 的买家申请退货 ${one.name}，请同意或拒绝`,
        to: `/order/list?order=${orderId}`,
      })
    for (const { name, shopifyLineIds } of changes) {
      const orderLineIds = stillBought(lines, shopifyLineIds).map(({ id }) => id)
      if (orderLineIds.length > 0) await deps.jobs.emit(tx, goodsReturned, { orderId, orderLineIds, name })
    }
  }

  /** Returns of these orders, in the order of `rows`. */
  const viewsOf = async (
    tx: Tx,
    orders: readonly OrderRow[],
    rows: readonly ReturnRow[],
  ): Promise<{ order: OrderRow; view: OrderReturn }[]> => {
    const lines = await findLinesOf(
      tx,
      orders.map(({ id }) => id),
    )
    const ofOrder = groupBy(lines, ({ orderId }) => orderId)
    const items = await itemsOf(tx, lines)
    const acts = await findReturnActs(
      tx,
      rows.map((row) => row.id),
    )
    const stores = await deps.stores.storesById(tx, [...new Set(orders.map(({ storeId }) => storeId))])
    const byId = new Map(orders.map((order) => [order.id, order]))
    return rows.flatMap((row) => {
      const order = byId.get(row.orderId)
      if (!order) return []
      const scopes = stores.get(order.storeId)?.scopes ?? []
      return { order, view: returnView(row, { lines: ofOrder.get(order.id) ?? [], items }, { acts, scopes }) }
    })
  }

  const readOne = async (order: OrderRow, signal?: AbortSignal): Promise<void> => {
    const shop = await deps.stores.connectorOf(order.storeId)
    const options = signal ? { lane: 'background' as const, signal } : {}
    const reported = await shop.readReturns(gidOf('Order', order.shopifyId), options)
    if (reported && reported.length > 0) await db.transaction((tx) => keep(tx, order.id, reported))
  }

  return {
    /** Runs after events of orders with returns. Throws the shop's failure, so that the job retries. */
    async read(orderIds: readonly string[], signal: AbortSignal): Promise<void> {
      const orders = await findOrders(db.handle, orderIds)
      const stores = await deps.stores.storesById(db.handle, [...new Set(orders.map(({ storeId }) => storeId))])
      let failure: unknown
      for (const order of orders) {
        signal.throwIfAborted()
        if (!stores.has(order.storeId)) continue
        // A store that cannot be reached must not block the returns of the others.
        await readOne(order, signal).catch((error: unknown) => {
          if (signal.aborted || (!isRemoteFailure(error) && !isRefusal(error))) throw error
          failure = error
        })
      }
      if (failure !== undefined) throw failure
    },

    /** Reads open returns again, whatever their orders' status. */
    recheck: (): Promise<void> =>
      db.transaction(async (tx) => {
        const since = new Date(deps.clock.now() - RECHECKED_MS)
        const open = await findUnderReturn(tx, { since, statuses: OPEN_RETURNS, limit: RECHECKED })
        const orderIds = open.map(({ id }) => id)
        for (const some of portionsOf(orderIds, AT_ONCE)) await deps.jobs.enqueue(tx, readReturns, { orderIds: some })
      }),

    /** Runs while a person waits for one order to be read; if it fails, the job that the read enqueued retries it. */
    async readNow(orderId: string): Promise<void> {
      const order = await findOrder(db.handle, orderId)
      if (!order || !hasReturn(order)) return
      await readOne(order).catch((error: unknown) => {
        if (!isRemoteFailure(error) && !isRefusal(error)) throw error
      })
    },

    async getOrderReturns(
      tx: Tx,
      { orderId }: InputOf<Endpoints['getOrderReturns']>,
    ): Promise<OutputOf<Endpoints['getOrderReturns']>> {
      const order = await findOrder(tx, orderId)
      if (!order) throw new Refusal('not-found')
      const rows = await findReturns(tx, orderId)
      return {
        currency: order.currency,
        returns: (await viewsOf(tx, [order], rows)).map(({ view }) => view),
        hidden: rows.length === 0 && hasReturn(order),
      }
    },

    /** One return as its order's screen shows it. */
    async getReturn(tx: Tx, order: OrderRow, id: string): Promise<OrderReturn> {
      const row = await findReturn(tx, id)
      if (!row) throw new Refusal('not-found')
      const [found] = await viewsOf(tx, [order], [row])
      return found!.view
    },

    viewsOf,
  }
}
