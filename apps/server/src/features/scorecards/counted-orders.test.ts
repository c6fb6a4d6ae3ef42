import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { ScoreFigures } from '@huoqiao/contract/scorecards/scorecards.figures'
import { startOfChinaDay } from '@huoqiao/kit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askMoneyBack, withBuyingApp } from '../placement/placement.testing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const fixture = withBuyingApp()
const control: typeof fixture.simulator.control = (...asked) => fixture.simulator.control(...asked)
const sql = (text: string, values: unknown[]) => fixture.app.db.pool.query(text, values)
const orderOf = ({ alibabaOrderIds }: PurchaseDetail): string => alibabaOrderIds[0]!

/** The market's first offer that promises to be sent within two days, and its supplier. */
let which: number
let offerId: string
let supplierId: string

async function paid(hoursUntilSent?: number): Promise<PurchaseDetail> {
  const purchase = await fixture.placed(which)
  supplierId = purchase.supplierId
  await fixture.refresh(purchase.id)
  await control('POST', `/1688/orders/${orderOf(purchase)}/pay`, {})
  if (hoursUntilSent !== undefined) {
    await control('POST', '/clock', { advanceMs: hoursUntilSent * HOUR_MS })
    await control('POST', `/1688/orders/${orderOf(purchase)}/ship`, { how: 'whole' })
  }
  await fixture.refresh(purchase.id)
  return fixture.detail(purchase.id)
}
const figures = async (as = {}): Promise<ScoreFigures> =>
  (await fixture.ok('querySupplierScorecards', { supplierIds: supplierId }, as)).list[0]!.windows[0]!.figures
const spending = async () => (await fixture.ok('querySupplierSpending', { supplierIds: supplierId }))[0]!.windows[0]!
/** Sets the promise of the stored offer, as if it had been read again. */
const promise = (hours: number | null) =>
  sql(`update source_offer set offer = jsonb_set(offer, '{shipsWithinHours}', $2::jsonb) where offer_id = $1`, [
    offerId,
    JSON.stringify(hours),
  ])

beforeAll(async () => {
  const { list } = await fixture.ok('keywordQuery', { keyword: '收纳', page: 1, pageSize: 10 })
  which = list.findIndex((card) => card.shipWithin === '48h')
  offerId = list[which]!.offerId
})
/** Each test begins with a supplier whose earlier purchases are too old to count. */
beforeEach(() => sql(`update purchase_order set created_at = created_at - interval '2 years'`, []))

describe('the time from payment to sending', () => {
  it('is not counted of an order that was sent before its payment or before its last stage', async () => {
    const [credit, staged] = [await paid(24), await paid(24), await paid(24)]
    expect(await figures()).toMatchObject({ sendHours: { value: 24, cases: 3 }, late: { cases: 3 } })
    // With credit terms the payment comes weeks after the goods were sent; the last stage may come later too.
    await sql('update alibaba_order set paid_at = null where order_id = $1', [orderOf(credit)])
    expect(await figures()).toMatchObject({ sendHours: { value: 24, cases: 2 }, late: { cases: 2 } })
    await sql(`update alibaba_order set paid_at = sent_at + interval '1 hour' where order_id = $1`, [orderOf(staged)])
    expect(await figures()).toMatchObject({
      paid: { value: 2 },
      sendHours: { value: 24, cases: 1 },
      late: { value: 0, cases: 1 },
    })
  })
})

