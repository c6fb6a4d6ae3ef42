import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { startOrderFixture } from './orders-fixture.testing.ts'
import type { OrderFixture } from './orders-fixture.testing.ts'
import type { ShopOrderWitness } from './orders.testing.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await startOrderFixture()
})
afterAll(() => fixture?.close())

describe('a link of a line to a 1688 SKU', () => {
  test('that is remembered applies to open lines of other orders and to later ones; the profit is updated', async () => {
    const first = await fixture.brought([{ variant: 0, quantity: 2 }])
    const second = await fixture.brought([{ variant: 0, quantity: 1 }])
    const preview = await fixture.app.ok('previewRelation', { lineIds: [first.lines[0]!.id] })
    expect(preview.others.map(({ orderId }) => orderId)).toEqual([second.id])
    const linked = await fixture.link([first.lines[0]!.id], { saleQuantity: 1, sourceQuantity: 3 })
    expect(linked).toMatchObject({ rows: { succeeded: 1, failed: 0 }, followed: 1 })
    const third = await fixture.brought([{ variant: 0, quantity: 1 }])
    for (const order of [first, second, third]) {
      const now = await fixture.detail(order)
      expect(now.state).toBe('to-buy')
      expect(now.lines[0]!.source).toMatchObject({
        offerId: fixture.offer.offerId,
        sourceQuantity: 3,
        origin: 'relation',
      })
      const unit = now.lines[0]!.source!.unitCostMinor!
      expect(now.profit).toMatchObject({
        goodsMinor: unit * 3 * now.lines[0]!.quantity,
        basis: 'expected',
        rate: '7.10',
      })
      expect(now.profit!.profitMinor).toBe(now.profit!.saleMinor - now.profit!.goodsMinor - now.profit!.feeMinor)
    }
    const { list } = await fixture.app.ok('querySkuRelations', { keyword: 'harbor' })
    expect(list).toHaveLength(1)
  })

  test('for one order only changes no other order, and is not replaced by a link that is remembered later', async () => {
    const one = await fixture.brought([{ variant: 1, quantity: 1 }])
    const other = await fixture.brought([{ variant: 1, quantity: 1 }])
    await fixture.link([one.lines[0]!.id], { scope: 'this-order', skuId: fixture.offer.skus[1]!.skuId })
    expect((await fixture.detail(other)).lines[0]!.source).toBeNull()
    await fixture.link([other.lines[0]!.id])
    expect((await fixture.detail(one)).lines[0]!.source).toMatchObject({
      skuId: fixture.offer.skus[1]!.skuId,
      origin: 'order',
    })
    expect((await fixture.detail(other)).lines[0]!.source).toMatchObject({ skuId: fixture.offer.skus[0]!.skuId })
  })

  test('is refused for a SKU that the offer does not have, and for lines that don’t exist', async () => {
    const order = await fixture.brought([{ variant: 2, quantity: 1 }])
    const refused = await fixture.app.call('relateShopifyOrder', {
      lineIds: [order.lines[0]!.id],
      offerId: fixture.offer.offerId,
      skuId: '1',
    })
    expect(refused).toMatchObject({ code: 422, data: { fields: { skuId: '货源没有这个规格' } } })
    const nobody = await fixture.link([randomUUID()])
    expect(nobody.rows.rows[0]).toMatchObject({ ok: false, word: 'not-found' })
  })

  test('that is refused changes no remembered link: the next order is bought as before', async () => {
    const bought = await fixture.brought([{ variant: 6, quantity: 1 }])
    const lineIds = [bought.lines[0]!.id]
    await fixture.link(lineIds)
    const orderLines = lineIds.map((orderLineId) => ({ orderLineId }))
    await fixture.app.ok('createPurchaseOrder', { key: randomUUID(), orderLines })
    const open = await fixture.brought([{ variant: 5, quantity: 1 }])
    const before = await fixture.relations()
    const other = { offerId: fixture.offer.offerId, skuId: fixture.offer.skus[1]!.skuId, sourceQuantity: 5 }
    await fixture.app.call('relateShopifyOrder', { lineIds, ...other })
    await fixture.app.call('unlinkShopifyOrder', { lineIds, scope: 'forget' })
    expect(await fixture.relations()).toEqual(before)
    const both = await fixture.link([...lineIds, open.lines[0]!.id], other)
    expect(both.rows).toMatchObject({ succeeded: 1, failed: 1, rows: [{ word: 'state-not-allowed' }, { ok: true }] })
    const after = await fixture.relations()
    expect(after).toHaveLength(before.length + 1)
    expect(after).toEqual(expect.arrayContaining(before))
    for (const [variant, pieces] of [
      [6, 1],
      [5, 5],
    ] as const)
      expect((await fixture.brought([{ variant, quantity: 1 }])).lines[0]!.source).toMatchObject({
        sourceQuantity: pieces,
      })
  })

  test('can be removed, and forgotten for later orders', async () => {
    const order = await fixture.brought([{ variant: 3, quantity: 1 }])
    await fixture.link([order.lines[0]!.id])
    await fixture.app.ok('unlinkShopifyOrder', { lineIds: [order.lines[0]!.id], scope: 'forget' })
    expect((await fixture.detail(order)).state).toBe('pending')
    expect((await fixture.brought([{ variant: 3, quantity: 1 }])).lines[0]!.source).toBeNull()
  })
})

