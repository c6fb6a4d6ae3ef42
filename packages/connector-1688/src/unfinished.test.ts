import { SHORT_RETRY } from '@huoqiao/connector-kit'
import { describe, expect, it } from 'vitest'
import { gatewayError } from './testing/answers.ts'
import { failureOf } from './testing/connected.ts'
import { closeTransportAfterEach, connectTransport, CREATE, ok, READ } from './testing/transports.ts'

closeTransportAfterEach()

/** A proxy, or the gateway itself, gave up waiting for the work behind it. */
const UNFINISHED = [408, 499, 500, 502, 503, 504, 520, 524]
/** An empty body, a page of a proxy, JSON without content, and an undocumented code of the gateway. */
const BODIES: readonly { readonly text: string }[] = [
  { text: '' },
  { text: '<html>gave up</html>' },
  { text: '{}' },
  { text: JSON.stringify(gatewayError('gw.SomethingNew', 'gave up')) },
]

describe.each(UNFINISHED)('HTTP %i, a request that was not finished', (status) => {
  it.each(BODIES)('makes the outcome of a write unknown, and is not sent again: $text', async ({ text }) => {
    const { transport, received } = await connectTransport(() => ({ status, text }))
    const failure = await failureOf(transport.call(CREATE, {}))
    expect([failure.word, received.length]).toEqual(['unknown-outcome', 1])
    expect(failure.detail.exchange?.status).toBe(status)
  })

  it.each(BODIES)('is repeated for a read, until the answer arrives: $text', async ({ text }) => {
    const { transport, received } = await connectTransport((_call, nr) => (nr < 3 ? { status, text } : ok))
    expect((await transport.call(READ, {})).payload).toEqual({ fine: true })
    expect(received).toHaveLength(3)
  })

  it('ends a read as unavailable after its tries', async () => {
    const { transport, received } = await connectTransport(() => ({ status, text: '' }))
    expect((await failureOf(transport.call(READ, {}))).word).toBe('unavailable')
    expect(received).toHaveLength(SHORT_RETRY.tries)
  })
})

it.each([400, 403, 404, 409, 422])(
  'HTTP %i is a refusal: nothing was done, for a write as for a read',
  async (status) => {
    const { transport, received } = await connectTransport(() => ({ status, text: '' }))
    expect((await failureOf(transport.call(CREATE, {}))).word).toBe('rejected')
    expect((await failureOf(transport.call(READ, {}))).word).toBe('rejected')
    expect(received).toHaveLength(2)
  },
)