describe('the promise', () => {
  it('is the first that was read before the payment, whatever the offer promises later', async () => {
    await promise(48)
    const first = await fixture.placed(which)
    await fixture.refresh(first.id)
    await promise(24)
    await fixture.refresh(first.id)
    await control('POST', `/1688/orders/${orderOf(first)}/pay`, {})
    await fixture.refresh(first.id)
    expect(await figures()).toMatchObject({ promisedHours: { value: 48, cases: 1 } })

    await promise(null)
    const second = await fixture.placed(which)
    await fixture.refresh(second.id)
    await promise(24)
    await control('POST', `/1688/orders/${orderOf(second)}/pay`, {})
    // This read finds the payment. The promise of 24 hours was stored before the payment was, so it counts.
    await fixture.refresh(second.id)
    await promise(48)
    await fixture.refresh(second.id)
    expect(await figures()).toMatchObject({ promisedHours: { value: 36, cases: 2 } })
  })

  it('is not counted if the offer made it only after the payment', async () => {
    await promise(null)
    const purchase = await paid()
    await promise(24)
    await fixture.refresh(purchase.id)
    expect(await figures()).toMatchObject({ paid: { value: 1 }, promisedHours: { value: null, cases: 0 } })
    await promise(48)
  })
})

describe('the money', () => {
  it('of two paid purchases, one of them refunded in full, counts twice as spent and once as refunded', async () => {
    const [kept, refunded] = [await paid(), await paid()]
    const listed = async () =>
      (await fixture.ok('querySuppliers', { keyword: kept.supplierName })).list.find(({ id }) => id === supplierId)!
        .figures.spentMinor
    const before = await listed()
    await askMoneyBack(fixture.app, orderOf(refunded))
    await control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await fixture.refresh(refunded.id)
    await fixture.until(refunded.id, 'cancelled')
    expect(kept.actualMinor).toBe(refunded.actualMinor)
    expect(await spending()).toMatchObject({
      spentMinor: kept.actualMinor! * 2,
      sharePermille: 1000,
      refundedMinor: refunded.actualMinor,
    })
    expect(await listed()).toBe(before)
  })

  it('of a purchase that was cancelled unpaid is not spent', async () => {
    const [, unpaid] = [await paid(), await fixture.placed(which)]
    const { spentMinor } = await spending()
    await control('POST', `/1688/orders/${orderOf(unpaid)}/close`, { by: 'seller' })
    await fixture.refresh(unpaid.id)
    await fixture.until(unpaid.id, 'cancelled')
    expect((await spending()).spentMinor).toBe(spentMinor - unpaid.actualMinor!)
  })
})

describe('the price drift', () => {
  it('counts a SKU once however often it was bought, and only what was paid', async () => {
    await paid()
    await paid()
    await control('POST', '/market/offer', { offerId, change: { priceFactor: 1.5 } })
    await fixture.ok('getOffer', { offerId, refresh: 'true' })
    const unpaid = await fixture.placed(which)
    await fixture.refresh(unpaid.id)
    expect(await figures()).toMatchObject({ purchases: { value: 3 }, priceDrift: { value: 0, cases: 1 } })
    await control('POST', `/1688/orders/${orderOf(unpaid)}/close`, { by: 'seller' })
    await fixture.refresh(unpaid.id)
    await fixture.until(unpaid.id, 'cancelled')
    expect(await figures()).toMatchObject({ priceDrift: { value: 0, cases: 1 } })
    // A price 50% higher for a third of the pieces: 167 per mille.
    await paid()
    expect(await figures()).toMatchObject({ priceDrift: { value: 167, cases: 1 } })
  })
})

describe('a window', () => {
  it('begins with the first moment of a day in China, as the list of its purchases does', async () => {
    const purchase = await paid()
    const created = (at: number) =>
      sql('update purchase_order set created_at = $2 where id = $1', [purchase.id, new Date(at)])
    // Noon, so that no day ends meanwhile. The session has expired by then.
    fixture.later(startOfChinaDay(fixture.now()) + 1.5 * DAY_MS - fixture.now())
    const as = { token: await fixture.app.login('admin', 'admin888') }
    const start = startOfChinaDay(fixture.now()) - 90 * DAY_MS
    const listed = async () =>
      (await fixture.ok('getPurchaseOrdersByCondition', { supplierId, from: start, page: 1, pageSize: 10 }, as)).list
        .length
    await created(start)
    expect([(await figures(as)).purchases.value, await listed()]).toEqual([1, 1])
    await created(start - 1)
    expect([(await figures(as)).purchases.value, await listed()]).toEqual([null, 0])
  })
})
