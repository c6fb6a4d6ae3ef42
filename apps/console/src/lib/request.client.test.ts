// @vitest-environment node
import { HTTP_STATUS_TEXT, LOGIN_FIRST, UNKNOWN_STATUS_TEXT } from '@huoqiao/contract/errors'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallRecord } from '../../vite/contract-table.ts'
import type { CallError } from './call-error.ts'
import { verbatim } from './clean.ts'
import { memoryStorage } from './local-storage.ts'
import type { RequestClient } from './request.client.ts'
import { createRequestClient } from './request.client.ts'
import type { SessionStore } from './session.ts'
import { createSessionStore } from './session.ts'

type Heard = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }

const of = (mode: CallRecord['mode'], path: string): CallRecord => ({
  method: mode === 'get' ? 'GET' : 'POST',
  path,
  mode,
  title: path,
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
}
const USER = {
  id: 'u1',
  userAccount: 'a',
  name: 'A',
  roleType: 0 as const,
  lastLoginTime: null,
  mustChangePassword: false,
}

let heard: Heard[]
let answerWith: (res: ServerResponse, req: Heard) => void
let told: string[]
let session: SessionStore
let client: RequestClient
let stop: () => Promise<void>
let origin: string

const envelope =
  (body: object, status = 200, headers: Record<string, string> = {}) =>
  (res: ServerResponse) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers })
    res.end(JSON.stringify(body))
  }
const ok = (data: unknown = null) => envelope({ code: 200, msg: 'ok', message: 'ok', data })

