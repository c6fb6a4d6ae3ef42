import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidV7 } from '@huoqiao/kit'
import { openRelay } from './cost-relay.ts'
import type { Passed } from './cost-relay.ts'
import { freePort, openCluster, startServer, startSimulator } from './app.ts'
import type { Open, Server } from './app.ts'

/** The simulated Standard shop at its real rate: 100 points a second and a full bucket of 2,000 at the start. */
export const STANDARD = { restoreRate: 100, bucket: 2000 }
/** Real milliseconds by which every answer of the shop is delayed, as from a shop on the other side of the world. */
export const LATENCY_MS = Number(process.env['BENCH_SYNC_LATENCY_MS'] ?? 300)

export type StandardShop = {
  server: Server
  storeId: string
  /** Waits until the bucket is full again. */
  full(this: void): Promise<void>
  /** Runs `work`. Returns the points that it used, and those that the shop allowed between its start and the shop's last answer. */
  measured(this: void, work: () => Promise<unknown>): Promise<Used>
}
export type Used = { points: number; seconds: number; allowed: number; calls: ReturnType<typeof byCall> }

/** Without the shop's pictures: the simulator fetches none (quirk shopify.fetch-media off); their processing still takes 1 to 3 seconds. */
export async function openStandardShop(open: Open, name: string): Promise<StandardShop> {
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
  const quirk = (quirkName: string, value: unknown) =>
    fetch(`${relay.origin}/control/quirks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: quirkName, value }),
    })
  await quirk('shopify.fetch-media', false)
  await quirk('shopify.latency-ms', LATENCY_MS)
  const cluster = await openCluster(open)
  const server = await startServer({
    DATABASE_URL: await cluster.create(name),
    HUOQIAO_DATA: open.folder,
    HUOQIAO_DEMO_SIMULATOR: relay.origin,
  })
  open.closing(server.stop)
  return {
    server,
    storeId: await standardStore(server),
    full: () => sleep((STANDARD.bucket / STANDARD.restoreRate) * 1000),
    async measured(work) {
      relay.passed.length = 0
      const started = performance.now()
      await work()
      const passed = relay.passed.filter(({ shop }) => shop === 'bridge-us')
      const seconds = (Math.max(...passed.map(({ at }) => at)) - started) / 1000
      const points = passed.reduce((sum, one) => sum + one.points, 0)
      const allowed = STANDARD.restoreRate * seconds + STANDARD.bucket
      return { points, seconds, allowed, calls: byCall(passed) }
    },
  }
}

/** Configures the US store with a location for its stock and all sales channels, and returns its id. */
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

const COLOURS = ['Black', 'White', 'Red', 'Blue', 'Green']
const SIZES = ['S', 'L']

/** Ten variants and five pictures. */
export const newProduct = (n: number, storeId: string) => ({
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

const AT_ONCE = 500

/** Requests the pushes and waits until no task is open any more. */
export async function pushAll(
  { server: { call }, storeId }: StandardShop,
  productIds: readonly string[],
): Promise<string[]> {
  for (let from = 0; from < productIds.length; from += AT_ONCE)
    await call('syncToShopify', { productIds: productIds.slice(from, from + AT_ONCE), storeIds: [storeId] })
  for (;;) {
    await sleep(1000)
    const { list } = await call('querySyncTasks', {})
    if (list.every(({ finishedAt }) => finishedAt !== null))
      return list.map(({ state, succeeded, total }) => `${state} ${succeeded}/${total}`)
  }
}
