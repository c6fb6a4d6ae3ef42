import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendHttp } from './http.ts'
import type { HttpSend } from './http.ts'
import { permitFor, SendWithdrawn } from './send-guard.ts'
import type { SendPermit } from './send-guard.ts'

let arrived: string[]
let url: string
const server = createServer((request, response) => {
  arrived.push(`${request.method} ${request.headers['content-type']}`)
  response.setHeader('x-seen', '1')
  response.end('{"id": 2891234567890123456}')
})

beforeEach(async () => {
  arrived = []
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const send = (more: Partial<HttpSend> = {}): HttpSend => ({
  vendor: '1688',
  call: 'createOrder',
  url,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'a=1',
  timeoutMs: 20_000,
  safe: false,
  maskedRequest: 'POST createOrder a=***',
  ...more,
})
const now = () => ({ monotonicMs: performance.now(), wallMs: Date.now() })

describe('a guarded request', () => {
  it('is sent when the guard agrees, and its answer is exact', async () => {
    const limits: number[] = []
    const answer = await sendHttp(
      send({
        guard: async (limitMs) => {
          limits.push(limitMs)
          return permitFor(60_000, now())
        },
      }),
    )
    expect([answer.status, answer.text, answer.headers.get('x-seen')]).toEqual([
      200,
      '{"id": 2891234567890123456}',
      '1',
    ])
    expect(limits).toEqual([20_000])
    expect(arrived).toEqual(['POST application/x-www-form-urlencoded'])
  })

  it('is never sent when the guard refuses', async () => {
    const guard = () => Promise.reject(new SendWithdrawn('somebody else says that it was not sent'))
    await expect(sendHttp(send({ guard }))).rejects.toBeInstanceOf(SendWithdrawn)
    expect(arrived).toEqual([])
  })

  it('asks the guard once more on the open connection, and sends no byte there when the permit is too old', async () => {
    const asked: string[] = []
    const permit: SendPermit = {
      confirm() {
        asked.push('confirm')
        throw new SendWithdrawn('too late')
      },
    }
    await expect(sendHttp(send({ guard: async () => permit }))).rejects.toThrow('too late')
    // The connection of the refused request can be used for the next one.
    await sendHttp(send({ guard: async () => permitFor(60_000, now()) }))
    expect(asked).toEqual(['confirm'])
    expect(arrived).toHaveLength(1)
  })

  it('is checked with a fetch function of the caller as well', async () => {
    const permit = permitFor(10, { monotonicMs: performance.now() - 11, wallMs: Date.now() })
    await expect(sendHttp(send({ guard: async () => permit, fetch }))).rejects.toBeInstanceOf(SendWithdrawn)
    expect(arrived).toEqual([])
  })

  it('is too late if either clock of the process says so: pausing a machine stops the monotonic one', () => {
    const fresh = now()
    expect(() => permitFor(5_000, { ...fresh, wallMs: fresh.wallMs - 5_001 }).confirm()).toThrow(SendWithdrawn)
    expect(() => permitFor(5_000, { ...fresh, monotonicMs: fresh.monotonicMs - 5_001 }).confirm()).toThrow(
      SendWithdrawn,
    )
    expect(() => permitFor(5_000, fresh).confirm()).not.toThrow()
  })
})
