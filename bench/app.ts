import { createHash } from 'node:crypto'
import { execFile, fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint, EndpointName, InputOf, OutputOf } from '@huoqiao/contract'
import pg from 'pg'
import { openEmbeddedDatabase } from '../apps/server/src/db/embedded/index.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { MALLOC_ENV, NODE_FLAGS } from '../tools/start/node-flags.mjs'

/** Programs as people run them: the bundles of tools/build.mjs in separate processes, used by HTTP. */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const bundle = (app: 'server' | 'simulator'): string => join(ROOT, 'apps', app, 'dist', 'main.js')
export const CONSOLE_DIR = join(ROOT, 'apps', 'console', 'dist')

async function temporaryFolder(): Promise<{ path: string; remove: (this: void) => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'huoqiao-bench-'))
  // As root, PostgreSQL runs as another user, which must be able to enter this folder.
  await chmod(path, 0o755)
  return {
    path,
    async remove() {
      const elsewhere = await readFile(join(path, 'database', 'location'), 'utf8').catch(() => undefined)
      if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true })
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** The resources of a bench; the last opened is closed first, whatever happens. */
export type Open = { folder: string; closing: (this: void, close: () => Promise<void>) => void }

export async function withTemporaryFolder(work: (open: Open) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder()
  const closers = [folder.remove]
  try {
    await work({ folder: folder.path, closing: (close) => void closers.push(close) })
  } finally {
    for (const close of closers.toReversed()) await close().catch((error: unknown) => console.error(error))
  }
}

export type Cluster = {
  /** Creates a database with this version's schema and returns its address. */
  create(name: string): Promise<string>
  /** The database that a server opens when it gets this folder and no address. */
  own(): Promise<string>
}

/** The embedded PostgreSQL as the server opens it: durable, with its ordinary settings. */
export async function openCluster({ folder, closing }: Open): Promise<Cluster> {
  const embedded = await openEmbeddedDatabase({ dataDir: join(folder, 'database'), log: () => undefined })
  closing(() => embedded.close())
  return {
    async create(name) {
      await query(embedded.url, `create database bench_${name}`)
      const url = new URL(embedded.url)
      url.pathname = `/bench_${name}`
      await migrate(url.href)
      return url.href
    },
    async own() {
      await migrate(embedded.url)
      return embedded.url
    },
  }
}

export async function query<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The same flags as tools/start, or others for an experiment: BENCH_NODE_FLAGS="--cpu-prof". */
const FLAGS = process.env['BENCH_NODE_FLAGS']?.split(' ') ?? NODE_FLAGS

export type Program = {
  readonly output: string
  readonly pid: number
  memory(): Memory
  stop: (this: void) => Promise<void>
}
export type Memory = { rssMb: number; peakMb: number }

/** Forks a program that reports by IPC, as tools/start does, and waits until it is ready. */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  options: { execArgv?: readonly string[]; task?: object } = {},
): Promise<Program> {
  const child = fork(file, [], {
    cwd: ROOT,
    env: { ...MALLOC_ENV, ...process.env, ...env },
    execArgv: [...(options.execArgv ?? FLAGS)],
    stdio: ['ignore', process.env['BENCH_VERBOSE'] ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  })
  if (options.task) child.send(options.task)
  const output = await readyText(child)
  return {
    output,
    pid: child.pid!,
    memory: () => memoryOf(child.pid!),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

function readyText(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)))
    child.on('message', (word: { kind: string; text: string }) => {
      if (word.kind === 'ready') resolve(word.text)
      if (word.kind === 'fatal') reject(new Error(word.text))
    })
  })
}

/** Resident memory of one process without its children. Linux only; elsewhere it is not measured. */
function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { rssMb: of('VmRSS'), peakMb: of('VmHWM') }
}

/** The first administrator's password, as changed by a bench; the database is deleted afterwards. */
export const BENCH_PASSWORD = 'bench'

export type Caller = <N extends EndpointName>(
  name: N,
  input: Partial<InputOf<Endpoints[N]>>,
) => Promise<OutputOf<Endpoints[N]>>
type Endpoints = typeof ENDPOINTS
export type Server = Program & { readonly url: string; readonly token: string; call: Caller }

/** The server's bundle, with its first administrator logged in. */
export async function startServer(env: Record<string, string>): Promise<Server> {
  const program = await startProgram(bundle('server'), {
    HUOQIAO_PORT: '0',
    HUOQIAO_LOG: 'error',
    HUOQIAO_INSIDE: '127.0.0.1',
    ...env,
  })
  const url = /http:\/\/[\d.]+:\d+/.exec(program.output)![0]
  const [, userAccount = 'admin', shown] = LOGIN.exec(await loginText(program.output, env)) ?? []
  const userPassword = md5(shown ?? BENCH_PASSWORD)
  const { token } = await callerAt(url, '')('login', { userAccount, userPassword })
  const call = callerAt(url, token)
  // An installation without demo shows a password once, which must be changed before anything else.
  if (!env['HUOQIAO_DEMO_SIMULATOR'] && shown !== undefined)
    await call('safe_updatePassword', { oldUserPassword: userPassword, userPassword: md5(BENCH_PASSWORD) })
  return { ...program, url, token, call }
}

const LOGIN = /：(\S+) \/ (\S+)/

/** With several nodes the first administrator's password is not printed: the output names a command that shows it. */
async function loginText(output: string, env: Record<string, string>): Promise<string> {
  if (!output.includes('admin:rescue')) return output
  const reported = await promisify(execFile)('npm', ['run', '--silent', 'admin:rescue'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  })
  return reported.stdout
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

export const startSimulator = (env: Record<string, string>): Promise<Program> =>
  startProgram(bundle('simulator'), { SIMULATOR_HOST: '127.0.0.1', ...env }, { execArgv: [] })

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Calls by name, in the body modes of specification section 7. Throws if a call is refused. */
function callerAt(url: string, token: string): Caller {
  return async (name, input) => {
    const endpoint: Endpoint = ENDPOINTS[name]
    const search = endpoint.mode === 'get' || endpoint.mode === 'postquery'
    const text = (): URLSearchParams =>
      new URLSearchParams(
        Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
      )
    const json = endpoint.mode === 'postjson'
    const response = await fetch(`${url}${endpoint.path}${search ? `?${text()}` : ''}`, {
      method: endpoint.method,
      headers: { authorization: token, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(search ? {} : { body: json ? JSON.stringify(input) : text() }),
    })
    const answer = (await response.json()) as { code: number; msg: string; data: never }
    if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
}
