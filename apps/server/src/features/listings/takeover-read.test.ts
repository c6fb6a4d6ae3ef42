import type { Product } from '@huoqiao/contract/products/products.schema'
import { expect, test } from 'vitest'
import { withPushBench } from './listings.testing.ts'
import { takeoverBench } from './takeover.testing.ts'

const at = withPushBench()
const { itemOf, items, ours, pair, read, staffMake } = takeoverBench(at)

test('a reading proposes the product of ours with the same codes, title or picture, with the reason, and says how sure it is', async () => {
  const exact = await ours(['X-1', 'X-2'])
  const twins = [await ours(['D-1', 'D-2']), await ours(['D-1', 'D-3'])]
  const scanned = await at.edit(await ours(['N-1', 'N-2']), ({ variants }: Product) => ({
    variants: variants.map((variant, index) => ({ ...variant, barcode: `690000000000${index}` })),
  }))
  const titled = await ours(['M-1', 'M-2'], { title: 'One of its kind' })
  const pictured = await ours(['I-1', 'I-2'], {
    images: [{ id: 'a', url: 'https://source.example/O1CN01abcdef-0-cib.jpg', alt: '' }],
    variants: [],
    options: [],
  })
  const gids = {
    exact: await staffMake({ sku: ['X-1', 'X-2'] }),
    shared: await staffMake({ sku: ['D-1', 'D-2'] }),
    titled: await staffMake({ title: 'one of its KIND' }),
    pictured: await staffMake({ picture: 'https://other.example/O1CN01abcdef-0-cib.jpg' }),
    unknown: await staffMake(),
  }
  const withBarcodes = await staffMake({
    over: {
      variants: ['Red', 'Blue'].map((name, index) => ({
        optionValues: [{ optionName: 'Color', name }],
        barcode: `690000000000${index}`,
        price: '9.00',
      })),
    },
  })
  expect(await read()).toMatchObject({ state: 'done' })
  expect(await itemOf(gids.exact)).toMatchObject({
    state: 'open',
    sureness: 'exact',
    product: { id: exact.id },
    reasons: ['SKU 2/2 相同'],
  })
  expect(await itemOf(gids.shared)).toMatchObject({
    sureness: 'likely',
    product: { id: twins[0]!.id },
    reasons: ['SKU 2/2 相同', 'SKU也属于其他商品'],
  })
  expect(await itemOf(withBarcodes)).toMatchObject({ product: { id: scanned.id }, reasons: ['条码 2/2 相同'] })
  expect(await itemOf(gids.titled)).toMatchObject({
    sureness: 'maybe',
    product: { id: titled.id },
    reasons: ['标题相同'],
  })
  expect(await itemOf(gids.pictured)).toMatchObject({ product: { id: pictured.id }, reasons: ['图片同名'] })
  expect(await itemOf(gids.unknown)).toMatchObject({ sureness: 'none', product: null, reasons: [] })
  const { exact: count } = await at.app.ok('getShopTakeover', { storeId: at.us })
  expect(count).toBe((await items()).filter(({ sureness }) => sureness === 'exact').length)
})

test('of several products of the shop with the same codes none is exact, whichever is on sale or has more variants: a person decides', async () => {
  const copied = await ours(['C-1', 'C-2'])
  const grown = await ours(['G-1', 'G-2'])
  const [live, draft, part, more] = [
    await staffMake({ sku: ['C-1', 'C-2'] }),
    await staffMake({ sku: ['C-1', 'C-2'], over: { status: 'DRAFT' } }),
    await staffMake({ sku: ['G-1', 'G-2'] }),
    await staffMake({ sku: ['G-1', 'G-9'] }),
  ]
  await read()
  const { exact } = await at.app.ok('getShopTakeover', { storeId: at.us })
  for (const [gid, product] of [
    [live, copied],
    [draft, copied],
    [part, grown],
  ] as const)
    expect(await itemOf(gid)).toMatchObject({
      sureness: 'likely',
      product: { id: product.id },
      reasons: ['SKU 2/2 相同', '店铺里有几件同样SKU的商品'],
    })
  await at.shop.ask('mutation ($id: ID!) { productDelete(input: { id: $id }) { userErrors { message } } }', {
    id: draft,
  })
  await read()
  expect(await itemOf(live)).toMatchObject({ sureness: 'exact', reasons: ['SKU 2/2 相同'] })
  expect(await itemOf(more)).toMatchObject({ sureness: 'likely', reasons: ['SKU 1/2 相同'] })
  expect(await at.app.ok('getShopTakeover', { storeId: at.us })).toMatchObject({ exact: exact + 1 })
})

