import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StoredToken, TokenStore } from '../src/tokens.ts'

export type Received = { readonly path: string; readonly token: string | undefined; readonly body: string }
export type Answer = (received: Received, response: ServerResponse, nth: number) => void

/** A simulated shop on the local machine with the answers of the test; records the requests. */
export async function pretendShop(answer: Answer) {
  const received: Received[] = []
  // Only the client closes a kept-alive connection, so it is never closed while a request is on its way.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void bodyOf(request).then((body) => {
      const header = request.headers['x-shopify-access-token']
      const one = { path: request.url ?? '', body, token: typeof header === 'string' ? header : undefined }
      received.push(one)
      answer(one, response, received.length)
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

export const COST = {
  requestedQueryCost: 10,
  actualQueryCost: 10,
  throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1990, restoreRate: 100 },
}

/** Answers as GraphQL does. */
export function graphql(response: ServerResponse, body: object, { status = 200, headers = {} } = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-shopify-api-version': '2026-07', ...headers })
  response.end(JSON.stringify({ extensions: { cost: COST }, ...body }))
}

export function tokenShelf(stored?: StoredToken): TokenStore & { held(): StoredToken | undefined } {
  let held = stored
  return {
    read: () => Promise.resolve(held),
    write: (token) => {
      held = token
      return Promise.resolve()
    },
    held: () => held,
  }
}
