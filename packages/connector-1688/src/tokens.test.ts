import { RemoteFailure, systemClock } from '@huoqiao/connector-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { createAlibabaConnector, createAlibabaOauth } from './index.ts'
import type { Tokens, TokenStore } from './index.ts'
import { gatewayError, searchAnswer } from './testing/answers.ts'
import { APP_KEY, APP_SECRET, quickClock, startGateway } from './testing/scripted-gateway.ts'
import type { ReceivedCall, ScriptedAnswer, ScriptedGateway } from './testing/scripted-gateway.ts'

const NOW = Date.UTC(2026, 10, 20)
const HOUR = 3_600_000
const TOKEN_PATH = `/openapi/http/1/system.oauth2/getToken/${APP_KEY}`

const oldTokens: Tokens = {
  accessToken: 'tok-old',
  refreshToken: 'refresh-1',
  expiresAt: NOW + 5 * HOUR,
  refreshTokenExpiresAt: NOW + 1000 * HOUR,
  memberId: 'b2b-1',
  loginId: 'demo_buyer',
  aliId: '22',
}

function storeOf(tokens: Tokens | undefined): TokenStore & { held: Tokens | undefined; writes: number } {
  const store = {
    held: tokens,
    writes: 0,
    read: () => Promise.resolve(store.held),
    write: (fresh: Tokens) => {
      store.held = fresh
      store.writes += 1
      return Promise.resolve()
    },
  }
  return store
}

let gateway: ScriptedGateway | undefined
afterEach(async () => {
  await gateway?.close()
  gateway = undefined
})

/** A gateway that accepts only the token `tok-new`, and whose token endpoint answers with `onRefresh`. */
async function connect(store: TokenStore, onRefresh: (call: ReceivedCall, nr: number) => ScriptedAnswer) {
  let refreshes = 0
  const running = await startGateway((call) => {
    if (call.path === TOKEN_PATH) return onRefresh(call, ++refreshes)
    if (call.fields['access_token'] === 'tok-new') return { json: searchAnswer }
    return { status: 401, json: gatewayError('401', 'Request need user authorized') }
  })
  gateway = running
  const clock = quickClock()
  const connector = createAlibabaConnector({
    gateway: running.url,
    appKey: APP_KEY,
    appSecret: APP_SECRET,
    tokens: store,
    clock,
  })
  const search = () => connector.searchOffers({ keyword: 'cup' })
  const count = (path: string) => running.received.filter((call) => call.path.includes(path)).length
  return {
    search,
    clock,
    received: running.received,
    refreshes: () => count('getToken'),
    searches: () => count('keywordQuery'),
  }
}

const fresh: ScriptedAnswer = { json: { access_token: 'tok-new', expires_in: '36000' } }
const wordOf = (error: unknown): unknown => (error instanceof RemoteFailure ? [error.word, error.detail.code] : error)

