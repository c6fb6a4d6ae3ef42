import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { until } from '../../../test/until.ts'
import { seedManyProducts } from './many-products.testing.ts'

const COUNT = 5_100
let simulator: TestSimulator
let app: TestApp
let stores: [string, string]

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
  const [one, two] = await app.ok('getAllShopifyStores')
  stores = [one!.id, two!.id]
  await seedManyProducts(app.db.pool, { count: COUNT, storeIds: stores })
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

const list = (filter: object = {}) => app.ok('getProductsByCondition', filter)
const counted = async (where: string): Promise<number> =>
  Number((await app.db.pool.query(`select count(*) from product where ${where}`)).rows[0].count)

describe('the list', () => {
  it('excludes the recycle bin and shows the total without counting rows', async () => {
    const page = await list()
    expect(page.list).toHaveLength(24)
    expect(page.total).toBe(await counted(`state <> 'recycled'`))
    expect(page.totalCapped).toBeUndefined()
    expect(page.list.map(({ updatedAt }) => updatedAt)).toEqual(
      page.list.map(({ updatedAt }) => updatedAt).toSorted((a, b) => b - a),
    )
  })

  it.each([
    [{ state: 'failed' }, `state = 'failed'`],
    [{ state: 'recycled' }, `state = 'recycled'`],
    [
      { sourceHealth: 'price-up', origin: 'manual' },
      `source_health = 'price-up' and origin = 'manual' and state <> 'recycled'`,
    ],
    [{ supplier: '第12商贸' }, `supplier_name like '%第12商贸%' and state <> 'recycled'`],
    [{ offerId: '600000000011' }, `offer_id = 600000000011`],
    [{ offerId: 'abc' }, 'false'],
    [{ keyword: '灯' }, `title_zh like '%灯%' and state <> 'recycled'`],
    [{ keyword: '台灯' }, `title_zh like '%台灯%' and state <> 'recycled'`],
    [{ keyword: '无线充电' }, `title_zh like '%无线充电%' and state <> 'recycled'`],
    [
      { keyword: '儿童 水壶', state: 'online' },
      `title_zh like '%儿童%' and title_zh like '%水壶%' and state = 'online'`,
    ],
    [{ keyword: 'WIRELESS' }, `title ilike '%wireless%' and state <> 'recycled'`],
    [{ keyword: '600000000012' }, `offer_id = 600000000012`],
    [{ keyword: '电线充无' }, 'false'],
    [{ keyword: '%' }, 'false'],
    [{ keyword: "台灯' or '1'='1" }, 'false'],
  ])('counts and finds for %j what a check of every row gives', async (filter, where) => {
    const expected = await counted(where)
    const page = await list({ ...filter, pageSize: 10 })
    // A search with many results counts the first hundred and marks the total as capped.
    if (page.totalCapped) expect([page.total, expected > 100, 'keyword' in filter]).toEqual([100, true, true])
    else expect(page.total).toBe(expected)
    expect(page.list).toHaveLength(Math.min(10, expected))
    if (!('state' in filter)) expect((await app.ok('getProductCountByState', filter)).all).toBe(expected)
  })

  it('counts a store’s products, also by state', async () => {
    const inSecond = `'${stores[1]}' = any(store_ids)`
    expect((await list({ storeId: stores[1] })).total).toBe(await counted(`${inSecond} and state <> 'recycled'`))
    const some = await list({ storeId: stores[1], state: 'draft', sort: 'price', direction: 'asc' })
    expect(some.total).toBe(await counted(`${inSecond} and state = 'draft'`))
    expect(some.list.every(({ state, listings }) => state === 'draft' && listings.length === 2)).toBe(true)
  })

  it('pages through every product exactly once, in both directions and over unpriced ones', async () => {
    for (const direction of ['asc', 'desc']) {
      const seen: string[] = []
      for (let page = 1; ; page++) {
        const found = await list({ state: 'draft', sort: 'price', direction, page, pageSize: 200 })
        seen.push(...found.list.map(({ id }) => id))
        if (found.list.length < 200) break
      }
      expect([new Set(seen).size, seen.length]).toEqual(Array(2).fill(await counted(`state = 'draft'`)))
    }
  })

  it('returns an empty page and the right total past the last page', async () => {
    expect(await list({ state: 'failed', page: 500 })).toMatchObject({
      list: [],
      total: await counted(`state = 'failed'`),
    })
    expect(await list({ keyword: '台灯', page: 500 })).toMatchObject({
      list: [],
      total: await counted(`title_zh like '%台灯%' and state <> 'recycled'`),
    })
  })

  it.each([
    ['state', { state: 'nowhere' }],
    ['sort', { sort: 'id; drop table product' }],
    ['pageSize', { pageSize: 201 }],
    ['page', { page: 0 }],
    ['storeId', { storeId: 'x' }],
    ['keyword', { keyword: '长'.repeat(101) }],
    ['keyword', { keyword: 'a\u0000' }],
    ['from', { from: 'yesterday' }],
  ])('refuses an unknown %s', async (field, filter) => {
    expect(await app.call('getProductsByCondition', filter)).toMatchObject({
      code: 422,
      data: { fields: { [field]: expect.any(String) } },
    })
  })
})

