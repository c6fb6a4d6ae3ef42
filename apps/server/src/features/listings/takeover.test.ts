import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import { expect, test } from 'vitest'
import { testShop } from '../../../test/shop.ts'
import { changesOf, withPushBench } from './listings.testing.ts'
import { takeoverBench } from './takeover.testing.ts'

/** A shop with products that staff made before the app was connected, and the same products here. */
const at = withPushBench()
const { accept, itemOf, ours, pair, read, staffMake } = takeoverBench(at)

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
  const unlike = await at.product({ storeIds: [], title: 'Unlike all others', options: [], variants: [] })
  expect(await accept(item, unlike.id)).toMatchObject({
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
