import { describe, expect, it } from 'vitest'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { DETAIL, withMarket } from './collection.testing.ts'

const market = withMarket()
type Scenario = { name: string; percent?: number; offerIds: string[] }
const runScenario = (scenario: Scenario) => market.simulator.control('POST', '/scenario', scenario)

/** An offer that was claimed as a product with its data of now; every SKU has a stock of at least 20. */
async function sold(): Promise<string> {
  for (;;) {
    const [offerId] = market.take(1)
    if (offerId === undefined) throw new Error('the market has no offer left')
    const { skus } = await market.app.ok('getOffer', { offerId })
    if (skus.length < 2 || skus.some(({ stock }) => (stock ?? 0) < 20)) continue
    const [line] = await market.claim([offerId])
    if (line?.collectId) await market.resolved([line.collectId])
    return offerId
  }
}
const feed = async (offerId: string) => (await market.app.ok('getSourceChanges', { offerId })).list
const noticed = async (kind: 'price-risen' | 'stock-out' | 'offer-gone', offerId: string) =>
  (await market.app.ok('queryNotices', { kind })).list.filter(({ to }) => to?.includes(offerId))

describe('a change at the source of a product', () => {
  it('in price is one line for SKUs that changed alike, with before and after, stored permanently, and sent as a notice', async () => {
    const offerId = await sold()
    await runScenario({ name: 'price-jump', percent: 20, offerIds: [offerId] })
    const checked = await market.app.ok('checkSources', { offerIds: [offerId] })
    expect(checked.rows).toMatchObject([{ key: offerId, ok: true, message: '有变化' }])
    const changes = await feed(offerId)
    expect(changes.length).toBeGreaterThan(0)
    for (const change of changes) {
      expect(change.kind).toBe('price-up')
      expect(change.after! / change.before!).toBeCloseTo(1.2, 1)
      expect(change.productIds).toHaveLength(1)
    }
    expect(await noticed('price-risen', offerId)).toMatchObject([{ text: expect.stringMatching(/¥.+ → ¥.+涨/) }])
    expect((await market.app.ok('checkSources', { offerIds: [offerId] })).rows[0]!.message).toBe('没有变化')
    expect(await feed(offerId)).toHaveLength(changes.length)
    const { points } = await market.app.ok('getSourceHistory', { offerId })
    expect(points.map(({ priceMinor }) => priceMinor! > points[0]!.priceMinor!)).toEqual([false, true])
  })

  it('in price says what margin the present prices leave, before and after, until they are changed', async () => {
    const offerId = await sold()
    await runScenario({ name: 'price-jump', percent: 20, offerIds: [offerId] })
    await market.app.ok('checkSources', { offerIds: [offerId] })
    const [change] = await feed(offerId)
    const [productId = ''] = change!.productIds
    const product = await market.app.ok('getProduct', { productId })
    expect(change!.storeIds).toEqual(product.listings.map(({ storeId }) => storeId))
    expect(change!.margin!.after).toBeLessThan(change!.margin!.before)
    // The product still has its former cost, so its own margin is the one before.
    expect(change!.margin!.before).toBeGreaterThanOrEqual(product.marginPercent!)
    const dearer = { priceChangePercent: 50 }
    await market.app.ok('modifyProducts', { items: [{ productId }], change: dearer })
    const [again] = await feed(offerId)
    expect(again!.margin!.after).toBeGreaterThan(change!.margin!.after)
  })

  it('in stock, SKUs or availability has its own message, and so has its return', async () => {
    const offerId = await sold()
    await runScenario({ name: 'sold-out', offerIds: [offerId] })
    await market.app.ok('checkSources', { offerIds: [offerId] })
    expect((await feed(offerId)).map(({ kind, margin }) => [kind, margin])).toEqual([['stock-out', null]])
    expect(await noticed('stock-out', offerId)).toMatchObject([{ text: expect.stringContaining('没有库存了') }])
    await runScenario({ name: 'sku-change', offerIds: [offerId] })
    await market.app.ok('checkSources', { offerIds: [offerId] })
    expect((await feed(offerId)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['sku-gone', 'sku-new']))
    await market.change(offerId, { status: 'expired' })
    expect((await market.app.ok('checkSources', { offerIds: [offerId] })).rows[0]).toMatchObject({
      ok: false,
      word: 'offer-gone',
    })
    await market.app.ok('checkSources', { offerIds: [offerId] })
    expect((await feed(offerId)).filter(({ kind }) => kind === 'offer-gone')).toHaveLength(1)
    expect(await noticed('offer-gone', offerId)).toHaveLength(1)
    await market.change(offerId, { status: 'published' })
    await market.app.ok('checkSources', { offerIds: [offerId] })
    expect((await feed(offerId))[0]).toMatchObject({ kind: 'offer-back' })
    const { list, counts, total } = await market.app.ok('getSourceChanges', { kind: 'offer-back' })
    expect([list.length, total, counts['stock-out']]).toEqual([1, 1, 1])
  })

  it('is not reported when an offer is only viewed', async () => {
    const [offerId] = market.take(1)
    await market.app.ok('getOffer', { offerId: offerId! })
    await runScenario({ name: 'price-jump', percent: 50, offerIds: [offerId!] })
    await market.app.ok('getOffer', { offerId: offerId!, refresh: 'true' })
    expect(await feed(offerId!)).toEqual([])
  })

  it('is found by the schedule, for sources that were not read for longer than the setting', async () => {
    const offerId = await sold()
    await runScenario({ name: 'price-jump', percent: 30, offerIds: [offerId] })
    await readAgo({ [offerId]: 48 })
    await runCron(market.app, 'watch-sources')
    const found = await until(
      () => feed(offerId),
      (list) => list.length > 0,
    )
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['price-up']))
  })

  it('is found at one source although 1688 refuses others; a refused one waits for its next turn, and counts as not verified', async () => {
    const refused = [await sold(), await sold()]
    const [next, last] = [await sold(), await sold()]
    await runScenario({ name: 'price-jump', percent: 30, offerIds: [next, last] })
    await readAgo({ [refused[0]!]: 80, [refused[1]!]: 79, [next]: 30, [last]: 29 })
    await noPermission(refused)
    const before = await market.simulator.received(DETAIL)
    const asked = async (): Promise<number> => (await market.simulator.received(DETAIL)) - before
    await watched()
    expect(await Promise.all([next, last].map(async (offerId) => (await feed(offerId)).length > 0))).toEqual([
      true,
      true,
    ])
    expect(await asked()).toBe(4)
    const { list } = await market.app.ok('getProductsByCondition', { sourceHealth: 'unchecked' })
    expect(new Set(list.map(({ offerId }) => offerId))).toEqual(new Set(refused))
    await watched()
    expect(await asked()).toBe(4)
    await noPermission([])
    await market.app.db.pool.query(`update source_offer set refused_at = refused_at - interval '2 days'`)
    await watched()
    expect(await asked()).toBe(6)
  })

  it('is not looked for any longer in a run in which 1688 refuses one after the other, or can’t be asked', async () => {
    const offerIds: string[] = []
    while (offerIds.length < 7) offerIds.push(await sold())
    const askedInRun = async (): Promise<number> => {
      const before = await market.simulator.received(DETAIL)
      await watched()
      return (await market.simulator.received(DETAIL)) - before
    }
    await readAgo(Object.fromEntries(offerIds.map((offerId) => [offerId, 30])))
    await noPermission(offerIds)
    expect(await askedInRun()).toBe(5)
    await noPermission([])
    const fault = { kind: 'refuse', code: 'gw.APIACLDecline', message: 'no' }
    await market.simulator.control('POST', '/faults', { vendor: '1688', call: DETAIL, times: 1, fault })
    expect(await askedInRun()).toBe(1)
    expect(await askedInRun()).toBe(2)
  })
})

/** Makes the last fetch of each offer this many hours older, in the database, because no call can do that. */
const readAgo = async (hours: Record<string, number>): Promise<void> => {
  for (const [offerId, n] of Object.entries(hours))
    await market.app.db.pool.query(
      `update source_offer set fetched_at = fetched_at - make_interval(hours => $2) where offer_id = $1`,
      [offerId, n],
    )
}
const noPermission = (offerIds: readonly string[]) =>
  market.simulator.control('POST', '/quirks', { name: '1688.noPermissionOffers', value: offerIds.join(',') })
/** Runs the scheduled check once and waits for its end. */
const watched = async (): Promise<void> => {
  await runCron(market.app, 'watch-sources')
  await until(
    () => market.app.db.pool.query(`select 1 from jobs.job where name = 'watch-sources' and state < 'completed'`),
    ({ rowCount }) => rowCount === 0,
  )
}
