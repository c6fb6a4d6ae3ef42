import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { productsFeature } from './index.ts'
import type { ProductsApi, SourceProduct } from './index.ts'
import type { ListingSummary } from './products.types.ts'

let simulator: TestSimulator
let app: TestApp
let products: ProductsApi
let us: string
let eu: string

/** Tests the API that later features use, on the app's own database; its effects are read by HTTP. */
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
  const stores = await app.ok('getAllShopifyStores')
  us = stores.find(({ currency }) => currency === 'USD')!.id
  eu = stores.find(({ currency }) => currency === 'EUR')!.id
  products = app.composed.apiOf(productsFeature)
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})

let offers = 0
const source = (over: Partial<SourceProduct> = {}): SourceProduct => ({
  offerId: String(700_000_000_000 + ++offers),
  url: 'https://detail.1688.com/offer/1.html',
  titleZh: '北欧台灯',
  title: 'Nordic lamp',
  descriptionHtml: '<p>好<script>x()</script></p>',
  productType: '灯具',
  supplierId: 'sup',
  supplierName: '义乌灯具',
  images: ['https://p.example/1.jpg'],
  minOrderQuantity: 2,
  skus: ['红', '蓝'].map((color, index) => ({
    skuId: String(9_000_000_000_000_000_000n + BigInt(index)),
    specId: `spec${index}`,
    attributes: [{ name: '颜色', nameTrans: 'Color', value: color, valueTrans: null, imageUrl: null }],
    costMinor: 1850,
    weightGrams: 420,
    stock: 30,
    cargoNumber: null,
  })),
  costMinor: null,
  weightGrams: null,
  stock: null,
  ...over,
})
const by = { accountId: '018f0000-0000-7000-8000-000000000001', name: '小林' }
const claim = (from: SourceProduct, ...storeIds: string[]) =>
  app.db.transaction((tx) => products.createFromOffer(tx, { source: from, storeIds, by }))
const read = (productId: string) => app.ok('getProduct', { productId })
const summary = (storeId: string, over: Partial<ListingSummary> = {}): ListingSummary => ({
  storeId,
  storeName: '店',
  state: 'online',
  outdated: false,
  shopifyProductId: 'gid://shopify/Product/1',
  storefrontUrl: null,
  adminUrl: null,
  error: null,
  pushedAt: 1,
  ...over,
})

