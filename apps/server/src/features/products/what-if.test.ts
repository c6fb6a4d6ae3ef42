import { describe, expect, it } from 'vitest'
import { withProductFixture } from './product-fixture.testing.ts'

const fixture = withProductFixture()

/** All other parts are zero: cost ÷ 7 × multiplier. */
const rule = (over: object = {}) => ({
  currency: 'USD',
  rate: '7',
  multiplier: '2',
  additionMinor: 0,
  freightPerKgMinor: 0,
  rounding: 'none',
  floorMarginPercent: 30,
  compareAtMultiplier: null,
  ...over,
})
const pricesOf = async (productId: string) =>
  (await fixture.app.ok('getProduct', { productId })).variants.map(({ prices }) =>
    prices.find((one) => one.storeId === fixture.us)!,
  )

describe('the pricing sandbox', () => {
  it('shows the prices and margins that other numbers would give, and writes nothing', async () => {
    const made = await fixture.create()
    const before = await pricesOf(made.id)
    const [cost] = made.variants.map(({ costMinor }) => costMinor!)
    const tried = await fixture.app.ok('tryPrices', { storeId: fixture.us, productIds: [made.id], rule: rule() })
    const next = Math.round((cost! / 7) * 2)
    expect(tried).toMatchObject({
      currency: 'USD',
      elsewhere: 0,
      rows: [
        {
          productId: made.id,
          live: false,
          priceNext: { min: next },
          marginNext: expect.closeTo(50, 0),
          belowCost: 0,
          belowFloor: 0,
        },
      ],
    })
    expect(tried.rows[0]!.priceNow).toEqual({
      min: Math.min(...before.map(({ minor }) => minor)),
      max: Math.max(...before.map(({ minor }) => minor)),
    })
    const poor = await fixture.app.ok('tryPrices', {
      storeId: fixture.us,
      productIds: [made.id],
      rule: rule({ multiplier: '0.9' }),
    })
    expect(poor.rows[0]).toMatchObject({ belowCost: made.variants.length, belowFloor: made.variants.length })
    // A changed fee leaves the prices and reduces the margin. A target margin determines the price.
    const dear = await fixture.app.ok('tryPrices', {
      storeId: fixture.us,
      productIds: [made.id],
      rule: rule({ feePercent: 10 }),
    })
    expect(dear.rows[0]!.marginKept!).toBeCloseTo(tried.rows[0]!.marginKept! - 10, 1)
    const aimed = await fixture.app.ok('tryPrices', {
      storeId: fixture.us,
      productIds: [made.id],
      rule: rule({ feePercent: 10, targetMarginPercent: 40, rounding: 'none' }),
    })
    expect(aimed.rows[0]!).toMatchObject({ marginNext: expect.closeTo(40, 0), priceNext: { min: next } })
    const greedy = {
      storeId: fixture.us,
      productIds: [made.id],
      rule: rule({ feePercent: 30, targetMarginPercent: 80 }),
    }
    expect(await fixture.app.call('tryPrices', greedy)).toMatchObject({
      code: 422,
      data: { fields: { 'rule.targetMarginPercent': expect.stringContaining('95%') } },
    })
    // A changed rate leaves the prices: their margin falls.
    const weak = await fixture.app.ok('tryPrices', {
      storeId: fixture.us,
      productIds: [made.id],
      rule: rule({ rate: '3.5' }),
    })
    expect(weak.rows[0]!.marginKept!).toBeLessThan(tried.rows[0]!.marginKept!)
    expect(await pricesOf(made.id)).toEqual(before)
  })

  it('changes the compare-at price separately, and applies it', async () => {
    const made = await fixture.create()
    const tried = rule({ multiplier: '4' })
    await fixture.app.ok('modifyProducts', {
      items: [{ productId: made.id }],
      change: { repriceBy: { storeId: fixture.us, rule: tried } },
    })
    const plain = await pricesOf(made.id)
    const minors = plain.map(({ minor }) => minor)
    const asked = { storeId: fixture.us, productIds: [made.id], manual: true }
    expect((await fixture.app.ok('tryPrices', { ...asked, rule: tried })).rows[0]).toMatchObject({
      changed: 0,
      compareAtNow: null,
      compareAtNext: null,
    })
    const crossed = { ...tried, compareAtMultiplier: '1.5' }
    const [row] = (await fixture.app.ok('tryPrices', { ...asked, rule: crossed })).rows
    const range = (of: readonly number[]) => ({ min: Math.min(...of), max: Math.max(...of) })
    expect(row).toMatchObject({
      changed: plain.length,
      priceNow: range(minors),
      priceNext: range(minors),
      compareAtNow: null,
      compareAtNext: range(minors.map((minor) => Math.round(minor * 1.5))),
    })
    const change = { repriceBy: { storeId: fixture.us, rule: crossed, manual: true } }
    await fixture.app.ok('modifyProducts', { items: [{ productId: made.id }], change })
    expect((await pricesOf(made.id)).map(({ minor, compareAtMinor }) => [minor, compareAtMinor])).toEqual(
      minors.map((minor) => [minor, Math.round(minor * 1.5)]),
    )
    const low = await fixture.app.call('tryPrices', { ...asked, rule: { ...tried, compareAtMultiplier: '0.9' } })
    expect(low).toMatchObject({ code: 422, data: { fields: { 'rule.compareAtMultiplier': '划线价倍率不能小于1' } } })
  })

  it('is applied to chosen products only, as prices of the tried rule that can be undone together', async () => {
    const [one, other] = [await fixture.create(), await fixture.create()]
    const before = await pricesOf(one.id)
    const beside = await pricesOf(other.id)
    const change = { repriceBy: { storeId: fixture.us, rule: rule({ multiplier: '4' }) } }
    const done = await fixture.app.ok('modifyProducts', { items: [{ productId: one.id }], change })
    expect(done).toMatchObject({ succeeded: 1 })
    const after = await pricesOf(one.id)
    expect(after.map(({ minor, origin, rule: made, by }) => [minor, origin, made, by])).toEqual(
      one.variants.map(({ costMinor }) => [
        Math.round((costMinor! / 7) * 4),
        'rule',
        { name: '定价沙盘', tried: true },
        '管理员',
      ]),
    )
    expect(await pricesOf(other.id)).toEqual(beside)
    // The prices count as set by a rule and not by a person, so the next trial changes them.
    const next = await fixture.app.ok('tryPrices', { storeId: fixture.us, productIds: [one.id], rule: rule() })
    expect(next.rows[0]).toMatchObject({ changed: one.variants.length, manual: 0 })
    const all = await fixture.app.ok('tryPrices', {
      storeId: fixture.us,
      productIds: [one.id],
      rule: rule(),
      manual: true,
    })
    expect(all.rows[0]).toMatchObject({ changed: one.variants.length, manual: 0 })
    await fixture.app.ok('undoProductBatch', { batchId: done.batchId })
    expect(await pricesOf(one.id)).toEqual(before)
  })

  it('depends on the rule that it was started from; the store’s own rule replaces such prices only on request', async () => {
    const saved = await fixture.app.ok('addPriceRule', {
      ...rule({ multiplier: '5' }),
      name: '旺季方案',
      feePercent: 0,
    })
    const made = await fixture.create()
    const { id: ruleId, name: _name, version: _version, updatedAt: _at, can: _can, ...numbers } = saved
    const take = async (numbersNow: object) => {
      const change = { repriceBy: { storeId: fixture.us, rule: numbersNow, ruleId } }
      await fixture.app.ok('modifyProducts', { items: [{ productId: made.id }], change })
      return (await pricesOf(made.id)).map((price) => price.rule)
    }
    expect(await take(numbers)).toEqual(made.variants.map(() => ({ id: ruleId, name: '旺季方案', tried: true })))
    expect(await take({ ...numbers, multiplier: '6' })).toEqual(
      made.variants.map(() => ({ id: ruleId, name: '旺季方案（沙盘改过）', tried: true })),
    )
    const kept = await pricesOf(made.id)
    const { version, variants } = await fixture.app.ok('getProduct', { productId: made.id })
    await fixture.app.ok('editProduct', {
      productId: made.id,
      version,
      edit: { variants: variants.map((each) => ({ ...each, costMinor: each.costMinor! + 500 })) },
    })
    expect(await pricesOf(made.id)).toEqual(kept)
    // A person returns one of them to the rule, as the grid does it.
    const held = await fixture.app.ok('getProduct', { productId: made.id })
    const given = held.variants.map((each, index) =>
      index > 0
        ? each
        : { ...each, prices: each.prices.map((price) => ({ ...price, rule: { ...price.rule!, tried: false } })) },
    )
    await fixture.app.ok('editProduct', { productId: made.id, version: held.version, edit: { variants: given } })
    const own = (await pricesOf(made.id)).map((price) => price.rule!.tried)
    expect(own).toEqual(made.variants.map((_one, index) => index > 0))
    await fixture.app.ok('modifyProducts', { items: [{ productId: made.id }], change: { priceChangePercent: 10 } })
    for (const price of await pricesOf(made.id)) {
      expect(price).toMatchObject({ origin: 'manual', by: '管理员', at: expect.any(Number) })
      expect(price).not.toHaveProperty('rule')
    }
    const again = await fixture.create()
    await fixture.app.ok('modifyProducts', {
      items: [{ productId: again.id }],
      change: { repriceBy: { storeId: fixture.us, rule: numbers, ruleId } },
    })
    await fixture.app.ok('modifyProducts', { items: [{ productId: again.id }], change: { repriceByRule: true } })
    for (const price of await pricesOf(again.id)) expect(price.rule).toMatchObject({ tried: false })
  })

  it('refuses another currency than the store’s and an unknown store, and skips products of other stores', async () => {
    const made = await fixture.create({ storeIds: [fixture.eu] })
    const productIds = [made.id]
    expect(await fixture.app.ok('tryPrices', { storeId: fixture.us, productIds, rule: rule() })).toMatchObject({
      rows: [],
      elsewhere: 1,
    })
    expect(
      await fixture.app.call('tryPrices', { storeId: fixture.us, productIds, rule: rule({ currency: 'EUR' }) }),
    ).toMatchObject({
      code: 422,
    })
    expect(
      await fixture.app.call('tryPrices', { storeId: fixture.us, productIds, rule: rule({ rate: '0' }) }),
    ).toMatchObject({
      code: 422,
    })
    const unknown = '018f0000-0000-7000-8000-000000000000'
    expect(await fixture.app.call('tryPrices', { storeId: unknown, productIds, rule: rule() })).toMatchObject({
      code: 400,
    })
    const change = { repriceBy: { storeId: fixture.us, rule: rule() } }
    const done = await fixture.app.ok('modifyProducts', { items: [{ productId: made.id }], change })
    expect(done.succeeded).toBe(1)
    expect((await fixture.app.ok('getProduct', { productId: made.id })).version).toBe(made.version)
  })
})
