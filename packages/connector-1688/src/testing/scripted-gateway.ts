import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@huoqiao/connector-kit'
import { aopSignature } from '../wire/signature.ts'

/** A request as a test sees it: path, decoded fields, and whether the signature matches exactly these bytes. */
export type ReceivedCall = {
  readonly path: string
  readonly contentType: string
  readonly fields: Readonly<Record<string, string>>
  readonly signatureFits: boolean
}

export type ScriptedAnswer =
  | { readonly status?: number; readonly json: unknown; readonly headers?: Record<string, string> }
  | { readonly status?: number; readonly text: string; readonly headers?: Record<string, string> }
  /** closes the connection after the whole request was read */
  | 'drop'
  /** reads the request and does not answer */
  | 'silence'

export type ScriptedGateway = {
  readonly url: string
  readonly received: readonly ReceivedCall[]
  close(): Promise<void>
}

/**
 * An address where nobody listens: the system assigns no port below 1024, and no program is known to use this one. The port of a closed
 * server could be another program's a moment later.
 */
export const NOBODY = 'http://127.0.0.1:2'

export const APP_KEY = '1000000'
export const APP_SECRET = 'test123'

/**
 * A gateway over real HTTP with answers from the test. It knows no API: the test writes the platform's answers according to the reference.
 */
export async function startGateway(
  answer: (call: ReceivedCall, nr: number) => ScriptedAnswer,
): Promise<ScriptedGateway> {
  const received: ReceivedCall[] = []
  // Only the client closes a kept-alive connection, so that it is never closed while a request is on its way.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const handle = async (): Promise<void> => {
      const call = await readCall(request)
      received.push(call)
      respond(request, response, answer(call, received.length))
    }
    void handle()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}

async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
  const { _aop_signature: signature, ...signed } = fields
  const path = request.url ?? ''
  return {
    path,
    contentType: request.headers['content-type'] ?? '',
    fields,
    signatureFits: signature === aopSignature(path.replace('/openapi/', ''), signed, APP_SECRET),
  }
}

function respond(request: IncomingMessage, response: ServerResponse, answer: ScriptedAnswer): void {
  if (answer === 'silence') return
  if (answer === 'drop') {
    request.socket.destroy()
    return
  }
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json;charset=UTF-8', ...answer.headers })
  response.end('text' in answer ? answer.text : JSON.stringify(answer.json))
}

/** A clock on which waiting takes no time; `waits` records the requested waits. */
export function quickClock(): Clock & { waits: number[] } {
  let now = Date.UTC(2026, 10, 20)
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    sleep: (ms) => {
      waits.push(ms)
      now += ms
      return Promise.resolve()
    },
  }
}
