import { createAlibabaConnector, createAlibabaOauth, parseOfferLink } from '@huoqiao/connector-1688'
import type { AlibabaConnectorDeps, Tokens, TokenStore } from '@huoqiao/connector-1688'
import { createPace, RemoteFailure, systemClock } from '@huoqiao/connector-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patientFetch, startSimulator } from './simulator.ts'

/**
 * Our connector against our simulator, two implementations of the same reference without shared code: where they disagree, one of them
 * misread it.
 */
type Credentials = { appKey: string; appSecret: string; accessToken: string; refreshToken: string; gateway: string }

let simulator: Awaited<ReturnType<typeof startSimulator>> | undefined
let credentials: Credentials

beforeAll(async () => {
  simulator = await startSimulator()
  const answer = await fetch(`${simulator.origin}/control/credentials`)
  credentials = ((await answer.json()) as { alibaba: Credentials }).alibaba
  await callsASecond(10_000)
})

/** Sets the simulator's rate limit. It is higher than ours, so that calls that bunch up on a busy machine do not reach it. */
const callsASecond = (value: number) =>
  fetch(`${simulator?.origin}/control/quirks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: '1688.qps', value }),
  })

afterAll(async () => {
  await simulator?.stop()
})

function storeOf(accessToken: string, refreshToken: string | null): TokenStore & { held: Tokens } {
  const store = {
    held: {
      accessToken,
      refreshToken,
      expiresAt: null,
      refreshTokenExpiresAt: null,
      memberId: null,
      loginId: null,
      aliId: null,
    } as Tokens,
    read: () => Promise.resolve(store.held),
    write: (tokens: Tokens) => {
      store.held = tokens
      return Promise.resolve()
    },
  }
  return store
}

/** One budget for the app key, because the calls of all users count together. */
const pace = createPace({ startsPerSecond: 25, firstBackOffMs: 1_200 }, systemClock)

const connect = (more: Partial<AlibabaConnectorDeps> = {}) =>
  createAlibabaConnector({
    gateway: credentials.gateway,
    appKey: credentials.appKey,
    appSecret: credentials.appSecret,
    tokens: storeOf(credentials.accessToken, credentials.refreshToken),
    fetch: patientFetch,
    pace,
    ...more,
  })

async function failureOf(promise: Promise<unknown>): Promise<[string, string | undefined]> {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof RemoteFailure) return [outcome.word, outcome.detail.code]
  throw new Error('expected a RemoteFailure', { cause: outcome })
}

describe('the connection', () => {
  it('reads the clock of the gateway with a signature that it accepts', async () => {
    const before = Date.now()
    const { serverTime } = await connect().probe()
    expect(serverTime).toBeGreaterThanOrEqual(before)
    expect(serverTime).toBeLessThanOrEqual(Date.now())
  })

  it('is refused with a wrong secret, an unknown app, and an app without the permission', async () => {
    expect(await failureOf(connect({ appSecret: 'wrong' }).probe())).toEqual(['unauthorised', 'gw.SignatureInvalid'])
    expect(await failureOf(connect({ appKey: '7' }).probe())).toEqual(['unauthorised', 'gw.AppKeyNotFound'])
    const sample = connect({ appKey: '1000000', appSecret: 'test123', tokens: storeOf('tok-0001', null) })
    expect(await failureOf(sample.searchOffers({ keyword: '杯' }))).toEqual(['unauthorised', 'gw.APIACLDecline'])
  })

  it('recovers from an expired access token with one refresh, and stores the new one', async () => {
    const tokens = storeOf('dead', credentials.refreshToken)
    const connector = connect({ tokens })
    const pages = await Promise.all(['杯', '灯', '包'].map((keyword) => connector.searchOffers({ keyword })))
    expect(pages).toHaveLength(3)
    expect(tokens.held.accessToken).not.toBe('dead')
    expect(tokens.held.refreshToken).toBe(credentials.refreshToken)
    expect(tokens.held.expiresAt).toBeGreaterThan(Date.now())
  })

  it('needs a person when the refresh token has expired too', async () => {
    const outcome = await failureOf(connect({ tokens: storeOf('dead', 'dead') }).searchOffers({ keyword: '杯' }))
    expect(outcome).toEqual(['unauthorised', 'invalid_grant'])
  })

  it('gets valid tokens from the consent page, once per code', async () => {
    const { appKey, appSecret, gateway } = credentials
    const oauth = createAlibabaOauth({
      gateway,
      authHost: gateway,
      appKey,
      appSecret,
      clock: systemClock,
      fetch: patientFetch,
    })
    const redirectUri = 'http://127.0.0.1/callback'
    const page = await (await fetch(oauth.authorizeUrl({ redirectUri, state: 's1' }))).text()
    const href = /id="authorize" href="([^"]+)"/.exec(page)?.[1]?.replaceAll(/&(?:amp|#38);/g, '&')
    const callback = new URL(href ?? '')
    expect(callback.searchParams.get('state')).toBe('s1')
    const input = { code: callback.searchParams.get('code') ?? '', redirectUri }
    const tokens = await oauth.exchangeCode(input)
    expect(tokens).toMatchObject({ memberId: expect.stringMatching(/^b2b-/), loginId: expect.any(String) })
    expect(tokens.refreshTokenExpiresAt).toBeGreaterThan(tokens.expiresAt ?? 0)
    await connect({ tokens: storeOf(tokens.accessToken, null) }).searchOffers({ keyword: '杯' })
    expect(await failureOf(oauth.exchangeCode(input))).toEqual(['unauthorised', 'invalid_grant'])
  })

  it('completes every call when the platform throttles', async () => {
    await callsASecond(30)
    const hasty = createPace({ startsPerSecond: 60, firstBackOffMs: 1_200 }, systemClock)
    const connector = connect({ pace: hasty })
    const answers = await Promise.all(Array.from({ length: 45 }, () => connector.probe()))
    await callsASecond(10_000)
    expect(answers).toHaveLength(45)
  })
})

describe('the marketplace', () => {
  it('is searched within a price range and in order of price, page by page without a repetition', async () => {
    const connector = connect()
    const input = {
      keyword: '杯',
      pageSize: 10,
      sort: { by: 'price', direction: 'asc' },
      priceFromMinor: 500,
      priceToMinor: 6_000,
    } as const
    const first = await connector.searchOffers({ ...input, page: 1 })
    const second = await connector.searchOffers({ ...input, page: 2 })
    const cards = [...first.cards, ...second.cards]
    const prices = cards.map((card) => card.priceMinor ?? Number.NaN)
    expect([first.page, second.page, first.pageSize, first.cards.length]).toEqual([1, 2, 10, 10])
    expect(first.totalPages).toBe(Math.ceil(first.total / 10))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(500)
    expect(Math.max(...prices)).toBeLessThanOrEqual(6_000)
    expect(new Set(cards.map((card) => card.offerId)).size).toBe(cards.length)
  })

  it('returns offers whose SKUs can all be priced, ordered and identified', async () => {
    const connector = connect()
    const pages = await Promise.all(
      ['杯', '灯', '包', '衣'].map((keyword) => connector.searchOffers({ keyword, pageSize: 8 })),
    )
    const ids = [...new Set(pages.flatMap((page) => page.cards.map((card) => card.offerId)))]
    expect(ids.length).toBeGreaterThan(10)
    const offers = await Promise.all(ids.map((offerId) => connector.getOffer({ offerId })))
    for (const [index, offer] of offers.entries()) {
      expect(offer.offerId).toBe(ids[index])
      expect(offer.supplier.openId).not.toBeNull()
      expect(offer.images.length).toBeGreaterThan(0)
      expect(offer.tiers.length).toBeGreaterThan(0)
      expect(offer.quoteType).not.toBeNull()
      for (const sku of offer.skus) {
        expect(sku.skuId).toMatch(/^\d{10,}$/)
        expect(sku.specId).toMatch(/^[0-9a-f]{32}$/)
        expect(sku.stock).not.toBeNull()
        expect(sku.attributes.length).toBeGreaterThan(0)
        if (offer.quoteType === 1) expect(sku.priceMinor).toBeGreaterThan(0)
        if (offer.weightGrams !== null) expect(sku.weightGrams).toBeGreaterThan(0)
      }
    }
  })

  it('returns an offer with the same data in the list and in the detail', async () => {
    const connector = connect()
    const [card] = (await connector.searchOffers({ keyword: '灯', pageSize: 1 })).cards
    const offer = await connector.getOffer({ offerId: card!.offerId })
    expect([offer.subject, offer.subjectTrans, offer.minOrderQuantity, offer.categoryIds]).toEqual([
      card!.subject,
      card!.subjectTrans,
      card!.minOrderQuantity,
      card!.categoryIds,
    ])
    expect(parseOfferLink(card!.promotionUrl ?? '')).toMatchObject({ kind: 'offer', offerId: card!.offerId })
    const ofSeller = await connector.sellerOffers({ sellerOpenId: offer.supplier.openId!, pageSize: 50 })
    expect(ofSeller.cards.map((one) => one.offerId)).toContain(offer.offerId)
  })

  it('recommends offers, and at most ten related ones', async () => {
    const connector = connect()
    expect((await connector.recommendOffers({ ourUserId: 'u1', pageSize: 12 })).length).toBeGreaterThan(0)
    const [card] = (await connector.searchOffers({ keyword: '包', pageSize: 1 })).cards
    const related = await connector.relatedOffers({ offerId: card!.offerId, pageSize: 50 })
    expect(related.length).toBeLessThanOrEqual(10)
    expect(related.map((one) => one.offerId)).not.toContain(card!.offerId)
  })

  it('reports an unknown offer as not found', async () => {
    expect(await failureOf(connect().getOffer({ offerId: '99999999999' }))).toEqual(['not-found', '404'])
  })
})

describe('relations', () => {
  it('are declared for more than twenty offers, twice without harm, past one that does not exist', async () => {
    const connector = connect()
    const { cards } = await connector.searchOffers({ keyword: '杯', pageSize: 30 })
    const ids = cards.map((card) => card.offerId)
    expect(ids.length).toBeGreaterThan(20)
    expect(await connector.pushListing(ids)).toEqual({ done: ids, refused: [] })
    const outcome = await connector.pushListing([...ids, '99999999999'])
    expect(outcome.done.toSorted()).toEqual(ids.toSorted())
    expect(outcome.refused.map((one) => one.offerIds)).toEqual([['99999999999']])
  })

  it('are added and removed twice without harm', async () => {
    const connector = connect()
    const [card] = (await connector.searchOffers({ keyword: '灯', pageSize: 1 })).cards
    for (let i = 0; i < 2; i++) await connector.addRelation(card!.offerId)
    for (let i = 0; i < 2; i++) await connector.removeRelation(card!.offerId)
    expect((await failureOf(connector.addRelation('99999999999')))[0]).toBe('not-found')
  })
})
