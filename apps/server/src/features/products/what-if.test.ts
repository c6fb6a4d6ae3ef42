import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestHouse } from '../../../test/harness.ts'
import type { TestHouse } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'
import { lamp } from './product-lamp.testing.ts'

let simulator: TestSimulator
let house: TestHouse
let us: string
let eu: string

beforeAll(async () => {
  simulator = await startTestSimulator()
  house = await startTestHouse({ work: false, demoSimulator: simulator.origin })
  const stores = await house.ok('getAllShopifyStores')
  us = stores.find(({ currency }) => currency === 'USD')!.id
  eu = stores.find(({ currency }) => currency === 'EUR')!.id
})
afterAll(async () => {
  await house?.close()
  await simulator?.close()
})

/** Without anything else: cost ÷ 7 × multiplier. */
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
const create = (over: object = {}) => house.ok('createProduct', lamp({ storeIds: [us], ...over }))
const pricesOf = async (productId: string) =>
  (await house.ok('getProduct', { productId })).variants.map(({ prices }) => prices.find((one) => one.storeId === us)!)

describe('the pricing sandbox', () => {
  it('says what other numbers would make of prices and margins, and writes nothing', async () => {
    const made = await create()
    const before = await pricesOf(made.id)
    const [cost] = made.variants.map(({ costMinor }) => costMinor!)
    const tried = await house.ok('tryPrices', { storeId: us, productIds: [made.id], rule: rule() })
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
    const poor = await house.ok('tryPrices', { storeId: us, productIds: [made.id], rule: rule({ multiplier: '0.9' }) })
    expect(poor.rows[0]).toMatchObject({ belowCost: made.variants.length, belowFloor: made.variants.length })
    // The rate moves and the prices stay: their margin falls.
    const weak = await house.ok('tryPrices', { storeId: us, productIds: [made.id], rule: rule({ rate: '3.5' }) })
    expect(weak.rows[0]!.marginKept!).toBeLessThan(tried.rows[0]!.marginKept!)
    expect(await pricesOf(made.id)).toEqual(before)
  })

  it('moves the crossed-out price by itself, and takes it over', async () => {
    const made = await create()
    const tried = rule({ multiplier: '4' })
    await house.ok('modifyProducts', {
      items: [{ productId: made.id }],
      change: { repriceBy: { storeId: us, rule: tried } },
    })
    const plain = await pricesOf(made.id)
    const minors = plain.map(({ minor }) => minor)
    const asked = { storeId: us, productIds: [made.id], manual: true }
    expect((await house.ok('tryPrices', { ...asked, rule: tried })).rows[0]).toMatchObject({
      changed: 0,
      compareAtNow: null,
      compareAtNext: null,
    })
    const crossed = { ...tried, compareAtMultiplier: '1.5' }
    const [row] = (await house.ok('tryPrices', { ...asked, rule: crossed })).rows
    const range = (of: readonly number[]) => ({ min: Math.min(...of), max: Math.max(...of) })
    expect(row).toMatchObject({
      changed: plain.length,
      priceNow: range(minors),
      priceNext: range(minors),
      compareAtNow: null,
      compareAtNext: range(minors.map((minor) => Math.round(minor * 1.5))),
    })
    const change = { repriceBy: { storeId: us, rule: crossed, manual: true } }
    await house.ok('modifyProducts', { items: [{ productId: made.id }], change })
    expect((await pricesOf(made.id)).map(({ minor, compareAtMinor }) => [minor, compareAtMinor])).toEqual(
      minors.map((minor) => [minor, Math.round(minor * 1.5)]),
    )
    const low = await house.call('tryPrices', { ...asked, rule: { ...tried, compareAtMultiplier: '0.9' } })
    expect(low).toMatchObject({ code: 422, data: { fields: { 'rule.compareAtMultiplier': '划线价倍率不能小于1' } } })
  })

  it('is taken over for chosen products only, as a person’s prices that can be taken back together', async () => {
    const [one, other] = [await create(), await create()]
    const before = await pricesOf(one.id)
    const change = { repriceBy: { storeId: us, rule: rule({ multiplier: '4' }) } }
    const done = await house.ok('modifyProducts', { items: [{ productId: one.id }], change })
    expect(done).toMatchObject({ succeeded: 1 })
    const after = await pricesOf(one.id)
    expect(after.map(({ minor, origin }) => [minor, origin])).toEqual(
      one.variants.map(({ costMinor }) => [Math.round((costMinor! / 7) * 4), 'manual']),
    )
    expect(await pricesOf(other.id)).toEqual(before)
    const locked = await house.ok('tryPrices', { storeId: us, productIds: [one.id], rule: rule() })
    expect(locked.rows[0]).toMatchObject({ changed: 0, manual: one.variants.length })
    const all = await house.ok('tryPrices', { storeId: us, productIds: [one.id], rule: rule(), manual: true })
    expect(all.rows[0]).toMatchObject({ changed: one.variants.length, manual: 0 })
    await house.ok('undoProductBatch', { batchId: done.batchId })
    expect(await pricesOf(one.id)).toEqual(before)
  })

  it('refuses another money than the store’s and a store that is not there, and leaves out what is sold elsewhere', async () => {
    const made = await create({ storeIds: [eu] })
    const productIds = [made.id]
    expect(await house.ok('tryPrices', { storeId: us, productIds, rule: rule() })).toMatchObject({
      rows: [],
      elsewhere: 1,
    })
    expect(await house.call('tryPrices', { storeId: us, productIds, rule: rule({ currency: 'EUR' }) })).toMatchObject({
      code: 422,
    })
    expect(await house.call('tryPrices', { storeId: us, productIds, rule: rule({ rate: '0' }) })).toMatchObject({
      code: 422,
    })
    const unknown = '018f0000-0000-7000-8000-000000000000'
    expect(await house.call('tryPrices', { storeId: unknown, productIds, rule: rule() })).toMatchObject({ code: 400 })
    const change = { repriceBy: { storeId: us, rule: rule() } }
    const done = await house.ok('modifyProducts', { items: [{ productId: made.id }], change })
    expect(done.succeeded).toBe(1)
    expect((await house.ok('getProduct', { productId: made.id })).version).toBe(made.version)
  })
})
