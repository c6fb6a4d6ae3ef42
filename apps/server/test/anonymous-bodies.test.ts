import { connect } from 'node:net'
import { ENDPOINTS } from '@huoqiao/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from './harness.ts'
import type { TestApp } from './harness.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'

let simulator: TestSimulator
let app: TestApp
beforeAll(async () => {
  simulator = await startTestSimulator()
  app = await startTestApp({ demoSimulator: simulator.origin, work: false })
})
afterAll(async () => {
  await app.close()
  await simulator.close()
})

/** Sends the head of a request and the beginning of its body, never the rest; returns what the server answers nevertheless. */
function unfinished(path: string, headers: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data))
    })
    socket.once('error', reject)
    socket.write([`POST ${path} HTTP/1.1`, 'Host: app', ...headers, '', '{"a":'].join('\r\n'))
  })
}

describe('a request without a session', () => {
  test.each([
    ['no token', []],
    ['a token that nobody holds', ['Authorization: nobody']],
  ])('with %s is answered before its body is read', async (_what, token) => {
    const head = ['Content-Type: application/json', 'Content-Length: 15000000', ...token]
    const answer = await unfinished(ENDPOINTS.editProduct.path, head)
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
    expect(answer).toMatch(/"refusal":"(login-first|session-over)"/)
  })

  test.each(['application/json', 'application/x-www-form-urlencoded'])(
    'may have no larger body than the largest login, sent as %s',
    async (type) => {
      const { path } = ENDPOINTS.login
      expect(await unfinished(path, [`Content-Type: ${type}`, 'Content-Length: 80000'])).toMatch(/^HTTP\/1\.1 413/)
      const body = `{"a":"${'x'.repeat(60_000)}"}`
      const response = await fetch(app.url + path, { method: 'POST', headers: { 'content-type': type }, body })
      expect(response.status).toBe(200)
    },
  )

  test('must arrive in time: the server does not wait for it without end', () => {
    expect(app.composed.fastify.server.requestTimeout).toBe(300_000)
  })

  test.each(['/%', '/%c0%ae%c0%ae/', '/files/%'])('gets no information about an address like %s', async (path) => {
    const response = await fetch(app.url + path)
    expect(response.status).toBe(404)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toMatchObject({ code: 404, data: null })
  })
})
