import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS, REFUSALS, rowOutcomesOf } from '@huoqiao/contract'
import type { Endpoint, EndpointName, Explanation, OutputOf } from '@huoqiao/contract'
import { compose } from '../src/compose.ts'
import type { App } from '../src/compose.ts'
import { openDb } from '../src/db/db.ts'
import type { Db } from '../src/db/db.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'
import { createLog } from '../src/platform/log.ts'
import { createTestDatabase } from './database.ts'

/**
 * A whole installation on its own database, used by HTTP only. Real: routes, services, PostgreSQL, jobs, connectors. A test may set the
 * clock and the address of the remote systems.
 */
export type Answer<N extends EndpointName> =
  | { code: 200; msg: string; data: OutputOf<(typeof ENDPOINTS)[N]> }
  | { code: 400 | 403 | 4030 | 4031 | 409 | 422 | 429 | 500; msg: string; data: Explanation }

export type TestApp = {
  readonly url: string
  readonly databaseUrl: string
  /** the data folder of this node */
  readonly dataDir: string
  readonly db: Db
  readonly composed: App
  /** encrypts stored secrets and signs callbacks */
  readonly secretKey: Buffer
  /** SMS codes that were sent, newest last */
  readonly sms: { phone: string; code: string }[]
  /** One call by name, sent as the console sends it. `token` defaults to the administrator's. */
  call<N extends EndpointName>(
    name: N,
    input?: unknown,
    options?: { token?: string | null; query?: Record<string, string> },
  ): Promise<Answer<N>>
  /**
   * The data of a call that must succeed. A call with rows returns an outcome per row; if none succeeded, the envelope must refuse as the
   * rows do (decisions, section 8).
   */
  ok<N extends EndpointName>(
    name: N,
    input?: unknown,
    options?: { token?: string | null; query?: Record<string, string> },
  ): Promise<OutputOf<(typeof ENDPOINTS)[N]>>
  login(userAccount: string, password: string): Promise<string>
  close(): Promise<void>
}

/** The rate limits for 1688 are tested with the connectors; here they are so high that no test waits. */
const ALIBABA_STARTS_PER_SECOND = 1_000

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

export async function startTestApp(
  options: {
    clock?: Clock
    demoSimulator?: string
    work?: boolean
    /** runs scheduled jobs at their times; by default they run only when a test starts them */
    scheduled?: boolean
    logLevel?: string
    /** false: no SMS provider, as in a new installation; otherwise codes go to `sms` */
    smsReaches?: boolean
    /** local addresses that may be called beside the simulator; default: all, for tests that start servers of their own */
    inside?: readonly string[]
    /** the proxies of the environment; default: none */
    proxies?: { https?: string; http?: string; except?: string }
    /** calls to 1688 per second; default: so many that nothing waits */
    alibabaStartsPerSecond?: number
    /** a built console, or a stand-in */
    consoleDir?: string
    /** starts one more node of this app, on its database */
    beside?: Pick<TestApp, 'databaseUrl' | 'secretKey'>
    /** the application name of its database sessions */
    nodeName?: string
    /** maximum of database sessions; default: as in production */
    sessions?: number
  } = {},
): Promise<TestApp> {
  if (options.demoSimulator !== undefined) await liftLimit(options.demoSimulator)
  const { beside } = options
  const database = beside ? { url: beside.databaseUrl, drop: () => Promise.resolve() } : await createTestDatabase()
  const databaseUrl = new URL(database.url)
  if (options.nodeName !== undefined) databaseUrl.searchParams.set('application_name', options.nodeName)
  const log = createLog(options.logLevel ?? 'silent')
  const db = openDb(databaseUrl.href, {
    serving: true,
    ...(options.sessions === undefined ? {} : { max: options.sessions }),
  })
  const sms: TestApp['sms'] = []
  const secretKey = beside?.secretKey ?? randomBytes(32)
  const dataDir = await mkdtemp(join(tmpdir(), 'huoqiao-app-'))
  const composed = await compose({
    db,
    databaseUrl: databaseUrl.href,
    clock: options.clock ?? systemClock,
    log,
    secretKey,
    filesDir: join(dataDir, 'files'),
    isWholeApp: false,
    ...(options.smsReaches === false ? {} : { sendSms: async (phone, code) => void sms.push({ phone, code }) }),
    adminAccount: 'admin',
    demoSimulator: options.demoSimulator ?? 'http://127.0.0.1:9',
    alibabaStartsPerSecond: options.alibabaStartsPerSecond ?? ALIBABA_STARTS_PER_SECOND,
    inside: options.inside ?? ['127.0.0.1'],
    ...(options.proxies === undefined ? {} : { proxies: options.proxies }),
    trustProxy: false,
    validateOutputs: true,
    ...(options.consoleDir === undefined ? {} : { consoleDir: options.consoleDir }),
  })
  await composed.open({ work: options.work ?? true, scheduled: options.scheduled ?? false })
  const url = await composed.fastify.listen({ host: '127.0.0.1', port: 0 })

  // As in the console: a renewed token is used from then on, however far a test moves the clock.
  const { call, login } = caller(url, (presented, fresh) => {
    if (presented === adminToken) adminToken = fresh
  })
  let adminToken = ''
  adminToken = await login('admin', 'admin888')

  return {
    url,
    databaseUrl: database.url,
    dataDir,
    db,
    composed,
    secretKey,
    sms,
    login,
    call: (name, input, { token = adminToken, query } = {}) => call(name, input, token, query) as Promise<never>,
    async ok(name, input, { token = adminToken, query } = {}) {
      const answer = (await call(name, input, token, query)) as Answer<typeof name>
      if (answer.code !== 200 && !isRefusedAsRows(answer))
        throw new Error(`${name}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
      return answer.data as never
    },
    async close() {
      await composed.close()
      await db.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Checks the rule independently of the implementation: the code of the rows if all have the same, else 409; the answer has the rows. */
export function isRefusedAsRows({ code, data }: { code: number; data: unknown }): boolean {
  const outcome = rowOutcomesOf(data)
  if (outcome === undefined || outcome.succeeded > 0 || outcome.rows.length === 0) return false
  const codes = new Set(
    outcome.rows.map(({ word }) =>
      word !== undefined && word in REFUSALS ? REFUSALS[word as keyof typeof REFUSALS].code : 409,
    ),
  )
  return code === (codes.size === 1 ? [...codes][0] : 409)
}

async function liftLimit(simulator: string): Promise<void> {
  const response = await fetch(`${simulator}/control/quirks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: '1688.qps', value: 10 * ALIBABA_STARTS_PER_SECOND }),
  })
  if (!response.ok) throw new Error(`1688's limit was not lifted: ${response.status} ${await response.text()}`)
}

