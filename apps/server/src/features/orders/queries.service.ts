import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { OrderDetail } from '@huoqiao/contract/orders/orders.schema'
import { SEE_CUSTOMER } from '@huoqiao/contract/access/elements'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import type { FeedsService } from './feeds.service.ts'
import { countByState, findPage } from './order-list.store.ts'
import type { ListFilter } from './order-list.store.ts'
import { lineFacts } from './derive.rules.ts'
import { findOfferNames } from './order-source.store.ts'
import { canOf, refusalToBuy } from './orders.rules.ts'
import { findEvents, findItems, findLinesOf, findOrder, findOrders, findPerson } from './orders.store.ts'
import type { LineRow, OrderRow } from './orders.store.ts'
import { detailView, lineView, rowView } from './orders.view.ts'
import { findOfferFacts, findRenamedSkus } from './proposals.store.ts'
import { findFeeds } from './rates.store.ts'
import type { ReturnsService } from './returns.service.ts'
import { whySourceGone } from './source-sku.rules.ts'

type Endpoints = typeof ordersEndpoints
export type QueriesService = ReturnType<typeof queriesService>

/** How long the list may show a cached time of the last pull. */
const PULLS_MS = 1_000

export const seesCustomers = (call: Call): boolean => call.actor.holds(SEE_CUSTOMER)

/** Read access to orders for the screens. */
export function queriesService(deps: {
  clock: Clock
  stores: Pick<StoresApi, 'storeNames' | 'storesById'>
  feeds: Pick<FeedsService, 'refresh'>
  returns: Pick<ReturnsService, 'readNow'>
}) {
  let pulls: { at: number; byStore: ReadonlyMap<string, number | null> } | undefined
  /** Pulls happen once a minute, so the time is cached for a second instead of read for every page. */
  const lastPulls = async (tx: Tx): Promise<ReadonlyMap<string, number | null>> => {
    const at = deps.clock.now()
    if (!pulls || at - pulls.at > PULLS_MS || at < pulls.at) {
      const feeds = await findFeeds(tx)
      pulls = { at, byStore: new Map(feeds.map((feed) => [feed.storeId, feed.lastPulledAt?.getTime() ?? null])) }
    }
    return pulls.byStore
  }
  const filterOf = (call: Call, input: InputOf<Endpoints['getOrderCountByState']>): ListFilter => ({
    ...input,
    seesCustomers: seesCustomers(call),
  })
  const itemsOf = async (tx: Tx, lines: readonly LineRow[]) =>
    new Map((await findItems(tx, [...new Set(lines.map(({ itemId }) => itemId))])).map((item) => [item.id, item]))
  const offersOf = (tx: Tx, lines: readonly LineRow[]) =>
    findOfferNames(tx, [...new Set(lines.flatMap(({ offerId }) => offerId ?? []))])
  /** Why the sources of lines that may be bought can no longer be bought, by line. */
  const goneOf = async (
    tx: Tx,
    orders: ReadonlyMap<string, OrderRow>,
    lines: readonly LineRow[],
  ): Promise<Map<string, string>> => {
    const open = lines.filter(
      (line) => line.offerId !== null && refusalToBuy(orders.get(line.orderId)!.state, lineFacts(line)) === null,
    )
    const offerIds = [...new Set(open.flatMap(({ offerId }) => offerId ?? []))]
    const [offers, renamed] = [await findOfferFacts(tx, offerIds), await findRenamedSkus(tx, offerIds)]
    return new Map(
      open.flatMap((line) => {
        const why = whySourceGone(line, offers.get(line.offerId!), renamed)
        return why === undefined ? [] : [[line.id, why] as const]
      }),
    )
  }
  const getOrder = async (tx: Tx, call: Call, orderId: string): Promise<OrderDetail> => {
    const order = await findOrder(tx, orderId)
    if (!order) throw new Refusal('not-found')
    const lines = await findLinesOf(tx, [orderId])
    const store = (await deps.stores.storesById(tx, [order.storeId])).get(order.storeId)
    return detailView({
      order,
      lines,
      items: await itemsOf(tx, lines),
      offers: await offersOf(tx, lines),
      gone: await goneOf(tx, new Map([[order.id, order]]), lines),
      person: await findPerson(tx, orderId),
      events: await findEvents(tx, orderId),
      store: store ?? { name: '已删除的店铺', origin: '' },
      seesCustomers: seesCustomers(call),
    })
  }

  return {
    async getOrdersByCondition(
      tx: Tx,
      call: Call,
      { page, pageSize, sort, direction, ...filter }: InputOf<Endpoints['getOrdersByCondition']>,
    ): Promise<OutputOf<Endpoints['getOrdersByCondition']>> {
      const sees = seesCustomers(call)
      const found = await findPage(tx, filterOf(call, filter), { page, pageSize, sort, direction })
      const names = await deps.stores.storeNames()
      const storeIds = [...new Set(found.rows.map(({ storeId }) => storeId))]
      return {
        list: found.rows.map((row) => rowView(row, storeIds.indexOf(row.storeId), sees)),
        total: found.total,
        page,
        pageSize,
        ...(found.capped ? { totalCapped: true } : {}),
        stores: storeIds.map((id) => ({ id, name: names.get(id) ?? '已删除的店铺' })),
        cans: Object.fromEntries(
          [...new Set(found.rows.map(({ state }) => state))].map((state) => [state, canOf(state)]),
        ),
        pulledAt: pulledAt(await lastPulls(tx), names, filter.storeId),
      }
    },

    async getOrderCountByState(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['getOrderCountByState']>,
    ): Promise<OutputOf<Endpoints['getOrderCountByState']>> {
      const { counts, capped } = await countByState(tx, filterOf(call, input))
      return { counts, all: Object.values(counts).reduce((sum, n) => sum + n, 0), capped }
    },

    async getOrderLines(tx: Tx, orderIds: readonly string[]): Promise<OutputOf<Endpoints['getOrderLines']>> {
      const orders = new Map((await findOrders(tx, orderIds)).map((order) => [order.id, order]))
      const lines = await findLinesOf(tx, [...orders.keys()])
      const [items, offers] = [await itemsOf(tx, lines), await offersOf(tx, lines)]
      const gone = await goneOf(tx, orders, lines)
      const names = await deps.stores.storeNames(tx)
      return lines.map((line) => {
        const order = orders.get(line.orderId)!
        const storeName = names.get(order.storeId) ?? '已删除的店铺'
        return lineView(line, { order, item: items.get(line.itemId)!, offers, storeName, gone: gone.get(line.id) })
      })
    },

    getOrder,

    /** Reads the order again in the shop first, with its returns. Throws `not-found`, or the store's error. */
    async refreshOrder(tx: Tx, call: Call, orderId: string): Promise<OrderDetail> {
      await deps.feeds.refresh(orderId)
      await deps.returns.readNow(orderId)
      return getOrder(tx, call, orderId)
    },
  }
}

/** The oldest of the stores' last pulls; null if a store was never pulled. */
function pulledAt(
  pulls: ReadonlyMap<string, number | null>,
  stores: ReadonlyMap<string, string>,
  storeId: string | undefined,
): number | null {
  const asked = storeId === undefined ? [...stores.keys()] : [storeId]
  const times = asked.map((id) => pulls.get(id) ?? null)
  return times.length === 0 || times.includes(null) ? null : Math.min(...times.map((time) => time ?? 0))
}