describe('decisions of people', () => {
  test('hold and release orders in bulk, with an outcome per row', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const held = await fixture.app.ok('holdOrders', { orderIds: [order.id, randomUUID()], reason: '等客户回复' })
    expect(held.rows.map(({ ok, word }) => [ok, word ?? null])).toEqual([
      [true, null],
      [false, 'not-found'],
    ])
    expect(await fixture.detail(order)).toMatchObject({
      state: 'held',
      holdReason: '等客户回复',
      can: { releaseOrders: true },
    })
    const again = await fixture.app.ok('holdOrders', { orderIds: [order.id], reason: 'x' })
    expect(again.rows[0]).toMatchObject({ ok: false, word: 'state-not-allowed' })
    await fixture.app.ok('releaseOrders', { orderIds: [order.id] })
    expect((await fixture.detail(order)).state).toBe('to-buy')
  })

  test('save a note on the version that was shown; a stale one gets the current values', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const { version } = await fixture.detail(order)
    await fixture.app.ok('noteOrder', { orderId: order.id, version, note: '先' })
    const stale = await fixture.app.call('noteOrder', { orderId: order.id, version, note: '后' })
    expect(stale).toMatchObject({ code: 409, data: { refusal: 'stale', current: { note: '先' } } })
    expect((await fixture.rows({ keyword: order.number })).find(({ id }) => id === order.id)!.flags).toContain('noted')
  })

  test('ignore a line, which then needs no source', async () => {
    const order = await fixture.brought([
      { variant: 0, quantity: 1 },
      { variant: 4, quantity: 1 },
    ])
    expect(order.state).toBe('pending')
    const gift = order.lines.find(({ source }) => source === null)!
    await fixture.app.ok('ignoreLines', { lineIds: [gift.id], ignored: true })
    expect((await fixture.detail(order)).state).toBe('to-buy')
    await fixture.app.ok('ignoreLines', { lineIds: [gift.id], ignored: false })
    expect((await fixture.detail(order)).state).toBe('pending')
  })

  test('include a refund without goods, which lowers the profit', async () => {
    const order = await fixture.brought([{ variant: 0, quantity: 1 }])
    const before = (await fixture.detail(order)).profit!
    const witness = { number: Number(order.number.slice(1)) } as ShopOrderWitness
    await fixture.act(witness, 'refund', { percent: 10 })
    await fixture.pull()
    const after = await until(
      () => fixture.detail(order),
      (now) => now.amounts.refunded > 0,
    )
    expect(after.amounts.current).toBe(order.amounts.current)
    const lost = Math.round(after.amounts.refunded * Number(before.rate))
    expect(Math.abs(before.saleMinor - after.profit!.saleMinor - lost)).toBeLessThanOrEqual(1)
    expect(after.profit!.profitMinor).toBeLessThan(before.profitMinor)
  })

  test('set the rate of a day, which recalculates the profits of that day', async () => {
    // Where the shop charges no tax, the whole payment is the sale.
    const shippingAddress = { name: 'Ann', address1: '1 King St', city: 'Toronto', zip: 'M5H', countryCode: 'CA' }
    const order = await fixture.brought([{ variant: 0, quantity: 1 }], { shippingAddress })
    expect(order.amounts.tax).toBe(0)
    const before = (await fixture.detail(order)).profit!
    const { list } = await fixture.app.ok('queryExchangeRates', { currency: 'USD' })
    await fixture.app.ok('saveExchangeRate', {
      currency: 'USD',
      day: before.rateDay,
      rate: '8',
      version: list.find(({ day }) => day === before.rateDay)?.version ?? 0,
    })
    const { profit } = await until(
      () => fixture.detail(order),
      (now) => now.profit!.rate === '8',
    )
    expect(profit!.saleMinor).toBe(order.amounts.current * 8)
  })

  test('set no rate if the one that was shown has been removed since', async () => {
    const given = { currency: 'USD', day: '2020-02-02', rate: '7' }
    const answer = await fixture.app.call('saveExchangeRate', { ...given, version: 5 })
    expect(answer.data).toMatchObject({ refusal: 'stale' })
    expect(await fixture.app.ok('saveExchangeRate', { ...given, version: 0 })).toMatchObject({ version: 1, rate: '7' })
    expect(await fixture.app.ok('saveExchangeRate', { ...given, version: 1 })).toMatchObject({ version: 2 })
    expect((await fixture.app.call('saveExchangeRate', { ...given, version: 1 })).data).toMatchObject({
      refusal: 'stale',
      current: { version: 2 },
    })
  })
})
