import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { expect, test } from 'vitest'
import { testShop } from '../../../test/shop.ts'
import type { TestShop } from '../../../test/shop.ts'
import { until } from '../../../test/until.ts'
import { changesOf, withPushBench } from './listings.testing.ts'

/** A shop with products that staff made before the app was connected, and the same products here. */
const at = withPushBench()

type Made = {
  shop?: TestShop
  title?: string
  sku?: [string, string]
  picture?: string
  values?: [string, string]
  over?: object
}
let made = 0

/** A product in two colours, made by the shop's staff. */
async function staffMake({
  shop = at.shop,
  title,
  sku,
  picture,
  values = ['Red', 'Blue'],
  over = {},
}: Made = {}): Promise<string> {
  const n = ++made
  const variant = (value: string, code: string) => ({
    optionValues: [{ optionName: 'Color', name: value }],
    sku: code,
    price: '31.50',
    inventoryPolicy: 'CONTINUE',
    inventoryItem: { tracked: true, cost: '4.20', measurement: { weight: { unit: 'KILOGRAMS', value: 0.75 } } },
  })
  const [one, other] = sku ?? [`T${n}-a`, `T${n}-b`]
  const { productSet } = await shop.ask<{ productSet: { product: { id: string } } }>(
    `mutation ($input: ProductSetInput!) {
      productSet(synchronous: true, input: $input) { product { id } userErrors { message } } }`,
    {
      input: {
        title: title ?? `Staff lamp ${n}`,
        descriptionHtml: '<p>by staff</p>',
        vendor: 'Staff',
        status: 'ACTIVE',
        tags: ['kept'],
        productOptions: [{ name: 'Color', values: values.map((name) => ({ name })) }],
        files: [
          {
            originalSource: picture ?? `https://pictures.example/staff-picture-${n}.jpg`,
            alt: 'staff',
            contentType: 'IMAGE',
          },
        ],
        variants: [variant(values[0], one), variant(values[1], other)],
        ...over,
      },
    },
  )
  return productSet.product.id
}

async function read(storeId = at.us) {
  await at.app.ok('startShopTakeover', { storeId })
  const { read } = await until(
    () => at.app.ok('getShopTakeover', { storeId }),
    (seen) => seen.read?.state !== 'reading',
  )
  return read!
}
const items = async (): Promise<TakeoverItem[]> =>
  (await at.app.ok('queryTakeoverItems', { storeId: at.us, pageSize: 200 })).list
const itemOf = async (gid: string): Promise<TakeoverItem> =>
  (await items()).find(({ shopifyProductId }) => shopifyProductId === gid)!
const accept = async (item: TakeoverItem, productId?: string) =>
  (
    await at.app.ok('acceptTakeovers', {
      storeId: at.us,
      items: [{ itemId: item.id, ...(productId ? { productId } : {}) }],
    })
  ).rows[0]!
/** A product of ours, in no shop yet. */
const ours = (sku: [string, string], over: object = {}): Promise<Product> =>
  at.product({ storeIds: [], ...over }).then((product) =>
    at.edit(product, ({ variants }: Product) => ({
      variants: variants.map((variant, index) => ({ ...variant, skuCode: sku[index] })),
    })),
  )
const pair = async (over: object = {}): Promise<{ product: Product; gid: string; item: TakeoverItem }> => {
  const sku: [string, string] = [`P${++made}-a`, `P${made}-b`]
  const product = await ours(sku, over)
  const gid = await staffMake({ sku })
  await read()
  return { product, gid, item: await itemOf(gid) }
}

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

test('an accepted product has the shop’s content, the shop is unchanged, and a dry run and a push change nothing', async () => {
  const { product, gid, item } = await pair()
  const before = await at.shop.product(gid)
  expect(await accept(item)).toMatchObject({ ok: true, id: product.id })
  const now = await at.get(product)
  expect(now).toMatchObject({
    title: before!.title,
    descriptionHtml: '<p>by staff</p>',
    vendor: 'Staff',
    tags: ['kept'],
    titleZh: product.titleZh,
    fieldSources: { title: { origin: 'store', locked: true } },
    listings: [{ storeId: at.us, state: 'online', shopifyProductId: gid, outdated: false }],
  })
  expect(now.variants).toMatchObject(
    product.variants.map(({ id, costMinor }) => ({
      id,
      costMinor,
      weightGrams: 750,
      stockPolicy: 'continue',
      prices: [{ storeId: at.us, minor: 3150, origin: 'manual' }],
    })),
  )
  const preview = await at.dryRun(now)
  expect(preview).toMatchObject({ action: 'none', problems: [] })
  expect(changesOf(preview)).toEqual([])
  expect(await at.push([now])).toMatchObject({ items: [{ state: 'unchanged' }] })
  expect(await at.shop.product(gid)).toEqual(before)
  expect(await itemOf(gid)).toMatchObject({
    state: 'linked',
    product: { id: product.id },
    decidedBy: expect.any(String),
  })
})

