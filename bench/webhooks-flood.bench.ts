import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFigures } from './figures.ts'
import { freePort, openCluster, query, startServer, startSimulator, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'

/**
 * A shop of the Standard plan (100 points a second for reads) gets an unusual number of orders in a minute, and staff edit, refund and
 * cancel many of them in the second of their creation: about ten thousand messages in that minute. Limit: within a minute after the last of
 * them every amount of every order equals the shop's.
 */
const ORDERS = Number(process.env['BENCH_FLOOD_ORDERS'] ?? 2_600)
const BATCH = 50
const MINUTE_MS = 60_000
/** The bench waits this long; the limit is a minute. */
const PATIENCE_MS = 10 * MINUTE_MS
const SHOP = 'bridge-us'
const SHARES = { edited: 0.15, refunded: 0.1, cancelled: 0.03, tip: 0.1, duties: 0.1 }

type Sums = {
  total: number
  refunded: number
  current: number
  discount: number
  shipping: number
  tax: number
  tip: number
  duties: number
  currentTax: number
  currentDuties: number
}
type Witness = { name: string; edited: boolean; sums: Sums }
type Held = { number: string; edited: boolean; depth: number; sums: Sums }

const HELD = `select number, edited, depth, jsonb_build_object(
    'total', total_minor, 'refunded', refunded_minor, 'current', current_minor,
    'discount', amounts->'discount', 'shipping', amounts->'shipping', 'tax', amounts->'tax', 'tip', amounts->'tip',
    'duties', amounts->'duties', 'currentTax', amounts->'currentTax', 'currentDuties', amounts->'currentDuties') as sums
  from sales_order where store_id = $1`

const NAMES = [
  'total',
  'refunded',
  'current',
  'discount',
  'shipping',
  'tax',
  'tip',
  'duties',
  'currentTax',
  'currentDuties',
] as const
const isSame = (shop: Witness, held: Held | undefined): boolean =>
  held !== undefined && held.edited === shop.edited && NAMES.every((name) => shop.sums[name] === held.sums[name])

/** Waits until the shop has the app's subscriptions. */
async function subscribed({ call }: Server): Promise<string> {
  const { id } = (await call('getAllShopifyStores', {})).find(({ currency }) => currency === 'USD')!
  await call('pullOrders', {})
  for (;;) {
    const feed = (await call('queryOrderFeeds', {})).find(({ storeId }) => storeId === id)
    if (feed && feed.webhookTopics > 0) return id
    await sleep(200)
  }
}

await withTemporaryFolder(async (open) => {
  const figures = openFigures('webhooks-flood')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const simulator = await startSimulator({
    SIMULATOR_PORT: String(port),
    SIMULATOR_DATA: join(open.folder, 'simulator'),
    SIMULATOR_ORIGIN: origin,
  })
  open.closing(simulator.stop)
  const control = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/control/shopify/${SHOP}/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const cluster = await openCluster(open)
  const url = await cluster.create('flood')
  const server = await startServer({ DATABASE_URL: url, HUOQIAO_DATA: open.folder, HUOQIAO_DEMO_SIMULATOR: origin })
  open.closing(server.stop)
  const storeId = await subscribed(server)

  const began = performance.now()
  for (let at = 0; at < ORDERS; at += BATCH) {
    await control('POST', 'busy-day', { count: Math.min(BATCH, ORDERS - at), shares: SHARES })
    await sleep(Math.max(0, began + ((at + BATCH) / ORDERS) * MINUTE_MS - performance.now()))
  }
  const sold = (performance.now() - began) / 1000
  const { orders } = await control<{ orders: Witness[] }>('GET', `orders?limit=${ORDERS * 2}`)
  while ((await control<{ total: number }>('GET', 'deliveries?state=waiting')).total > 0) await sleep(200)
  const reported = performance.now()

  const course: { second: number; wrong: number }[] = []
  let wrong: string[] = []
  let shallow = 0
  do {
    await sleep(500)
    const held = new Map((await query<Held>(url, HELD, [storeId])).map((row) => [row.number, row]))
    wrong = orders.filter((one) => !isSame(one, held.get(one.name))).map(({ name }) => name)
    shallow = [...held.values()].filter(({ depth }) => depth === 0).length
    course.push({ second: Math.round((performance.now() - reported) / 1000), wrong: wrong.length })
  } while (wrong.length > 0 && performance.now() - reported < PATIENCE_MS)
  const seconds = (performance.now() - reported) / 1000
  const [{ messages }] = (await query<{ messages: number }>(
    url,
    `select count(*)::int as messages from inbox_message`,
  )) as [{ messages: number }]

  figures.tell({ name: '一分钟内的消息', value: messages, unit: '条' })
  figures.tell({ name: '最后一条消息之后，金额全部与店铺一致', value: seconds, unit: '秒', limit: 60 })
  figures.tell({ name: '金额与店铺不一致的订单', value: wrong.length, unit: '单', limit: 0 })
  figures.note('orders', orders.length)
  figures.note('sold in, s', Math.round(sold))
  figures.note('delivered after the last sale, s', Math.round((reported - began) / 1000 - sold))
  figures.note(
    'wrong by second',
    course.filter((_one, at) => at % 10 === 0 || at === course.length - 1),
  )
  figures.note('not read whole by then', shallow)
  figures.note('still wrong', wrong.slice(0, 10))
  await figures.keep()
})
