import type { OrderDetail, OrderLine, OrderRow, OrderTask } from '@huoqiao/contract/orders/orders.schema'
import { startTestHouse } from '../../../test/harness.ts'
import type { TestHouse } from '../../../test/harness.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { until } from '../../../test/until.ts'

/** What the simulator's control API tells of an order in a pretend shop; only the parts that tests look at. */
export type ShopOrderWitness = {
  id: string
  number: number
  financialStatus: string
  fulfillmentStatus: string
  cancelledAt: string | null
  total: string
  lines: { id: string; variantId: string; quantity: number; currentQuantity: number; fulfilledQuantity: number }[]
  fulfillmentOrders: { id: string; status: string }[]
  fulfillments: { id: string; units: number }[]
}
export type ShopVariant = { variantId: string; product: string; sku: string; stock: number; priceMinor: number }

export type BenchOptions = { work?: boolean; ahead?: number }

/** A house beside a pretend shop that shoppers buy in. */
export type OrderBench = {
  simulator: TestSimulator
  house: TestHouse
  /** the USD shop: its name in the simulator, and our id of it */
  slug: string
  us: string
  variants(slug?: string): Promise<ShopVariant[]>
  buy(
    lines: readonly { variantId: string; quantity: number }[],
    over?: object,
    slug?: string,
  ): Promise<ShopOrderWitness>
  act(order: ShopOrderWitness, action: string, body?: object, slug?: string): Promise<ShopOrderWitness>
  quirk(name: string, value: string | number | boolean): Promise<unknown>
  /** Asks for a pull and waits until the store was pulled after now. */
  pull(): Promise<void>
  /** Waits until the shop's order is here and says what `until` wants. */
  seen(order: ShopOrderWitness, until?: (row: OrderRow) => boolean): Promise<OrderDetail>
  rows(filter?: object): Promise<OrderRow[]>
  lines(order: { id: string }): Promise<OrderLine[]>
  settled(task: OrderTask): Promise<OrderTask>
  /** Until nothing is under way, no pull and no message: what a test then takes away, nobody brings back. */
  quiet(): Promise<void>
  close(): Promise<void>
}

/** `ahead`: how far the clocks of both, the house and the simulator, run before the machine's, ms. */
export async function startOrderBench({ ahead = 0, ...options }: BenchOptions = {}): Promise<OrderBench> {
  const simulator = await startTestSimulator()
  if (ahead > 0) await simulator.control('POST', '/clock', { advanceMs: ahead })
  const quirk: OrderBench['quirk'] = (name, value) => simulator.control('POST', '/quirks', { name, value })
  const house = await startTestHouse({
    demoSimulator: simulator.origin,
    clock: { now: () => Date.now() + ahead },
    logLevel: process.env['HQ_TEST_LOG'] ?? 'silent',
    ...options,
  })
  const us = (await house.ok('getAllShopifyStores')).find((store) => store.currency === 'USD')!.id
  const slug = 'bridge-us'
  const shop = <T>(method: 'GET' | 'POST', path: string, body?: unknown, of = slug): Promise<T> =>
    simulator.control<T>(method, `/shopify/${of}/${path}`, body)
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  const bench: OrderBench = {
    simulator,
    house,
    slug,
    us,
    quirk,
    variants: async (of) => (await shop<{ variants: ShopVariant[] }>('GET', 'variants', undefined, of)).variants,
    async buy(lines, over = {}, of) {
      return (await shop<{ order: ShopOrderWitness }>('POST', 'orders', { lines, ...over }, of)).order
    },
    async act(order, action, body = {}, of) {
      return (await shop<{ order: ShopOrderWitness }>('POST', `orders/${order.number}/${action}`, body, of)).order
    },
    async pull() {
      const since = Date.now()
      for (let asked = 0; ; asked++) {
        if (asked % 20 === 0) await house.ok('pullOrders')
        const feeds = await house.ok('queryOrderFeeds')
        if (feeds.every((feed) => (feed.lastPulledAt ?? 0) >= since || feed.pullError !== null)) return
        await pause(100)
      }
    },
    async seen(order, until = () => true) {
      for (;;) {
        const found = (await bench.rows({ keyword: `#${order.number}` })).find(
          (row) => row.number === `#${order.number}`,
        )
        if (found && until(found)) return house.ok('getOrder', { orderId: found.id })
        await pause(100)
      }
    },
    rows: async (filter = {}) => (await house.ok('getOrdersByCondition', { pageSize: 200, ...filter })).list,
    lines: (order) => house.ok('getOrderLines', { orderIds: order.id }),
    async settled(task) {
      for (;;) {
        const { list } = await house.ok('queryOrderTasks', { taskId: task.id })
        if (list[0]?.finishedAt != null) return list[0]
        await pause(100)
      }
    },
    quiet: () => untilQuiet(house),
    async close() {
      await house.close()
      await simulator.close()
    },
  }
  return bench
}

/** Waits until every shop has the house's subscriptions: what is sold from now on comes in by itself. */
export async function shopsTell({ house }: Pick<OrderBench, 'house'>): Promise<void> {
  await house.ok('pullOrders')
  await until(
    () => house.ok('queryOrderFeeds'),
    (feeds) => feeds.every((feed) => feed.webhookTopics > 0),
  )
}
