import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '@huoqiao/contract/products/products.schema'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { sampleProduct } from '../src/features/listings/listings.testing.ts'
import { takeoverBench } from '../src/features/listings/takeover.testing.ts'
import { openBuyingFixture } from '../src/features/placement/placement.testing.ts'
import type { BuyingFixture } from '../src/features/placement/placement.testing.ts'
import { handBuyer } from './hand-buyer.ts'
import { startKillableApp } from './killable-app.ts'
import type { KillableApp } from './killable-app.ts'
import { testShop } from './shop.ts'
import type { TestShop } from './shop.ts'
import { until } from './until.ts'

/** Products per request when the products of a shop are read (takeover-read.service.ts). */
const PAGE = 50
const FILLERS = 105
/** An advisory lock of these tests. */
const STOP_LOCK = 4_711_000

let app: KillableApp
let shop: TestShop
let us: string
let bench: ReturnType<typeof takeoverBench>
/** Products of ours, and the same ones in the shop. */
let ours: Product[]
let same: string[]
/** Products that only the shop has. */
let onlyThere: string[]
let everything: { id: string; title: string }[]

/** When the server updates a row for which `when` holds, it waits there, in the middle of its transaction, until `release`. */
async function stopAt(table: string, when: string) {
  const holder = await app.db.pool.connect()
  await holder.query('select pg_advisory_lock($1)', [STOP_LOCK])
  // Constant: the tests of this file name table and condition; ids in them come from the app.
  await holder.query(`
    create or replace function stop_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(${STOP_LOCK}); return new; end $$;
    create trigger stop_here after update on ${table} for each row when (${when}) execute function stop_here()`)
  return {
    reached: () =>
      until(
        async () =>
          (
            await app.db.pool.query(
              `select query from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'
                 and query like $1`,
              [`%"${table}"%`],
            )
          ).rows,
        (rows) => rows.length > 0,
      ),
    async release() {
      await holder.query('select pg_advisory_unlock($1)', [STOP_LOCK])
      // Constant: as above. It waits until the transaction of the killed server has ended.
      await holder.query(`drop trigger stop_here on ${table}`)
      holder.release()
    },
  }
}
/**
 * Calls `begin`, kills the server (kill -9) in the middle of that transaction, and starts another process on the same database. Returns the
 * count that the query `left` found after the kill and before the restart.
 */
async function killedAt(
  table: string,
  when: string,
  begin: () => Promise<unknown>,
  left: { query: string; values: unknown[] } = { query: 'select 0 as count', values: [] },
): Promise<number> {
  const stop = await stopAt(table, when)
  void begin().catch(() => undefined)
  await stop.reached()
  await app.kill()
  await stop.release()
  const found = await count(left.query, left.values)
  await app.restart()
  return found
}
const count = async (query: string, values: unknown[]): Promise<number> =>
  Number((await app.db.pool.query<{ count: string }>(query, values)).rows[0]!.count)
/** All products of the shop, with the full data of those that are taken over. */
const shopNow = async () => ({
  all: await shop.titled(''),
  taken: await Promise.all([...same, ...onlyThere].map((gid) => shop.product(gid))),
})
const get = (productId: string): Promise<Product> => app.ok('getProduct', { productId })

beforeAll(async () => {
  app = await startKillableApp()
  for (const [name, value] of Object.entries({
    'shopify.fetch-media': false,
    'shopify.points-per-second': 1_000,
    'shopify.media-min-ms': 1,
    'shopify.media-max-ms': 2,
  }))
    await app.simulator.control('POST', '/quirks', { name, value })
  us = (await app.ok('getAllShopifyStores')).find((store) => store.currency === 'USD')!.id
  shop = await testShop(app.simulator, 'bridge-us')
  let made = 0
  bench = takeoverBench({
    app,
    shop,
    us,
    product: (over = {}) => app.ok('createProduct', { ...sampleProduct(us, ++made), ...over }),
    async edit({ id }, change) {
      const now = await get(id)
      const edit = typeof change === 'function' ? change(now) : change
      return app.ok('editProduct', { productId: id, version: now.version, edit })
    },
  })
  for (let n = 0; n < FILLERS; n++) await bench.staffMake()
  const codes = [1, 2, 3, 4, 5].map((n): [string, string] => [`K${n}-a`, `K${n}-b`])
  ours = []
  same = []
  for (const sku of codes) {
    ours.push(await bench.ours(sku))
    same.push(await bench.staffMake({ sku }))
  }
  onlyThere = [await bench.staffMake({ title: 'Only there, one' }), await bench.staffMake({ title: 'Only there, two' })]
  everything = await shop.titled('')
})
afterAll(() => app?.close())

