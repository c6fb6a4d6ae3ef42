import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Db } from './db/db.ts'
import type { NodeIdentity } from './db/nodes.ts'
import type { SmsSender } from './features/session/index.ts'
import type { BuiltFeatures } from './build-features.ts'
import type { FirstStart } from './first-start.ts'
import type { Clock } from './platform/clock.ts'
import type { AccessLog, Log } from './platform/log.ts'
import type { ProxyEnvironment } from './platform/proxy-environment.ts'

/** What an installation is built from. */
export type AppDeps = {
  db: Db
  databaseUrl: string
  clock: Clock
  log: Log
  secretKey: Buffer
  /** folder for files that are stored on disk */
  filesDir: string
  /** this process is the whole app with its own database, so files may be stored on its disk */
  isWholeApp: boolean
  /** sends text messages where no provider is configured; left out: none are sent then */
  sendSms?: SmsSender
  adminAccount: string
  /** left out: the process is not registered as a node, so it is never reported as missing */
  node?: NodeIdentity
  /** the simulator's address: demo mode */
  demoSimulator?: string
  /** `host` or `host:port` in the internal network that the app may call although a user entered it; the simulator is always allowed */
  inside?: readonly string[]
  /** the proxies of the environment; left out: none */
  proxies?: ProxyEnvironment
  /** calls of 1688 a second; left out: the known limit */
  alibabaStartsPerSecond?: number
  consoleDir?: string
  trustProxy: boolean
  /** whether other machines can reach it: then demo accounts do not get the well-known passwords */
  isReachable?: boolean
  /** left out: the metrics are only readable on this machine */
  metricsToken?: string
  /** metrics of the process, shown next to those of the installation */
  processRegistry?: Registry
  /** left out: requests are not logged */
  accessLog?: AccessLog
  isDatabaseEmbedded?: boolean
  validateOutputs: boolean
}

/** The result of compose: a server that is not listening yet. */
export type App = {
  fastify: FastifyInstance
  /** the API of a feature, for code in this process */
  apiOf: BuiltFeatures['apiOf']
  /**
   * Creates what a new installation needs, then starts the jobs: `work`: this process runs jobs; `scheduled`: it also starts jobs with a
   * cron (default: yes).
   */
  open(options: { work: boolean; scheduled?: boolean }): Promise<FirstStart>
  close(): Promise<void>
}
