import { randomUUID } from 'node:crypto'
import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import type { SupplierSort } from '@huoqiao/contract/purchases/suppliers.status'
import { faultsOf } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ScoreFigures } from '@huoqiao/contract/scorecards/scorecards.figures'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { askMoneyBack, withBuyingApp } from '../placement/placement.testing.ts'

const HOUR_MS = 3_600_000
const fixture = withBuyingApp()
const control: typeof fixture.simulator.control = (...asked) => fixture.simulator.control(...asked)

/** An offer of the market that promises to be sent within two days. */
let promising: number
let supplierId: string
let offerId: string
/** hours that 1688's clock is ahead of the app's */
let ahead = 0

/** The token of the newest login: the session expires when the app's clock is moved. */
let token: string | undefined

const cardOf = async () =>
  (await fixture.ok('querySupplierScorecards', { supplierIds: supplierId }, token === undefined ? {} : { token }))
    .list[0]!
const figures = async (days: 90 | 365 = 90): Promise<ScoreFigures> =>
  (await cardOf()).windows.find((window) => window.days === days)!.figures
async function later(hours: number): Promise<void> {
  fixture.later(hours * HOUR_MS)
  token = await fixture.app.login('admin', 'admin888')
}
const orderOf = ({ alibabaOrderIds }: PurchaseDetail): string => alibabaOrderIds[0]!

/** A purchase that was paid, and sent so many hours later by 1688's clock. */
async function sentAfter(hours: number): Promise<PurchaseDetail> {
  const purchase = await fixture.placed(promising)
  await control('POST', `/1688/orders/${orderOf(purchase)}/pay`, {})
  await control('POST', '/clock', { advanceMs: hours * HOUR_MS })
  ahead += hours
  await control('POST', `/1688/orders/${orderOf(purchase)}/ship`, { how: 'whole' })
  await fixture.refresh(purchase.id)
  return fixture.until(purchase.id, 'to-receive')
}
const receive = (purchase: PurchaseDetail, quantity: number, defects = 0) =>
  fixture.ok('receiveGoods', {
    purchaseId: purchase.id,
    key: randomUUID(),
    unsentReason: '货先到了',
    lines: [{ lineId: purchase.lines[0]!.id, quantity, defects, defectReason: defects > 0 ? '破损' : '' }],
  })

beforeAll(async () => {
  const { list } = await fixture.ok('keywordQuery', { keyword: '收纳', page: 1, pageSize: 10 })
  promising = list.findIndex((card) => card.shipWithin === '48h')
  offerId = list[promising]!.offerId
})

describe('a supplier without purchases', () => {
  it('that was never bought from has no scorecard, whether asked for by itself or by an offer', async () => {
    await fixture.ok('getOffer', { offerId })
    expect(await fixture.ok('querySupplierScorecards', { supplierIds: randomUUID(), offerIds: offerId })).toEqual({
      list: [],
      offers: [],
    })
    expect(await fixture.ok('querySupplierSpending', { supplierIds: randomUUID() })).toEqual([])
  })

  it('of which nothing was ordered yet has figures without a value and without cases', async () => {
    const purchase = await fixture.ready(promising)
    supplierId = purchase.supplierId
    const { purchases, sendHours, late, short, priceDrift } = await figures()
    for (const figure of [purchases, sendHours, late, short, priceDrift])
      expect(figure).toEqual({ value: null, cases: 0 })
    const [spending] = await fixture.ok('querySupplierSpending', { supplierIds: supplierId })
    expect(spending!.windows).toEqual(
      [90, 365].map((days) => ({
        days,
        spentMinor: 0,
        sharePermille: null,
        refundAskedMinor: 0,
        refundedMinor: 0,
      })),
    )
  })
})

