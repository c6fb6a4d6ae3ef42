import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CollectItem, LineOutcome, OfferCard } from '@huoqiao/contract/collection/collection.schema'
import { startTestHouse } from '../../../test/harness.ts'
import type { TestHouse } from '../../../test/harness.ts'
import { startTestSimulator } from '../../../test/simulator.ts'
import type { TestSimulator } from '../../../test/simulator.ts'

const DETAIL = 'product.search.queryProductDetail'
const SEARCH = 'product.search.keywordQuery'
const PUSH = 'alibaba.cross.syncProductListPushed'

let simulator: TestSimulator
let house: TestHouse
let stores: string[]
/** Offers of the market that no test has used yet. */
let unused: string[]

beforeAll(async () => {
  simulator = await startTestSimulator()
  house = await startTestHouse({ demoSimulator: simulator.origin })
  stores = (await house.ok('getAllShopifyStores')).map((store) => store.id)
  unused = await offersOfMarket(house)
})
afterAll(async () => {
  await house?.close()
  await simulator?.close()
})
afterEach(async () => {
  await simulator.control('DELETE', '/faults')
})

async function offersOfMarket(at: TestHouse): Promise<string[]> {
  const pages = await Promise.all(
    ['收纳', '包', '灯'].map((keyword) => at.ok('keywordQuery', { keyword, pageSize: 50 })),
  )
  return [...new Set(pages.flatMap((page) => page.list.map((offer) => offer.offerId)))]
}
const take = (n: number): string[] => unused.splice(0, n)
const fault = (call: string, kind: string, times = 1): Promise<unknown> =>
  simulator.control('POST', '/faults', { vendor: '1688', call, times, fault: { kind } })
const change = (offerId: string, what: object): Promise<unknown> =>
  simulator.control('POST', '/market/offer', { offerId, change: what })

const claim = async (lines: string[], storeIds = stores.slice(0, 1)): Promise<LineOutcome[]> =>
  (await house.ok('claimProducts', { lines, storeIds }, { query: { origin: '1688' } })).lines
const idsOf = (lines: LineOutcome[]): string[] => lines.flatMap((line) => line.collectId ?? [])
const boxOf = async (ids: string[]): Promise<CollectItem[]> =>
  (await house.ok('queryCollectProducts', { ids, pageSize: 200 })).list

