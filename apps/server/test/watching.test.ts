import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS } from '@huoqiao/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '../src/db/db.ts'
import type { Db } from '../src/db/db.ts'
import { createTestDatabase } from './database.ts'
import { caller, wire } from './harness.ts'
import { expressionsOf, faultsOf } from './promql.ts'
import { figure, readScrape, samplesOf } from './scrape.ts'
import type { Family } from './scrape.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { startTestSimulator } from './simulator.ts'
import type { TestSimulator } from './simulator.ts'
import { until } from './until.ts'

const SEARCH = 'product.search.keywordQuery'
const DETAIL = 'product.search.queryProductDetail'
const deployed = (path: string): string => fileURLToPath(new URL(`../../../deploy/${path}`, import.meta.url))

let simulator: TestSimulator
let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
let server: ServerProcess
let db: Db
let token: string

beforeAll(async () => {
  simulator = await startTestSimulator()
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-watching-'))
  server = await startServerProcess({
    databaseUrl: database.url,
    dataDir: folder,
    simulator: simulator.origin,
    secretKey: randomBytes(32).toString('hex'),
    logLevel: 'debug',
    settings: { HUOQIAO_ACCESS_LOG: 'true' },
  })
  db = openDb(database.url)
  token = await caller(server.url).login('admin', 'admin888')
})
afterAll(async () => {
  await server?.stop()
  await db?.close()
  await simulator?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => simulator.control('DELETE', '/faults'))

const scrapeText = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text()
/** A scrape with all metrics: on a busy machine some may be missing, which has its own test. */
const scrape = (missing: readonly string[] = []): Promise<Map<string, Family>> =>
  until(
    async () => readScrape(await scrapeText()),
    (reported) =>
      ['nodes', 'jobs', 'acts', 'inbox'].every(
        (reading) =>
          figure(reported, 'huoqiao_metrics_reading_success', { reading }) === (missing.includes(reading) ? 0 : 1),
      ),
  )
const fault = (call: string, kind: object, times = 1): Promise<unknown> =>
  simulator.control('POST', '/faults', { vendor: '1688', call, times, fault: kind })

/** One call as a browser makes it, with its own request id. */
async function ask(
  name: keyof typeof ENDPOINTS,
  input: object,
  requestId?: string,
  query: Record<string, string> = {},
) {
  const endpoint = ENDPOINTS[name]
  const { body, search, contentType } = wire(endpoint, input)
  const parameters = new URLSearchParams({ ...search, ...query })
  const response = await fetch(`${server.url}${endpoint.path}?${parameters}`, {
    method: endpoint.method,
    headers: {
      authorization: token,
      ...(contentType ? { 'content-type': contentType } : {}),
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const envelope = (await response.json()) as { code: number; data: never }
  return { requestId: response.headers.get('x-request-id') ?? '', ...envelope }
}
/** The matching lines of the server's log. */
const logged = (fits: Record<string, unknown>): Record<string, unknown>[] =>
  server
    .log()
    .split('\n')
    // The last line may be incomplete.
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
    .filter((line) => Object.entries(fits).every(([key, value]) => line[key] === value))
const untilLogged = (fits: Record<string, unknown>) =>
  until(
    () => Promise.resolve(logged(fits)),
    (lines) => lines.length > 0,
  )

describe('the request id', () => {
  it('is taken from the caller if it is well formed, and otherwise generated', async () => {
    expect((await ask('getAllShopifyStores', {}, 'from-the-browser-1')).requestId).toBe('from-the-browser-1')
    for (const bad of ['short', '=cmd|calc-0', 'with space in it', 'x'.repeat(65), '-begins-with-a-dash'])
      expect((await ask('getAllShopifyStores', {}, bad)).requestId).toMatch(/^[0-9a-f]{16}$/)
    expect((await ask('getAllShopifyStores', {})).requestId).toMatch(/^[0-9a-f]{16}$/)
  })

  it('goes from the browser to 1688, and is in every log line on the way', async () => {
    await fault(SEARCH, { kind: 'refuse', code: '400', message: 'no such thing', status: 400 })
    const { requestId } = await ask('keywordQuery', { keyword: '水壶' }, 'asks-for-a-kettle')
    const { entries } = await simulator.control<{ entries: { requestId?: string }[] }>('GET', `/ledger?call=${SEARCH}`)
    expect(entries.map((one) => one.requestId)).toContain(requestId)
    expect(await untilLogged({ msg: 'remote request failed', requestId })).toMatchObject([
      { vendor: '1688', call: SEARCH, outcome: 'rejected', status: 400 },
    ])
    expect(await untilLogged({ msg: 'request answered', requestId })).toMatchObject([{ call: 'keywordQuery' }])
  })

  it('continues in the job that the call enqueued and in its remote calls, and Shopify’s own request id is logged beside it', async () => {
    const { data: stores } = await ask('getAllShopifyStores', {})
    await ask('checkShopifyStore', { id: (stores as { id: string }[])[0]!.id }, 'looks-at-the-shop')
    const numbered = await until(
      () => Promise.resolve(logged({ requestId: 'looks-at-the-shop', vendor: 'shopify' })),
      (lines) => lines.some((line) => 'remoteId' in line),
    )
    expect(numbered.find((line) => 'remoteId' in line)!['remoteId']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    const { entries } = await simulator.control<{ entries: { vendor: string; requestId?: string }[] }>('GET', '/ledger')
    expect(entries.filter((one) => one.requestId === 'looks-at-the-shop').map(({ vendor }) => vendor)).toContain(
      'shopify',
    )

    const [offerId] = await offers('收纳')
    await fault(DETAIL, { kind: 'refuse', code: '500', message: 'System error', status: 500 }, 1)
    await ask(
      'claimProducts',
      { lines: [offerId], storeIds: [(stores as { id: string }[])[0]!.id] },
      'claims-a-tea-cup',
      { origin: '1688' },
    )
    const lines = await untilLogged({ requestId: 'claims-a-tea-cup', vendor: '1688', call: DETAIL })
    expect(lines[0]).toMatchObject({ job: 'collect-offer', jobId: expect.any(String) })
  })
})

const offers = async (keyword: string): Promise<string[]> =>
  ((await ask('keywordQuery', { keyword, pageSize: 20 })).data as { list: { offerId: string }[] }).list.map(
    (one) => one.offerId,
  )

describe('metrics', () => {
  it('of calls are counted by name and outcome, and no address becomes a label', async () => {
    const before = await scrape()
    await ask('getAllShopifyStores', {})
    await ask('getAllShopifyStores', {})
    await ask('addDictionary', {})
    await fetch(`${server.url}/nobody/asked/for/this?secret=1`)
    const after = await scrape()
    const moved = (name: string, labels: Record<string, string>): number =>
      figure(after, name, labels) - figure(before, name, labels)
    expect(moved('huoqiao_calls_total', { call: 'getAllShopifyStores', outcome: 'ok' })).toBe(2)
    expect(moved('huoqiao_call_duration_seconds_count', { call: 'getAllShopifyStores' })).toBe(2)
    expect(moved('huoqiao_calls_total', { call: 'addDictionary', outcome: 'refused' })).toBe(1)
    expect(moved('huoqiao_http_requests_total', { code: '404' })).toBe(1)
    const calls = new Set(samplesOf(after, 'huoqiao_calls_total').map(({ labels }) => labels['call']!))
    expect([...calls].filter((call) => !(call in ENDPOINTS))).toEqual([])
    expect(await scrapeText()).not.toContain('nobody')
  })

  it('of a failing remote are counted by the word of the failure, with its duration', async () => {
    const labels = { vendor: '1688', outcome: 'unavailable' }
    const before = await scrape()
    await fault(SEARCH, { kind: 'drop-before' }, 50)
    await ask('keywordQuery', { keyword: '雨伞' })
    const after = await scrape()
    expect(figure(after, 'huoqiao_remote_requests_total', { ...labels, call: SEARCH })).toBeGreaterThan(
      figure(before, 'huoqiao_remote_requests_total', { ...labels, call: SEARCH }),
    )
    const timed = 'huoqiao_remote_request_duration_seconds_count'
    expect(figure(after, timed, labels)).toBeGreaterThan(figure(before, timed, labels))
  })

  it('of a slow job show its age while it runs and while others wait behind it', async () => {
    const held = (await offers('灯')).slice(0, 12)
    await fault(DETAIL, { kind: 'slow', ms: 3_600_000 }, 50)
    const { data: stores } = await ask('getAllShopifyStores', {})
    await ask('claimProducts', { lines: held, storeIds: [(stores as { id: string }[])[0]!.id] }, undefined, {
      origin: '1688',
    })
    const ages = (families: Map<string, Family>) => ({
      runs: figure(families, 'huoqiao_job_longest_run_age_seconds', { queue: 'collect-offer' }),
      waits: figure(families, 'huoqiao_job_oldest_due_age_seconds', { queue: 'collect-offer' }),
      due: figure(families, 'huoqiao_jobs', { queue: 'collect-offer', state: 'due' }),
    })
    const first = await until(
      async () => ages(await scrape()),
      ({ runs, waits, due }) => runs > 0 && waits > 0 && due > 0,
    )
    await until(
      async () => ages(await scrape()),
      ({ runs, waits }) => runs >= first.runs + 0.5 && waits >= first.waits + 0.5,
    )
    await simulator.control('DELETE', '/faults')
    const done = { queue: 'collect-offer', outcome: 'ok' }
    await until(
      async () => figure(await scrape(), 'huoqiao_job_duration_seconds_count', done),
      (runs) => runs >= held.length,
    )
    await until(
      async () => ages(await scrape()),
      ({ runs, waits, due }) => runs === 0 && waits === 0 && due === 0,
    )
  })

  it('of remote acts, messages, streams, nodes, the database and the process are exported', async () => {
    await db.pool.query(`
      insert into remote_act (id, kind, key, state, intent, by, intended_at, until)
      values (gen_random_uuid(), 'of-a-test', 'x', 'sent', '{}', '', clock_timestamp() - interval '1 hour', clock_timestamp() + interval '1 hour')`)
    await db.pool.query(`
      insert into inbox_message (id, source, owner_id, topic, event_id, body, headers, received_at, state, next_at)
      values (gen_random_uuid(), 'shopify', gen_random_uuid(), 'of/a-test', 'x', '{}', '{}', clock_timestamp() - interval '1 hour', 'waiting',
        clock_timestamp() + interval '1 hour')`)
    const leave = new AbortController()
    await fetch(server.url + ENDPOINTS.streamSyncTasks.path, {
      headers: { authorization: token },
      signal: leave.signal,
    })
    const reported = await scrape()
    leave.abort()
    expect(figure(reported, 'huoqiao_acts_open', { kind: 'of-a-test', state: 'sent' })).toBe(1)
    expect(figure(reported, 'huoqiao_act_oldest_open_age_seconds', { kind: 'of-a-test' })).toBeGreaterThanOrEqual(3_600)
    expect(figure(reported, 'huoqiao_inbox_messages_waiting', { source: 'shopify' })).toBe(1)
    expect(figure(reported, 'huoqiao_inbox_oldest_waiting_age_seconds', { source: 'shopify' })).toBeGreaterThanOrEqual(
      3_600,
    )
    expect(figure(reported, 'huoqiao_streams_open')).toBe(1)
    expect(figure(reported, 'huoqiao_nodes', { state: 'alive' })).toBe(1)
    expect(figure(reported, 'huoqiao_database_up')).toBe(1)
    expect(figure(reported, 'huoqiao_database_info', { kind: 'external' })).toBe(1)
    expect(figure(reported, 'huoqiao_database_pool_connections_limit')).toBe(10)
    expect(figure(reported, 'huoqiao_storage_free_bytes')).toBeGreaterThan(0)
    expect(figure(reported, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(samplesOf(reported, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
    await until(
      async () => figure(await scrape(), 'huoqiao_streams_open'),
      (open) => open === 0,
    )
  })

  it('that the database does not return within two seconds are left out and reported missing, and the others are exported', async () => {
    const holder = await db.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table remote_act in access exclusive mode')
      const reported = await scrape(['acts'])
      const isRead = (reading: string): number => figure(reported, 'huoqiao_metrics_reading_success', { reading })
      expect([isRead('acts'), isRead('jobs'), isRead('inbox'), isRead('nodes')]).toEqual([0, 1, 1, 1])
      expect(samplesOf(reported, 'huoqiao_acts_open')).toEqual([])
      expect(figure(reported, 'huoqiao_database_up')).toBe(1)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(figure(await scrape(), 'huoqiao_metrics_reading_success', { reading: 'acts' })).toBe(1)
  })
})

describe('a scrape', () => {
  it('follows Prometheus’ format and conventions, by our checks and by promtool if it is installed', async () => {
    const text = await scrapeText()
    expect(readScrape(text).size).toBeGreaterThan(30)
    const output = promtool(['check', 'metrics'], text)
    if (output !== undefined) expect(output).toEqual({ status: 0, output: '' })
  })

  it.each([
    ['a sample without its help', 'huoqiao_x 1\n'],
    ['a type that there is not', '# HELP a b\n# TYPE a number\na 1\n'],
    ['a counter that is not called one', '# HELP a b\n# TYPE a counter\na 1\n'],
    ['a value that is none', '# HELP a b\n# TYPE a gauge\na one\n'],
    ['a label that is not closed', '# HELP a b\n# TYPE a gauge\na{b="c} 1\n'],
    ['a series twice', '# HELP a b\n# TYPE a gauge\na 1\na 1\n'],
    ['milliseconds', '# HELP a_ms b\n# TYPE a_ms gauge\na_ms 1\n'],
    [
      'a histogram that does not add up',
      '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
    ['a last line that is cut', '# HELP a b\n# TYPE a gauge\na 1'],
  ])('would fail the checks with %s', (_what, text) => {
    expect(() => readScrape(text)).toThrow()
  })
})

describe('the delivered dashboard and alerts', () => {
  it('use only metrics, labels and values that exist, in each panel and each alert', async () => {
    const reported = await scrape()
    const rules = await readFile(deployed('prometheus/huoqiao.rules.yml'), 'utf8')
    const dashboard = JSON.parse(await readFile(deployed('grafana/huoqiao.json'), 'utf8')) as unknown
    const { expressions, alerts } = expressionsOf(rules, dashboard)
    expect(alerts).toBeGreaterThan(10)
    expect(expressions.length).toBeGreaterThan(40)
    const wrong = expressions.flatMap((expression) => faultsOf(reported, expression))
    expect(wrong).toEqual([])
  })

  it('are accepted by promtool if it is installed', () => {
    const output = promtool(['check', 'rules', deployed('prometheus/huoqiao.rules.yml')], '')
    if (output !== undefined) expect(output).toMatchObject({ status: 0 })
    const config = promtool(['check', 'config', deployed('prometheus/prometheus.yml')], '')
    if (config !== undefined) expect(config).toMatchObject({ status: 0 })
  })
})

/** Undefined where it is not installed: then only the checks of this file are applied. */
function promtool(args: string[], input: string): { status: number | null; output: string } | undefined {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { status, output: args[1] === 'metrics' ? stdout + stderr : stderr }
}

describe('the access log', () => {
  it('records who called what with which result, and not what was searched for', async () => {
    const { requestId } = await ask('getProductsByCondition', { keyword: '王小明的订单' })
    const [line] = await untilLogged({ msg: 'request answered', requestId })
    expect(line).toMatchObject({
      method: ENDPOINTS.getProductsByCondition.method,
      call: 'getProductsByCondition',
      status: 200,
      code: 200,
      address: '127.0.0.1',
    })
    expect(line!['account']).toMatch(/^[0-9a-f-]{36}$/)
    expect(line!['ms']).toBeGreaterThanOrEqual(0)
    expect(line!['bytes']).toBeGreaterThan(0)
    expect(JSON.stringify(line)).not.toContain('王小明')
    await fetch(`${server.url}/healthz?who=me`, { headers: { 'x-request-id': 'asks-for-health' } })
    const [other] = await untilLogged({ msg: 'request answered', requestId: 'asks-for-health' })
    expect(other).toMatchObject({ method: 'GET', route: '/healthz', status: 200 })
    expect(JSON.stringify(other)).not.toContain('who=me')
  })
})
