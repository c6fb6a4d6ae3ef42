import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { exchangeOf, maskSecrets, sendHttp } from './http.ts'
import type { HttpSend } from './http.ts'
import { RemoteFailure } from './remote-failure.ts'

let server: Server | undefined

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer({ keepAliveTimeout: 0 }, listener)
  server = started
  await new Promise<void>((ready) => started.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`
}

afterEach(async () => {
  const running = server
  server = undefined
  if (!running?.listening) return
  running.closeAllConnections()
  await new Promise((closed) => running.close(closed))
})

const post = (url: string, more: Partial<HttpSend> = {}): HttpSend => ({
  vendor: '1688',
  call: 'createOrder',
  url,
  method: 'POST',
  body: 'a=1',
  timeoutMs: 3_600_000,
  safe: false,
  maskedRequest: 'POST createOrder a=***',
  ...more,
})

async function failureOf(promise: Promise<unknown>): Promise<RemoteFailure> {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof RemoteFailure) return outcome
  throw new Error('expected a RemoteFailure', { cause: outcome })
}

describe('sendHttp', () => {
  it('returns the status, the headers and the exact body, whatever the status', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(418, { 'x-bucket': '3/40' })
      response.end('{"id": 2891234567890123456 }')
    })
    const answer = await sendHttp(post(url))
    expect([answer.status, answer.headers.get('x-bucket'), answer.text]).toEqual([
      418,
      '3/40',
      '{"id": 2891234567890123456 }',
    ])
  })

  it('does not follow a redirect', async () => {
    let hits = 0
    const url = await serve((_request, response) => {
      hits += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const answer = await sendHttp(post(url))
    expect([answer.status, answer.headers.get('location'), hits]).toEqual([302, '/elsewhere', 1])
  })

  it('calls a refused connection unavailable: nothing was sent', async () => {
    // The system assigns no port below 1024 by itself; the port of a closed server could be reused at once.
    const failure = await failureOf(sendHttp(post('http://127.0.0.1:2/')))
    expect([failure.word, failure.detail.code]).toEqual(['unavailable', 'ECONNREFUSED'])
  })

  it('calls an unknown host unavailable: nothing was sent', async () => {
    // A label longer than allowed is refused without a request to a name server, which may be slow.
    const failure = await failureOf(sendHttp(post(`http://${'x'.repeat(64)}.invalid/`)))
    expect(failure.word).toBe('unavailable')
  })

  it('calls a failed TLS handshake unavailable: nothing was sent', async () => {
    const url = await serve(() => undefined)
    const failure = await failureOf(sendHttp(post(url.replace('http:', 'https:'))))
    expect(failure.word).toBe('unavailable')
  })

  it('calls a connection dropped after the request an unknown outcome', async () => {
    const url = await serve((request) => {
      request.resume().on('end', () => request.socket.destroy())
    })
    const failure = await failureOf(sendHttp(post(url)))
    expect(failure.word).toBe('unknown-outcome')
    expect(failure.detail.exchange).toEqual({ request: 'POST createOrder a=***', response: '' })
  })

  it('calls an answer that breaks off an unknown outcome', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-length': '100' })
        // The callback means that the data was handed to the system, which sends it before the end of the connection.
        response.write('{"success":tr', () => request.socket.destroy())
      })
    })
    const failure = await failureOf(sendHttp(post(url)))
    expect([failure.word, failure.detail.exchange?.status]).toEqual(['unknown-outcome', 200])
  })

  it('calls a missing answer an unknown outcome', async () => {
    const url = await serve(() => undefined)
    const failure = await failureOf(sendHttp(post(url, { timeoutMs: 80 })))
    expect(failure.word).toBe('unknown-outcome')
    expect(failure.message).toBe('createOrder: the remote gave no answer within 80 ms')
  })

  it('calls a lost answer of a safe call unavailable: a read has no effect', async () => {
    const url = await serve((request) => {
      request.resume().on('end', () => request.socket.destroy())
    })
    expect((await failureOf(sendHttp(post(url, { safe: true })))).word).toBe('unavailable')
  })
})

describe('the request and answer that a person may see', () => {
  it('have every secret replaced, the longer one first', () => {
    expect(maskSecrets('k=tok&s=tok-long&e=', ['tok', 'tok-long', '', undefined, null])).toBe('k=***&s=***&e=')
  })

  it('are truncated when the vendor answers with a long text', () => {
    const { response } = exchangeOf('GET x', { status: 200, text: 'a'.repeat(100_000) })
    expect([response.length, response.at(-1)]).toEqual([16_385, '…'])
  })
})
