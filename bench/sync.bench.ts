import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidV7 } from '@huoqiao/kit'
import { openRelay } from './cost-relay.ts'
import type { Passed } from './cost-relay.ts'
import { openFigures, round } from './figures.ts'
import { freePort, openCluster, startServer, startSimulator, withTemporaryFolder } from './app.ts'
import type { Server } from './app.ts'

/**
 * Products of 10 variants and 5 pictures pushed to the simulated Standard shop, at its real rate: 100 points a second and a full bucket of
 * 2,000 at the start. Limits: 90 % of the points of that time are used, and 90 % of the rate that the reference calculates for a complete
 * new product (shopify-admin, section 8, case C: 48 points). The simulator fetches no pictures here (quirk shopify.fetch-media off); their
 * processing still takes its 1 to 3 seconds.
 */
const PRODUCTS = Number(process.env['BENCH_SYNC_PRODUCTS'] ?? 1000)
/** Real milliseconds by which every answer of the shop is delayed, as from a shop on the other side of the world. */
const LATENCY_MS = Number(process.env['BENCH_SYNC_LATENCY_MS'] ?? 300)
const STANDARD = { restoreRate: 100, bucket: 2000 }
const CASE_C_POINTS = 48
const AT_ONCE = 500

const COLOURS = ['Black', 'White', 'Red', 'Blue', 'Green']
const SIZES = ['S', 'L']

const newProduct = (n: number, storeId: string) => ({
  storeIds: [storeId],
  title: `Waterproof travel backpack model ${n}`,
  titleZh: `防水旅行双肩包 ${n} 型`,
  descriptionHtml: '<p>Light and strong, made for long ways.</p><ul><li>Two compartments</li><li>Rain cover</li></ul>',
  vendor: 'Bridge Goods',
  productType: 'Backpacks',
  tags: ['travel', 'outdoor'],
  images: COLOURS.map((colour) => ({
    id: colour,
    url: `https://cbu01.alicdn.com/img/${n}-${colour}.jpg`,
    alt: '',
    dropped: false,
  })),
  options: [
    { name: 'Color', nameZh: '颜色', values: COLOURS.map((value) => ({ value, valueZh: value })) },
    { name: 'Size', nameZh: '尺码', values: SIZES.map((value) => ({ value, valueZh: value })) },
  ],
  variants: COLOURS.flatMap((colour, at) =>
    SIZES.map((size) => ({
      id: uuidV7(Date.now(), randomBytes(10)),
      skuCode: `BAG-${n}-${colour}-${size}`,
      barcode: '',
      sourceSkuId: null,
      sourceSpecId: null,
      optionValues: [colour, size],
      costMinor: 4_500 + at * 100,
      weightGrams: 650,
      weight: null,
      stock: 80,
      stockPolicy: 'deny' as const,
      imageId: colour,
      dropped: false,
      prices: [],
    })),
  ),
})

/** The Standard shop, with a location for its stock and every sales channel to publish to. */
async function standardStore({ call }: Server): Promise<string> {
  const stores = await call('getAllShopifyStores', {})
  const store = stores.find(({ currency }) => currency === 'USD')!
  const { id, version, name, origin, priceRuleId, locale, vendorName } = store
  const locationId = store.locations[0]!.id
  const publicationIds = store.publications.map((one) => one.id)
  await call('updateShopifyStore', {
    id,
    version,
    name,
    origin,
    priceRuleId,
    locale,
    vendorName,
    locationId,
    publicationIds,
  })
  return id
}

/** Requests the pushes and waits until no task is open any more. */
async function pushAll({ call }: Server, productIds: readonly string[], storeId: string): Promise<string[]> {
  for (let from = 0; from < productIds.length; from += AT_ONCE)
    await call('syncToShopify', { productIds: productIds.slice(from, from + AT_ONCE), storeIds: [storeId] })
  for (;;) {
    await sleep(1000)
    const { list } = await call('querySyncTasks', {})
    if (list.every(({ finishedAt }) => finishedAt !== null))
      return list.map(({ state, succeeded, total }) => `${state} ${succeeded}/${total}`)
  }
}

function byCall(passed: readonly Passed[]): Record<string, { calls: number; points: number; throttled: number }> {
  const sums: Record<string, { calls: number; points: number; throttled: number }> = {}
  for (const { call, points, throttled } of passed) {
    const sum = (sums[call] ??= { calls: 0, points: 0, throttled: 0 })
    sum.calls += 1
    sum.points += points
    sum.throttled += throttled ? 1 : 0
  }
  return sums
}

await withTemporaryFolder(async (open) => {
  const figures = openFigures('sync')
  const relay = await openRelay()
  open.closing(relay.close)
  const port = await freePort()
  relay.leadTo(`http://127.0.0.1:${port}`)
  const simulator = await startSimulator({
    SIMULATOR_PORT: String(port),
    SIMULATOR_DATA: join(open.folder, 'simulator'),
    SIMULATOR_ORIGIN: relay.origin,
  })
  open.closing(simulator.stop)
  const quirk = (name: string, value: unknown) =>
    fetch(`${relay.origin}/control/quirks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, value }),
    })
  await quirk('shopify.fetch-media', false)
  await quirk('shopify.latency-ms', LATENCY_MS)
  const cluster = await openCluster(open)
  const server = await startServer({
    DATABASE_URL: await cluster.create('sync'),
    HUOQIAO_DATA: open.folder,
    HUOQIAO_DEMO_SIMULATOR: relay.origin,
  })
  open.closing(server.stop)
  const storeId = await standardStore(server)
  const productIds: string[] = []
  for (let n = 0; n < PRODUCTS; n += 1) productIds.push((await server.call('createProduct', newProduct(n, storeId))).id)
  // The check of the store at the start used some points: after this wait the bucket is full again.
  await sleep((STANDARD.bucket / STANDARD.restoreRate) * 1000)

  relay.passed.length = 0
  const started = performance.now()
  const tasks = await pushAll(server, productIds, storeId)
  const passed = relay.passed.filter(({ shop }) => shop === 'bridge-us')
  const seconds = (Math.max(...passed.map(({ at }) => at)) - started) / 1000
  const points = passed.reduce((sum, one) => sum + one.points, 0)
  const allowed = STANDARD.restoreRate * seconds + STANDARD.bucket
  const pace = (PRODUCTS * CASE_C_POINTS - STANDARD.bucket) / STANDARD.restoreRate / seconds
  figures.tell({
    name: `同步 ${PRODUCTS} 个商品：用掉的额度`,
    value: (points / allowed) * 100,
    unit: '%',
    limit: 90,
    atLeast: true,
  })
  if (PRODUCTS * CASE_C_POINTS > STANDARD.bucket * 5)
    figures.tell({
      name: `同步 ${PRODUCTS} 个商品：为参考速度的`,
      value: pace * 100,
      unit: '%',
      limit: 90,
      atLeast: true,
    })
  figures.tell({ name: '每个商品的点数', value: points / PRODUCTS, unit: '点' })
  figures.tell({ name: '每分钟同步的商品（含开始时的满桶）', value: (PRODUCTS / seconds) * 60, unit: '个' })
  figures.note('tasks', tasks)
  figures.note('seconds', round(seconds))
  figures.note('latency, ms', LATENCY_MS)
  figures.note('calls', byCall(passed))
  await figures.keep()
})