beforeEach(async () => {
  heard = []
  told = []
  answerWith = ok()
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
      heard.push(one)
      answerWith(res, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  session = createSessionStore({ storage: memoryStorage() })
  session.begin('token-1', USER)
  client = createRequestClient({
    session,
    tell: (text) => told.push(text),
    record: (name) => RECORDS[name]!,
    fetch: globalThis.fetch,
    origin,
  })
})
afterEach(() => stop())

const failure = async (promise: Promise<unknown>): Promise<CallError> => {
  const outcome = await promise.then(
    (data) => ({ data }),
    (error: CallError) => ({ error }),
  )
  if ('data' in outcome) throw new Error(`expected a failure, got ${JSON.stringify(outcome.data)}`)
  return outcome.error
}
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('the six body modes', () => {
  test('get carries its fields in the query, lists as words joined by commas', async () => {
    await client.send('read', { page: 1, ids: ['a', 'b'], on: false, zero: 0, words: ['a,b'] })
    expect(heard[0]).toMatchObject({ method: 'GET', body: '' })
    expect(Object.fromEntries(heard[0]!.url.searchParams)).toEqual({
      page: '1',
      ids: 'a,b',
      on: 'false',
      zero: '0',
      words: '["a,b"]',
    })
  })
  test('post is form-encoded, a structured field being JSON text exactly as given', async () => {
    await client.send('form', { productId: 'p1', edit: { title: '', price: null, tags: [''] } })
    expect(heard[0]!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    const form = new URLSearchParams(heard[0]!.body)
    expect(form.get('productId')).toBe('p1')
    expect(JSON.parse(form.get('edit')!)).toEqual({ title: '', price: null, tags: [''] })
  })
  test('postjson carries JSON, with the fields beside it in the query', async () => {
    await client.send('json', { offerIds: ['1'] }, { query: { origin: '1688' } })
    expect(heard[0]!.headers['content-type']).toMatch(/^application\/json/)
    expect(heard[0]!.body).toBe('{"offerIds":["1"]}')
    expect(heard[0]!.url.search).toBe('?origin=1688')
  })
  test('postquery posts without a body, fields in the query', async () => {
    await client.send('query', { id: 'x y' })
    expect(heard[0]).toMatchObject({ method: 'POST', body: '' })
    expect(heard[0]!.url.searchParams.get('id')).toBe('x y')
  })
  test('upload carries the file in a multipart body and the other fields in the query', async () => {
    await client.send('upload', { kind: 'picture' }, { file: new File(['bytes'], '图.png', { type: 'image/png' }) })
    expect(heard[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(heard[0]!.body).toContain('name="file"; filename="图.png"')
    expect(heard[0]!.body).not.toContain('kind')
    expect(heard[0]!.url.search).toBe('?kind=picture')
  })
  test('sliceupload carries its fields and the slice in one multipart body', async () => {
    await client.send('slice', { index: 3 }, { file: new Blob(['part']) })
    expect(heard[0]!.body).toMatch(/name="index"[\s\S]*3[\s\S]*name="file"/)
    expect(heard[0]!.url.search).toBe('')
  })
  test.each(['upload', 'slice'])('%s without a file is rejected before anything is sent', async (name) => {
    const error = await failure(client.send(name, {}))
    expect(error.message).toBe('param:file is unset')
    expect(heard).toEqual([])
  })
})

describe('cleaning', () => {
  test('removes empty values at any depth and keeps false, zero and emptied lists', async () => {
    await client.send('json', {
      a: '',
      b: null,
      c: undefined,
      d: Number.NaN,
      e: Number.POSITIVE_INFINITY,
      f: Number.NEGATIVE_INFINITY,
      kept: { off: false, zero: 0, inner: { gone: '' }, list: ['', 'x', null], rows: [{ value: 'v', color: null }] },
    })
    expect(JSON.parse(heard[0]!.body)).toEqual({
      kept: { off: false, zero: 0, inner: {}, list: ['x'], rows: [{ value: 'v' }] },
    })
  })
  test('leaves a document marked verbatim as it is', async () => {
    await client.send('json', { id: '', draft: verbatim({ title: '', price: null }) })
    expect(JSON.parse(heard[0]!.body)).toEqual({ draft: { title: '', price: null } })
  })
})

describe('identical requests', () => {
  test('a second identical non-GET request is dropped in silence while the first is under way', async () => {
    let finish = (): void => undefined
    answerWith = (res) => (finish = () => ok('done')(res))
    const first = client.send('json', { id: 1 })
    await until(() => heard.length === 1)
    const second = await failure(client.send('json', { id: 1 }))
    expect([second.failure, second.isSilent]).toEqual(['duplicate', true])
    finish()
    expect(await first).toBe('done')
    expect([heard.length, told]).toEqual([1, []])
  })
  test('a different body, another file, and the same body later are sent', async () => {
    const file = (name: string): File => new File(['x'], name, { lastModified: 1 })
    await Promise.all([
      client.send('json', { id: 1 }),
      client.send('json', { id: 2 }),
      client.send('upload', {}, { file: file('a') }),
      client.send('upload', {}, { file: file('b') }),
    ])
    await client.send('json', { id: 1 })
    expect(heard).toHaveLength(5)
  })
  test('identical GET requests are both sent', async () => {
    await Promise.all([client.send('read', { id: 1 }), client.send('read', { id: 1 })])
    expect(heard).toHaveLength(2)
  })
  test('a request that was let go makes room at once for the next identical one', async () => {
    const letGo = new AbortController()
    answerWith = () => undefined
    const first = failure(client.send('json', { id: 1 }, { signal: letGo.signal }))
    await until(() => heard.length === 1)
    letGo.abort()
    answerWith = ok('second')
    expect(await client.send('json', { id: 1 })).toBe('second')
    expect((await first).failure).toBe('aborted')
    expect([client.underway(), told]).toEqual([0, []])
  })
  test('a request let go before it began leaves nothing behind', async () => {
    expect((await failure(client.send('json', {}, { signal: AbortSignal.abort() }))).failure).toBe('aborted')
    expect(client.underway()).toBe(0)
  })
})

describe('the token', () => {
  test('travels in Authorization as it is stored, and one in an answer replaces it', async () => {
    answerWith = envelope({ code: 200, data: 1 }, 200, { authorization: 'token-2' })
    await client.send('read', {})
    await client.send('read', {})
    expect(heard.map((one) => one.headers.authorization)).toEqual(['token-1', 'token-2'])
  })
  test('an answer that comes after the logout brings no token back', async () => {
    let finish = (): void => undefined
    answerWith = (res) => (finish = () => envelope({ code: 200, data: 1 }, 200, { authorization: 'late' })(res))
    const asked = client.send('read', {})
    await until(() => heard.length === 1)
    session.end()
    finish()
    await asked
    expect(session.token()).toBeNull()
  })
})

describe('the error catalogue', () => {
  test.each([
    ['code 400 with 请先登录', { code: 400, msg: LOGIN_FIRST }, 200],
    ['code 403', { code: 403, msg: '登录已失效' }, 200],
    ['HTTP 403', { code: 200 }, 403],
  ])('%s logs out without a toast', async (_name, body, status) => {
    session.remember('accNum', '4')
    answerWith = envelope(body, status)
    expect((await failure(client.send('read', {}))).failure).toBe('session-over')
    expect(session.get()).toMatchObject({ isLogin: false, userInfo: null, apiRight: '' })
    expect([session.memory('accNum'), told]).toEqual(['0', []])
  })
  test('a refusal that belongs to the person before does not log the next one out', async () => {
    let finish = (): void => undefined
    answerWith = (res) => (finish = () => envelope({ code: 403 })(res))
    const asked = failure(client.send('read', {}))
    await until(() => heard.length === 1)
    session.begin('token-of-another', { ...USER, id: 'u2' })
    finish()
    await asked
    expect(session.get().isLogin).toBe(true)
  })
  test.each([
    [{ code: 400, msg: '账号已停用' }, '账号已停用'],
    [{ code: 409, message: '已被别人修改' }, '已被别人修改'],
    [{ code: 404 }, '请求的资源不存在'],
    [{ code: 4030 }, UNKNOWN_STATUS_TEXT],
  ])('another code %j tells %s and stays logged in', async (body, text) => {
    answerWith = envelope(body)
    const error = await failure(client.send('read', {}))
    expect([error.failure, error.code, told]).toEqual(['refused', body.code, [text]])
    expect(session.get().isLogin).toBe(true)
  })
  test('the explanation of a refusal comes with the error, and a silent call tells nothing', async () => {
    const data = { refusal: 'stale', what: '已被修改', current: { version: 2 } }
    answerWith = envelope({ code: 409, msg: '已被修改', data })
    const error = await failure(client.send('json', {}, { silent: true }))
    expect([error.explanation, told]).toEqual([data, []])
  })
  test.each(['', '   '])('an empty body %j is a failure', async (body) => {
    answerWith = (res) => res.end(body)
    expect((await failure(client.send('read', {}))).failure).toBe('empty')
    expect(told).toEqual([UNKNOWN_STATUS_TEXT])
  })
  test.each([...Object.entries(HTTP_STATUS_TEXT).filter(([status]) => status !== '403'), ['418', UNKNOWN_STATUS_TEXT]])(
    'HTTP %s tells %s',
    async (status, text) => {
      answerWith = (res) => {
        res.writeHead(Number(status))
        res.end('<html>')
      }
      const error = await failure(client.send('read', {}))
      expect([error.failure, error.status, told]).toEqual(['http', Number(status), [text]])
    },
  )
  test('a server that is not there is told as a network error', async () => {
    await stop()
    expect((await failure(client.send('read', {}))).failure).toBe('network')
    expect(told).toEqual(['网络错误'])
    stop = () => Promise.resolve()
  })
})
