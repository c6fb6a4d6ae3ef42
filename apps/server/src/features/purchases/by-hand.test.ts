import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { byHand, item } from './by-hand.testing.ts'
import { withBuying } from './purchases.testing.ts'
import type { Bought } from './purchases.testing.ts'

const buying = withBuying()
const { buy } = byHand(buying)

describe('a manual purchase', () => {
  it('is planned without writing, in one group per supplier, with freight from 1688', async () => {
    const { app, offers } = buying
    const [a, b] = offers as [Bought, Bought]
    const other = offers.find((one) => one.supplierName !== a.supplierName)!
    expect(b.supplierName).toBe(a.supplierName)
    const plan = await app.ok('planPurchase', { items: [item(a, 60), item(b, 60), item(other, 60)] })
    expect(plan.groups.map((group) => [group.supplier.name, group.lines.length])).toEqual([
      [a.supplierName, 2],
      [other.supplierName, 1],
    ])
    expect(plan.groups.map((group) => [group.addressName, group.minimum.met])).toEqual([
      ['义乌仓', true],
      ['义乌仓', true],
    ])
    for (const group of plan.groups) {
      expect(group.goodsMinor).toBe(group.lines.reduce((sum, line) => sum + line.amountMinor!, 0))
      expect(group.freightNote).toBe('')
      expect(group.freightMinor).toBeGreaterThanOrEqual(0)
    }
    expect((await app.ok('getOrderCountByStatus')).total).toBe(0)
  })

  it('sent twice with one key is created once, also when both arrive at the same time', async () => {
    const { app, offers } = buying
    const input = { key: randomUUID(), items: [item(offers[0]!, 30)] }
    const answers = await Promise.all([app.ok('createPurchaseOrder', input), app.ok('createPurchaseOrder', input)])
    expect(new Set(answers.map((answer) => answer.purchases[0]!.number)).size).toBe(1)
    expect(answers.filter((answer) => answer.repeated)).toHaveLength(1)
    const other = await app.call('createPurchaseOrder', { ...input, items: [item(offers[0]!, 31)] })
    expect(other).toMatchObject({ code: 409, data: { refusal: 'key-reused' } })
  })

  it('has a unique number, however many are created at once', async () => {
    const made = await Promise.all(buying.offers.slice(0, 12).map((offer) => buy(item(offer, 50))))
    const numbers = made.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(12)
    for (const number of numbers) expect(number).toMatch(/^CG\d{8}\d{4,6}$/)
  })

  it('reports in its row what is not available any more, and creates the rest', async () => {
    const { app, offers } = buying
    const [fine, gone] = offers.slice(-2) as [Bought, Bought]
    await buying.change(gone.offerId, { status: 'expired' })
    await app.call('getOffer', { offerId: gone.offerId, refresh: 'true' })
    const made = await app.ok('createPurchaseOrder', { key: randomUUID(), items: [item(fine, 60), item(gone, 60)] })
    expect(made.purchases).toHaveLength(1)
    expect(made.rows).toMatchObject({ succeeded: 1, failed: 1 })
    expect(made.rows.rows.find((row) => !row.ok)).toMatchObject({ word: 'offer-gone' })
  })

  it('of a blacklisted supplier is created with a warning, and the supplier’s page shows the purchase', async () => {
    const { app, offers } = buying
    const offer = offers.at(-5)!
    await buy(item(offer, 60))
    const [known] = (await app.ok('querySuppliers', { keyword: offer.supplierName })).list
    expect(known).toMatchObject({ name: offer.supplierName, rating: 'normal', figures: { purchases: 1, open: 1 } })
    const marked = await app.ok('updateSupplier', {
      id: known!.id,
      version: known!.version,
      rating: 'blacklisted',
      note: '发错货',
    })
    const plan = await app.ok('planPurchase', { items: [item(offer, 60)], estimate: false })
    expect(plan.groups[0]!.warnings[0]).toMatchObject({ word: 'supplier-blacklisted' })
    const made = await app.ok('createPurchaseOrder', { key: randomUUID(), items: [item(offer, 60)] })
    expect(made.purchases[0]!.supplierRating).toBe('blacklisted')
    expect(made.rows.rows[0]!.message).toContain('黑名单中：发错货')
    const stale = await app.call('updateSupplier', { id: known!.id, version: known!.version, rating: 'normal' })
    expect(stale).toMatchObject({ code: 409, data: { refusal: 'stale', current: { version: marked.version } } })
    expect((await app.ok('querySuppliers', { rating: 'blacklisted' })).total).toBe(1)
  })

  it('is found by number, by its goods, by words and by state', async () => {
    const { app, offers } = buying
    const made = await buy(item(offers[20]!, 60))
    const find = async (filter: object): Promise<string[]> =>
      (await app.ok('getPurchaseOrdersByCondition', { ...filter, pageSize: 192 })).list.map((one) => one.number)
    const title = made.heads[0]!.title
    for (const filter of [
      { number: made.number },
      { keyword: made.number.toLowerCase() },
      { sku: offers[20]!.offerId },
      { sku: offers[20]!.skuIds[0] ?? offers[20]!.offerId },
      { sku: title.slice(0, 4) },
      { keyword: title.slice(0, 6) },
      { supplierId: made.supplierId, state: 'reviewing' },
      { from: made.createdAt - 1000, to: made.createdAt + 1000, sort: 'amount' },
    ])
      expect([filter, await find(filter)]).toEqual([filter, expect.arrayContaining([made.number])])
    expect(await find({ number: made.number, state: 'to-pay' })).toEqual([])
    expect(await find({ alibabaOrderId: '12345678' })).toEqual([])
    expect(await find({ orderName: '#1' })).toEqual([])
    expect(await find({ alarm: 'true' })).toEqual([])
    expect(await find({ sku: '没有这样的商品' })).toEqual([])
    const counts = await app.ok('getOrderCountByStatus', { supplierId: made.supplierId })
    expect(counts.counts.reviewing).toBe((await find({ supplierId: made.supplierId })).length)
    expect((await app.ok('getOrderCountByStatus', { keyword: made.number })).total).toBe(1)
  })
})
