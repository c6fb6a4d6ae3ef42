import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { CallRecord } from '../../vite/contract-table.ts'
import type { StreamEvent } from './event-stream.ts'
import { createEventParser } from './event-stream.ts'
import { memoryStorage } from './local-storage.ts'
import { createFailureSeries } from './failure-series.ts'
import { createSessionStore } from './session.ts'
import { createStreamClient, streamPause } from './stream.client.ts'
import type { StreamDeps } from './stream.client.ts'

test('events are complete however they are split into chunks, with any line ending', () => {
  const text =
    'retry: 1500\r\nid: 7\r\nevent: task\r\ndata: {"a":\r\ndata: 1}\r\n\r\n: keep-alive\n\ndata: b\rdata: c\r\rdata: unfinished'
  for (const size of [1, 2, 3, 7, text.length]) {
    const events: StreamEvent[] = []
    const retries: number[] = []
    const parse = createEventParser({ event: (event) => events.push(event), retry: (ms) => retries.push(ms) })
    for (let from = 0; from < text.length; from += size) parse(text.slice(from, from + size))
    expect(events, `slices of ${size}`).toEqual([
      { id: '7', event: 'task', data: '{"a":\n1}' },
      { id: '7', event: 'message', data: 'b\nc' },
    ])
    expect(retries).toEqual([1500])
  }
})

const cleanup: (() => void)[] = []
afterEach(() => {
  for (const undo of cleanup.splice(0)) undo()
})

const later: StreamDeps['after'] = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

async function app(answer: Parameters<typeof createServer>[1], after = later) {
  const server = createServer(answer as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const session = createSessionStore({ storage: memoryStorage() })
  session.begin('token-1', {
    id: 'u',
    userAccount: 'u',
    name: 'u',
    roleType: 0,
    lastLoginTime: null,
    mustChangePassword: false,
    mustBindAuthenticator: false,
  })
  const reported: string[] = []
  const record: CallRecord = {
    method: 'GET',
    path: '/events',
    mode: 'get',
    lists: [],
    right: 'session',
    stream: true,
  }
  const follow = createStreamClient({
    session,
    record: () => record,
    fetch: globalThis.fetch,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell: (text) => reported.push(text),
    series: createFailureSeries(),
    pause: () => 1,
    after,
  })
  return { session, follow, reported }
}
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('a stream that ends is opened again from its last event, with the token and the input', async () => {
  const asked: (string | undefined)[][] = []
  const { follow } = await app((req, res) => {
    asked.push([req.url, req.headers.authorization, req.headers['last-event-id'] as string | undefined])
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.end(`retry: 1\nid: ${asked.length}\ndata: {"n":${asked.length}}\n\n`)
  })
  const heard: unknown[] = []
  cleanup.push(follow('events', { taskId: 't', gone: '' }, { data: (data) => heard.push(data) }))
  await until(() => heard.length >= 2)
  expect(heard.slice(0, 2)).toEqual([{ n: 1 }, { n: 2 }])
  expect(asked.slice(0, 2)).toEqual([
    ['/events?taskId=t', 'token-1', undefined],
    ['/events?taskId=t', 'token-1', '1'],
  ])
})

test('a stream that is silent for three beats is opened again without a toast; whatever it says restarts the time', async () => {
  const connections: ServerResponse[] = []
  /** the waits for three beats that were started and not ended */
  const waits = new Set<() => void>()
  let started = 0
  const { follow, reported } = await app(
    (_req, res) => {
      connections.push(res)
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write('retry: 1\n\n')
    },
    (ms, run) => {
      if (ms !== 45_000) return later(ms, run)
      started += 1
      waits.add(run)
      return () => waits.delete(run)
    },
  )
  cleanup.push(follow('events', {}, { data: () => undefined }))
  // One wait for the connection, one since the first line.
  await until(() => started === 2)
  connections[0]!.write(': beat\n\n')
  await until(() => started === 3)
  expect([waits.size, connections.length]).toEqual([1, 1])
  for (const end of waits) end()
  await until(() => connections.length === 2)
  expect(reported).toEqual([])
  await until(() => started === 5)
  expect(waits.size).toBe(1)
})

test('a stream refused because the session has expired logs out', async () => {
  const { follow, session } = await app((_req, res) => {
    res.setHeader('content-type', 'application/json')
    res.end('{"code":403,"msg":"登录已失效"}')
  })
  cleanup.push(follow('events', {}, { data: () => undefined }))
  await until(() => !session.get().isLogin)
  expect(session.token()).toBeNull()
})

test('of consecutive failures the first is shown with its reason, and the next one only after the stream was open again', async () => {
  let tries = 0
  const { follow, reported } = await app((_req, res) => {
    tries += 1
    if (tries === 3) {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      return void res.end('retry: 1\n\n')
    }
    if (tries < 3) return void res.writeHead(503).end()
    return void res.setHeader('content-type', 'application/json').end('{"code":409,"msg":"任务已结束"}')
  })
  cleanup.push(follow('events', {}, { data: () => undefined }))
  await until(() => tries >= 6)
  expect(reported).toEqual(['服务不可用', '任务已结束'])
})

test('pauses double up to half a minute, each with random jitter', () => {
  expect([1, 2, 3, 9].map((failures) => streamPause(failures, 0))).toEqual([1000, 2000, 4000, 30_000])
  expect(streamPause(1, 1)).toBe(1500)
})
