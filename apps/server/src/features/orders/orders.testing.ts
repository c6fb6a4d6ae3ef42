import type { OrderDetail, OrderLine, OrderRow, OrderTask } from '@huoqiao/contract/orders/orders.schema'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { until } from '../../../test/until.ts'

/** An order of a simulated shop as the simulator's control API returns it; only the parts that tests use. */
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

/** An installation with a simulated shop in which shoppers buy. */
export type OrderBench = {
  simulator: TestSimulator
  app: TestApp
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
  /** Requests a pull of every store that begins after now, and waits for its end. */
  pull(): Promise<void>
  /** Waits until no message of a shop is under way, and nothing that a message started. */
  heard(slug?: string): Promise<void>
  /** Waits until the shop's order has arrived and `until` is true for it. */
  seen(order: ShopOrderWitness, until?: (row: OrderRow) => boolean): Promise<OrderDetail>
  rows(filter?: object): Promise<OrderRow[]>
  lines(order: { id: string }): Promise<OrderLine[]>
  resolved(task: OrderTask): Promise<OrderTask>
  /** Waits until nothing is under way, no pull and no message: what a test removes after that is not brought back. */
  quiet(): Promise<void>
  close(): Promise<void>
}

/** `ahead`: how far the clocks of app and simulator are ahead of the machine's, ms. */
export async function startOrderBench({ ahead = 0, ...options }: BenchOptions = {}): Promise<OrderBench> {
  const simulator = await startTestSimulator()
  if (ahead > 0) await simulator.control('POST', '/clock', { advanceMs: ahead })
  const quirk: OrderBench['quirk'] = (name, value) => simulator.control('POST', '/quirks', { name, value })
  const now = (): number => Date.now() + ahead
  const app = await startTestApp({
    demoSimulator: simulator.origin,
    clock: { now },
    logLevel: process.env['HQ_TEST_LOG'] ?? 'silent',
    ...options,
  })
  const us = (await app.ok('getAllShopifyStores')).find((store) => store.currency === 'USD')!.id
  const slug = 'bridge-us'
  const shop = <T>(method: 'GET' | 'POST', path: string, body?: unknown, of = slug): Promise<T> =>
    simulator.control<T>(method, `/shopify/${of}/${path}`, body)
  const noPull = (): Promise<unknown> =>
    until(
      () => app.db.pool.query(`select 1 from jobs.job where name = 'pull-orders' and state < 'completed'`),
      ({ rowCount }) => rowCount === 0,
    )

  const bench: OrderBench = {
    simulator,
    app,
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
      // A running pull may have read the shop before the order existed, and prevents another one from being requested.
      await noPull()
      await app.ok('pullOrders')
      await noPull()
    },
    async heard(of) {
      await until(
        () => shop<{ total: number }>('GET', 'deliveries?state=waiting', undefined, of),
        ({ total }) => total === 0,
      )
      await untilQuiet(app)
    },
    async seen(order, isSo = () => true) {
      const found = await until(
        async () =>
          (await bench.rows({ keyword: `#${order.number}` })).find((row) => row.number === `#${order.number}`),
        (row) => row !== undefined && isSo(row),
      )
      return app.ok('getOrder', { orderId: found!.id })
    },
    rows: async (filter = {}) => (await app.ok('getOrdersByCondition', { pageSize: 200, ...filter })).list,
    lines: (order) => app.ok('getOrderLines', { orderIds: order.id }),
    async resolved(task) {
      const ended = await until(
        async () => (await app.ok('queryOrderTasks', { taskId: task.id })).list[0],
        (one) => one?.finishedAt != null,
      )
      return ended!
    },
    quiet: () => untilQuiet(app),
    async close() {
      await app.close()
      await simulator.close()
    },
  }
  return bench
}

/** Waits until every shop has the app's subscriptions: later orders arrive automatically. */
export async function shopsTell({ app }: Pick<OrderBench, 'app'>): Promise<void> {
  await app.ok('pullOrders')
  await until(
    () => app.ok('queryOrderFeeds'),
    (feeds) => feeds.every((feed) => feed.webhookTopics > 0),
  )
}
