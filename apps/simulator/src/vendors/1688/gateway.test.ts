import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CROSS, openHarness, WORLD } from './buyer.testing.ts'
import type { Harness, Json } from './buyer.testing.ts'
import { signatureOf } from './signature.ts'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
})
afterEach(() => harness.close())

const DETAIL = `param2/1/${CROSS}/product.search.queryProductDetail`
const call: Harness['call'] = (...args) => harness.call(...args)
const control: Harness['control'] = (...args) => harness.control(...args)
const ledger: Harness['ledger'] = (...args) => harness.ledger(...args)
const signedIn = async (params: Record<string, string>) => ({
  access_token: (await harness.credentials()).accessToken,
  ...params,
})
/** Any offer that can be bought. */
const OFFER_ID = WORLD.offers.find((offer) => offer.status === 'published')!.offerId
const detailParam = () => JSON.stringify({ offerId: Number(OFFER_ID), country: 'en' })

describe('signature', () => {
  it.each([
    [
      'the official vector',
      'param2/1/system/currentTime/1000000',
      { b: '2', a: '1' },
      '33E54F4F7B989E3E0E912D3FBD2F1A03CA7CCE88',
    ],
    [
      'keyword search',
      `param2/1/${CROSS}/product.search.keywordQuery/1000000`,
      {
        access_token: 'tok-0001',
        _aop_timestamp: '1700000000000',
        offerQueryParam: '{"keyword":"饼干","beginPage":1,"pageSize":20,"country":"en"}',
      },
      'AE5276D52B32EAFC2E1E1CFF7D71E6E5EEB3FF00',
    ],
    [
      'order detail',
      'param2/1/com.alibaba.trade/alibaba.trade.get.buyerView/1000000',
      { access_token: 'tok-0001', webSite: '1688', orderId: '58218860983545941' },
      '4CC86510410CBD1544E10CD0F21485F41B3EAD85',
    ],
    [
      'the one that tells the sort orders apart',
      'param2/1/system/currentTime/1000000',
      { a: 'z', ab: 'c' },
      'A129579A1CBD40FDAF3604B279E1D852365204FC',
    ],
  ])('is accepted for %s', (_name, path, params, expected) => {
    expect(signatureOf(path, params, 'test123')).toBe(expected)
  })

  it('of the official example is accepted by the clock call, by GET, POSTed query and form alike', async () => {
    const url = `${harness.origin}/openapi/param2/1/system/currentTime/1000000?b=2&_aop_signature=33E54F4F7B989E3E0E912D3FBD2F1A03CA7CCE88`
    for (const request of [
      fetch(`${url}&a=1`),
      fetch(`${url}&a=1`, { method: 'POST' }),
      fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) }),
    ]) {
      const response = await request
      expect(response.status).toBe(200)
      expect(await response.text()).toMatch(/^"\d{17}\+0800"$/)
    }
  })
})

describe('order of the checks', () => {
  it('is API, signature, token, permission, parameters, business, each with the vendor’s message', async () => {
    const unknownApi = await call(`param2/1/${CROSS}/no.such.api`, {}, { secret: 'wrong' })
    expect(unknownApi).toMatchObject({
      status: 400,
      body: { error_code: 'gw.APIUnsupported', error_message: expect.stringContaining('unsupport api') },
    })

    const wrongSecret = await call(DETAIL, {}, { secret: 'wrong' })
    expect(wrongSecret.body['error_code']).toBe('gw.SignatureInvalid')
    expect(wrongSecret.body['exception']).toBe(wrongSecret.body['error_message'])

    const noToken = await call(DETAIL, {})
    expect(noToken).toMatchObject({
      status: 401,
      body: { error_code: '401', error_message: 'Request need user authenticated' },
    })
    const oddToken = await call(DETAIL, { access_token: 'nobody' })
    expect(oddToken).toMatchObject({
      status: 401,
      body: { error_code: '401', error_message: 'Request need user authorized' },
    })

    // The sample app has a token but no permission; its call also lacks its parameter, which must not be checked yet.
    const noGrant = await call(DETAIL, { access_token: 'tok-0001' }, { appKey: '1000000', secret: 'test123' })
    expect(noGrant).toMatchObject({
      status: 400,
      body: { error_code: 'gw.APIACLDecline', error_message: 'AppKey is not allowed(acl)' },
    })

    const noParam = await call(DETAIL, await signedIn({}))
    expect(noParam).toMatchObject({
      status: 400,
      body: { error_code: 'gw.ParamMissing', error_message: 'Required argument offerDetailParam' },
    })

    const noCountry = await call(DETAIL, await signedIn({ offerDetailParam: '{"offerId":1}' }))
    expect(noCountry).toMatchObject({ status: 200, body: { result: { success: false } } })
  })

  it('reports a missing app key and a missing signature', async () => {
    const noKey = await fetch(`${harness.origin}/openapi/param2/1/system/currentTime`)
    expect(((await noKey.json()) as Json)['error_code']).toBe('gw.AppKeyMissing')
    const unsigned = await fetch(`${harness.origin}/openapi/param2/1/system/currentTime/1000000`)
    expect(((await unsigned.json()) as Json)['error_code']).toBe('gw.SignatureMissing')
  })
})

