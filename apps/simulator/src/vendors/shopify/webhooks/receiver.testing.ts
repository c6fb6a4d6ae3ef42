import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: Record<string, string>; body: Record<string, unknown>; signature: string }

/** A local server that receives webhooks; `answer` returns the status, undefined never answers. */
export async function openReceiver(secret: string): Promise<{
  uri: string
  got: Received[]
  topics(): string[]
  answer(status: (seen: number) => number | undefined): void
  /** Waits until this many have arrived. */
  until(count: number): Promise<void>
  close(): Promise<void>
}> {
  const got: Received[] = []
  let status: (seen: number) => number | undefined = () => 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const raw = Buffer.concat(parts)
      got.push({
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: JSON.parse(raw.toString('utf8')) as Record<string, unknown>,
        signature: createHmac('sha256', secret).update(raw).digest('base64'),
      })
      const code = status(got.length)
      if (code === undefined) return
      response.writeHead(code, code >= 300 && code < 400 ? { location: '/elsewhere' } : {})
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    got,
    topics: () => got.map((each) => each.headers['x-shopify-topic'] ?? ''),
    answer: (next) => {
      status = next
    },
    until: async (count) => {
      while (got.length < count) await new Promise((done) => setTimeout(done, 5))
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
