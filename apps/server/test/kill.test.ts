import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointName, OutputOf, ENDPOINTS } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleLamp } from '../src/features/listings/listings.testing.ts'
import { createTestDatabase } from './database.ts'
import { caller, md5 } from './harness.ts'
import type { Answer } from './harness.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { testShop } from './shop.ts'
import type { TestShop } from './shop.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

const PRODUCTS = 50
let simulator: TestSimulator
let shop: TestShop
let server: ServerProcess
let restart: () => Promise<void>
let cleanUp: (() => Promise<unknown>)[]
let token: string
/** what all of the killed processes wrote */
let written = ''

beforeAll(async () => {
  simulator = await startTestSimulator()
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'huoqiao-kill-'))
  const secretKey = randomBytes(32).toString('hex')
  for (const [name, value] of [
    ['shopify.fetch-media', false],
    ['shopify.latency-ms', 100],
  ])
    await simulator.control('POST', '/quirks', { name, value })
  shop = await testShop(simulator, 'bridge-eu')
  restart = async () => {
    server = await startServerProcess({
      databaseUrl: database.url,
      dataDir,
      simulator: simulator.origin,
      secretKey,
      logLevel: 'debug',
    })
  }
  await restart()
  cleanUp = [
    () => server.stop(),
    () => simulator.close(),
    () => database.drop(),
    () => rm(dataDir, { recursive: true }),
  ]
  token = await caller(server.url).login('admin', 'admin888')
})
afterAll(async () => {
  for (const undo of cleanUp ?? []) await undo()
})

async function ok<N extends EndpointName>(name: N, input?: unknown): Promise<OutputOf<(typeof ENDPOINTS)[N]>> {
  const answer = (await caller(server.url).call(name, input, token)) as Answer<N>
  if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${answer.msg}`)
  return answer.data as never
}
/** Every product that productSet made in the shop, once for each time that it was made. */
async function made(): Promise<string[]> {
  const { entries } = await simulator.control<{ entries: { effect?: string }[] }>(
    'GET',
    '/ledger?vendor=shopify&call=productSet&limit=1000',
  )
  return entries.flatMap((entry) => /created "(.*)"/.exec(entry.effect ?? '')?.[1] ?? [])
}
/** kill -9 once the shop holds that many, then another process on the same database. */
async function killAt(count: number): Promise<void> {
  while ((await made()).length < count) await new Promise((resolve) => setTimeout(resolve, 30))
  await server.kill()
  written += server.log()
  await restart()
}

test('a server that is killed again and again brings fifty products to the shop, each once and each whole', async () => {
  const storeId = (await ok('getAllShopifyStores')).find((store) => store.currency === 'EUR')!.id
  const productIds: string[] = []
  for (let n = 1; n <= PRODUCTS; n++) productIds.push((await ok('createProduct', sampleLamp(storeId, n))).id)
  const { taskId } = await ok('syncToShopify', { productIds, storeIds: [storeId] })
  await killAt(1)
  await killAt(18)
  await killAt(PRODUCTS - 3)
  await simulator.control('POST', '/quirks', { name: 'shopify.latency-ms', value: 0 })
  for (;;) {
    const { task } = await ok('queryProductsSyncStates', { taskId: taskId! })
    if (!['queued', 'running', 'throttled'].includes(task!.state)) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }

  const { task, items } = await ok('queryProductsSyncStates', { taskId: taskId!, pageSize: 200 })
  expect(items.list.filter((item) => !['succeeded', 'unchanged'].includes(item.state))).toEqual([])
  expect(task).toMatchObject({ state: 'succeeded', done: PRODUCTS, succeeded: PRODUCTS, failed: 0, unknown: 0 })
  const titles = Array.from({ length: PRODUCTS }, (_, index) => `Lamp ${index + 1}`).sort()
  expect((await made()).sort()).toEqual(titles)
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
  const log = written + server.log()
  for (const secret of [token, md5('admin888'), 'shpss_', 'shpat_', simulator.alibaba.appSecret])
    expect(log).not.toContain(secret)
})
