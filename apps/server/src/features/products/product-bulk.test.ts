import { describe, expect, it } from 'vitest'
import { withProductFixture } from './product-fixture.testing.ts'

const fixture = withProductFixture()

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

describe('modifyProducts', () => {
  it('changes many at once and returns an outcome for each', async () => {
    const [one, two] = [await fixture.create(), await fixture.create({ title: 'x'.repeat(255) })]
    const outcome = await fixture.app.ok('modifyProducts', {
      items: [{ productId: one.id, version: 0 }, { productId: two.id }, { productId: UNKNOWN }],
      change: { titlePrefix: '[新] ', titleReplace: { find: 'lamp', replace: '$& light' }, addTags: ['热卖'] },
    })
    expect(outcome).toMatchObject({ succeeded: 1, failed: 2 })
    expect(outcome.rows.map(({ word }) => word)).toEqual([undefined, 'invalid', 'not-found'])
    const after = await fixture.app.ok('getProduct', { productId: one.id })
    expect(after).toMatchObject({ title: '[新] Desk $& light', tags: ['热卖'], version: 1 })
    const stale = await fixture.app.ok('modifyProducts', {
      items: [{ productId: one.id, version: 0 }],
      change: { vendor: 'v' },
    })
    expect(stale.rows[0]).toMatchObject({ ok: false, word: 'stale' })
  })

  it('counts only the titles that contained the text to be replaced, and names the others', async () => {
    const [first, chair] = [await fixture.create({ title: 'Desk lamp' }), await fixture.create({ title: 'Chair' })]
    const items = [{ productId: first.id }, { productId: chair.id }]
    const change = { titleReplace: { find: 'lamp', replace: 'light' } }
    const outcome = await fixture.app.ok('modifyProducts', { items, change })
    expect(outcome).toMatchObject({ succeeded: 1, failed: 1 })
    expect(outcome.rows).toMatchObject([
      { key: first.id, ok: true },
      { key: chair.id, ok: false, word: 'unchanged', message: '标题里没有“lamp”，没有改动' },
    ])
    const none = await fixture.app.call('modifyProducts', { items: [{ productId: chair.id }], change })
    expect(none).toMatchObject({ code: 409, data: { refusal: 'unchanged', succeeded: 0 } })
    const both = await fixture.app.ok('modifyProducts', { items, change: { ...change, titlePrefix: 'New ' } })
    expect(both).toMatchObject({ succeeded: 2, failed: 0 })
  })

  it('changes prices by percent, and applies the rule only to prices that no person set', async () => {
    const made = await fixture.create()
    const items = [{ productId: made.id }]
    await fixture.app.ok('modifyProducts', { items, change: { priceChangePercent: 10 } })
    const dearer = await fixture.app.ok('getProduct', { productId: made.id })
    expect(dearer.variants[0]!.prices[0]).toMatchObject({ minor: 1319, origin: 'manual' })
    await fixture.app.ok('modifyProducts', { items, change: { repriceByRule: true } })
    expect((await fixture.app.ok('getProduct', { productId: made.id })).variants[0]!.prices[0]!.minor).toBe(1319)
  })

  it('adds an amount to the prices in its currency, takes one off, and refuses prices below zero', async () => {
    const made = await fixture.create()
    const { app } = fixture
    const items = [{ productId: made.id }]
    await app.ok('modifyProducts', { items, change: { addStoreIds: [fixture.eu] } })
    const pricesNow = async () =>
      (await app.ok('getProduct', { productId: made.id })).variants[0]!.prices.map(({ minor, origin }) => [
        minor,
        origin,
      ])
    const [us, eu] = await pricesNow()
    const change = { priceChangeAmount: { currency: 'USD', minor: 250 } }
    const { rows } = await app.ok('previewPriceChange', { productIds: [made.id], change })
    expect(
      rows.map(({ currency, priceNow, priceNext, fault }) => [currency, priceNow?.min, priceNext?.min, fault]),
    ).toEqual([
      ['USD', us![0], (us![0] as number) + 250, null],
      ['EUR', eu![0], eu![0], null],
    ])
    expect(rows[0]!.marginNext!).toBeGreaterThan(rows[0]!.marginNow!)
    expect(rows[0]).toMatchObject({
      variants: made.variants.length,
      changed: made.variants.length,
      manual: 0,
      belowCost: 0,
    })
    expect(rows[1]).toMatchObject({ changed: 0, marginNext: rows[1]!.marginNow })
    // The preview wrote nothing.
    expect(await pricesNow()).toEqual([us, eu])
    await app.ok('modifyProducts', { items, change })
    expect(await pricesNow()).toEqual([[(us![0] as number) + 250, 'manual'], eu])
    // The dollar price counts as set by a person now. The next change would bring a euro price below zero.
    const less = { priceChangeAmount: { currency: 'EUR', minor: -100_000 } }
    const refused = await app.ok('previewPriceChange', { productIds: [made.id], change: less })
    expect(refused.rows[1]).toMatchObject({ fault: '减去这个金额后，有的价格会低于 0' })
    expect((await app.call('modifyProducts', { items, change: less })).data).toMatchObject({
      rows: [{ ok: false, message: '减去这个金额后，有的价格会低于 0' }],
    })
    expect((await app.call('previewPriceChange', { productIds: [made.id], change: {} })).code).toBe(422)
  })

  it('shows what a change by percent or by rule would do, with the prices that stay because a person set them', async () => {
    const made = await fixture.create()
    const productIds = [made.id]
    const [percent] = (await fixture.app.ok('previewPriceChange', { productIds, change: { priceChangePercent: -80 } }))
      .rows
    expect(percent).toMatchObject({ changed: made.variants.length, belowCost: made.variants.length })
    await fixture.app.ok('modifyProducts', { items: [{ productId: made.id }], change: { priceChangePercent: 10 } })
    const [rule] = (await fixture.app.ok('previewPriceChange', { productIds, change: { repriceByRule: true } })).rows
    expect(rule).toMatchObject({ changed: 0, manual: made.variants.length })
  })

  it('claims to more stores with their own currency, and withdraws a claim before a sync', async () => {
    const made = await fixture.create()
    await fixture.app.ok('modifyProducts', { items: [{ productId: made.id }], change: { addStoreIds: [fixture.eu] } })
    const both = await fixture.app.ok('getProduct', { productId: made.id })
    expect(both.variants[0]!.prices.map(({ currency }) => currency)).toEqual(['USD', 'EUR'])
    expect(both.listings.map(({ storeId }) => storeId)).toEqual([fixture.us, fixture.eu])
    await fixture.app.ok('modifyProducts', {
      items: [{ productId: made.id }],
      change: { removeStoreIds: [fixture.us] },
    })
    const one = await fixture.app.ok('getProduct', { productId: made.id })
    expect(one).toMatchObject({ priceMin: { currency: 'EUR' }, listings: [{ storeId: fixture.eu }] })
  })

  it('accepts 500 at once and refuses 501, none, and an unknown store', async () => {
    const item = { productId: UNKNOWN }
    expect(
      (
        await fixture.app.ok('modifyProducts', {
          items: Array.from({ length: 500 }, () => item),
          change: { vendor: 'v' },
        })
      ).failed,
    ).toBe(500)
    expect(
      await fixture.app.call('modifyProducts', {
        items: Array.from({ length: 501 }, () => item),
        change: { vendor: 'v' },
      }),
    ).toMatchObject({ code: 422 })
    expect(await fixture.app.call('modifyProducts', { items: [item], change: {} })).toMatchObject({ code: 422 })
    const strange = await fixture.app.call('modifyProducts', { items: [item], change: { addStoreIds: [UNKNOWN] } })
    expect(strange).toMatchObject({ code: 422, data: { fields: { 'change.addStoreIds': expect.any(String) } } })
  })
})

