import type { DryRunItem, SyncItem, SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { afterAll, beforeAll } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { testShop } from '../../../test/shop.ts'
import type { ShopProduct, TestShop } from '../../../test/shop.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'

/** An installation with a simulated shop, with the common actions of tests of pushes. */
export type PushBench = {
  simulator: TestSimulator
  app: TestApp
  /** the USD shop, Standard plan: as its staff see it, and our id of it */
  shop: TestShop
  us: string
  eu: string
  product(over?: object): Promise<Product>
  /** An offer of the market that no test has used yet, claimed, titled and pushed. `isMeant`: which offers are suitable. */
  pushedOffer(isMeant?: (product: Product) => boolean): Promise<{ offerId: string; product: Product }>
  edit(product: { id: string }, change: object | ((now: Product) => object)): Promise<Product>
  get(product: { id: string }): Promise<Product>
  /** Requests a push and waits for its end. */
  push(products: readonly { id: string }[], approvals?: readonly object[]): Promise<Pushed>
  request(products: readonly { id: string }[], approvals?: readonly object[]): Promise<SyncTask>
  resolved(taskId: string): Promise<Pushed>
  dryRun(product: { id: string }): Promise<DryRunItem>
  inShop(product: { id: string }): Promise<ShopProduct>
  /** A shopper buys in the shop: this many pieces less at our location. */
  sell(itemId: string, pieces: number): Promise<unknown>
  quirk(name: string, value: string | number | boolean): Promise<unknown>
  fault(call: string, kind: string, over?: object): Promise<unknown>
  /** Delays this many of the shop's next writes until `letGo`, so that running tasks can be checked. */
  hold(times: number): Promise<unknown>
  /** Delayed writes are carried out, and faults are removed. */
  letGo(): Promise<unknown>
  /** A day passes for pushes with an unknown outcome, and they are looked up. */
  lookForLost(): Promise<void>
  /** Waits until an item of the task is being written to the shop. */
  writing(taskId: string): Promise<void>
  close(): Promise<void>
}
export type Pushed = { task: SyncTask; items: SyncItem[] }

const SELL = `mutation ($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) { userErrors { message } } }`

const OPEN: readonly string[] = ['queued', 'running', 'throttled']

/**
 * For the tests of one file. `products`: how many are pushed before its first test and returned by `pushed`; `nodeName`: the name of the
 * app's node in the database.
 */
export function withPushBench({ products = 0, nodeName = 'only' } = {}): PushBench & { pushed(): Product } {
  let unused: Product[] = []
  const bench = {
    pushed() {
      const product = unused.pop()
      if (!product) throw new Error(`more than ${products} pushed products are wanted`)
      return product
    },
  } as PushBench & { pushed(): Product }
  beforeAll(async () => {
    Object.assign(bench, await startPushBench(nodeName))
    unused = await Promise.all(Array.from({ length: products }, () => bench.product()))
    if (products > 0) await bench.push(unused)
  })
  afterAll(() => bench.app && bench.close())
  return bench
}

async function startPushBench(nodeName: string): Promise<PushBench> {
  const simulator = await startTestSimulator()
  const quirk: PushBench['quirk'] = (name, value) => simulator.control('POST', '/quirks', { name, value })
  await quirk('shopify.fetch-media', false)
  // The rate of the largest plan, so that no push waits for points: the connector's own tests cover that.
  await quirk('shopify.points-per-second', 1_000)
  await quirk('shopify.media-min-ms', 1)
  await quirk('shopify.media-max-ms', 2)
  const app = await startTestApp({
    demoSimulator: simulator.origin,
    nodeName,
    logLevel: process.env['HQ_TEST_LOG'] ?? 'silent',
  })
  const stores = await app.ok('getAllShopifyStores')
  const idOf = (currency: string): string => stores.find((store) => store.currency === currency)!.id
  const us = idOf('USD')
  const shop = await testShop(simulator, 'bridge-us')
  const locationId = stores.find((store) => store.id === us)!.locationId!
  const sale = (inventoryItemId: string, pieces: number): object => ({
    name: 'available',
    reason: 'correction',
    changes: [{ inventoryItemId, locationId, delta: -pieces, changeFromQuantity: null }],
  })
  let made = 0
  let offerIds: string[] | undefined
  const nextOffer = async (): Promise<string> => {
    offerIds ??= (await app.ok('keywordQuery', { keyword: '灯', pageSize: 20 })).list.map(({ offerId }) => offerId)
    const offerId = offerIds.shift()
    if (offerId === undefined) throw new Error('every offer of the market is used')
    return offerId
  }

  const bench: PushBench = {
    simulator,
    app,
    shop,
    us,
    eu: idOf('EUR'),
    quirk,
    sell: (itemId, pieces) => shop.ask(SELL, { key: crypto.randomUUID(), input: sale(itemId, pieces) }),
    fault: (call, kind, over = {}) =>
      simulator.control('POST', '/faults', { vendor: 'shopify', call, times: 1, fault: { kind }, ...over }),
    product: (over = {}) => app.ok('createProduct', { ...sampleProduct(us, ++made), ...over }),
    async pushedOffer(isMeant = () => true) {
      const offerId = await nextOffer()
      const { lines } = await app.ok('claimProducts', { lines: [offerId], storeIds: [us] })
      const productId = await until(
        async () =>
          (await app.ok('queryCollectProducts', { ids: [lines[0]!.collectId!] })).list[0]?.card?.claims[0]?.productId,
        (id) => id !== undefined,
      )
      const product = await bench.get({ id: productId! })
      if (!isMeant(product)) return bench.pushedOffer(isMeant)
      await bench.edit(product, { title: `Offer ${offerId}` })
      await bench.push([product])
      return { offerId, product: await bench.get(product) }
    },
    get: (product) => app.ok('getProduct', { productId: product.id }),
    async edit(product, change) {
      const now = await bench.get(product)
      const edit = typeof change === 'function' ? change(now) : change
      return app.ok('editProduct', { productId: now.id, version: now.version, edit })
    },
    async request(products, approvals = []) {
      const answer = await app.ok('syncToShopify', {
        productIds: products.map((product) => product.id),
        storeIds: [us],
        approvals,
      })
      if (!answer.task) throw new Error(JSON.stringify(answer.rows))
      return answer.task
    },
    async resolved(taskId) {
      const { task, items } = await until(
        () => app.ok('queryProductsSyncStates', { taskId, pageSize: 200 }),
        (seen) => !OPEN.includes(seen.task!.state),
      )
      return { task: task!, items: items.list }
    },
    async push(products, approvals) {
      return bench.resolved((await bench.request(products, approvals)).id)
    },
    async dryRun(product) {
      const { items } = await app.ok('previewSyncToShopify', { pairs: [{ productId: product.id, storeId: us }] })
      return items[0]!
    },
    async inShop(product) {
      const listing = (await bench.get(product)).listings.find((one) => one.storeId === us)
      const found = listing?.shopifyProductId ? await shop.product(listing.shopifyProductId) : undefined
      if (!found) throw new Error(`the shop has no product of ours: ${JSON.stringify(listing)}`)
      return found
    },
    // Less than the two minutes after which a write without an answer is given up.
    hold: (times) => bench.fault('productSet', 'slow', { times, fault: { kind: 'slow', ms: 100_000 } }),
    letGo: () => simulator.control('DELETE', '/faults'),
    async lookForLost() {
      await app.db.pool.query(
        `update remote_act set intended_at = intended_at - interval '1 day', next_look_at = now() - interval '1 day'
          where kind = 'push' and state = 'unknown'`,
      )
      await runCron(app, 'settle-acts')
    },
    async writing(taskId) {
      await until(
        () => app.ok('queryProductsSyncStates', { taskId }),
        ({ items }) => items.list.some((item) => item.state === 'running' && item.step.endsWith('商品')),
      )
    },
    async close() {
      await app.close()
      await simulator.close()
    },
  }
  return bench
}

export const approvalOf = (item: DryRunItem, skipFields: string[] = []): object => ({
  productId: item.productId,
  storeId: item.storeId,
  contentHash: item.contentHash,
  skipFields,
})

/** The names of the fields that a push would change. */
export const changesOf = (item: DryRunItem): string[] =>
  item.fields.filter((field) => field.change !== 'none').map((field) => field.field)

/** A product in two colours with three pictures, complete enough to be pushed. */
export function sampleProduct(storeId: string, n: number) {
  const variant = (value: string, imageId: string) => ({
    id: crypto.randomUUID(),
    skuCode: `L${n}-${value}`,
    sourceSkuId: null,
    sourceSpecId: null,
    optionValues: [value],
    costMinor: 1850,
    weightGrams: 420,
    stock: 10,
    stockPolicy: 'deny',
    imageId,
    dropped: false,
    prices: [],
  })
  const image = (id: string) => ({ id, url: `https://pictures.example/${n}/${id}.jpg`, alt: `lamp ${id}` })
  return {
    title: `Lamp ${n}`,
    titleZh: `台灯${n}`,
    descriptionHtml: '<p>warm</p>',
    vendor: 'Huo',
    tags: ['Home', 'lamp'],
    images: [image('a'), image('b'), image('c')],
    options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] }],
    variants: [variant('Red', 'a'), variant('Blue', 'b')],
    storeIds: [storeId],
  }
}