describe('a supplier that was bought from', () => {
  const bought: PurchaseDetail[] = []
  let spentMinor = 0

  it('is judged by the time from payment to sending, against what its offer promises', async () => {
    for (const hours of [24, 72, 240]) bought.push(await sentAfter(hours))
    expect(await figures()).toMatchObject({
      purchases: { value: 3, cases: 3 },
      paid: { value: 3, cases: 3 },
      promisedHours: { value: 48, cases: 3 },
      sendHours: { value: 72, cases: 3 },
      // The 90th percentile of 24, 72 and 240: interpolated between 72 and 240.
      slowSendHours: { value: 206, cases: 3 },
      late: { value: 667, cases: 3 },
    })
  })

  it('counts missing pieces only once a purchase is over, and defective pieces separately', async () => {
    const [whole, part, last] = bought
    await receive(whole!, 20)
    await receive(part!, 15, 2)
    expect(await figures()).toMatchObject({ short: { value: 0, cases: 1 }, defects: { value: 54, cases: 2 } })
    await fixture.ok('terminateRest', { purchaseIds: [part!.id], reason: '不等了' })
    await receive(last!, 20)
    // Per mille: 3 of 60 pieces are missing, 2 of 57 are defective.
    expect(await figures()).toMatchObject({ short: { value: 50, cases: 3 }, defects: { value: 35, cases: 3 } })
  })

  it('is not blamed for what was received by mistake', async () => {
    const wrong = await sentAfter(1)
    const received = await receive(wrong, 10, 10)
    expect(await figures()).toMatchObject({ defects: { cases: 4 } })
    await fixture.ok('reverseReceipt', { receiptId: received.receipts[0]!.id, note: '点错了' })
    expect(await figures()).toMatchObject({ defects: { value: 35, cases: 3 } })
    await receive(wrong, 20)
  })

  it('has as price drift what is paid above the last purchase of the same goods', async () => {
    // Before the first purchase there was no price to compare with.
    expect(await figures()).toMatchObject({ priceDrift: { value: 0, cases: 1 } })
    await control('POST', '/market/offer', { offerId, change: { priceFactor: 1.2 } })
    await fixture.ok('getOffer', { offerId, refresh: 'true' })
    const dearer = await sentAfter(1)
    const paid = dearer.lines[0]!.actualUnitPriceMinor!
    const former = bought[0]!.lines[0]!.actualUnitPriceMinor!
    expect(paid / former).toBeCloseTo(1.2, 2)
    // A price 20% higher for a quarter of the pieces, of one SKU: 50 per mille.
    expect(await figures()).toMatchObject({ priceDrift: { value: 50, cases: 1 } })
    await control('POST', '/market/offer', { offerId, change: { priceFactor: 1 } })
    await fixture.ok('getOffer', { offerId, refresh: 'true' })
  })

  it('closed an order, and the purchase counts although it is cancelled', async () => {
    const closed = await fixture.placed(promising)
    await control('POST', `/1688/orders/${orderOf(closed)}/close`, { by: 'seller' })
    await fixture.refresh(closed.id)
    await fixture.until(closed.id, 'cancelled')
    const system = await fixture.placed(promising)
    await control('POST', `/1688/orders/${orderOf(system)}/close`, { by: 'system' })
    await fixture.refresh(system.id)
    await fixture.until(system.id, 'cancelled')
    expect(await figures()).toMatchObject({
      purchases: { value: 7, cases: 7 },
      paid: { value: 5, cases: 7 },
      // An order that 1688 closed because its time ran out is not counted against the seller.
      closedBySeller: { value: 143, cases: 7 },
    })
  })

  it('has refunds counted as requested and as granted', async () => {
    const purchase = await fixture.placed(promising)
    await control('POST', `/1688/orders/${orderOf(purchase)}/pay`, {})
    await fixture.refresh(purchase.id)
    const { totalMinor } = (await fixture.ordersOf(purchase.id))[0]!
    expect(await askMoneyBack(fixture.app, orderOf(purchase))).toMatchObject({ code: 200 })
    expect(await figures()).toMatchObject({ refundsAsked: { value: 1 }, refunded: { value: 0, cases: 6 } })
    await control('POST', '/clock', { advanceMs: 31 * 60_000 })
    await fixture.refresh(purchase.id)
    expect(await figures()).toMatchObject({ refundsAsked: { value: 1 }, refunded: { value: 167, cases: 6 } })
    const [spending] = await fixture.ok('querySupplierSpending', { supplierIds: supplierId })
    const { list } = await fixture.ok('querySuppliers', { keyword: purchase.supplierName })
    spentMinor = list.find(({ id }) => id === supplierId)!.figures.spentMinor
    expect(spending!.windows[0]).toEqual({
      days: 90,
      spentMinor,
      sharePermille: 1000,
      refundAskedMinor: totalMinor,
      refundedMinor: totalMinor,
    })
  })

  it('is found by its offer, with what 1688 says of it, and with no sum of money', async () => {
    const answer = await fixture.ok('querySupplierScorecards', { offerIds: offerId })
    expect(answer.offers).toEqual([{ offerId, supplierId }])
    expect(answer.list).toMatchObject([
      { supplierId, vendor: { consulting: expect.stringMatching(/^\d(\.\d)?$/) as string } },
    ])
    expect(JSON.stringify(answer)).not.toContain('Minor')
  })

  it('has a share of the spending on all suppliers', async () => {
    const { list } = await fixture.ok('keywordQuery', { keyword: '收纳', page: 1, pageSize: 10 })
    const known = (await cardOf()).name
    let other = 0
    for (const [which, card] of list.entries()) {
      const offer = await fixture.ok('getOffer', { offerId: card.offerId })
      if (offer.supplierName !== known) other = which
    }
    const purchase = await fixture.placed(other)
    const [one, two] = await Promise.all(
      [supplierId, purchase.supplierId].map((id) => fixture.ok('querySupplierSpending', { supplierIds: id })),
    )
    const share = (part: number) => Math.round((part * 1000) / (spentMinor + two![0]!.windows[0]!.spentMinor))
    expect(two![0]!.windows[0]!.spentMinor).toBe(purchase.actualMinor)
    expect(one![0]!.windows[0]!.sharePermille).toBe(share(spentMinor))
    expect(two![0]!.windows[0]!.sharePermille).toBe(share(purchase.actualMinor!))
  })

  it('is sorted by what its scorecard says, counted by a job, and one with too few cases comes after it either way', async () => {
    const order = async (sort: SupplierSort): Promise<string[]> => {
      const { list } = await fixture.ok('querySuppliers', { sort, pageSize: 200 })
      return list.map(({ id }) => id)
    }
    // Before the job has counted figures, the list is sorted by update: the newer supplier comes first.
    const [newer, older] = await order('updated')
    expect(older).toBe(supplierId)
    await runCron(fixture.app, 'keep-scores')
    const { rows } = await until(
      () =>
        fixture.app.db.pool.query<object>(
          `select faults, send_hours, short, price_drift, refunded, spent_minor from supplier order by id = $1 desc`,
          [supplierId],
        ),
      ({ rows: [row] }) => row !== undefined && 'faults' in row && row.faults !== null,
    )
    const { sendHours, short, refunded } = await figures()
    expect(rows).toEqual([
      {
        faults: faultsOf((await cardOf()).windows).length,
        send_hours: sendHours.value,
        short: short.value,
        // Only one SKU: too few cases.
        price_drift: null,
        refunded: refunded.value,
        spent_minor: String(spentMinor),
      },
      expect.objectContaining({ faults: null, send_hours: null, short: null, refunded: null }),
    ])
    for (const sort of ['worst', 'best', 'slow', 'fast', 'short', 'refunded', 'spent'] as const)
      expect([sort, await order(sort)]).toEqual([sort, [supplierId, newer]])
  })

  it('is late with an order that was not sent in time either, and not yet with one that still has time', async () => {
    const waiting = await fixture.placed(promising)
    await control('POST', `/1688/orders/${orderOf(waiting)}/pay`, {})
    await fixture.refresh(waiting.id)
    await later(ahead + 47)
    expect(await figures()).toMatchObject({ promisedHours: { cases: 7 }, late: { value: 400, cases: 5 } })
    await later(2)
    expect(await figures()).toMatchObject({ late: { value: 500, cases: 6 }, sendHours: { cases: 5 } })
  })

  it('is judged by ninety days and by a year, each by when the purchase was created', async () => {
    await later(91 * 24)
    expect(await figures(90)).toMatchObject({ purchases: { value: null, cases: 0 }, late: { value: null, cases: 0 } })
    expect(await figures(365)).toMatchObject({ purchases: { value: 9, cases: 9 }, short: { value: 38, cases: 4 } })
  })
})