describe('the recycle bin', () => {
  it('keeps a product, restores it to what it was, and only then deletes it for good', async () => {
    const made = await fixture.create()
    expect((await fixture.app.ok('deleteProduct', { productId: made.id })).succeeded).toBe(1)
    const inBin = await fixture.app.ok('getProduct', { productId: made.id })
    expect(inBin).toMatchObject({ state: 'recycled', can: { restoreProducts: true, editProduct: expect.any(String) } })
    expect(await fixture.edit(inBin, { title: 'x' })).toMatchObject({
      code: 409,
      data: { refusal: 'state-not-allowed' },
    })
    expect(await fixture.app.call('deleteProduct', { productId: made.id })).toMatchObject({ code: 409 })
    await fixture.app.ok('restoreProducts', { productIds: [made.id] })
    expect((await fixture.app.ok('getProduct', { productId: made.id })).state).toBe('ready')
    const early = await fixture.app.ok('batchDeleteProducts', { productIds: [made.id], forGood: true })
    expect(early.rows[0]).toMatchObject({ ok: false, word: 'state-not-allowed' })
    await fixture.app.ok('batchDeleteProducts', { productIds: [made.id] })
    await fixture.app.ok('batchDeleteProducts', { productIds: [made.id], forGood: true })
    expect(await fixture.app.call('getProduct', { productId: made.id })).toMatchObject({
      data: { refusal: 'not-found' },
    })
  })

  it('prevents the deletion of a store while it has products', async () => {
    await fixture.create()
    const store = (await fixture.app.ok('getAllShopifyStores')).find(({ id }) => id === fixture.us)!
    expect(await fixture.app.call('deleteShopifyStore', { id: fixture.us, version: store.version })).toMatchObject({
      code: 409,
      data: { refusal: 'in-use' },
    })
  })
})

describe('drafts', () => {
  it('are stored per person, and deleted on request', async () => {
    const made = await fixture.create()
    const draft = { title: '没写完', nested: { 深: [1, null, '字'] } }
    await fixture.app.ok('saveProductDraft', { productId: made.id, version: 0, draft })
    const clerk = await fixture.app.login('clerk', 'clerk888')
    expect(await fixture.app.ok('getProductDraft', { productId: made.id }, { token: clerk })).toBeNull()
    expect(await fixture.app.ok('getProductDraft', { productId: made.id })).toMatchObject({ version: 0, draft })
    await fixture.app.ok('saveProductDraft', { productId: made.id, version: 0, draft: null })
    expect(await fixture.app.ok('getProductDraft', { productId: made.id })).toBeNull()
    const huge = { text: 'x'.repeat(2_000_001) }
    expect(await fixture.app.call('saveProductDraft', { productId: made.id, version: 0, draft: huge })).toMatchObject({
      data: { refusal: 'too-large' },
    })
    expect(await fixture.app.call('saveProductDraft', { productId: UNKNOWN, version: 0, draft })).toMatchObject({
      data: { refusal: 'not-found' },
    })
  })
})
