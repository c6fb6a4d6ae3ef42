import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lane } from './world.ts'

/**
 * A proxy before the fuzzed server that changes the answers to some calls into those of a faulty handler, to test that the whole fuzzer
 * finds these faults.
 */
export type Faulty = { url: string; close(): void }

type Asked = { path: string; token: string; body: string }
type Answer = { status: number; text: string }
export type Fault = (asked: Asked, answer: Answer) => Answer | undefined

export async function startFaulty(lane: Lane, fault: Fault): Promise<Faulty> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      const given = await fetch(lane.node().url + request.url!, {
        method: request.method!,
        headers: headersOf(request),
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      })
      const answer = {
        status: given.status,
        text: given.headers.get('content-type')?.startsWith('text/event-stream') ? '' : await given.text(),
      }
      const asked = { path: request.url!, token: request.headers.authorization ?? '', body: body.toString() }
      const planted = fault(asked, answer) ?? answer
      response.writeHead(planted.status, { 'content-type': given.headers.get('content-type') ?? 'application/json' })
      response.end(planted.text)
    })().catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'content-type'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
    ),
  )