describe('a claim', () => {
  it('creates a priced product with all digits of 19-digit source ids', async () => {
    const { productId, outcome, addedStoreIds } = await claim(source(), us)
    expect([outcome, addedStoreIds]).toEqual(['created', [us]])
    const made = await read(productId)
    expect(made).toMatchObject({ origin: '1688', state: 'ready', supplierName: '义乌灯具', ownerName: '小林' })
    expect(made.variants[1]!.sourceSkuId).toBe('9000000000000000001')
    expect(made.variants[0]!.prices).toMatchObject([{ storeId: us, minor: 1199, origin: 'rule' }])
    expect(made.descriptionHtml).toBe('<p>好</p>')
    expect(made.fieldSources['title']).toMatchObject({ origin: '1688', locked: false })
  })

  it('leaves the width of the pictures to the theme, without the column width of the source page', async () => {
    const html = '<p><img src="//p.example/2.jpg" alt="灯" width="790" style="max-width:790px"></p>'
    const { productId } = await claim(source({ descriptionHtml: html }), us)
    const { descriptionHtml } = await read(productId)
    expect(descriptionHtml).toBe('<p><img src="https://p.example/2.jpg" alt="灯" /></p>')
  })

  it('of one offer by many at once creates one product in every store', async () => {
    const from = source()
    const outcomes = await Promise.all([claim(from, us), claim(from, eu), claim(from, us), claim(from, us, eu)])
    expect(new Set(outcomes.map(({ productId }) => productId)).size).toBe(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
    expect(outcomes.flatMap(({ addedStoreIds }) => addedStoreIds).toSorted()).toEqual([us, eu].toSorted())
    const rows = await products.claimsByOffers(app.db.handle, [from.offerId])
    expect(new Set(rows.map(({ storeId }) => storeId))).toEqual(new Set([us, eu]))
    expect((await read(outcomes[0].productId)).variants[0]!.prices).toHaveLength(2)
  })

  it('after the product was recycled creates another, and the old one can’t be restored beside it', async () => {
    const from = source()
    const first = await claim(from, us)
    await app.ok('deleteProduct', { productId: first.productId })
    const second = await claim(from, us)
    expect(second).toMatchObject({ outcome: 'created' })
    const restored = await app.ok('restoreProducts', { productIds: [first.productId] })
    expect(restored.rows[0]).toMatchObject({ ok: false, word: 'state-not-allowed' })
  })
})

describe('listings', () => {
  it('determine the state, don’t change the version, and are outdated by an edit that the shop would show', async () => {
    const { productId } = await claim(source(), us, eu)
    const recorded = await app.db.transaction((tx) =>
      products.recordListings(tx, productId, [
        summary(us),
        summary(eu, { state: 'failed', error: '坏' }),
        summary(productId),
      ]),
    )
    expect(recorded).toMatchObject({ state: 'partial' })
    expect(recorded!.listings.map(({ storeId }) => storeId)).toEqual([us, eu])
    const before = await read(productId)
    expect(before).toMatchObject({ version: 0, can: { deleteProduct: expect.stringContaining('下架') } })
    await app.db.transaction((tx) => products.recordListingsOfMany(tx, [{ productId, summaries: [summary(eu)] }]))
    expect((await read(productId)).state).toBe('online')
    const save = (version: number, edit: object) => app.ok('editProduct', { productId, version, edit })
    expect(await save(0, { note: '内部备注' })).toMatchObject({ state: 'online' })
    const edited = await save(1, { title: '新标题' })
    expect(edited).toMatchObject({ state: 'outdated', listings: [{ outdated: true }, { outdated: true }] })
    const unclaimed = await app.ok('modifyProducts', { items: [{ productId }], change: { removeStoreIds: [us] } })
    expect(unclaimed.rows[0]).toMatchObject({ ok: false, word: 'state-not-allowed' })
  })
})

describe('a new fetch of the source', () => {
  it('updates costs and their prices, but not what a person locked', async () => {
    const from = source()
    const { productId } = await claim(from, us)
    const made = await read(productId)
    await app.ok('editProduct', { productId, version: 0, edit: { title: '人工标题' } })
    const dearer = { ...from, title: 'Other', skus: from.skus.map((sku) => ({ ...sku, costMinor: 4000 })) }
    const update = () => app.db.transaction((tx) => products.applySourceUpdate(tx, productId, dearer, null))
    const changes = await update()
    expect(changes.map(({ field, applied }) => [field.split('.').at(-1), applied])).toEqual([
      ['title', false],
      ['costMinor', true],
      ['costMinor', true],
    ])
    const after = await read(productId)
    expect(after.title).toBe('人工标题')
    expect(after.variants[0]!.prices[0]!.minor).toBeGreaterThan(made.variants[0]!.prices[0]!.minor)
    // The change came from the source, so it has a time and no person.
    const [{ id: variantId, prices }] = after.variants as [(typeof after.variants)[number]]
    expect(after.fieldSources[`variants.${variantId}.costMinor`]).toEqual({
      origin: '1688',
      by: null,
      at: expect.any(Number),
      locked: false,
    })
    expect(prices[0]).toMatchObject({ origin: 'rule', at: expect.any(Number) })
    expect(prices[0]).not.toHaveProperty('by')
    expect(prices[0]!.at!).toBeGreaterThanOrEqual(made.variants[0]!.prices[0]!.at!)
    expect(made.variants[0]!.prices[0]).toHaveProperty('at')
    expect(await update()).toEqual([])
    const { list } = await app.ok('getProductHistory', { productId })
    expect(list[0]).toMatchObject({ by: null, reason: '更新货源' })
    // Compared and unchanged: no new version, so that no open editor becomes stale needlessly.
    expect((await read(productId)).version).toBe(after.version)
  })

  it('keeps a variant when its SKU number changes, and the listing is not outdated by that', async () => {
    const from = source()
    const { productId } = await claim(from, us)
    await app.db.transaction((tx) => products.recordListings(tx, productId, [summary(us)]))
    const before = await read(productId)
    const renumbered = { ...from, skus: from.skus.map((sku, index) => ({ ...sku, skuId: String(5000 + index) })) }
    await app.db.transaction((tx) => products.applySourceUpdate(tx, productId, renumbered, null))
    const [doc] = await products.productsForPush(app.db.handle, [productId])
    expect(doc!.variants.map(({ id }) => id)).toEqual(before.variants.map(({ id }) => id))
    expect(doc!.variants[0]).toMatchObject({ sourceSkuId: '5000', sourceSkuAliases: [from.skus[0]!.skuId] })
    expect(doc!.state).toBe('online')
    const [found] = await products.variantsByIds(app.db.handle, [before.variants[0]!.id, productId])
    expect(found).toMatchObject({ productId, sourceSkuId: '5000' })
    expect(await products.variantsBySkuCodes(app.db.handle, [before.variants[0]!.skuCode])).not.toEqual([])
  })
})
