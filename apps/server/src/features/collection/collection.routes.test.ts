import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import type { TestApp } from '../../../test/harness.ts'
import { DETAIL, SEARCH, idsOf, withMarket } from './collection.testing.ts'

const market = withMarket()
const jobsOf = async (at: TestApp): Promise<number> =>
  (await at.db.pool.query<{ n: number }>(`select count(*)::int as n from jobs.job where name = 'collect-offer'`))
    .rows[0]!.n

describe('searching the marketplace', () => {
  test('asks 1688 once for the same search within half a minute', async () => {
    const search = (yuan: number) =>
      market.app.ok('keywordQuery', { keyword: '收纳', sort: 'price-asc', priceStart: String(yuan) })
    let first: Awaited<ReturnType<typeof search>>
    // If half a minute passes in between, the same search is sent twice.
    for (let yuan = 5, begun = 0; ; yuan++) {
      const before = await market.simulator.received(SEARCH)
      begun = performance.now()
      first = await search(yuan)
      const second = await search(yuan)
      const asked = (await market.simulator.received(SEARCH)) - before
      if (performance.now() - begun > 29_000) continue
      expect([second, asked]).toEqual([first, 1])
      break
    }
    const prices = first.list.map((offer) => offer.priceMinor!)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(prices[0]).toBeGreaterThanOrEqual(500)
  })

  test('a page of 96 or 192 is joined from pages of 48 of 1688, and none is requested behind the end', async () => {
    const pages = async (input: object) => {
      const before = await market.simulator.received(SEARCH)
      const page = await market.app.ok('keywordQuery', { keyword: '批发', ...input })
      return {
        ids: page.list.map(({ offerId }) => offerId),
        total: page.total,
        asked: (await market.simulator.received(SEARCH)) - before,
      }
    }
    const small: string[] = []
    for (const page of [1, 2, 3, 4, 5]) small.push(...(await pages({ page, pageSize: 48 })).ids)
    const { total, ids } = await pages({ pageSize: 192 })
    expect(ids).toEqual(small.slice(0, 192))
    expect((await pages({ page: 2, pageSize: 96 })).ids).toEqual(small.slice(96, 192))
    const last = Math.ceil(total / 192)
    const end = await pages({ page: last, pageSize: 192 })
    const rest = total - (last - 1) * 192
    expect([end.ids.length, end.asked]).toEqual([rest, Math.ceil(rest / 48)])
    expect(await market.app.call('keywordQuery', { keyword: '批发', pageSize: 97 })).toMatchObject({
      code: 422,
      data: { fields: { pageSize: '应为 24、48、96 或 192' } },
    })
  })

  test('shows for each offer the same prices as the offer itself', async () => {
    const { list } = await market.app.ok('keywordQuery', { keyword: '包', pageSize: 20 })
    expect(list.some((card) => card.promotionPriceMinor !== null)).toBe(true)
    for (const { offerId, priceMinor, promotionPriceMinor } of list)
      expect(await market.app.ok('getOffer', { offerId })).toMatchObject({ offerId, priceMinor, promotionPriceMinor })
  })

  test('reads an offer from 1688 again when its last fetch is older than the setting', async () => {
    const [offerId] = market.take(1) as [string]
    const configure = async (value: number): Promise<void> => {
      const entries = await market.app.ok('querySystemConfig', {})
      const { version } = entries.find(({ key }) => key === 'collect.offerCacheHours')!
      await market.app.ok('updateSystemConfig', { key: 'collect.offerCacheHours', version, value })
    }
    await market.app.ok('getOffer', { offerId })
    const before = await market.simulator.received(DETAIL)
    await market.app.ok('getOffer', { offerId })
    expect(await market.simulator.received(DETAIL)).toBe(before)
    await configure(0)
    await market.app.ok('getOffer', { offerId })
    expect(await market.simulator.received(DETAIL)).toBe(before + 1)
    await configure(24)
  })

  test('finds the one offer of a pasted link or a bare id', async () => {
    const [offerId] = market.take(1) as [string]
    for (const keyword of [
      offerId,
      `https://detail.1688.com/offer/${offerId}.html?spm=a2615`,
      `https://m.1688.com/offer/${offerId}.html`,
      `看看这个 https://detail.m.1688.com/page/index.html?offerId=${offerId}&x=1，不错`,
    ]) {
      const { list, total } = await market.app.ok('keywordQuery', { keyword })
      expect(list.map((offer) => offer.offerId)).toEqual([offerId])
      expect(total).toBe(1)
    }
  })

  test('says what is wrong with a link that contains no offer', async () => {
    for (const keyword of [
      'https://item.taobao.com/item.htm?id=1',
      'https://qr.1688.com/s/7OnLCakq',
      'https://1688.com/x',
    ]) {
      const answer = await market.app.call('keywordQuery', { keyword })
      expect(answer.code).toBe(422)
      expect(answer.data).toMatchObject({ fields: { keyword: expect.stringMatching(/1688/) } })
    }
  })

  test('explains a refusal of 1688 with the request and the answer, without a secret in it', async () => {
    await market.simulator.control('POST', '/faults', {
      vendor: '1688',
      call: SEARCH,
      fault: { kind: 'refuse', code: 'gw.APIACLDecline', message: 'AppKey is not allowed(acl)' },
    })
    const answer = await market.app.call('keywordQuery', { keyword: '没有权限' })
    expect(answer).toMatchObject({
      code: 400,
      msg: '1688应用没有开通“商品搜索”权限',
      data: { refusal: 'marketplace-unauthorised', exchange: { status: 400 } },
    })
    const text = JSON.stringify(answer)
    for (const secret of [
      market.simulator.alibaba.appSecret,
      market.simulator.alibaba.accessToken,
      market.simulator.alibaba.refreshToken,
    ])
      expect(text).not.toContain(secret)
  })

  test('an offer that does not exist is refused with a next step', async () => {
    expect(await market.app.call('getOffer', { offerId: '999999999999' })).toMatchObject({
      code: 400,
      data: { refusal: 'offer-gone', next: [{ label: '换一个货源' }] },
    })
  })
})

