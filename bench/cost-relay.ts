import { Agent, createServer, request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answered Admin API request that passed through. `points` is the cost that the shop reported. */
export type Passed = { call: string; shop: string; points: number; throttled: boolean; at: number }
export type Relay = { origin: string; passed: Passed[]; leadTo(origin: string): void; close: () => Promise<void> }

type Cost = { actualQueryCost: number | null }

/**
 * A proxy between the server and the simulated shops that reads the cost of each request from its answer, the only place where it is. The
 * simulator announces the relay's address as its own, so no request bypasses it.
 */
export async function openRelay(): Promise<Relay> {
  const passed: Passed[] = []
  const agent = new Agent({ keepAlive: true })
  let target = ''
  const server = createServer((incoming, outgoing) => {
    const handing = async (): Promise<void> => {
      const body = await read(incoming)
      const path = incoming.url ?? '/'
      const answer = await send(agent, `${target}${path}`, incoming.method ?? 'GET', incoming.headers, body)
      if (path.endsWith('/graphql.json'))
        passed.push(readCost(path, body.toString('utf8'), answer.body.toString('utf8')))
      outgoing.writeHead(answer.status, answer.headers)
      outgoing.end(answer.body)
    }
    handing().catch((error: unknown) => {
      outgoing.writeHead(502)
      outgoing.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    leadTo: (origin) => (target = origin),
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readCost(path: string, asked: string, answered: string): Passed {
  const cost = (JSON.parse(answered) as { extensions?: { cost?: Cost } }).extensions?.cost
  const { query = '' } = JSON.parse(asked) as { query?: string }
  return {
    call: /(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? 'unnamed',
    shop: path.split('/')[2] ?? '',
    points: cost?.actualQueryCost ?? 0,
    throttled: cost?.actualQueryCost === null,
    at: performance.now(),
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function send(
  agent: Agent,
  url: string,
  method: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { ...headers, host: new URL(url).host } }, (answer) => {
      read(answer).then(
        (whole) => resolve({ status: answer.statusCode ?? 502, headers: withoutHop(answer.headers), body: whole }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Headers of a single connection are not forwarded. */
function withoutHop({ connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...rest }: IncomingHttpHeaders) {
  return rest
}
