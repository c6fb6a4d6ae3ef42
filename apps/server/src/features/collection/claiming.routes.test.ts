import { describe, expect, test } from 'vitest'
import { runCron, wake } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { DETAIL, PUSH, idsOf, productsOf, withMarket } from './collection.testing.ts'

const market = withMarket()

describe('claiming', () => {
  test('returns an outcome for every line and fetches only what can be fetched', async () => {
    const [a, b] = market.take(2) as [string, string]
    const before = await market.simulator.received(DETAIL)
    const outcomes = await market.claim([
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
    await market.resolved(idsOf(outcomes))
    expect((await market.simulator.received(DETAIL)) - before).toBe(2)
  })

  test.each(['address', 'script'])(
    'takes the description from where 1688 stores it, and never shows an address in its place: %s',
    async (form) => {
      const [offerId, unreadable] = market.take(2) as [string, string]
      await market.simulator.control('POST', '/quirks', { name: '1688.descriptionForm', value: form })
      const [line] = await market.resolved(idsOf(await market.claim([offerId])))
      const read = async (productId: string) => (await market.app.ok('getProduct', { productId })).descriptionHtml
      const html = await read(productsOf(line!.card)[0]!)
      expect(html).toContain('<img')
      expect(html).not.toContain('1688offer')
      expect(html.match(/<table/g)).toHaveLength(1)
      expect(html).not.toContain('Cross-border')
      await market.simulator.control('POST', '/quirks', { name: '1688.descriptionForm', value: 'gone' })
      const [bare] = await market.resolved(idsOf(await market.claim([unreadable])))
      // The offer is claimed with the data that is known, and fetching the other offer keeps what was read before.
      expect(bare!.state).toBe('claimed')
      await market.app.ok('getOffer', { offerId, refresh: 'true' })
      expect(await read(productsOf(line!.card)[0]!)).toBe(html)
      expect(await read(productsOf(bare!.card)[0]!)).not.toContain('1688offer')
      await market.simulator.control('POST', '/quirks', { name: '1688.descriptionForm', value: 'html' })
    },
  )

  test('says which permission to request where the app may not read an offer, and keeps the account’s health', async () => {
    const [offerId] = market.take(1) as [string]
    await market.simulator.control('POST', '/quirks', { name: '1688.noPermissionOffers', value: offerId })
    const [line] = await market.resolved(idsOf(await market.claim([offerId])))
    expect(line).toMatchObject({ state: 'collect-failed', error: expect.stringContaining('没有该商品的查询权限') })
    expect(await market.app.call('getOffer', { offerId })).toMatchObject({
      msg: '1688没有给这个应用查询该商品的权限',
      data: { refusal: 'marketplace-unauthorised', next: [{ label: expect.stringContaining('申请') }, {}] },
    })
    const accounts = await market.app.ok('queryMarketplaceAccounts', {})
    expect(accounts.map(({ health }) => health)).not.toContain('unauthorised')
    await market.simulator.control('POST', '/quirks', { name: '1688.noPermissionOffers', value: '' })
  })

  test('creates one product, adds stores to it, and may be sent twice', async () => {
    const [offerId] = market.take(1) as [string]
    const ids = idsOf(await market.claim([offerId]))
    const [first] = await market.resolved(ids)
    expect(first).toMatchObject({ state: 'claimed', error: null })
    expect(first!.card!.claims.map((one) => one.storeId)).toEqual(market.stores.slice(0, 1))
    expect(await market.claim([offerId])).toMatchObject([{ outcome: 'already', productId: productsOf(first!.card)[0] }])

    const calls = await market.simulator.received(DETAIL)
    expect(await market.claim([offerId], market.stores.slice(0, 2))).toMatchObject([{ outcome: 'claimed' }])
    const [second] = await market.boxOf(ids)
    expect(second!.card!.claims.map((one) => one.storeId).toSorted()).toEqual(market.stores.slice(0, 2).toSorted())
    expect(productsOf(second!.card)).toEqual(productsOf(first!.card))
    expect(await market.simulator.received(DETAIL)).toBe(calls)
    const { list } = await market.app.ok('keywordQuery', { keyword: offerId })
    expect(list[0]).toMatchObject({ collectState: 'claimed', supplierName: expect.any(String) })
  })

  test('claims at once what was fetched today', async () => {
    const [offerId] = market.take(1) as [string]
    await market.app.ok('getOffer', { offerId })
    const calls = await market.simulator.received(DETAIL)
    const [line] = await market.claim([offerId])
    expect(line).toMatchObject({ outcome: 'claimed', productId: expect.any(String) })
    expect(await market.simulator.received(DETAIL)).toBe(calls)
  })

  test('accepts lines of the box, and names those that don’t exist', async () => {
    const [offerId] = market.take(1) as [string]
    const collected = (await market.app.ok('collectProducts', { lines: [offerId, offerId] })).lines
    expect(collected.map((line) => line.outcome)).toEqual(['accepted', 'repeated'])
    const ids = idsOf(collected).slice(0, 1)
    expect(await market.resolved(ids)).toMatchObject([{ state: 'collected', skuCount: expect.any(Number) }])
    const { lines } = await market.app.ok('claimProducts', {
      collectIds: [...ids, '01890000-0000-7000-8000-000000000000'],
      storeIds: market.stores.slice(0, 1),
    })
    expect(lines.map((line) => line.outcome)).toEqual(['claimed', 'refused'])
  })

  test('fails with an explanation when the offer is gone, and a retry completes the claim', async () => {
    const [gone] = market.take(1) as [string]
    await market.change(gone, { status: 'expired' })
    const ids = idsOf(await market.claim([gone, '888888888888']))
    const items = await market.resolved(ids)
    expect(items.map((item) => item.state)).toEqual(['collect-failed', 'collect-failed'])
    for (const item of items) expect(item.error).toMatch(/下架/)
    await market.change(gone, { status: 'published' })
    const mine = items.find((item) => item.offerId === gone)!
    expect(await market.app.ok('retryCollectProducts', { ids: [mine.id] })).toMatchObject({ succeeded: 1 })
    const [again] = await market.resolved([mine.id])
    expect(again).toMatchObject({ state: 'claimed', error: null })
    expect(again!.card!.claims.map((one) => one.storeId)).toEqual(market.stores.slice(0, 1))
  })

  test('ends in one product after a lost answer and an expired token, with one renewal', async () => {
    const offerIds = market.take(4)
    await market.fault(DETAIL, 'drop-after', 2)
    const ids = idsOf(await market.claim(offerIds.slice(0, 2)))
    for (const item of await market.resolved(ids)) expect(productsOf(item.card)).toHaveLength(1)

    await market.fault(DETAIL, 'expire-token')
    const renewals = await market.simulator.received('getToken')
    const more = await market.resolved(idsOf(await market.claim(offerIds.slice(2))))
    expect(more.map((item) => item.state)).toEqual(['claimed', 'claimed'])
    expect((await market.simulator.received('getToken')) - renewals).toBe(1)
  })

  test('waits when 1688 throttles, reports it, and continues automatically', async () => {
    const [offerId] = market.take(1) as [string]
    // Throttled until a poll has shown that the item waits.
    await market.fault(DETAIL, 'throttle', 0)
    const ids = idsOf(await market.claim([offerId]))
    const [waiting] = await until(
      () => market.boxOf(ids),
      ([item]) => item!.error !== null || item!.state !== 'collecting',
    )
    expect(waiting).toMatchObject({ state: 'collecting', error: expect.stringMatching(/繁忙.*自动重试/) })
    await market.simulator.control('DELETE', '/faults')
    expect(await market.resolved(ids)).toMatchObject([{ state: 'claimed', error: null }])
  })

  test('a job that is run again after its worker died changes nothing', async () => {
    const [offerId] = market.take(1) as [string]
    const ids = idsOf(await market.claim([offerId]))
    const [before] = await market.resolved(ids)
    const calls = await market.simulator.received(DETAIL)
    const again = `update jobs.job set state = 'created', started_on = null, completed_on = null, start_after = now()
      where name = 'collect-offer' and data->>'collectId' = $1`
    expect((await market.app.db.pool.query(again, ids)).rowCount).toBe(1)
    await wake(market.app, 'collect-offer')
    const left = `select 1 from jobs.job where name = 'collect-offer' and data->>'collectId' = $1 and state < 'completed'`
    await until(
      () => market.app.db.pool.query(left, ids),
      ({ rowCount }) => rowCount === 0,
    )
    expect(await market.boxOf(ids)).toEqual([before])
    expect(await market.simulator.received(DETAIL)).toBe(calls)
  })

  test('a missing permission for product messages is logged and fails no claim', async () => {
    await market.simulator.control('POST', '/quirks', { name: '1688.deniedApis', value: PUSH })
    const [offerId] = market.take(1) as [string]
    expect(await market.resolved(idsOf(await market.claim([offerId])))).toMatchObject([{ state: 'claimed' }])
    await runCron(market.app, 'tell-listed')
    const relation = (): Promise<{ rows: { relation: string | null; relation_note: string | null }[] }> =>
      market.app.db.pool.query('select relation, relation_note from source_offer where offer_id = $1', [offerId])
    const { rows } = await until(relation, ({ rows: [row] }) => row!.relation !== null)
    expect(rows[0]).toEqual({ relation: 'refused', relation_note: expect.stringContaining('not allowed') })
    await market.simulator.control('POST', '/quirks', { name: '1688.deniedApis', value: '' })
  })
})
