import { createPace, NO_RETRY, RemoteFailure, SHORT_RETRY } from '@huoqiao/connector-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { APP_KEY, APP_SECRET, quickClock, startGateway } from './testing/scripted-gateway.ts'
import type { ReceivedCall, ScriptedAnswer, ScriptedGateway } from './testing/scripted-gateway.ts'
import { gatewayError } from './testing/answers.ts'
import { createTransport } from './transport.ts'
import { CROSSBORDER_LAYOUT } from './wire/call-descriptor.ts'
import type { CallDescriptor } from './wire/call-descriptor.ts'

const READ: CallDescriptor = { namespace: 'ns', name: 'read', safe: true, token: true, answer: CROSSBORDER_LAYOUT }
const ok = { json: { result: { success: true, code: '200', message: '操作成功', result: { fine: true } } } }

/** Trade calls come later; these are their layouts out of reference 1.7, to hold the transport to "a call is only data". */
const CREATE: CallDescriptor = {
  namespace: 'com.alibaba.trade',
  name: 'alibaba.trade.createCrossOrder',
  safe: false,
  token: true,
  maskedParams: ['addressParam'],
  answer: {
    success: ['success', 'result.success'],
    code: ['code', 'result.code'],
    message: ['message', 'result.message'],
    error: [],
    payload: 'result',
    proof: ['result.orderId', 'result.orderList', 'orderId'],
  },
}
const PAY_LINK: CallDescriptor = {
  ...CREATE,
  name: 'alibaba.alipay.url.get',
  safe: true,
  answer: {
    success: ['success'],
    code: ['errorCode'],
    message: ['erroMsg'],
    error: ['errorCode', 'erroMsg'],
    payload: '',
  },
}
const TRACE: CallDescriptor = {
  ...PAY_LINK,
  name: 'getLogisticsTraceInfo',
  answer: {
    success: ['success'],
    code: ['errorCode'],
    message: ['errorMessage'],
    error: ['errorCode', 'errorMessage'],
    payload: 'logisticsTrace',
  },
}
const FOLLOW: CallDescriptor = {
  ...PAY_LINK,
  name: 'follow',
  answer: { success: [], code: ['code'], message: ['message'], error: ['code'], payload: '' },
}
const PREVIEW: CallDescriptor = {
  ...PAY_LINK,
  name: 'alibaba.createOrder.preview',
  answer: {
    success: ['success'],
    code: ['errorCode'],
    message: ['errorMsg'],
    error: ['errorCode', 'errorMsg'],
    payload: 'orderPreviewResuslt',
  },
}

let gateway: ScriptedGateway | undefined
afterEach(async () => {
  await gateway?.close()
  gateway = undefined
})

async function connect(answer: (call: ReceivedCall, nr: number) => ScriptedAnswer, timeoutMs = 5_000) {
  const running = await startGateway(answer)
  gateway = running
  const clock = quickClock()
  const token = {
    accessToken: 'tok-0001',
    refreshToken: null,
    expiresAt: null,
    refreshTokenExpiresAt: null,
    memberId: null,
    loginId: null,
    aliId: null,
  }
  const transport = createTransport({
    gateway: `${running.url}/`,
    appKey: APP_KEY,
    appSecret: APP_SECRET,
    tokens: { current: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) },
    pace: createPace({ startsPerSecond: 20 }, clock),
    clock,
    random: () => 0.5,
    timeoutMs,
  })
  return { transport, clock, received: running.received }
}

const failureOf = async (promise: Promise<unknown>): Promise<RemoteFailure> => {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof RemoteFailure) return outcome
  throw new Error('expected a RemoteFailure', { cause: outcome })
}

