import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Difference } from '@huoqiao/contract/reconciliation/reconciliation.schema'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { until } from '../../../test/until.ts'
import { withPushBench } from '../listings/listings.testing.ts'
import { comparing } from './reconciliation.testing.ts'

const bench = withPushBench({ products: 7 })
let at: ReturnType<typeof comparing>
beforeAll(() => {
  at = comparing(bench)
})
afterEach(() => bench.simulator.control('DELETE', '/faults'))

/** Staff of the shop change something in its own administration. */
const change = async (product: Product, over: object): Promise<unknown> =>
  bench.shop.ask('mutation ($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }', {
    p: { id: (await bench.inShop(product)).id, ...over },
  })
const price = async (product: Product, text: string): Promise<unknown> => {
  const { id, variants } = await bench.inShop(product)
  return bench.shop.ask(
    `mutation ($id: ID!, $v: [ProductVariantsBulkInput!]!) {
      productVariantsBulkUpdate(productId: $id, variants: $v) { userErrors { message } } }`,
    { id, v: [{ id: variants[0]!.id, price: text }] },
  )
}
const of = (product: Product): Promise<Difference[]> => at.differences({ keyword: product.titleZh })
const onceIn = (read: () => Promise<boolean>): Promise<boolean> => until(read, (came) => came)

describe('a product compared with its shop', () => {
  it('has no difference while nobody changed it there', async () => {
    const product = bench.pushed()
    expect(await at.reconcile()).toMatchObject({ state: 'succeeded', problems: [] })
    expect(await of(product)).toEqual([])
  })

  it('that somebody renamed there is reported with both names, and gets our name again in that field alone', async () => {
    const product = bench.pushed()
    await change(product, { title: 'Shop title' })
    await bench.edit(product, { vendor: 'Other' })
    await at.reconcile()
    const found = await at.difference('shop-changed', { keyword: product.titleZh })
    expect(found).toMatchObject({
      why: expect.stringContaining('标题'),
      figures: [{ label: '标题', ours: product.title, theirs: 'Shop title', unit: 'text' }],
      repair: { name: 'overwriteShop' },
    })
    expect(await at.repair(found)).toMatchObject({ ok: true, message: expect.stringContaining('自动再核对') })
    await onceIn(async () => (await bench.inShop(product)).title === product.title)
    await at.gone(found)
    expect((await bench.inShop(product)).vendor).toBe('Huo')
  })

  it('is not overwritten when it changed again after a person saw it', async () => {
    const product = bench.pushed()
    await change(product, { title: 'First title' })
    await at.reconcile()
    const found = await at.difference('shop-changed', { keyword: product.titleZh })
    await change(product, { title: 'Second title' })
    expect(await at.repair(found)).toMatchObject({ ok: false, message: expect.stringContaining('又变了') })
    expect((await bench.inShop(product)).title).toBe('Second title')
    expect((await at.difference('shop-changed', { keyword: product.titleZh })).figures).toMatchObject([
      { theirs: 'Second title' },
    ])
  })

  it('whose price somebody changed there is reported, and gets our price again', async () => {
    const product = bench.pushed()
    const before = (await bench.inShop(product)).variants[0]!.price
    await price(product, '1.00')
    await at.reconcile()
    const found = await at.difference('shop-price', { keyword: product.titleZh })
    expect(found).toMatchObject({ severity: 'urgent', why: '有人在店铺后台改了价格', figures: [{ theirs: '1' }] })
    expect(await at.repair(found)).toMatchObject({ ok: true })
    await onceIn(async () => (await bench.inShop(product)).variants[0]!.price === before)
    await at.gone(found)
    expect(await at.next(found)).toBe('closed')
  })

  it('whose price was changed here is reported when it was not pushed for longer than allowed', async () => {
    const product = bench.pushed()
    await bench.edit(product, (now) => ({
      variants: now.variants.map((variant) => ({
        ...variant,
        prices: variant.prices.map((one) => ({ ...one, minor: one.minor + 500 })),
      })),
    }))
    await at.reconcile()
    expect(await of(product)).toEqual([])
    const key = 'reconcile.unpushedHours'
    await bench.app.ok('updateSystemConfig', { key, value: 0, version: 0 })
    await at.reconcile()
    const found = await at.difference('shop-price', { keyword: product.titleZh })
    expect(found).toMatchObject({ why: '这里改了价格，一直没有同步到店铺' })
    await bench.app.ok('deleteSystemConfig', { key, version: 1 })
    expect(await at.next(found)).toBe('closed')
  })

  it('that was taken off sale there is reported, and recorded as off sale without changing the shop', async () => {
    const product = bench.pushed()
    await change(product, { status: 'DRAFT' })
    await at.reconcile()
    const found = await at.difference('shop-status', { keyword: product.titleZh })
    expect(found).toMatchObject({ figures: [{ ours: '在线', theirs: '草稿' }], repair: { name: 'takeShopStatus' } })
    expect(await at.repair(found)).toMatchObject({ ok: true })
    await onceIn(async () => (await bench.get(product)).state === 'offline')
    await at.gone(found)
    expect(await bench.inShop(product)).toMatchObject({ status: 'DRAFT', title: product.title })
  })

  it('that was deleted there is reported, and created again on request', async () => {
    const product = bench.pushed()
    const { id } = await bench.inShop(product)
    await bench.shop.ask('mutation ($i: ProductDeleteInput!) { productDelete(input: $i) { userErrors { message } } }', {
      i: { id },
    })
    await at.reconcile()
    const found = await at.difference('shop-product-gone', { keyword: product.titleZh })
    expect(found).toMatchObject({ repair: { name: 'createInShop' }, next: expect.stringContaining('重新创建') })
    // While the shop can't be read, nothing is reported as gone or as restored.
    await bench.fault('*', 'drop-before', { times: 0 })
    const run = await at.reconcile()
    expect(run).toMatchObject({ state: 'partial', problems: [expect.stringContaining('店铺')] })
    expect((await of(product)).map(({ kind }) => kind)).toEqual(['shop-product-gone'])
    await bench.simulator.control('DELETE', '/faults')
    expect(await at.repair(found)).toMatchObject({ ok: true })
    await at.gone(found)
    expect((await bench.inShop(product)).id).not.toBe(id)
  })
})
