import { NO_RETRY, SHORT_RETRY } from '@huoqiao/connector-kit'
import { describe, expect, it } from 'vitest'
import { gatewayError } from './testing/answers.ts'
import { failureOf } from './testing/connected.ts'
import { deadlineInHand } from './testing/deadline.ts'
import { closeTransportAfterEach, connectTransport, CREATE, ok, READ } from './testing/transports.ts'

closeTransportAfterEach()

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
  ])('%s is %s, sent once', async (code, word) => {
    const { transport, received } = await connectTransport(() => ({ status: 400, json: gatewayError(code, 'no') }))
    const failure = await failureOf(transport.call(READ, {}))
    expect([failure.word, failure.detail.code, received.length]).toEqual([word, code, 1])
  })

  it('a missing parameter by its name', async () => {
    const { transport } = await connectTransport(() => ({
      status: 400,
      json: gatewayError('gw.ParamMissing', 'Required argument offerDetailParam'),
    }))
    expect((await failureOf(transport.call(READ, {}))).detail.field).toBe('offerDetailParam')
  })

  it('too many calls: it waits as told and sends again, also for a call that must not run twice', async () => {
    const { transport, clock, received } = await connectTransport((_call, nr) =>
      nr === 1
        ? { status: 400, json: gatewayError('gw.QosAppFrequencyLimit', 'App call exceeds limited frequency') }
        : { json: { success: true, result: { orderId: '1' } } },
    )
    await transport.call(CREATE, {})
    expect(received).toHaveLength(2)
    expect(clock.waits.reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(10_000)
  })

  it('with a Retry-After in seconds, which is converted to milliseconds', async () => {
    const { transport } = await connectTransport(() => ({
      status: 429,
      text: 'slow down',
      headers: { 'retry-after': '7' },
    }))
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
    {
      what: 'a code of the gateway that speaks of time',
      answer: { status: 400, json: { error_code: 'gw.ServiceTimeout', error_message: 'timeout' } },
    },
    {
      what: 'an undocumented code of the gateway with a server error',
      answer: { status: 504, json: { error_code: 'gw.SomethingNew', error_message: 'oops' } },
    },
    { what: 'a page instead of JSON', answer: { status: 200, text: '<html>captcha</html>' } },
    { what: 'JSON of no known shape', answer: { status: 200, json: {} } },
  ])('a create is an unknown outcome and is not sent again: $what', async ({ answer }) => {
    const deadline = deadlineInHand()
    const { transport, received } = await connectTransport(() => {
      if (answer === 'silence') deadline.pass()
      return answer
    })
    expect((await failureOf(transport.call(CREATE, {}))).word).toBe('unknown-outcome')
    expect(received).toHaveLength(1)
  })

  it.each([{ answer: 'drop' as const }, { answer: { status: 502, text: 'Bad Gateway' } }])(
    'a read is sent again: $answer',
    async ({ answer }) => {
      const { transport, received } = await connectTransport((_call, nr) => (nr < 3 ? answer : ok))
      expect((await transport.call(READ, {})).payload).toEqual({ fine: true })
      expect(received).toHaveLength(3)
    },
  )

  it('a read gives up as unavailable after its tries', async () => {
    const { transport, received } = await connectTransport(() => 'drop')
    expect((await failureOf(transport.call(READ, {}))).word).toBe('unavailable')
    expect(received).toHaveLength(SHORT_RETRY.tries)
  })
})

describe('the request and answer of a failure', () => {
  it('contain the call without token, signature, secret and personal data', async () => {
    const { transport } = await connectTransport(() => ({
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