describe('a request', () => {
  it('is a signed form whose signature fits the very bytes that were sent', async () => {
    const { transport, received } = await connect(() => ok)
    const query = { keyword: '饼干 & 茶=+%', emoji: '\u{1F600}', deep: [1.5, null, { id: 2891234567890123456n }] }
    await transport.call(READ, { query, flag: false, zero: 0, text: '', gone: undefined, time: new Date(0) })
    expect(received[0]).toMatchObject({ path: '/openapi/param2/1/ns/read/1000000', signatureFits: true })
    expect(received[0]?.contentType).toBe('application/x-www-form-urlencoded; charset=UTF-8')
    expect(received[0]?.fields).toMatchObject({
      access_token: 'tok-0001',
      _aop_timestamp: String(Date.UTC(2026, 10, 20)),
      query: '{"keyword":"饼干 & 茶=+%","emoji":"\u{1F600}","deep":[1.5,null,{"id":2891234567890123456}]}',
      flag: 'false',
      zero: '0',
      text: '',
    })
    expect(received[0]?.fields).not.toHaveProperty('gone')
  })

  it('sends no token where none is wanted', async () => {
    const { transport, received } = await connect(() => ok)
    await transport.call({ ...READ, token: false }, {})
    expect(received[0]?.fields).not.toHaveProperty('access_token')
  })

  it('carries a file beside the signed fields', async () => {
    let contentType = ''
    const { transport } = await connect((call) => {
      contentType = call.contentType
      return ok
    })
    const file = { bytes: Uint8Array.of(1, 2, 3), name: 'a.jpg', type: 'image/jpeg' }
    await transport.call({ ...READ, fileParam: 'imageData' }, {}, { file })
    expect(contentType).toMatch(/^multipart\/form-data; boundary=/)
  })
})

describe('an answer', () => {
  it('keeps 19-digit ids to the last digit', async () => {
    const { transport } = await connect(() => ({
      text: '{"result":{"success":true,"result":{"id":2891234567890123457,"list":[58218860983545941],"offerId":620201390233}}}',
    }))
    const { payload } = await transport.call(READ, {})
    expect(payload).toEqual({ id: '2891234567890123457', list: ['58218860983545941'], offerId: 620201390233 })
  })

  it('with a flag in text is read like one with a real flag', async () => {
    const { transport } = await connect((_call, nr) => ({
      json: { success: nr === 1 ? 'true' : 'false', errorCode: null, payUrl: 'u' },
    }))
    expect((await transport.call(PAY_LINK, {})).payload).toMatchObject({ payUrl: 'u' })
    expect((await failureOf(transport.call(PAY_LINK, {}))).word).toBe('rejected')
  })

  it.each([
    {
      what: 'a refused product call',
      descriptor: READ,
      json: { result: { success: false, code: '500', message: '系统繁忙' } },
      code: '500',
      said: '系统繁忙',
    },
    {
      what: 'a pay link with the misspelled message',
      descriptor: PAY_LINK,
      json: { success: false, errorCode: 'E1', erroMsg: '订单状态不对' },
      code: 'E1',
      said: '订单状态不对',
    },
    {
      what: 'a yes with an error message',
      descriptor: TRACE,
      json: { success: true, errorMessage: '暂无物流轨迹' },
      code: undefined,
      said: '暂无物流轨迹',
    },
    {
      what: 'a family whose flag is code 0',
      descriptor: FOLLOW,
      json: { code: 7, message: '不行' },
      code: '7',
      said: '不行',
    },
    {
      what: 'an outer yes with an inner no',
      descriptor: CREATE,
      json: { success: true, result: { success: false, code: '400', message: 'AddressId invalid' } },
      code: '400',
      said: 'AddressId invalid',
    },
    {
      what: 'a preview below the minimum',
      descriptor: PREVIEW,
      json: { success: false, errorCode: '500_005', errorMsg: '不满足起批量' },
      code: '500_005',
      said: '不满足起批量',
    },
  ])('is a refusal with its own code: $what', async ({ descriptor, json, code, said }) => {
    const { transport, received } = await connect(() => ({ json }))
    const failure = await failureOf(transport.call(descriptor, {}))
    expect([failure.word, failure.detail.code, failure.message]).toEqual([
      'rejected',
      code,
      `${descriptor.name}: ${said}`,
    ])
    expect(received).toHaveLength(1)
  })

  it.each([
    { what: 'code 0', descriptor: FOLLOW, json: { code: 0, message: 'success' } },
    { what: 'a code that means fine', descriptor: PAY_LINK, json: { success: true, errorCode: '0', erroMsg: '' } },
    {
      what: 'a preview under its misspelled name',
      descriptor: PREVIEW,
      json: { success: true, errorMsg: null, orderPreviewResuslt: [{ status: true }] },
    },
    {
      what: 'a no beside an order id, as an order that has a number exists',
      descriptor: CREATE,
      json: { success: false, result: { success: false, orderId: '2891234567890123456' } },
    },
  ])('is a yes: $what', async ({ descriptor, json }) => {
    const { transport } = await connect(() => ({ json }))
    expect((await transport.call(descriptor, {})).body).toEqual(json)
  })
})

