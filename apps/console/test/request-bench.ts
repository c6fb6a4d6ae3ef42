import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { memoryStorage } from '../src/lib/local-storage.ts'
import type { FailureSeries } from '../src/lib/failure-series.ts'
import { createFailureSeries } from '../src/lib/failure-series.ts'
import type { RequestClient } from '../src/lib/request.client.ts'
import { createRequestClient } from '../src/lib/request.client.ts'
import type { SessionStore } from '../src/lib/session.ts'
import { createSessionStore } from '../src/lib/session.ts'
import type { CallError } from '../src/lib/call-error.ts'
import type { CallRecord } from '../vite/contract-table.ts'

export type Heard = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
export type Answering = (res: ServerResponse, req: Heard) => void

/** A request client with its own server that records the requests and answers as set. */
export type RequestBench = {
  heard: Heard[]
  answerWith: Answering
  reported: string[]
  /** the request ids shown with the messages, '' where there was none */
  numbers: string[]
  session: SessionStore
  series: FailureSeries
  client: RequestClient
  origin: string
  stop: (this: void) => Promise<void>
}

const of = (mode: CallRecord['mode'], path: string): CallRecord => ({
  method: mode === 'get' ? 'GET' : 'POST',
  path,
  mode,
  lists: [],
  right: 'session',
})
const RECORDS: Record<string, CallRecord> = {
  read: of('get', '/read'),
  form: of('post', '/form'),
  json: of('postjson', '/json'),
  query: of('postquery', '/query'),
  upload: of('upload', '/upload'),
  slice: of('sliceupload', '/slice'),
  draft: { ...of('postjson', '/draft'), carriesEmpty: ['draft', 'edit.note'] },
  draftForm: { ...of('post', '/draft'), carriesEmpty: ['edit.note', 'edit.rows.values'] },
}
export const USER = {
  id: 'u1',
  userAccount: 'a',
  name: 'A',
  roleType: 0 as const,
  lastLoginTime: null,
  mustChangePassword: false,
  mustBindAuthenticator: false,
}

export const envelope =
  (body: object, status = 200, headers: Record<string, string> = {}) =>
  (res: ServerResponse): void => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers })
    res.end(JSON.stringify(body))
  }
export const ok = (data: unknown = null): ((res: ServerResponse) => void) =>
  envelope({ code: 200, msg: 'ok', message: 'ok', data })

/** A new one for each test of the file. `records`: the calls that its client knows; default: one of each kind. */
export function openRequestBench(records: Readonly<Record<string, CallRecord>> = RECORDS): RequestBench {
  const bench = {} as RequestBench
  beforeEach(() => startBench(bench, records))
  afterEach(() => bench.stop())
  return bench
}

async function startBench(bench: RequestBench, records: Readonly<Record<string, CallRecord>>): Promise<void> {
  const heard: Heard[] = []
  const reported: string[] = []
  const numbers: string[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const one: Heard = {
        method: req.method ?? '',
        url: new URL(req.url ?? '/', 'http://local'),
        headers: req.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      bench.heard.push(one)
      bench.answerWith(res, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const session = createSessionStore({ storage: memoryStorage() })
  session.begin('token-1', USER)
  const series = createFailureSeries()
  Object.assign(bench, {
    heard,
    reported,
    numbers,
    answerWith: ok(),
    session,
    series,
    origin,
    client: createRequestClient({
      session,
      tell(text, requestId = '') {
        reported.push(text)
        numbers.push(requestId)
      },
      series,
      record: (name) => records[name]!,
      fetch: globalThis.fetch,
      origin,
    }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  } satisfies RequestBench)
}

/** The error of a call that must fail. */
export const failure = async (promise: Promise<unknown>): Promise<CallError> => {
  const outcome = await promise.then(
    (data) => ({ data }),
    (error: CallError) => ({ error }),
  )
  if ('data' in outcome) throw new Error(`expected a failure, got ${JSON.stringify(outcome.data)}`)
  return outcome.error
}
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}