/** Calls by name over HTTP to the app at `url`. `renewed` is called for tokens that an answer replaced. */
export function caller(url: string, renewed?: (presented: string, fresh: string) => void) {
  const call = async (
    name: EndpointName,
    input: unknown,
    token: string | null,
    query?: Record<string, string>,
  ): Promise<unknown> => {
    const endpoint: Endpoint = ENDPOINTS[name]
    const { body, search, contentType } = wire(endpoint, input ?? {})
    const parameters = new URLSearchParams({ ...search, ...query })
    const response = await fetch(`${url}${endpoint.path}${parameters.size > 0 ? `?${parameters}` : ''}`, {
      method: endpoint.method,
      headers: { ...(token ? { authorization: token } : {}), ...(contentType ? { 'content-type': contentType } : {}) },
      ...(body === undefined ? {} : { body }),
    })
    const fresh = response.headers.get('authorization')
    if (token !== null && fresh !== null) renewed?.(token, fresh)
    return response.json()
  }
  /** Keeps the device mark of each account, as a browser does. */
  const marks = new Map<string, string>()
  const login = async (userAccount: string, password: string): Promise<string> => {
    const input = { userAccount, userPassword: md5(password), deviceMark: marks.get(userAccount) }
    const answer = (await call('login', input, null)) as Answer<'login'>
    if (answer.code !== 200) throw new Error(`login as ${userAccount}: ${answer.msg}`)
    marks.set(userAccount, answer.data.deviceMark)
    return answer.data.token
  }
  return { call, login }
}

/** The fields of an input as a form or a query carries them. */
export const fieldsAsText = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input as object)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )

/** The body modes of specification section 7, as the console sends them. */
export function wire(
  endpoint: Endpoint,
  input: unknown,
): { body?: string; search: Record<string, string>; contentType?: string } {
  switch (endpoint.mode) {
    case 'get':
    case 'postquery':
      return { search: fieldsAsText(input) }
    case 'post':
      return {
        body: new URLSearchParams(fieldsAsText(input)).toString(),
        search: {},
        contentType: 'application/x-www-form-urlencoded',
      }
    default:
      return { body: JSON.stringify(input), search: {}, contentType: 'application/json' }
  }
}