describe('an expired access token', () => {
  it('is renewed once and the call is sent once more', async () => {
    const store = storeOf(oldTokens)
    const { search, received, refreshes, searches } = await connect(store, () => fresh)
    expect((await search()).total).toBe(1840)
    expect([refreshes(), searches()]).toEqual([1, 2])
    expect(received.find((call) => call.path === TOKEN_PATH)?.fields).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: APP_KEY,
      client_secret: APP_SECRET,
    })
  })

  it('keeps the refresh token and the names when the answer has only an access token', async () => {
    const store = storeOf(oldTokens)
    const { search } = await connect(store, () => fresh)
    await search()
    expect(store.held).toEqual({ ...oldTokens, accessToken: 'tok-new', expiresAt: NOW + 10 * HOUR })
  })

  it('stores a new refresh token with its own expiry', async () => {
    const store = storeOf(oldTokens)
    const { search } = await connect(store, () => ({
      json: {
        access_token: 'tok-new',
        refresh_token: 'refresh-2',
        expires_in: '36000',
        refresh_token_timeout: '20270521120000000+0800',
      },
    }))
    await search()
    expect(store.held).toMatchObject({ refreshToken: 'refresh-2', refreshTokenExpiresAt: Date.UTC(2027, 4, 21, 4) })
  })

  it('is renewed once for all concurrent calls', async () => {
    const store = storeOf(oldTokens)
    const { search, refreshes } = await connect(store, () => fresh)
    const pages = await Promise.all([search(), search(), search(), search()])
    expect([pages.length, refreshes(), store.writes]).toEqual([4, 1, 1])
  })

  it('is replaced by what another process stored, without a renewal', async () => {
    const store = storeOf(oldTokens)
    const late: TokenStore = {
      read: async () => {
        const seen = await store.read()
        store.held = { ...oldTokens, accessToken: 'tok-new' }
        return seen
      },
      write: (tokens) => store.write(tokens),
    }
    const { search, refreshes } = await connect(late, () => fresh)
    await search()
    expect(refreshes()).toBe(0)
  })

  it('without a refresh token needs a person, and the call is not sent twice', async () => {
    const { search, refreshes, searches } = await connect(storeOf({ ...oldTokens, refreshToken: null }), () => fresh)
    expect(wordOf(await search().catch((error: unknown) => error))).toEqual(['unauthorised', '401'])
    expect([refreshes(), searches()]).toEqual([0, 1])
  })

  it('that is invalid after the renewal needs a person: there is no second renewal', async () => {
    const { search, refreshes, searches } = await connect(storeOf(oldTokens), () => ({
      json: { access_token: 'tok-other', expires_in: '36000' },
    }))
    expect(wordOf(await search().catch((error: unknown) => error))).toEqual(['unauthorised', '401'])
    expect([refreshes(), searches()]).toEqual([1, 2])
  })

  it('whose refresh token is refused needs a person, and no secret is shown', async () => {
    const { search } = await connect(storeOf(oldTokens), () => ({
      status: 400,
      json: { error: 'invalid_grant', error_description: 'refresh-1 is expired' },
    }))
    const failure = await search().catch((error: unknown) => error)
    expect(wordOf(failure)).toEqual(['unauthorised', 'invalid_grant'])
    const reported = failure instanceof RemoteFailure ? JSON.stringify([failure.message, failure.detail.exchange]) : ''
    expect(reported).toContain('getToken')
    expect(reported).not.toMatch(/refresh-1|test123/)
  })
})

describe('a token near its expiry', () => {
  it('is renewed before it expires, so that no call gets a 401', async () => {
    const { search, refreshes, searches } = await connect(
      storeOf({ ...oldTokens, expiresAt: NOW + 5 * 60_000 }),
      () => fresh,
    )
    await search()
    expect([refreshes(), searches()]).toEqual([1, 1])
  })

  it('is used while the renewal fails, and the renewal is not tried at every call', async () => {
    const { search, refreshes, searches } = await connect(
      storeOf({ ...oldTokens, accessToken: 'tok-new', expiresAt: NOW + 5 * 60_000 }),
      () => ({ status: 400, json: { error: 'invalid_grant' } }),
    )
    await search()
    await search()
    expect([refreshes(), searches()]).toEqual([1, 2])
  })

  it('is never renewed for its age when the platform returned no expiry', async () => {
    const { search, refreshes } = await connect(
      storeOf({ ...oldTokens, accessToken: 'tok-new', expiresAt: null }),
      () => fresh,
    )
    await search()
    expect(refreshes()).toBe(0)
  })
})