describe('tokens', () => {
  const token = async (protocol: string, params: Record<string, string>) => {
    const { appKey, appSecret } = await harness.credentials()
    const response = await fetch(`${harness.origin}/openapi/${protocol}/1/system.oauth2/getToken/${appKey}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: appKey, client_secret: appSecret, ...params }),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }

  it('expire after ten hours, and a refresh returns a new one without a refresh token', async () => {
    const { refreshToken } = await harness.credentials()
    const call1 = await signedIn({ offerDetailParam: detailParam() })
    expect((await call(DETAIL, call1)).status).toBe(200)
    await control('POST', 'clock', { advanceMs: 10 * 3_600_000 + 1000 })
    expect((await call(DETAIL, call1)).status).toBe(401)
    for (const protocol of ['http', 'param2']) {
      const fresh = await token(protocol, { grant_type: 'refresh_token', refresh_token: refreshToken })
      expect(fresh.status).toBe(200)
      expect(fresh.body).toMatchObject({ expires_in: '36000', resource_owner: 'huoqiao_demo:ops' })
      expect(fresh.body).not.toHaveProperty('refresh_token')
      const retried = await call(DETAIL, { ...call1, access_token: String(fresh.body['access_token']) })
      expect(retried.status).toBe(200)
    }
  })

  it('are returned for a code from the consent page, once and within two minutes', async () => {
    const { appKey } = await harness.credentials()
    const redirect = 'http://127.0.0.1:1/callback'
    const code = async (): Promise<string> => {
      const page = await fetch(
        `${harness.origin}/oauth/authorize?client_id=${appKey}&site=1688&redirect_uri=${encodeURIComponent(redirect)}&state=s1`,
      )
      const href = /href="([^"]+)"/.exec(await page.text())![1]!.replaceAll('&#38;', '&')
      expect(new URL(href).searchParams.get('state')).toBe('s1')
      return new URL(href).searchParams.get('code')!
    }
    const params = { grant_type: 'authorization_code', need_refresh_token: 'true', redirect_uri: redirect }
    const first = await code()
    const granted = await token('http', { ...params, code: first })
    expect(granted.body).toMatchObject({ memberId: 'b2b-2208888888888abcd', refresh_token: expect.any(String) })
    expect(granted.body['refresh_token_timeout']).toMatch(/^\d{17}\+0800$/)
    expect(await token('http', { ...params, code: first })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    const late = await code()
    await control('POST', 'clock', { advanceMs: 121_000 })
    expect((await token('http', { ...params, code: late })).status).toBe(400)
  })

  it('are not given to a person who refuses, or at an address that is not registered', async () => {
    const { appKey } = await harness.credentials()
    const page = async (redirect: string): Promise<Response> =>
      fetch(
        `${harness.origin}/oauth/authorize?client_id=${appKey}&site=1688&redirect_uri=${encodeURIComponent(redirect)}&state=s1`,
      )
    const href = /id="refuse" href="([^"]+)"/.exec(await (await page('http://127.0.0.1:1/callback')).text())![1]!
    const { searchParams } = new URL(href.replaceAll('&#38;', '&'))
    expect(Object.fromEntries(searchParams)).toEqual({ state: 's1', error: 'access_denied' })
    await control('POST', 'quirks', { name: '1688.redirectHost', value: 'erp.example.com' })
    expect((await page('http://127.0.0.1:1/callback')).status).toBe(400)
    expect((await page('https://erp.example.com/callback')).status).toBe(200)
    await control('POST', 'quirks', { name: '1688.redirectHost', value: '' })
  })

  it('get a refresh token that lives longer only in the last 30 days of the old one, which ends then', async () => {
    const { appKey, appSecret } = await harness.credentials()
    const grant = async (params: Record<string, string>) => (await token('http', params)).body
    const postpone = async (held: Json): Promise<{ status: number; body: Json }> => {
      const response = await fetch(`${harness.origin}/openapi/param2/1/system.oauth2/postponeToken/${appKey}`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: appKey,
          client_secret: appSecret,
          refresh_token: String(held['refresh_token']),
          access_token: String(held['access_token']),
        }),
      })
      return { status: response.status, body: (await response.json()) as Json }
    }
    await control('POST', 'quirks', { name: '1688.refreshReturnsRefreshToken', value: true })
    await control('POST', 'quirks', { name: '1688.refreshTokenDays', value: 31 })
    const { refreshToken } = await harness.credentials()
    const held = await grant({ grant_type: 'refresh_token', refresh_token: refreshToken })
    await control('POST', 'quirks', { name: '1688.refreshReturnsRefreshToken', value: false })
    await control('POST', 'quirks', { name: '1688.refreshTokenDays', value: 180 })
    expect(await postpone(held)).toMatchObject({ status: 400 })
    await control('POST', 'clock', { advanceMs: 2 * 86_400_000 })
    // Its access token has expired meanwhile.
    expect(await postpone(held)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const fresh = await grant({ grant_type: 'refresh_token', refresh_token: String(held['refresh_token']) })
    const both = { ...held, access_token: fresh['access_token'] }
    expect(await postpone(both)).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } })
    expect(await postpone(both)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await control('POST', 'quirks', { name: '1688.postponeWithinDays', value: -1 })
    expect(await postpone(fresh)).toMatchObject({ status: 400 })
    await control('POST', 'quirks', { name: '1688.postponeWithinDays', value: 30 })
  })

  it('are refused for a wrong client secret', async () => {
    const { refreshToken } = await harness.credentials()
    const refused = await token('http', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_secret: 'no',
    })
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  })
})

describe('limits', () => {
  it('refuse the calls above the QPS and accept calls again a second later', async () => {
    await control('POST', 'quirks', { name: '1688.qps', value: 3 })
    await control('POST', 'clock', { advanceMs: 2000 })
    const params = await signedIn({ offerDetailParam: detailParam() })
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(DETAIL, params)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
    expect(answers.filter((answer) => answer.body['error_code'] === 'gw.QosAppFrequencyLimit')).toHaveLength(2)
    expect(await ledger('?outcome=throttled')).toHaveLength(2)
    await control('POST', 'clock', { advanceMs: 1000 })
    expect((await call(DETAIL, params)).status).toBe(200)
  })

  it('count down a call quota until it is used up', async () => {
    await control('POST', 'quirks', { name: '1688.usageLeft', value: 1 })
    const params = await signedIn({ offerDetailParam: detailParam() })
    expect((await call(DETAIL, params)).status).toBe(200)
    expect((await call(DETAIL, params)).body).toMatchObject({
      error_code: 'gw.NoUsageLeftError',
      error_message: 'SLA bill has no usage left',
    })
  })
})

describe('faults', () => {
  const FOLLOW = 'param2/1/com.alibaba.product/alibaba.product.follow.crossborder'
  const fault = (call: string, kind: Json) => control('POST', 'faults', { vendor: '1688', call, fault: kind })
  const follow = async () => call(FOLLOW, await signedIn({ productId: OFFER_ID }))

  it('drop-after does the work, cuts the connection and is in the ledger', async () => {
    await fault('alibaba.product.follow.crossborder', { kind: 'drop-after' })
    await expect(follow()).rejects.toThrow('fetch failed')
    expect(await ledger('?call=alibaba.product.follow.crossborder')).toMatchObject([
      { outcome: 'dropped', status: 0, code: 'drop-after', effect: `follows ${OFFER_ID}` },
    ])
    expect((await follow()).body).toEqual({ code: 0, message: 'success' })
    const second = (await ledger('?call=alibaba.product.follow.crossborder')).at(-1)
    expect(second).not.toHaveProperty('effect')
  })

  it('drop-before cuts the connection and does nothing', async () => {
    await fault('alibaba.product.follow.crossborder', { kind: 'drop-before' })
    await expect(follow()).rejects.toThrow('fetch failed')
    expect((await ledger('?outcome=dropped'))[0]).not.toHaveProperty('effect')
    await follow()
    expect((await ledger('?call=alibaba.product.follow.crossborder')).at(-1)).toMatchObject({
      effect: `follows ${OFFER_ID}`,
    })
  })

  it('drop-then cuts the connection first, does the work after the given time, and only then is in the ledger', async () => {
    const FOLLOWED = '?call=alibaba.product.follow.crossborder'
    await fault('alibaba.product.follow.crossborder', { kind: 'drop-then', ms: 3_600_000 })
    await expect(follow()).rejects.toThrow('fetch failed')
    expect(await ledger(FOLLOWED)).toEqual([])
    // Removing the faults carries out at once what they delayed.
    await control('DELETE', 'faults')
    let entries = await ledger(FOLLOWED)
    while (entries.length === 0) entries = await ledger(FOLLOWED)
    expect(entries).toMatchObject([{ outcome: 'dropped', status: 0, code: 'drop-then', effect: `follows ${OFFER_ID}` }])
    await follow()
    expect((await ledger(FOLLOWED)).at(-1)).not.toHaveProperty('effect')
  })

  it('refuse with the chosen code, throttle as the vendor does, and invalidate the token', async () => {
    const params = await signedIn({ offerDetailParam: detailParam() })
    await fault('product.search.queryProductDetail', {
      kind: 'refuse',
      code: 'gw.NoUsageLeftError',
      message: 'SLA bill has no usage left',
    })
    expect((await call(DETAIL, params)).body['error_code']).toBe('gw.NoUsageLeftError')
    await fault('*', { kind: 'throttle' })
    expect((await call(DETAIL, params)).body['error_code']).toBe('gw.QosAppFrequencyLimit')
    await fault('*', { kind: 'expire-token' })
    expect((await call(DETAIL, params)).status).toBe(401)
    expect((await call(DETAIL, params)).status).toBe(401)
  })

  it('slow checks the call when it arrives: its token may have expired by the time of the answer', async () => {
    await fault('*', { kind: 'slow', ms: 3_600_000 })
    const held = follow()
    let faults = await control('GET', 'faults')
    while ((faults['faults'] as object[]).length > 0) faults = await control('GET', 'faults')
    await control('POST', 'clock', { advanceMs: 11 * 3_600_000 })
    await control('DELETE', 'faults')
    expect((await held).status).toBe(200)
    expect((await follow()).status).toBe(401)
  })

  it('slow waits and then answers', async () => {
    await fault('*', { kind: 'slow', ms: 60 })
    expect((await follow()).status).toBe(200)
    expect(Number((await ledger('?call=alibaba.product.follow.crossborder'))[0]!['ms'])).toBeGreaterThanOrEqual(55)
  })
})

describe('a restart', () => {
  it('keeps relations, tokens, ledger, quirks and the moved clock', async () => {
    await harness.restart(false)
    const path = 'param2/1/com.alibaba.fenxiao.crossborder/product.kjdistribute.addRelation'
    await call(path, { offerId: OFFER_ID })
    await control('POST', 'clock', { advanceMs: 11 * 3_600_000 })
    await control('POST', 'quirks', { name: '1688.nulls', value: 'absent' })
    await harness.restart(false)
    expect((await call(path, { offerId: OFFER_ID })).body).toMatchObject({ result: { success: false } })
    expect((await call(DETAIL, await signedIn({ offerDetailParam: detailParam() }))).status).toBe(401)
    expect((await ledger()).map((entry) => entry['seq'])).toEqual([1, 2, 3])
    expect((await control('GET', 'quirks'))['quirks']).toContainEqual(
      expect.objectContaining({ name: '1688.nulls', value: 'absent' }),
    )
  })
})