describe('the gateway refuses', () => {
  it.each([
    ['gw.SignatureInvalid', 'unauthorised'],
    ['gw.SignatureMissing', 'unauthorised'],
    ['gw.AppKeyMissing', 'unauthorised'],
    ['gw.AppKeyNotFound', 'unauthorised'],
    ['gw.APIACLDecline', 'unauthorised'],
    ['gw.NoUsageLeftError', 'unauthorised'],
    ['gw.APIUnsupported', 'rejected'],
    ['gw.ParamMissing', 'rejected'],
    ['gw.SomethingNew', 'rejected'],
  ])('%s is %s, asked once', async (code, word) => {
    const { transport, received } = await connect(() => ({ status: 400, json: gatewayError(code, 'no') }))
    const failure = await failureOf(transport.call(READ, {}))
    expect([failure.word, failure.detail.code, received.length]).toEqual([word, code, 1])
  })

  it('a missing parameter by its name', async () => {
    const { transport } = await connect(() => ({
      status: 400,
      json: gatewayError('gw.ParamMissing', 'Required argument offerDetailParam'),
    }))
    expect((await failureOf(transport.call(READ, {}))).detail.field).toBe('offerDetailParam')
  })

  it('too many calls: it waits for quiet and asks again, also for a call that must not run twice', async () => {
    const { transport, clock, received } = await connect((_call, nr) =>
      nr === 1
        ? { status: 400, json: gatewayError('gw.QosAppFrequencyLimit', 'App call exceeds limited frequency') }
        : { json: { success: true, result: { orderId: '1' } } },
    )
    await transport.call(CREATE, {})
    expect(received).toHaveLength(2)
    expect(clock.waits.reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(10_000)
  })

  it('with a Retry-After in seconds, which is kept in milliseconds', async () => {
    const { transport } = await connect(() => ({ status: 429, text: 'slow down', headers: { 'retry-after': '7' } }))
    const failure = await failureOf(transport.call(READ, {}, { retry: NO_RETRY }))
    expect([failure.word, failure.detail.retryAfterMs]).toEqual(['throttled', 7_000])
  })
})

describe('when no clear answer comes', () => {
  it.each([
    { what: 'a dropped connection', answer: 'drop' as const },
    { what: 'silence', answer: 'silence' as const },
    { what: 'a bad gateway', answer: { status: 502, text: '<html>Bad Gateway</html>' } },
    {
      what: 'a server error without a gateway code',
      answer: { status: 500, json: { error_code: '500', error_message: 'oops' } },
    },
    { what: 'a page instead of JSON', answer: { status: 200, text: '<html>captcha</html>' } },
    { what: 'JSON of no known shape', answer: { status: 200, json: {} } },
  ])('a create is an unknown outcome and is not sent again: $what', async ({ answer }) => {
    const { transport, received } = await connect(() => answer, 250)
    expect((await failureOf(transport.call(CREATE, {}))).word).toBe('unknown-outcome')
    expect(received).toHaveLength(1)
  })

  it.each([{ answer: 'drop' as const }, { answer: { status: 502, text: 'Bad Gateway' } }])(
    'a read is sent again: $answer',
    async ({ answer }) => {
      const { transport, received } = await connect((_call, nr) => (nr < 3 ? answer : ok))
      expect((await transport.call(READ, {})).payload).toEqual({ fine: true })
      expect(received).toHaveLength(3)
    },
  )

  it('a read gives up as unavailable after its tries', async () => {
    const { transport, received } = await connect(() => 'drop')
    expect((await failureOf(transport.call(READ, {}))).word).toBe('unavailable')
    expect(received).toHaveLength(SHORT_RETRY.tries)
  })
})

describe('the exchange of a failure', () => {
  it('shows the call without token, signature, secret and personal data', async () => {
    const { transport } = await connect(() => ({
      status: 400,
      json: gatewayError('gw.X', 'token tok-0001 of test123 refused'),
    }))
    const failure = await failureOf(
      transport.call(CREATE, { addressParam: { fullName: '王芳', mobile: '13312345678' }, flow: 'general' }),
    )
    const shown = JSON.stringify(failure.detail.exchange) + failure.message
    expect(failure.detail.exchange?.status).toBe(400)
    expect(shown).toContain('flow=general')
    for (const secret of ['tok-0001', 'test123', '王芳', '13312345678']) expect(shown).not.toContain(secret)
    expect(shown).toMatch(/_aop_signature=\*\*\*/)
  })
})
