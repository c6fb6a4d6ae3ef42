import { RemoteFailure } from '@huoqiao/connector-kit'
import type { CallOptions, Transport } from '../transport.ts'
import { parseAopDate } from '../wire/aop-date.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { text } from '../wire/field.ts'

/** Signed, but without token and grant; the answer is a bare JSON string (reference 1.1). */
const CURRENT_TIME: CallDescriptor = {
  namespace: 'system',
  name: 'currentTime',
  safe: true,
  token: false,
  answer: { success: [], code: [], message: [], error: [], payload: '' },
}

export type ProbeResult = {
  /** The platform's clock, milliseconds since the epoch. */
  readonly serverTime: number
  readonly roundTripMs: number
}

/** Asks for the time, which tests the gateway, the app key and the secret. Throws RemoteFailure. */
export async function probe(transport: Transport, options?: CallOptions): Promise<ProbeResult> {
  const { payload, ms } = await transport.call(CURRENT_TIME, {}, options)
  const serverTime = parseAopDate(text(payload) ?? '')
  if (serverTime !== undefined) return { serverTime, roundTripMs: ms }
  throw new RemoteFailure('unavailable', `${CURRENT_TIME.name}: the answer is no time`, {
    vendor: '1688',
    call: CURRENT_TIME.name,
  })
}
