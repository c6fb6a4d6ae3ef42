import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * The real programs, as `npm start` runs them, on free ports with their own data. A test reaches them by address, as a person does; and it
 * may kill them.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
export const SERVER = join(root, 'apps/server/dist/main.js')
export const SIMULATOR = join(root, 'apps/simulator/dist/main.js')
export const CONSOLE = join(root, 'apps/console/dist')

export type App = {
  /** address of the console */
  readonly url: string
  /** address of the simulator */
  readonly simulator: string
  /** the administrator that the terminal names at the first start */
  readonly first: { account: string; password: string } | undefined
  /** kill -9, then the same program on the same data again */
  killServer(): Promise<void>
  startServer(): Promise<void>
  stop(): Promise<void>
}

type Word = { kind: 'step' | 'ready' | 'fatal'; text: string }

/**
 * `seed`: of the simulator's data and its random events; `log`: how much the server logs; `empty`: a real installation that is connected to
 * nothing, beside a simulator that it does not know.
 */
export async function startApp(options: { seed?: string; log?: string; empty?: boolean } = {}): Promise<App> {
  const dir = await mkdtemp(join(tmpdir(), 'huoqiao-journey-'))
  const [port, simulatorPort] = [await freePort(), await freePort()]
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`
  const simulator = await run(SIMULATOR, {
    SIMULATOR_PORT: String(simulatorPort),
    SIMULATOR_DATA: join(dir, 'simulator'),
    ...(options.seed === undefined ? {} : { SIMULATOR_SEED: options.seed }),
  })
  let first: App['first']
  const server = (): Promise<ChildProcess> =>
    run(
      SERVER,
      {
        HUOQIAO_PORT: String(port),
        HUOQIAO_DATA: join(dir, 'server'),
        HUOQIAO_CONSOLE_DIR: CONSOLE,
        ...(options.empty ? {} : { HUOQIAO_DEMO_SIMULATOR: simulatorUrl }),
        // Allows the address of the shops, pictures and providers that the tests themselves serve.
        HUOQIAO_INSIDE: '127.0.0.1',
        HUOQIAO_LOG: options.log ?? 'warn',
      },
      [],
      (text) => {
        const [, account, password] = /：(\S+) \/ (\S+)$/m.exec(text) ?? []
        if (account !== undefined && password !== undefined) first ??= { account, password }
      },
    )
  let running: ChildProcess | undefined = await server().catch(async (error: unknown) => {
    await end(simulator, 'SIGTERM')
    throw error
  })
  return {
    url: `http://127.0.0.1:${port}`,
    simulator: simulatorUrl,
    first,
    async killServer() {
      if (running) await end(running, 'SIGKILL')
      running = undefined
    },
    async startServer() {
      running ??= await server()
    },
    async stop() {
      if (running) await end(running, 'SIGTERM')
      await end(simulator, 'SIGTERM')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Waits until the shops are connected. Older orders are history, which only 补单 reads; the orders of a test must arrive automatically. */
export async function connected<H extends Pick<App, 'simulator'>>(app: H): Promise<H> {
  const knows = async (shop: string): Promise<boolean> => {
    const response = await fetch(`${app.simulator}/control/shopify/${shop}/webhooks`)
    const { webhooks } = (await response.json()) as { webhooks: { topic: string }[] }
    return webhooks.some(({ topic }) => topic === 'ORDERS_CREATE')
  }
  for (const shop of ['bridge-us', 'bridge-eu']) while (!(await knows(shop))) await sleep(300)
  return app
}

/** Starts a program and waits for its ready message. Without DATABASE_URL the server opens its own database. */
export async function run(
  program: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
  onReady: (text: string) => void = () => undefined,
): Promise<ChildProcess> {
  const { DATABASE_URL: _other, ...own } = process.env
  const child = spawn(process.execPath, [...flags, program], {
    env: { ...own, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.on('message', (word: Word) => {
      if (word.kind === 'ready') {
        onReady(word.text)
        resolve()
      }
      if (word.kind === 'fatal') reject(new Error(word.text))
    })
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  return child
}

export const end = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })

const given = new Set<number>()
/** Each process that starts apps has its own range of ports: vitest itself is 0, its workers count from 1. */
const SHARE = 1_000
const FIRST_PORT = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12) * SHARE

/**
 * Below the range that the system uses for outgoing connections, and never the same port twice: apps are started in parallel, and a server
 * that was killed returns to its port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, FIRST_PORT + SHARE)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