/** The lines once none of them is being fetched any more. */
async function settled(ids: string[]): Promise<CollectItem[]> {
  for (;;) {
    const items = await boxOf(ids)
    if (items.every((item) => item.state !== 'collecting')) return items
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const productsOf = (card: OfferCard | null | undefined): string[] => [
  ...new Set(card?.claims.map((one) => one.productId)),
]
const jobsOf = async (at: TestHouse): Promise<number> =>
  (await at.db.pool.query<{ n: number }>(`select count(*)::int as n from jobs.job where name = 'collect-offer'`)).rows[0]!.n

describe('searching the marketplace', () => {
  test('asks 1688 once for the same search within half a minute', async () => {
    const before = await simulator.received(SEARCH)
    const first = await house.ok('keywordQuery', { keyword: '收纳', sort: 'price-asc', priceStart: '5' })
    const second = await house.ok('keywordQuery', { keyword: '收纳', sort: 'price-asc', priceStart: '5' })
    expect(second).toEqual(first)
    expect((await simulator.received(SEARCH)) - before).toBe(1)
    const prices = first.list.map((offer) => offer.priceMinor!)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(prices[0]).toBeGreaterThanOrEqual(500)
  })

  test('finds the one offer of a pasted link or a bare id', async () => {
    const [offerId] = take(1) as [string]
    for (const keyword of [
      offerId,
      `https://detail.1688.com/offer/${offerId}.html?spm=a2615`,
      `https://m.1688.com/offer/${offerId}.html`,
      `看看这个 https://detail.m.1688.com/page/index.html?offerId=${offerId}&x=1，不错`,
    ]) {
      const { list, total } = await house.ok('keywordQuery', { keyword })
      expect(list.map((offer) => offer.offerId)).toEqual([offerId])
      expect(total).toBe(1)
    }
  })

  test('says what is wrong with a link that names no offer', async () => {
    for (const keyword of ['https://item.taobao.com/item.htm?id=1', 'https://qr.1688.com/s/7OnLCakq', 'https://1688.com/x']) {
      const answer = await house.call('keywordQuery', { keyword })
      expect(answer.code).toBe(422)
      expect(answer.data).toMatchObject({ fields: { keyword: expect.stringMatching(/1688/) } })
    }
  })

  test('explains a refusal of 1688 with its exchange, and without a secret in it', async () => {
    await simulator.control('POST', '/faults', {
      vendor: '1688',
      call: SEARCH,
      fault: { kind: 'refuse', code: 'gw.APIACLDecline', message: 'AppKey is not allowed(acl)' },
    })
    const answer = await house.call('keywordQuery', { keyword: '没有权限' })
    expect(answer).toMatchObject({
      code: 400,
      msg: '1688应用没有这个接口的权限',
      data: { refusal: 'marketplace-unauthorised', exchange: { status: 400 } },
    })
    const text = JSON.stringify(answer)
    for (const secret of [simulator.alibaba.appSecret, simulator.alibaba.accessToken, simulator.alibaba.refreshToken])
      expect(text).not.toContain(secret)
  })

  test('an offer that does not exist is a refusal with a next step', async () => {
    expect(await house.call('getOffer', { offerId: '999999999999' })).toMatchObject({
      code: 400,
      data: { refusal: 'offer-gone', next: [{ label: '换一个货源' }] },
    })
  })
})

describe('claiming', () => {
  test('gives every line its outcome and fetches only what can be fetched', async () => {
    const [a, b] = take(2) as [string, string]
    const before = await simulator.received(DETAIL)
    const outcomes = await claim([
      a,
      `https://detail.1688.com/offer/${a}.html`,
      `${b} ${b}`,
      'https://1688.com.evil.com/offer/620201390233.html',
      'https://evil1688.com/offer/620201390233.html',
      'https://qr.1688.com/s/7OnLCakq',
      'javascript:alert(1)//1688.com/offer/1',
      '<script>alert(1)</script>',
      '不是链接',
    ])
    expect(outcomes.map((line) => line.outcome)).toEqual([
      'accepted',
      'repeated',
      'accepted',
      'repeated',
      'not-1688',
      'not-1688',
      'short-link',
      expect.stringMatching(/unreadable|not-1688/),
      'unreadable',
      'unreadable',
    ])
    await settled(idsOf(outcomes))
    expect((await simulator.received(DETAIL)) - before).toBe(2)
  })

  test('makes one product, adds stores to it, and bears being sent twice', async () => {
    const [offerId] = take(1) as [string]
    const ids = idsOf(await claim([offerId]))
    const [first] = await settled(ids)
    expect(first).toMatchObject({ state: 'claimed', error: null })
    expect(first!.card!.claims.map((one) => one.storeId)).toEqual(stores.slice(0, 1))
    expect(await claim([offerId])).toMatchObject([{ outcome: 'already', productId: productsOf(first!.card)[0] }])

    const calls = await simulator.received(DETAIL)
    expect(await claim([offerId], stores.slice(0, 2))).toMatchObject([{ outcome: 'claimed' }])
    const [second] = await boxOf(ids)
    expect(second!.card!.claims.map((one) => one.storeId).toSorted()).toEqual(stores.slice(0, 2).toSorted())
    expect(productsOf(second!.card)).toEqual(productsOf(first!.card))
    expect(await simulator.received(DETAIL)).toBe(calls)
    const { list } = await house.ok('keywordQuery', { keyword: offerId })
    expect(list[0]).toMatchObject({ collectState: 'claimed', supplierName: expect.any(String) })
  })

  test('claims at once what was fetched today', async () => {
    const [offerId] = take(1) as [string]
    await house.ok('getOffer', { offerId })
    const calls = await simulator.received(DETAIL)
    const [line] = await claim([offerId])
    expect(line).toMatchObject({ outcome: 'claimed', productId: expect.any(String) })
    expect(await simulator.received(DETAIL)).toBe(calls)
  })

  test('takes lines of the box, and says which are not there', async () => {
    const [offerId] = take(1) as [string]
    const collected = (await house.ok('collectProducts', { lines: [offerId, offerId] })).lines
    expect(collected.map((line) => line.outcome)).toEqual(['accepted', 'repeated'])
    const ids = idsOf(collected).slice(0, 1)
    expect(await settled(ids)).toMatchObject([{ state: 'collected', skuCount: expect.any(Number) }])
    const { lines } = await house.ok('claimProducts', {
      collectIds: [...ids, '01890000-0000-7000-8000-000000000000'],
      storeIds: stores.slice(0, 1),
    })
    expect(lines.map((line) => line.outcome)).toEqual(['claimed', 'refused'])
  })

  test('fails in words when the offer is gone, and a retry finishes what was asked for', async () => {
    const [gone] = take(1) as [string]
    await change(gone, { status: 'expired' })
    const ids = idsOf(await claim([gone, '888888888888']))
    const items = await settled(ids)
    expect(items.map((item) => item.state)).toEqual(['collect-failed', 'collect-failed'])
    for (const item of items) expect(item.error).toMatch(/下架/)
    await change(gone, { status: 'published' })
    const mine = items.find((item) => item.offerId === gone)!
    expect(await house.ok('retryCollectProducts', { ids: [mine.id] })).toMatchObject({ succeeded: 1 })
    const [again] = await settled([mine.id])
    expect(again).toMatchObject({ state: 'claimed', error: null })
    expect(again!.card!.claims.map((one) => one.storeId)).toEqual(stores.slice(0, 1))
  })

  test('a lost answer and a dead token end in one product, with one renewal', async () => {
    const offerIds = take(4)
    await fault(DETAIL, 'drop-after', 2)
    const ids = idsOf(await claim(offerIds.slice(0, 2)))
    for (const item of await settled(ids)) expect(productsOf(item.card)).toHaveLength(1)

    await fault(DETAIL, 'expire-token')
    const renewals = await simulator.received('getToken')
    const more = await settled(idsOf(await claim(offerIds.slice(2))))
    expect(more.map((item) => item.state)).toEqual(['claimed', 'claimed'])
    expect((await simulator.received('getToken')) - renewals).toBe(1)
  })

  test('waits when 1688 asks for quiet, says so, and goes on by itself', async () => {
    const [offerId] = take(1) as [string]
    await fault(DETAIL, 'throttle')
    const ids = idsOf(await claim([offerId]))
    let waiting = (await boxOf(ids))[0]!
    while (waiting.error === null && waiting.state === 'collecting') {
      await new Promise((resolve) => setTimeout(resolve, 50))
      waiting = (await boxOf(ids))[0]!
    }
    expect(waiting).toMatchObject({ state: 'collecting', error: expect.stringMatching(/繁忙.*自动重试/) })
    expect(await settled(ids)).toMatchObject([{ state: 'claimed', error: null }])
  })

  test('a job that is run again after its worker died changes nothing', async () => {
    const [offerId] = take(1) as [string]
    const ids = idsOf(await claim([offerId]))
    const [before] = await settled(ids)
    const calls = await simulator.received(DETAIL)
    const again = `update jobs.job set state = 'created', started_on = null, completed_on = null, start_after = now()
      where name = 'collect-offer' and data->>'collectId' = $1`
    expect((await house.db.pool.query(again, ids)).rowCount).toBe(1)
    const left = `select 1 from jobs.job where name = 'collect-offer' and data->>'collectId' = $1 and state < 'completed'`
    while ((await house.db.pool.query(left, ids)).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await boxOf(ids)).toEqual([before])
    expect(await simulator.received(DETAIL)).toBe(calls)
  })

  test('a missing grant for product messages is noted and fails nobody', async () => {
    await simulator.control('POST', '/quirks', { name: '1688.deniedApis', value: PUSH })
    const [offerId] = take(1) as [string]
    expect(await settled(idsOf(await claim([offerId])))).toMatchObject([{ state: 'claimed' }])
    const relation = (): Promise<{ rows: { relation: string | null; relation_note: string | null }[] }> =>
      house.db.pool.query('select relation, relation_note from source_offer where offer_id = $1', [offerId])
    let row = (await relation()).rows[0]!
    for (; row.relation === null; row = (await relation()).rows[0]!) await new Promise((resolve) => setTimeout(resolve, 100))
    expect(row).toEqual({ relation: 'refused', relation_note: expect.stringContaining('not allowed') })
    await simulator.control('POST', '/quirks', { name: '1688.deniedApis', value: '' })
  })
})

describe('the box', () => {
  test('keeps what is ignored apart, counts its tabs, and takes lines back', async () => {
    const lines = (await house.ok('collectProducts', { lines: take(2) })).lines
    const [kept, dropped] = await settled(idsOf(lines))
    const before = (await house.ok('queryCollectProducts', {})).counts
    const ignored = await house.ok('ignoreCollectProducts', { ids: [dropped!.id], ignored: true })
    expect(ignored).toMatchObject({ succeeded: 1, failed: 0 })
    const box = await house.ok('queryCollectProducts', { pageSize: 200 })
    expect(box.list.map((item) => item.id)).toContain(kept!.id)
    expect(box.list.map((item) => item.id)).not.toContain(dropped!.id)
    expect(box.counts).toMatchObject({ collected: before.collected! - 1, ignored: (before.ignored ?? 0) + 1 })
    const [shown] = (await house.ok('queryCollectProducts', { state: 'ignored' })).list
    expect(shown).toMatchObject({ id: dropped!.id, can: { ignoreCollectProducts: true } })
    await house.ok('ignoreCollectProducts', { ids: [dropped!.id], ignored: false })
    expect(await boxOf([dropped!.id])).toMatchObject([{ state: 'collected' }])
    const twice = await house.ok('ignoreCollectProducts', { ids: [dropped!.id], ignored: false })
    expect(twice).toMatchObject({ succeeded: 0, rows: [{ ok: false, word: 'state-not-allowed' }] })
  })

  test('keeps a snapshot of every fetch that differs, and of no other', async () => {
    const [offerId] = take(1) as [string]
    const count = async (): Promise<number> =>
      (await house.db.pool.query('select 1 from source_offer_snapshot where offer_id = $1', [offerId])).rowCount!
    const first = await house.ok('getOffer', { offerId })
    await house.ok('getOffer', { offerId, refresh: 'true' })
    expect(await count()).toBe(1)
    await change(offerId, { priceFactor: 2 })
    const second = await house.ok('getOffer', { offerId, refresh: 'true' })
    expect(second.priceMinor! / first.priceMinor!).toBeCloseTo(2, 1)
    expect(await count()).toBe(2)
  })
})

describe('a house whose jobs stand still', () => {
  let still: TestHouse
  let storeIds: string[]
  beforeAll(async () => {
    still = await startTestHouse({ demoSimulator: simulator.origin, work: false })
    storeIds = (await still.ok('getAllShopifyStores')).slice(0, 1).map((store) => store.id)
  })
  afterAll(async () => {
    await still?.close()
  })

  test('orders five hundred lines in one request, once', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => String(700_000_000_000 + i))
    const first = await still.ok('claimProducts', { lines, storeIds })
    expect(new Set(first.lines.map((line) => line.outcome))).toEqual(new Set(['accepted']))
    const second = await still.ok('claimProducts', { lines: lines.toReversed(), storeIds })
    expect(new Set(second.lines.map((line) => line.outcome))).toEqual(new Set(['already']))
    expect(await jobsOf(still)).toBe(500)
    const tooMany = await still.call('claimProducts', { lines: [...lines.slice(1), `${lines[0]} ${lines[1]}`, 'x'], storeIds })
    expect(tooMany.code).not.toBe(200)
    expect(await jobsOf(still)).toBe(500)
  })

  test('two people who claim the same new offer at once order it once, for both their stores', async () => {
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

  test('without a 1688 account says so before anything is ordered', async () => {
    const [account] = await still.ok('queryMarketplaceAccounts')
    await still.ok('deleteMarketplaceAccount', { id: account!.id, version: account!.version })
    const before = await jobsOf(still)
    for (const answer of [
      await still.call('keywordQuery', { keyword: '杯' }),
      await still.call('claimProducts', { lines: ['720000000001'], storeIds }),
      await still.call('collectProducts', { lines: ['720000000001'] }),
    ])
      expect(answer).toMatchObject({ code: 400, data: { refusal: 'no-marketplace-account', next: [{ to: expect.any(String) }] } })
    expect(await jobsOf(still)).toBe(before)
  })
})