test('what is edited here after a takeover is all that a push changes', async () => {
  const { product, gid, item } = await pair()
  await accept(item)
  const before = await at.shop.product(gid)
  await at.edit(product, { title: 'Lamp, edited here' })
  expect(changesOf(await at.dryRun(product))).toEqual(['title'])
  await at.push([product])
  expect(await at.shop.product(gid)).toEqual({ ...before, title: 'Lamp, edited here' })
})

test('variants and pictures that only the shop has are taken over, and those that only we have are kept without being pushed', async () => {
  const sku: [string, string] = ['V-1', 'V-2']
  const product = await ours(sku)
  const gid = await staffMake({ sku: ['V-1', 'V-9'], values: ['Red', 'Green'] })
  await read()
  expect(await accept(await itemOf(gid))).toMatchObject({ ok: true, id: product.id })
  const now = await at.get(product)
  expect(now.variants.map(({ skuCode, dropped }) => [skuCode, dropped])).toEqual([
    ['V-1', false],
    ['V-9', false],
    ['V-2', true],
  ])
  expect(now.images.map(({ dropped }) => dropped)).toEqual([false, true, true, true])
  expect(await at.dryRun(now)).toMatchObject({ action: 'none' })
})

test('a product that another shop has keeps its content; only the prices of this one are taken over', async () => {
  const sku: [string, string] = ['E-1', 'E-2']
  const product = await ours(sku)
  const eu = await testShop(at.simulator, 'bridge-eu')
  const away = await staffMake({
    shop: eu,
    sku,
    title: 'Lampe',
    picture: 'https://pictures.example/same-picture-name.jpg',
  })
  await read(at.eu)
  const { list } = await at.app.ok('queryTakeoverItems', { storeId: at.eu, pageSize: 200 })
  const first = list.find(({ shopifyProductId }) => shopifyProductId === away)!
  await at.app.ok('acceptTakeovers', { storeId: at.eu, items: [{ itemId: first.id }] })
  const gid = await staffMake({ sku, title: 'Lamp', picture: 'https://pictures.example/same-picture-name.jpg' })
  const other = await staffMake({ sku: ['E-1', 'E-3'], picture: 'https://pictures.example/another-picture.jpg' })
  await read()
  const before = await at.get(product)
  expect(await accept(await itemOf(other), product.id)).toMatchObject({
    ok: false,
    message: expect.stringContaining('商品也在其他店铺'),
  })
  expect(await at.get(product)).toEqual(before)
  expect(await accept(await itemOf(gid))).toMatchObject({ ok: true, id: product.id })
  const now = await at.get(product)
  expect(now.title).toBe('Lampe')
  expect(now.variants[0]!.prices.map(({ storeId, minor }) => [storeId, minor])).toEqual(
    expect.arrayContaining([
      [at.eu, 3150],
      [at.us, 3150],
    ]),
  )
  expect(now.listings.map(({ storeId, outdated }) => [storeId, outdated])).toEqual([
    [at.eu, false],
    [at.us, false],
  ])
  const { items: previews } = await at.app.ok('previewSyncToShopify', {
    pairs: [at.eu, at.us].map((storeId) => ({ productId: product.id, storeId })),
  })
  expect(previews.map(({ action }) => action)).toEqual(['none', 'none'])
})