/** Each field of a card, with an SQL change of it, as by another process. Version and time are changed only by their own entries. */
const FIELDS = {
  title: `title = 'Other'`,
  titleZh: `title_zh = '别的第77款'`,
  image: `image = 'https://pictures.example/other.jpg'`,
  origin: `origin = 'manual', offer_id = null`,
  offerId: `origin = '1688', offer_id = 699999999999`,
  supplierName: `supplier_name = '别的商贸'`,
  state: `state = 'failed'`,
  sourceHealth: `source_health = 'price-down'`,
  costMin: 'cost_min = 1',
  costMax: 'cost_max = 99999',
  priceMin: 'price_min = 2',
  priceMax: 'price_max = 99998',
  marginPercent: 'margin_percent = 1.5',
  variantCount: 'variant_count = 77',
  stockTotal: 'stock_total = 7777',
  missing: `missing = array['没有标题']`,
  listings: `listings = jsonb_set(listings, '{0,outdated}', 'true')`,
  tags: `tags = '{新的}'`,
  updatedAt: `updated_at = updated_at + interval '1 minute'`,
  createdAt: `created_at = created_at + interval '1 minute'`,
  version: 'version = version + 1',
  can: `state = 'syncing'`,
}

describe('a card, which the answering process caches', () => {
  const id = '00000000-0000-7000-8000-00000000004d'
  const card = async () => (await list({ keyword: '第77款' })).list.find((one) => one.id === id)!

  it.each(Object.entries(FIELDS))('shows another %s at once', async (field, set) => {
    const before = await card()
    expect(await card()).toEqual(before)
    await app.db.pool.query(`update product set ${set} where id = $1`, [id])
    const after = await card()
    expect(after[field as keyof typeof FIELDS]).not.toEqual(before[field as keyof typeof FIELDS])
  })

  it('has no field that is missing in this list', async () => {
    expect(Object.keys(await card()).toSorted()).toEqual([...Object.keys(FIELDS), 'id'].toSorted())
  })

  it('shows a store’s new name at once', async () => {
    const store = (await app.ok('getAllShopifyStores')).find((one) => one.id === stores[0])!
    expect((await card()).listings[0]!.storeName).toBe(store.name)
    await app.db.pool.query(`update store set name = '改过的店' where id = $1`, [store.id])
    await until(
      async () => (await card()).listings[0]!.storeName,
      (name) => name === '改过的店',
    )
  })

  it('is missing in a page once its product is deleted', async () => {
    await card()
    await app.db.pool.query('delete from product where id = $1', [id])
    expect(await card()).toBeUndefined()
  })
})

