import { chmod, mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { Registry } from 'prom-client'
import { compose } from './compose.ts'
import { openDb } from './db/db.ts'
import { isThisMachine } from './demo-left.ts'
import type { Env } from './env.ts'
import type { FirstStart } from './first-start.ts'
import { startDatabaseClock } from './db/database-clock.ts'
import type { ClockOff } from './db/database-clock.ts'
import { createAccessLog } from './platform/log.ts'
import type { Log } from './platform/log.ts'
import { loadSecretKey } from './platform/secrets.ts'

/**
 * Composes and opens an installation from its environment, on a database with this version's schema, and listens. `undo` receives functions
 * that close what was opened, last one first, even if a later step fails.
 */
export async function openApp(
  env: Env,
  deps: {
    databaseUrl: string
    log: Log
    undo: (close: () => Promise<void>) => void
    onClockOff: (error: ClockOff) => void
    /** metrics of the process */
    processRegistry?: Registry
  },
): Promise<{ address: string; first: FirstStart }> {
  const { databaseUrl, log, undo } = deps
  const db = openDb(databaseUrl, {
    serving: true,
    onError: (error) => log.warn({ error: error.message }, 'database connection lost'),
  })
  undo(() => db.close())
  const clock = await startDatabaseClock(db.pool, { log, onOff: deps.onClockOff })
  undo(() => clock.close())
  const filesDir = join(resolve(env.HUOQIAO_DATA), 'files')
  await keepToOwner(filesDir)
  const app = await compose({
    db,
    databaseUrl,
    clock,
    log,
    filesDir,
    isWholeApp: env.DATABASE_URL === undefined,
    secretKey: loadSecretKey(env.HUOQIAO_SECRET_KEY, join(resolve(env.HUOQIAO_DATA), 'secret.key')),
    adminAccount: env.HUOQIAO_ADMIN,
    node: { name: nodeName(env), clockOffsetMs: () => clock.offsetMs() },
    ...(env.HUOQIAO_DEMO_SIMULATOR === undefined
      ? {}
      : { demoSimulator: env.HUOQIAO_DEMO_SIMULATOR.replace(/\/$/, '') }),
    ...(env.HUOQIAO_INSIDE === undefined ? {} : { inside: env.HUOQIAO_INSIDE }),
    proxies: { https: env.HTTPS_PROXY, http: env.HTTP_PROXY, except: env.NO_PROXY },
    ...(env.HUOQIAO_CONSOLE_DIR === undefined ? {} : { consoleDir: resolve(env.HUOQIAO_CONSOLE_DIR) }),
    ...(env.HUOQIAO_METRICS_TOKEN === undefined ? {} : { metricsToken: env.HUOQIAO_METRICS_TOKEN }),
    ...(deps.processRegistry === undefined ? {} : { processRegistry: deps.processRegistry }),
    ...(env.HUOQIAO_ACCESS_LOG === 'true' ? { accessLog: createAccessLog() } : {}),
    isDatabaseEmbedded: env.DATABASE_URL === undefined,
    trustProxy: env.HUOQIAO_TRUST_PROXY === 'true',
    isReachable: env.HUOQIAO_TRUST_PROXY === 'true' || !isThisMachine(env.HUOQIAO_HOST),
    validateOutputs: false,
  })
  undo(() => app.close())
  const first = await app.open({ work: env.HUOQIAO_ROLE !== 'web' })
  const address = await app.fastify.listen({ host: env.HUOQIAO_HOST, port: env.HUOQIAO_PORT })
  return { address, first }
}

/**
 * The folder contains uploads, and exports with customer data: other users of this machine get no access, also to files of an older
 * version.
 */
async function keepToOwner(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/** The same name after a restart in the same place, so that the earlier process is not reported as missing. */
export const nodeName = (env: Env): string => `${hostname()}:${env.HUOQIAO_PORT === 0 ? process.pid : env.HUOQIAO_PORT}`