test('a product made from the shop’s has its content, is linked, and a dry run changes nothing', async () => {
  const gid = await staffMake({ title: 'Only in the shop' })
  await read()
  const item = await itemOf(gid)
  const { rows } = await at.app.ok('createTakenProducts', { storeId: at.us, itemIds: [item.id] })
  expect(rows).toMatchObject([{ ok: true }])
  const product = await at.get({ id: rows[0]!.id! })
  expect(product).toMatchObject({
    title: 'Only in the shop',
    origin: 'manual',
    options: [{ name: 'Color' }],
    listings: [{ storeId: at.us, shopifyProductId: gid, state: 'online' }],
  })
  expect(product.images).toHaveLength(1)
  expect(await at.dryRun(product)).toMatchObject({ action: 'none' })
  expect(await itemOf(gid)).toMatchObject({ state: 'created', product: { id: product.id } })
})

test('an undone takeover leaves our product and the list as they were, and the shop untouched', async () => {
  const { product, gid, item } = await pair()
  const there = await at.shop.product(gid)
  await accept(item)
  expect(await at.app.ok('undoTakeovers', { storeId: at.us, itemIds: [item.id] })).toMatchObject({ succeeded: 1 })
  const back = await at.get(product)
  expect(back).toMatchObject({ title: product.title, images: product.images, listings: [] })
  expect(back.variants).toEqual(product.variants)
  expect(await at.shop.product(gid)).toEqual(there)
  expect(await itemOf(gid)).toMatchObject({ state: 'open', product: { id: product.id } })
  const made = await at.app.ok('createTakenProducts', { storeId: at.us, itemIds: [item.id] })
  expect(await at.app.ok('undoTakeovers', { storeId: at.us, itemIds: [item.id] })).toMatchObject({ succeeded: 1 })
  expect(await at.get({ id: made.rows[0]!.id! })).toMatchObject({ state: 'recycled' })
})

test('a takeover is not undone after a push, or after our product was edited', async () => {
  const one = await pair()
  await accept(one.item)
  await at.edit(one.product, { title: 'Edited since' })
  const undo = async ({ item }: { item: TakeoverItem }) =>
    (await at.app.ok('undoTakeovers', { storeId: at.us, itemIds: [item.id] })).rows[0]
  expect(await undo(one)).toMatchObject({ ok: false, message: expect.stringContaining('之后又改过') })
  expect((await at.get(one.product)).listings[0]).toMatchObject({ shopifyProductId: one.gid })
  await at.push([one.product])
  expect(await undo(one)).toMatchObject({ ok: false, message: expect.stringContaining('已经同步过') })
})

test('two clerks who accept the same product of the shop, or link two with one of ours, link once', async () => {
  const { product, gid, item } = await pair()
  const both = await Promise.all([accept(item), accept(item)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ word: 'state-not-allowed' })
  const other = await staffMake()
  await read()
  expect(await accept(await itemOf(other), product.id)).toMatchObject({
    ok: false,
    message: expect.stringContaining('已经关联了另一件店铺商品'),
  })
  const { rows } = await at.app.db.pool.query('select product_id from listing where shopify_product_id = $1', [gid])
  expect(rows).toEqual([{ product_id: product.id }])
})

test('what cannot be linked is refused with its reason, and changes nothing', async () => {
  const { product, gid, item } = await pair()
  const foreign = await at.app.ok('acceptTakeovers', { storeId: at.eu, items: [{ itemId: item.id }] })
  expect(foreign.rows).toMatchObject([{ ok: false, word: 'not-found' }])
  const stranger = await at.product({ storeIds: [], title: 'A stranger', options: [], variants: [] })
  expect(await accept(item, stranger.id)).toMatchObject({
    ok: false,
    message: expect.stringContaining('没有一个变体对得上'),
  })
  await at.app.ok('batchDeleteProducts', { productIds: [product.id], forGood: false })
  expect(await accept(item)).toMatchObject({ ok: false, message: expect.stringContaining('回收站') })
  await at.app.ok('restoreProducts', { productIds: [product.id] })
  await at.shop.ask('mutation ($id: ID!) { productDelete(input: { id: $id }) { userErrors { message } } }', { id: gid })
  expect(await accept(item)).toMatchObject({ ok: false, word: 'not-found' })
  expect(await itemOf(gid)).toMatchObject({ state: 'gone' })
  expect((await at.get(product)).listings).toEqual([])
  await read()
  expect(await itemOf(gid)).toBeUndefined()
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
  expect(await read()).toMatchObject({ state: 'done' })
})
