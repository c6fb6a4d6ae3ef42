import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { testShop } from '../../../test/shop.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { until } from '../../../test/until.ts'

let simulator: TestSimulator
let app: TestApp
let us: { id: string; name: string; origin: string; version: number; priceRuleId: string | null }

beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ work: false, demoSimulator: simulator.origin })
  us = (await app.ok('getAllShopifyStores')).find(({ currency }) => currency === 'USD')!
})
afterAll(async () => {
  await app?.close()
  await simulator?.close()
})
afterEach(() => simulator.control('DELETE', '/faults'))

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
const fault = (call: string, kind: string): Promise<unknown> =>
  simulator.control('POST', '/faults', { vendor: 'shopify', call, times: 20, fault: { kind } })

describe('店铺直连', () => {
  it('pages through the live products by cursor', async () => {
    const first = await app.ok('getStoreProducts', { storeId: us.id, limit: 2 })
    expect(first.list).toHaveLength(2)
    expect(first.hasNextPage).toBe(true)
    const next = await app.ok('getStoreProducts', { storeId: us.id, limit: 2, after: first.endCursor })
    expect(next.list.map(({ id }) => id)).not.toContain(first.list[0]!.id)
    expect(first.list[0]!.variants[0]).toMatchObject({ price: expect.stringMatching(/^\d+\.\d\d$/) })
  })

  it('creates one product for one form, however often it is sent and whatever happens to the answer', async () => {
    const form = { storeId: us.id, requestKey: 'form-1', title: '直连 <b>商品</b>', price: '9.90', sku: 'D-1' }
    await fault('productSet', 'drop-after')
    const lost = await app.ok('createStoreProduct', form)
    await simulator.control('DELETE', '/faults')
    const again = await app.ok('createStoreProduct', form)
    expect(again).toMatchObject({ title: '直连 <b>商品</b>', status: 'DRAFT', listingOf: null })
    expect(lost.id).toBe(again.id)
    const { list } = await app.ok('getStoreProducts', { storeId: us.id, limit: 20 })
    expect(list.filter(({ title }) => title === form.title)).toHaveLength(1)
    expect(list.find(({ id }) => id === again.id)!.variants[0]).toMatchObject({ price: '9.90', sku: 'D-1' })

    expect(await app.ok('deleteStoreProduct', { storeId: us.id, productId: again.id })).toBeNull()
  })

  it('refuses to delete what the shop does not have, with an explanation', async () => {
    const form = { storeId: us.id, requestKey: 'form-gone', title: '将被删除', price: '9.90', sku: 'D-9' }
    const { id: productId, variants } = await app.ok('createStoreProduct', form)
    const strange = await app.call('deleteStoreVariants', { storeId: us.id, productId, variantsIds: ['1'] })
    expect(strange).toMatchObject({ code: 400, data: { refusal: 'not-found', what: expect.stringContaining('变体') } })
    await app.ok('deleteStoreProduct', { storeId: us.id, productId })
    const again = await app.call('deleteStoreProduct', { storeId: us.id, productId })
    expect(again).toMatchObject({ code: 400, data: { refusal: 'not-found', what: expect.stringContaining('商品') } })
    const variantsIds = [variants[0]!.id]
    expect(await app.call('deleteStoreVariants', { storeId: us.id, productId, variantsIds })).toMatchObject({
      code: 400,
    })
  })

  it('never overwrites a product that a key created: the same content is answered again, other content is refused', async () => {
    const form = {
      storeId: us.id,
      requestKey: 'form-live',
      title: '已上架',
      price: '12.34',
      sku: 'D-10',
      descriptionHtml: '<p>一 &amp; 二</p>',
    }
    const made = await app.ok('createStoreProduct', form)
    expect((await app.ok('createStoreProduct', form)).id).toBe(made.id)
    for (const other of [
      { price: '99.00' },
      { title: '别的' },
      { sku: 'D-11' },
      { status: 'ACTIVE' },
      { descriptionHtml: '<p>三</p>' },
    ])
      expect(await app.call('createStoreProduct', { ...form, ...other })).toMatchObject({
        code: 409,
        data: { refusal: 'key-reused' },
      })
    const { list } = await app.ok('getStoreProducts', { storeId: us.id, limit: 50 })
    expect(list.find(({ id }) => id === made.id)).toMatchObject({
      title: form.title,
      status: 'DRAFT',
      variants: [{ price: '12.34', sku: 'D-10' }],
    })
  })

  it('creates one product for a key that is sent with several contents at once, and releases the key when certainly nothing was created', async () => {
    const form = { storeId: us.id, requestKey: 'form-race', title: '同时', sku: 'D-12' }
    // All requests have read the shop before the first one writes.
    await simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: 'productByIdentifier',
      times: 0,
      fault: { kind: 'slow', ms: 300 },
    })
    const prices = ['1.10', '2.20', '3.30', '1.10']
    const answers = await Promise.all(prices.map((price) => app.call('createStoreProduct', { ...form, price })))
    await simulator.control('DELETE', '/faults')
    const won = answers.findIndex(({ code }) => code === 200)
    for (const [at, answer] of answers.entries())
      // A request that arrives while the other is in progress waits for its outcome.
      if (prices[at] === prices[won])
        expect([undefined, 'state-not-allowed']).toContain((answer.data as { refusal?: string }).refusal)
      else expect(answer).toMatchObject({ code: 409, data: { refusal: 'key-reused' } })
    const { list } = await app.ok('getStoreProducts', { storeId: us.id, keyword: form.title })
    expect(list.map(({ variants }) => variants[0]!.price)).toEqual([prices[won]])

    const next = { ...form, requestKey: 'form-free', title: '没有做成', price: '4.40' }
    await simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: 'productSet',
      times: 20,
      fault: { kind: 'refuse', code: 'ACCESS_DENIED', message: 'no' },
    })
    expect((await app.call('createStoreProduct', next)).code).not.toBe(200)
    await simulator.control('DELETE', '/faults')
    const repaired = await app.ok('createStoreProduct', { ...next, price: '5.50' })
    expect(repaired.variants[0]).toMatchObject({ price: '5.50' })
  })

  it('shows what a form would create and what the shop has of it already, and creates only what it showed', async () => {
    const form = { storeId: us.id, requestKey: 'form-2', title: '直连预演', price: '8', sku: 'D-2' }
    const seen = await app.ok('previewStoreCreation', form)
    expect(seen).toMatchObject({ action: 'create', title: form.title, problems: [] })
    expect(seen.fields.map(({ field, willBecome }) => [field, willBecome])).toEqual([
      ['title', '直连预演'],
      ['price', '8.00'],
      ['sku', 'D-2'],
      ['status', '草稿（顾客看不到）'],
    ])
    const named = async () =>
      (await app.ok('getStoreProducts', { storeId: us.id, keyword: form.title })).list.map(({ title }) => title)
    expect(await named()).toEqual([])
    const { contentHash } = seen
    const dearer = await app.call('createStoreProduct', { ...form, price: '80', contentHash })
    expect(dearer).toMatchObject({ code: 409, data: { refusal: 'stale' } })
    expect(await named()).toEqual([])
    await app.ok('createStoreProduct', { ...form, contentHash })
    expect(await named()).toEqual([form.title])
    const again = await app.ok('previewStoreCreation', { ...form, requestKey: 'form-3' })
    expect(again.problems).toMatchObject([{ field: 'title', level: 'warns' }, { field: 'sku' }])
    expect(await app.call('previewStoreCreation', { ...form, price: '1.999' })).toMatchObject({
      code: 422,
      data: { fields: { price: expect.any(String) } },
    })
  })

  it('publishes what it creates for sale, and returns no address before that', async () => {
    const form = { storeId: us.id, title: '直连上架', price: '8' }
    const draft = await app.ok('createStoreProduct', { ...form, requestKey: 'form-draft' })
    expect(draft).toMatchObject({ status: 'DRAFT', storefrontUrl: null })
    const made = await app.ok('createStoreProduct', { ...form, requestKey: 'form-active', status: 'ACTIVE' })
    expect((await fetch(made.storefrontUrl!)).status).toBe(200)
    const { list } = await app.ok('getStoreProducts', { storeId: us.id, keyword: form.title })
    const addresses = new Map(list.map(({ id, storefrontUrl }) => [id, storefrontUrl]))
    expect(addresses.get(draft.id)).toBeNull()
    expect(addresses.get(made.id)).toBe(made.storefrontUrl)
  })

  it('creates one product and reports that publishing it failed; sending the form again publishes it', async () => {
    const form = { storeId: us.id, requestKey: 'form-unshown', title: '没有上架', price: '8', status: 'ACTIVE' }
    await simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: 'publishablePublish',
      times: 20,
      fault: { kind: 'refuse', code: 'ACCESS_DENIED', message: 'no' },
    })
    expect((await app.call('createStoreProduct', form)).code).not.toBe(200)
    await simulator.control('DELETE', '/faults')
    const listed = async () => (await app.ok('getStoreProducts', { storeId: us.id, keyword: form.title })).list
    expect(await listed()).toMatchObject([{ title: form.title, storefrontUrl: null }])
    const other = await app.call('createStoreProduct', { ...form, price: '9' })
    expect(other).toMatchObject({ code: 409, data: { refusal: 'key-reused' } })
    const made = await app.ok('createStoreProduct', form)
    expect(await listed()).toMatchObject([{ id: made.id, storefrontUrl: made.storefrontUrl }])
    expect((await fetch(made.storefrontUrl!)).status).toBe(200)
  })

  it('shows every variant of a product, however many there are', async () => {
    const shop = await testShop(simulator, 'bridge-us')
    const values = Array.from({ length: 290 }, (_, i) => `Size ${i}`)
    await shop.ask(
      `mutation ($i: ProductSetInput!) { productSet(synchronous: true, input: $i) { userErrors { message } } }`,
      {
        i: {
          title: '直连多变体',
          productOptions: [{ name: 'Size', values: values.map((name) => ({ name })) }],
          variants: values.map((name) => ({ optionValues: [{ optionName: 'Size', name }], price: '1.00' })),
        },
      },
    )
    const { list } = await app.ok('getStoreProducts', { storeId: us.id, limit: 96, keyword: '直连多变体' })
    expect(list[0]!.variants.map(({ title }) => title)).toEqual(values)
    await app.ok('deleteStoreProduct', { storeId: us.id, productId: list[0]!.id })
  })

  it('explains the refusals of a shop, and updates its health by them', async () => {
    await simulator.control('POST', '/faults', {
      vendor: 'shopify',
      call: 'products',
      times: 20,
      fault: { kind: 'drop-before' },
    })
    const answer = await app.call('getStoreProducts', { storeId: us.id })
    expect(answer).toMatchObject({
      code: 400,
      // The message is the same as the reason.
      msg: '连不上店铺',
      data: {
        refusal: 'store-failed',
        why: expect.stringContaining(`${us.name}”：暂时连不上店铺`),
        next: expect.any(Array),
      },
    })
    await simulator.control('DELETE', '/faults')
    const health = async () => (await app.ok('getAllShopifyStores')).find(({ id }) => id === us.id)?.health
    expect(await health()).toBe('unreachable')
    // Any successful answer updates the health: nobody has to check the connection.
    await app.ok('getStoreProducts', { storeId: us.id })
    await until(health, (now) => now === 'ok')
    expect((await app.ok('checkShopifyStore', { id: us.id })).health).toBe('ok')
  })

  it('deletes variants one by one, and never all of them', async () => {
    const { list } = await app.ok('getStoreProducts', { storeId: us.id, limit: 50 })
    const many = list.find(({ variants }) => variants.length > 2)!
    const [gone] = many.variants
    const rows = await app.ok('deleteStoreVariants', {
      storeId: us.id,
      productId: many.id,
      variantsIds: [gone!.id, '99999999999'],
    })
    expect(rows.map(({ ok }) => ok)).toEqual([true, false])
    const all = await app.call('deleteStoreVariants', {
      storeId: us.id,
      productId: many.id,
      variantsIds: many.variants.slice(1).map(({ id }) => id),
    })
    expect(all).toMatchObject({ code: 422 })
  })

  it('shows what a deletion removes from the shop, and deletes only what it showed', async () => {
    const { list } = await app.ok('getStoreProducts', { storeId: us.id, limit: 50 })
    const product = list.find(({ variants }) => variants.length > 2)!
    const [first, second] = product.variants
    const asked = { storeId: us.id, productId: product.id }
    const some = { ...asked, variantsIds: [first!.id, '99999999999'] }
    const seen = await app.ok('previewStoreDeletion', some)
    const left = product.variants.length - 1
    expect(seen).toMatchObject({
      action: 'delete',
      title: product.title,
      fields: [
        { label: '变体数', storeNow: `${left + 1} 个`, willBecome: `${left} 个` },
        { storeNow: expect.stringContaining(first!.price), willBecome: null, change: 'delete' },
        { why: '店铺里没有这个变体', change: 'none' },
      ],
    })
    const all = await app.ok('previewStoreDeletion', { ...asked, variantsIds: product.variants.map(({ id }) => id) })
    expect(all).toMatchObject({ action: 'blocked', problems: [{ level: 'blocks' }] })
    const whole = await app.ok('previewStoreDeletion', asked)
    expect(whole.fields.filter(({ change }) => change === 'delete')).toHaveLength(4 + left + 1)

    // Another deletion happens between the preview and the confirmation.
    await app.ok('deleteStoreVariants', { ...asked, variantsIds: [second!.id] })
    for (const answer of [
      await app.call('deleteStoreVariants', { ...some, contentHash: seen.contentHash }),
      await app.call('deleteStoreProduct', { ...asked, contentHash: whole.contentHash }),
    ])
      expect(answer).toMatchObject({ code: 409, data: { refusal: 'stale', why: expect.stringContaining('没有写入') } })
    const now = await app.ok('previewStoreDeletion', some)
    expect(now.fields[0]).toMatchObject({ storeNow: `${left} 个` })
    const rows = await app.ok('deleteStoreVariants', { ...some, contentHash: now.contentHash })
    expect(rows.map(({ ok }) => ok)).toEqual([true, false])
    const last = await app.ok('previewStoreDeletion', asked)
    expect(await app.ok('deleteStoreProduct', { ...asked, contentHash: last.contentHash })).toBeNull()
    expect(await app.ok('previewStoreDeletion', asked)).toMatchObject({
      action: 'blocked',
      problems: [{ message: '店铺里没有这个商品' }],
    })
  })

  it('checks the store step by step', async () => {
    const { ok, lines } = await app.ok('selfTestStore', { storeId: us.id })
    expect([ok, lines.filter(({ ok }) => !ok)]).toEqual([true, []])
    expect(lines.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['授权范围', '接口版本', '接口额度', '往返时间']),
    )
  })

  it('uses the first store when none is named, and refuses an unknown one', async () => {
    expect((await app.ok('getStoreProducts', { limit: 1 })).storeId).toEqual(expect.any(String))
    expect(await app.call('getStoreProducts', { storeId: UNKNOWN })).toMatchObject({
      code: 400,
      data: { refusal: 'not-found' },
    })
    expect(await app.call('createStoreProduct', { requestKey: 'k', title: 'x', price: '1.999' })).toMatchObject({
      code: 422,
      data: { fields: { price: expect.any(String) } },
    })
    expect(await app.call('deleteStoreProduct', { productId: "1' or 1=1" })).toMatchObject({ code: 422 })
  })

  it('returns the fixed list without any store', async () => {
    const { list, total } = await app.ok('mockProductList')
    expect(list).toHaveLength(total)
  })
})