describe('the counters', () => {
  it('stay right after edits, moves to the bin, deletions and the job that sums up their changes', async () => {
    const truth = async () => {
      const { rows } = await app.db.pool.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from product group by state',
      )
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
    }
    const made = await app.ok('createProduct', { title: '计数', storeIds: [stores[0]] })
    await app.ok('batchDeleteProducts', { productIds: [made.id] })
    expect((await app.ok('getProductCountByState')).counts).toEqual(await truth())
    const fold = `with gone as (delete from product_count_delta returning *) insert into product_count_delta
      select store_id, state, source_health, origin, sum(delta) from gone group by 1, 2, 3, 4 having sum(delta) <> 0`
    await Promise.all([
      app.db.pool.query(fold),
      app.ok('batchDeleteProducts', { productIds: [made.id], forGood: true }),
      app.db.pool.query(fold),
      app.ok('createProduct', { title: '同时' }),
    ])
    expect((await app.ok('getProductCountByState')).counts).toEqual(await truth())
  })

  it('let many people edit at once without a deadlock', async () => {
    const ids = (await list({ state: 'online', pageSize: 60 })).list.map(({ id }) => id)
    const items = ids.map((productId) => ({ productId }))
    const outcomes = await Promise.all(
      [items, items.toReversed(), items.toSorted((a, b) => (a.productId < b.productId ? 1 : -1))].map((order, index) =>
        app.ok('modifyProducts', { items: order, change: { vendor: `v${index}` } }),
      ),
    )
    expect(outcomes.map(({ failed }) => failed)).toEqual([0, 0, 0])
  })
})

describe('the query plan of a frequent list', () => {
  const explain = async (text: string): Promise<string> => {
    const { rows } = await app.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const orders = {
    updated: 'updated_at desc',
    created: 'created_at desc',
    price: 'price_min desc nulls last',
    margin: 'margin_percent desc nulls last',
  }

  it.each(Object.entries(orders))(
    'reads 全部 and every state by %s from an index, without a sort',
    async (sort, order) => {
      const live = await explain(`select * from product where state <> 'recycled' order by ${order}, id desc limit 24`)
      expect(live).toContain(`product_live_${sort}`)
      const state = await explain(`select * from product where state = 'online' order by ${order}, id desc limit 24`)
      // Which of the two is cheaper depends on the server's version and on how many rows are online.
      expect(state).toMatch(new RegExp(`product_(state|live)_${sort}`))
      expect(live + state).not.toContain('Sort')
    },
  )

  it('belongs to the statements that the list really executes', async () => {
    await app.db.pool.query('select pg_stat_force_next_flush()')
    const scans = async () => {
      const { rows } = await app.db.pool.query<{ name: string; n: string }>(
        `select indexrelname as name, idx_scan as n from pg_stat_user_indexes where relname = 'product'`,
      )
      return new Map(rows.map(({ name, n }) => [name, Number(n)]))
    }
    const before = await scans()
    const sorts = ['updated', 'created', 'price', 'margin']
    for (const sort of sorts)
      for (const direction of ['asc', 'desc'])
        for (const filter of [{}, { state: 'online' }])
          for (let time = 0; time < 8; time++) await list({ sort, direction, ...filter })
    // PostgreSQL updates the statistics of a connection with a delay of up to a second.
    await until(
      async () => {
        const after = await scans()
        const scanned = (name: string): number => after.get(name)! - before.get(name)!
        return sorts.filter((sort) => scanned(`product_live_${sort}`) + scanned(`product_state_${sort}`) < 32)
      },
      (unread) => unread.length === 0,
    )
  })

  it.each(['台灯', '灯', '无线充电'])('finds %s by its grams', async (word) => {
    const grams = word.length <= 3 ? [word] : ['无线充', '线充电']
    const plan = await explain(
      `select id from product where state <> 'recycled' and search_terms(search_text, updated_at) @> '{${grams.join(',')}}'`,
    )
    expect(plan).toContain('product_search')
  })
})

it('a search of tasks that finds more products than it can look at says that there may be more tasks', async () => {
  const found = async (keyword: string) => {
    const { total, totalCapped } = await app.ok('querySyncTasks', { keyword })
    const { capped } = await app.ok('getSyncTaskCountByState', { keyword })
    return { total, totalCapped, capped: capped.length > 0 }
  }
  expect(await found('灯')).toEqual({ total: 0, totalCapped: true, capped: true })
  expect(await found('没有这样的商品')).toEqual({ total: 0, totalCapped: false, capped: false })
})
