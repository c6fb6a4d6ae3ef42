import { RemoteFailure } from '@huoqiao/connector-kit'
import { afterEach } from 'vitest'
import { createAlibabaConnector } from '../index.ts'
import { APP_KEY, APP_SECRET, quickClock, startGateway } from './scripted-gateway.ts'
import type { ReceivedCall, ScriptedAnswer, ScriptedGateway } from './scripted-gateway.ts'

let gateway: ScriptedGateway | undefined

/** To be called once at the top of a test file, so that the gateway is closed after each test. */
export const closeGatewayAfterEach = (): void =>
  afterEach(async () => {
    await gateway?.close()
    gateway = undefined
  })

/** A connector with a gateway that gives the specified answers. */
export async function connected(answer: (call: ReceivedCall, nr: number) => ScriptedAnswer) {
  const running = await startGateway(answer)
  gateway = running
  return { connector: connectorTo(running.url), gateway: running, received: running.received }
}

/** Its calls never time out, so that tests do not depend on the machine's speed. */
export function connectorTo(url: string) {
  const tokens = {
    read: () =>
      Promise.resolve({
        accessToken: 'tok-0001',
        refreshToken: null,
        expiresAt: null,
        refreshTokenExpiresAt: null,
        memberId: null,
        loginId: null,
        aliId: null,
      }),
    write: () => Promise.resolve(),
  }
  return createAlibabaConnector({
    gateway: url,
    appKey: APP_KEY,
    appSecret: APP_SECRET,
    tokens,
    clock: quickClock(),
    random: () => 0,
    timeoutMs: 3_600_000,
  })
}

/** The same with one answer for everything; text is sent unchanged, so that 19-digit numbers stay numbers. */
export const connectedTo = (body: unknown) =>
  connected(() => (typeof body === 'string' ? { text: body } : { json: body }))

export async function failureOf(promise: Promise<unknown>): Promise<RemoteFailure> {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof RemoteFailure) return outcome
  throw new Error('expected a RemoteFailure', { cause: outcome })
}

/** Word, code and what the platform said, without the name of the call. */
export async function refusalOf(promise: Promise<unknown>): Promise<[string, string | undefined, string]> {
  const { word, detail, message } = await failureOf(promise)
  return [word, detail.code, message.replace(`${detail.call}: `, '')]
}

/** The API's name in the path of a call. */
export const apiOf = (call: ReceivedCall): string => call.path.split('/')[5] ?? ''