test('a skipped product stays skipped over the next reading, and can be taken back', async () => {
  const { gid, item } = await pair()
  await at.app.ok('skipTakeovers', { storeId: at.us, itemIds: [item.id], skipped: true })
  await read()
  expect(await itemOf(gid)).toMatchObject({ state: 'skipped' })
  await at.app.ok('skipTakeovers', { storeId: at.us, itemIds: [item.id], skipped: false })
  expect(await itemOf(gid)).toMatchObject({ state: 'open' })
})

test('a reading that the shop refused says why, and continues where it stopped', async () => {
  await at.fault('products', 'status', { fault: { kind: 'refuse', code: 'ACCESS_DENIED', message: 'no' } })
  expect(await read()).toMatchObject({ state: 'failed', message: expect.stringMatching(/./) })
  // Exact proposals are counted only after a complete reading.
  expect(await at.app.ok('getShopTakeover', { storeId: at.us })).toMatchObject({ exact: 0 })
  expect(await read()).toMatchObject({ state: 'done' })
})

// Before the next test: statistics of a search index are kept for a minute.
test('counting the products of a shop stops at the cap, with a keyword and without, and the pager still moves on', async () => {
  const { pool } = at.app.db
  const mark = `很多${Date.now()}`
  await pool.query(
    `insert into takeover_item (id, store_id, read_id, shopify_product_id, title, variants, state, sureness, points, reasons)
     select gen_random_uuid(), $1, gen_random_uuid(), 'gid://shopify/Product/9' || n, $2 || '灯' || n, '[]',
       case when n % 20 = 0 then 'skipped' else 'open' end, 'none', n, '{}' from generate_series(1, 12000) n`,
    [at.us, mark],
  )
  await pool.query('analyze takeover_item')
  try {
    const plain = await at.app.ok('getShopTakeover', { storeId: at.us })
    expect(plain.items).toMatchObject({ counts: { open: 2_000, skipped: expect.any(Number) }, capped: ['open'] })
    expect(await at.app.ok('queryTakeoverItems', { storeId: at.us, state: 'open', pageSize: 24 })).toMatchObject({
      total: 2_000,
      totalCapped: true,
    })
    const asked = { storeId: at.us, keyword: `灯 ${mark}` }
    const { list, total, totalCapped } = await at.app.ok('queryTakeoverItems', { ...asked, page: 3, pageSize: 24 })
    expect({ total, totalCapped }).toEqual({ total: 100, totalCapped: true })
    expect(list.map(({ title }) => title)).toEqual(Array.from({ length: 24 }, (_, n) => `${mark}灯${12000 - 48 - n}`))
    const rare = await at.app.ok('getShopTakeover', { storeId: at.us, keyword: `${mark}灯5999` })
    expect(rare.items).toEqual({ counts: { open: 1 }, all: 1, capped: [] })
  } finally {
    await pool.query('delete from takeover_item where title like $1', [`${mark}%`])
    await pool.query('analyze takeover_item')
  }
})

test('the products of a shop are searched by words of the title, number, SKU code and barcode, and the tabs count what is found', async () => {
  const titled = await staffMake({ title: 'Gänseblümchen Vase 花瓶' })
  const coded = await staffMake({ sku: ['KW-77-a', 'KW-77-b'] })
  const scanned = await staffMake({
    over: {
      variants: ['Red', 'Blue'].map((name, index) => ({
        optionValues: [{ optionName: 'Color', name }],
        barcode: `691234500000${index}`,
        price: '9.00',
      })),
    },
  })
  await read()
  const found = async (keyword: string, more: { sureness?: 'none' | 'exact' } = {}) => {
    const asked = { storeId: at.us, keyword, ...more }
    const { list, total } = await at.app.ok('queryTakeoverItems', { ...asked, pageSize: 10 })
    const { items: counted } = await at.app.ok('getShopTakeover', asked)
    expect(counted).toEqual({ counts: total === 0 ? {} : { open: total }, all: total, capped: [] })
    return list.map(({ shopifyProductId }) => shopifyProductId)
  }
  expect(await found('vase GÄNSEBLÜMCHEN')).toEqual([titled])
  expect(await found('花')).toEqual([titled])
  expect(await found('kw-77-B')).toEqual([coded])
  expect(await found('6912345000001')).toEqual([scanned])
  expect(await found(titled.split('/').at(-1)!)).toEqual([titled])
  expect(await found('kw-77', { sureness: 'none' })).toEqual([coded])
  expect(await found('kw-77', { sureness: 'exact' })).toEqual([])
  expect(await found('花瓶 kw-77')).toEqual([])
  expect(await found('100%_')).toEqual([])
})