describe('a server killed with -9 while it takes over a shop', () => {
  it('continues the reading behind the last page that was stored as a whole, and lists each product once', async () => {
    const stored = 'select count(*) from takeover_item where store_id = $1'
    const start = () => app.ok('startShopTakeover', { storeId: us })
    const left = { query: stored, values: [us] }
    expect(await killedAt('takeover_read', `new.seen >= ${2 * PAGE}`, start, left)).toBe(PAGE)
    const { read } = await until(
      () => app.ok('getShopTakeover', { storeId: us }),
      (seen) => seen.read?.state !== 'reading',
    )
    expect(read).toMatchObject({ state: 'done', seen: everything.length, known: 0 })
    const { total } = await app.ok('queryTakeoverItems', { storeId: us, pageSize: 200 })
    const gids = (await bench.items()).map(({ shopifyProductId }) => shopifyProductId)
    expect(total).toBe(everything.length)
    expect(gids.toSorted()).toEqual(everything.map(({ id }) => id).toSorted())
    // The first page was not read again.
    expect(await count(`${stored} and updated_at = created_at`, [us])).toBe(everything.length)
  })

  it('links a product completely or not at all, and the same request again links the rest, each once', async () => {
    const before = await shopNow()
    const rows = await Promise.all(same.map((gid) => bench.itemOf(gid)))
    const [, , third] = rows
    const untouched = await get(ours[2]!.id)
    const accept = () => app.ok('acceptTakeovers', { storeId: us, items: rows.map(({ id }) => ({ itemId: id })) })
    await killedAt('takeover_item', `new.id = '${third!.id}' and new.state = 'linked'`, accept)
    const states = async () => (await Promise.all(same.map((gid) => bench.itemOf(gid)))).map(({ state }) => state)
    expect(await states()).toEqual(['linked', 'linked', 'open', 'open', 'open'])
    expect(await get(ours[2]!.id)).toEqual(untouched)
    expect((await accept()).rows.map(({ ok, message }) => (ok ? true : message))).toEqual([
      expect.stringContaining('接管'),
      expect.stringContaining('接管'),
      true,
      true,
      true,
    ])
    expect(await states()).toEqual(same.map(() => 'linked'))
    for (const [index, { id }] of ours.entries())
      expect((await get(id)).listings).toMatchObject([
        { storeId: us, state: 'online', shopifyProductId: same[index], outdated: false },
      ])
    await changesNothing(ours.map(({ id }) => id))
    expect(await shopNow()).toEqual(before)
  })

  it('makes a product from the shop’s completely or not at all, and once', async () => {
    const before = await shopNow()
    const rows = await Promise.all(onlyThere.map((gid) => bench.itemOf(gid)))
    const create = () => app.ok('createTakenProducts', { storeId: us, itemIds: rows.map(({ id }) => id) })
    await killedAt('takeover_item', `new.id = '${rows[1]!.id}' and new.state = 'created'`, create)
    const titled = (title: string) => count('select count(*) from product where title = $1', [title])
    expect([await titled('Only there, one'), await titled('Only there, two')]).toEqual([1, 0])
    expect((await create()).rows.map(({ ok }) => ok)).toEqual([false, true])
    expect([await titled('Only there, one'), await titled('Only there, two')]).toEqual([1, 1])
    const taken = await Promise.all(onlyThere.map((gid) => bench.itemOf(gid)))
    const productIds = taken.map(({ product }) => product!.id)
    for (const [index, id] of productIds.entries())
      expect((await get(id)).listings).toMatchObject([{ storeId: us, shopifyProductId: onlyThere[index] }])
    await changesNothing(productIds)
    expect(await shopNow()).toEqual(before)
  })

  async function changesNothing(productIds: readonly string[]): Promise<void> {
    const pairs = productIds.map((productId) => ({ productId, storeId: us }))
    const seen = await app.ok('previewSyncToShopify', { pairs })
    expect(seen.items.map(({ action }) => action)).toEqual(pairs.map(() => 'none'))
  }
})

describe('a server killed with -9 while it takes over orders of 1688', () => {
  let fixture: BuyingFixture
  let purchases: PurchaseDetail[]
  let orderIds: string[]
  let accountId: string
  const take = () =>
    app.ok('takeOverAlibabaOrders', {
      accountId,
      items: purchases.map(({ number }, index) => ({ orderId: orderIds[index]!, purchaseNumber: number })),
    })
  const states = async () =>
    (await Promise.all(purchases.map(({ id }) => fixture.detail(id)))).map(({ state }) => state)
  const bought = async (): Promise<number> => {
    const { entries } = await app.simulator.control<{ entries: { call: string }[] }>(
      'GET',
      '/ledger?vendor=1688&limit=20000',
    )
    return entries.filter(({ call }) => /create\w*Order$/i.test(call)).length
  }

  beforeAll(async () => {
    fixture = await openBuyingFixture(app.ok, app.simulator)
    accountId = (await app.ok('queryMarketplaceAccountNames', {}))[0]!.id
    const person = handBuyer(app.simulator)
    purchases = await fixture.readyMany(4)
    orderIds = []
    for (const { lines } of purchases) orderIds.push(await person.buy(lines))
  })

  it('takes an order over completely or not at all, and the same request again takes over the rest, each once', async () => {
    const left = { query: 'select count(*) from placement where purchase_id = $1', values: [purchases[2]!.id] }
    expect(await killedAt('purchase_order', `new.id = '${purchases[2]!.id}'`, take, left)).toBe(0)
    expect(await states()).toEqual(['to-pay', 'to-pay', 'to-place', 'to-place'])
    expect((await take()).rows.map(({ ok, message }) => (ok ? true : message))).toEqual([
      expect.stringContaining('已经下过单'),
      expect.stringContaining('已经下过单'),
      true,
      true,
    ])
    expect(await states()).toEqual(purchases.map(() => 'to-pay'))
    for (const [index, { id }] of purchases.entries())
      expect((await fixture.ordersOf(id)).map(({ orderId }) => orderId)).toEqual([orderIds[index]])
    for (const orderId of orderIds)
      expect((await app.ok('getLedger', { keyword: orderId })).list).toMatchObject([{ kind: 'place-taken-over' }])
    expect(await fixture.verify()).toMatchObject({ ok: true, problems: [] })
  })

  it('buys none of these purchases a second time', async () => {
    const before = await bought()
    expect(before).toBeGreaterThanOrEqual(purchases.length)
    const handed = await app.ok('createAlibabaOrder', { purchaseIds: purchases.map(({ id }) => id) })
    expect(handed).toMatchObject({ succeeded: 0, failed: purchases.length })
    for (const { id } of purchases) await fixture.refresh(id)
    expect(await bought()).toBe(before)
    for (const { number } of purchases) expect(await fixture.witness(number)).toMatchObject({ orders: 0 })
  })
})