describe('a refresh token near its end', () => {
  const near: Tokens = { ...oldTokens, accessToken: 'tok-new' }
  /** A gateway with both token endpoints, and the paths that it received. */
  async function gatewayOf(onPostpone: ScriptedAnswer, onRefresh: ScriptedAnswer) {
    const store = storeOf(near)
    const running = await startGateway(({ path }) => (path.includes('postponeToken') ? onPostpone : onRefresh))
    gateway = running
    const connector = createAlibabaConnector({
      gateway: running.url,
      appKey: APP_KEY,
      appSecret: APP_SECRET,
      tokens: store,
      clock: quickClock(),
    })
    const sent = () => running.received.map(({ path }) => /oauth2\/(\w+)/.exec(path)?.[1])
    return { connector, store, sent, received: running.received }
  }
  const refused: ScriptedAnswer = { status: 400, json: { error: 'invalid_request' } }
  const dead: ScriptedAnswer = { status: 400, json: { error: 'invalid_grant' } }

  it('is exchanged for one that lives longer', async () => {
    const { connector, store, received } = await gatewayOf(
      {
        json: {
          access_token: 'tok-2',
          refresh_token: 'refresh-2',
          expires_in: '36000',
          refresh_token_timeout: '20270521120000000+0800',
        },
      },
      dead,
    )
    expect(await connector.prolongConsent()).toBeUndefined()
    expect(store.held).toMatchObject({
      accessToken: 'tok-2',
      refreshToken: 'refresh-2',
      refreshTokenExpiresAt: Date.UTC(2027, 4, 21, 4),
      loginId: 'demo_buyer',
    })
    expect(received.map(({ path, fields }) => ({ path, fields }))).toEqual([
      {
        path: `/openapi/param2/1/system.oauth2/postponeToken/${APP_KEY}`,
        fields: {
          refresh_token: 'refresh-1',
          access_token: 'tok-new',
          client_id: APP_KEY,
          client_secret: APP_SECRET,
        },
      },
    ])
  })

  it('that 1688 does not exchange stays in use', async () => {
    const { connector, store, sent } = await gatewayOf(refused, fresh)
    expect(await connector.prolongConsent()).toMatchObject({ word: 'rejected' })
    expect(store.held).toMatchObject({ refreshToken: 'refresh-1', accessToken: 'tok-new' })
    expect(sent()).toEqual(['postponeToken', 'getToken'])
  })

  it('whose exchange was not answered is sent once, and needs a person if it is invalid', async () => {
    const { connector, store, sent } = await gatewayOf('drop', dead)
    expect(wordOf(await connector.prolongConsent().catch((error: unknown) => error))).toEqual([
      'unauthorised',
      'invalid_grant',
    ])
    expect(sent()).toEqual(['postponeToken', 'getToken'])
    expect(store.held).toEqual(near)
  })
})

describe('an app for one account', () => {
  it('sends no token at all', async () => {
    const { search, received } = await connect(storeOf(undefined), () => fresh)
    await search().catch(() => undefined)
    expect(received.map((call) => Object.hasOwn(call.fields, 'access_token'))).toEqual([false])
  })
})

describe('granting access', () => {
  it('starts on the page of 1688 with the app, the return address and the state', () => {
    const oauth = createAlibabaOauth({
      gateway: 'https://gw.open.1688.com',
      appKey: APP_KEY,
      appSecret: APP_SECRET,
      clock: systemClock,
    })
    const url = new URL(oauth.authorizeUrl({ redirectUri: 'https://huoqiao.example/callback?x=1', state: 's/1' }))
    expect(url.origin + url.pathname).toBe('https://auth.1688.com/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: APP_KEY,
      site: '1688',
      redirect_uri: 'https://huoqiao.example/callback?x=1',
      state: 's/1',
    })
  })

  it('exchanges a code for tokens once, and does not send the code again when the answer is lost', async () => {
    const running = await startGateway((_call, nr) =>
      nr === 1
        ? {
            json: {
              access_token: 'a',
              refresh_token: 'r',
              expires_in: '36000',
              memberId: 'b2b-2',
              resourceOwner: 'demo_buyer:ops',
              aliId: 2208888888888,
            },
          }
        : 'drop',
    )
    gateway = running
    const oauth = createAlibabaOauth({
      gateway: running.url,
      appKey: APP_KEY,
      appSecret: APP_SECRET,
      clock: quickClock(),
    })
    const input = { code: 'c0de', redirectUri: 'https://huoqiao.example/callback' }
    expect(await oauth.exchangeCode(input)).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: NOW + 10 * HOUR,
      refreshTokenExpiresAt: null,
      memberId: 'b2b-2',
      loginId: 'demo_buyer:ops',
      aliId: '2208888888888',
    })
    expect(running.received[0]?.fields).toMatchObject({
      grant_type: 'authorization_code',
      need_refresh_token: 'true',
      code: 'c0de',
    })
    expect(running.received[0]?.fields).not.toHaveProperty('_aop_signature')
    expect(wordOf(await oauth.exchangeCode(input).catch((error: unknown) => error))).toEqual([
      'unknown-outcome',
      expect.any(String),
    ])
    expect(running.received).toHaveLength(2)
  })
})
