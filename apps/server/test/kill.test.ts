import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleProduct } from '../src/features/listings/listings.testing.ts'
import { md5 } from './harness.ts'
import { startKillableApp } from './killable-app.ts'
import type { KillableApp } from './killable-app.ts'
import { testShop } from './shop.ts'
import { until } from './until.ts'

const PRODUCTS = 50
let app: KillableApp

const quirk = (name: string, value: unknown) => app.simulator.control('POST', '/quirks', { name, value })
beforeAll(async () => {
  app = await startKillableApp({ logLevel: 'debug' })
  await quirk('shopify.fetch-media', false)
  await quirk('shopify.latency-ms', 100)
})
afterAll(() => app?.close())

/** The titles that productSet created in the shop, one entry per creation. */
async function made(): Promise<string[]> {
  const { entries } = await app.simulator.control<{ entries: { effect?: string }[] }>(
    'GET',
    '/ledger?vendor=shopify&call=productSet&limit=1000',
  )
  return entries.flatMap((entry) => /created "(.*)"/.exec(entry.effect ?? '')?.[1] ?? [])
}
/** kill -9 once the shop has this many products; then starts another process on the same database. */
async function killAt(count: number): Promise<void> {
  // Checked often, so that some work is left when the process dies.
  while ((await made()).length < count) await sleep(30)
  await app.kill()
  await app.restart()
}

test('a server that is killed again and again pushes fifty products to the shop, each once and complete', async () => {
  const { ok } = app
  const storeId = (await ok('getAllShopifyStores')).find((store) => store.currency === 'EUR')!.id
  const productIds: string[] = []
  for (let n = 1; n <= PRODUCTS; n++) productIds.push((await ok('createProduct', sampleProduct(storeId, n))).id)
  const { taskId } = await ok('syncToShopify', { productIds, storeIds: [storeId] })
  await killAt(1)
  await killAt(18)
  await killAt(PRODUCTS - 3)
  await quirk('shopify.latency-ms', 0)
  const { task, items } = await until(
    () => ok('queryProductsSyncStates', { taskId: taskId!, pageSize: 200 }),
    (seen) => !['queued', 'running', 'throttled'].includes(seen.task!.state),
  )

  expect(items.list.filter((item) => !['succeeded', 'unchanged'].includes(item.state))).toEqual([])
  expect(task).toMatchObject({ state: 'succeeded', done: PRODUCTS, succeeded: PRODUCTS, failed: 0, unknown: 0 })
  const titles = Array.from({ length: PRODUCTS }, (_, index) => `Lamp ${index + 1}`).sort()
  expect((await made()).sort()).toEqual(titles)
  const shop = await testShop(app.simulator, 'bridge-eu')
  const there = await shop.titled('Lamp ')
  expect(there.map((product) => product.title).sort()).toEqual(titles)
  for (const { id } of there) {
    const product = (await shop.product(id))!
    expect(product).toMatchObject({ publications: 1, status: 'ACTIVE' })
    expect(product.media.map((medium) => medium.alt)).toEqual(['lamp a', 'lamp b', 'lamp c'])
    expect(product.variants.map((variant) => [variant.values[0], variant.stock])).toEqual([
      ['Red', 10],
      ['Blue', 10],
    ])
  }
  const { counts } = await ok('getProductCountByState')
  expect(counts).toEqual({ online: PRODUCTS })
  const seen = await ok('previewSyncToShopify', { pairs: productIds.map((productId) => ({ productId, storeId })) })
  expect(new Set(seen.items.map((item) => item.action))).toEqual(new Set(['none']))
  const log = app.log()
  // Every call to the shop is logged: a missing call means that log lines were lost.
  expect(log).toContain('"msg":"shopify"')
  for (const secret of [app.token, md5('admin888'), 'shpss_', 'shpat_', app.simulator.alibaba.appSecret])
    expect(log).not.toContain(secret)
})