describe('the collection box', () => {
  test('keeps ignored lines separate, counts its tabs, and takes lines back', async () => {
    const lines = (await market.app.ok('collectProducts', { lines: market.take(2) })).lines
    const [kept, dropped] = await market.resolved(idsOf(lines))
    const before = (await market.app.ok('queryCollectProducts', {})).counts
    const ignored = await market.app.ok('ignoreCollectProducts', { ids: [dropped!.id], ignored: true })
    expect(ignored).toMatchObject({ succeeded: 1, failed: 0 })
    const box = await market.app.ok('queryCollectProducts', { pageSize: 200 })
    expect(box.list.map((item) => item.id)).toContain(kept!.id)
    expect(box.list.map((item) => item.id)).not.toContain(dropped!.id)
    expect(box.counts).toMatchObject({ collected: before.collected! - 1, ignored: (before.ignored ?? 0) + 1 })
    const [shown] = (await market.app.ok('queryCollectProducts', { state: 'ignored' })).list
    expect(shown).toMatchObject({ id: dropped!.id, can: { ignoreCollectProducts: true } })
    await market.app.ok('ignoreCollectProducts', { ids: [dropped!.id], ignored: false })
    expect(await market.boxOf([dropped!.id])).toMatchObject([{ state: 'collected' }])
    const twice = await market.app.ok('ignoreCollectProducts', { ids: [dropped!.id], ignored: false })
    expect(twice).toMatchObject({ succeeded: 0, rows: [{ ok: false, word: 'state-not-allowed' }] })
  })

  test('stores a snapshot of every fetch that differs, and of no other', async () => {
    const [offerId] = market.take(1) as [string]
    const count = async (): Promise<number> =>
      (await market.app.db.pool.query('select 1 from source_offer_snapshot where offer_id = $1', [offerId])).rowCount!
    const first = await market.app.ok('getOffer', { offerId })
    await market.app.ok('getOffer', { offerId, refresh: 'true' })
    expect(await count()).toBe(1)
    await market.change(offerId, { priceFactor: 2 })
    const second = await market.app.ok('getOffer', { offerId, refresh: 'true' })
    expect(second.priceMinor! / first.priceMinor!).toBeCloseTo(2, 1)
    expect(await count()).toBe(2)
  })
})

describe('an installation without running jobs', () => {
  let still: TestApp
  let storeIds: string[]
  beforeAll(async () => {
    still = await startTestApp({ demoSimulator: market.simulator.origin, work: false })
    storeIds = (await still.ok('getAllShopifyStores')).slice(0, 1).map((store) => store.id)
  })
  afterAll(async () => {
    await still?.close()
  })

  test('accepts five hundred lines in one request, once', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => String(700_000_000_000 + i))
    const first = await still.ok('claimProducts', { lines, storeIds })
    expect(new Set(first.lines.map((line) => line.outcome))).toEqual(new Set(['accepted']))
    const second = await still.ok('claimProducts', { lines: lines.toReversed(), storeIds })
    expect(new Set(second.lines.map((line) => line.outcome))).toEqual(new Set(['already']))
    expect(await jobsOf(still)).toBe(500)
    const tooMany = await still.call('claimProducts', {
      lines: [...lines.slice(1), `${lines[0]} ${lines[1]}`, 'x'],
      storeIds,
    })
    expect(tooMany.code).not.toBe(200)
    expect(await jobsOf(still)).toBe(500)
  })

  test('fetches a new offer once when two people claim it at the same time, for both their stores', async () => {
    const other = (await still.ok('getAllShopifyStores'))[1]!.id
    const before = await jobsOf(still)
    const lines = Array.from({ length: 20 }, (_, i) => String(710_000_000_000 + i))
    await Promise.all([
      still.ok('claimProducts', { lines, storeIds }),
      still.ok('claimProducts', { lines: lines.toReversed(), storeIds: [other] }),
    ])
    expect((await jobsOf(still)) - before).toBe(20)
    const wanted = await still.db.pool.query<{ n: number }>(
      'select cardinality(wanted_store_ids) as n from collect_item where offer_id = any($1::bigint[])',
      [lines],
    )
    expect(wanted.rows.map((row) => row.n)).toEqual(lines.map(() => 2))
  })

  test('refuses claims without a 1688 account before anything is stored', async () => {
    const [account] = await still.ok('queryMarketplaceAccounts')
    await still.ok('deleteMarketplaceAccount', { id: account!.id, version: account!.version })
    const before = await jobsOf(still)
    for (const answer of [
      await still.call('keywordQuery', { keyword: '杯' }),
      await still.call('claimProducts', { lines: ['720000000001'], storeIds }),
      await still.call('collectProducts', { lines: ['720000000001'] }),
    ])
      expect(answer).toMatchObject({
        code: 400,
        data: { refusal: 'no-marketplace-account', next: [{ to: expect.any(String) }] },
      })
    expect(await jobsOf(still)).toBe(before)
  })
})
