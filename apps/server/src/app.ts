import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Db } from './db/db.ts'
import type { NodeIdentity } from './db/nodes.ts'
import type { SmsSender } from './features/session/index.ts'
import type { BuiltFeatures } from './build-features.ts'
import type { FirstStart } from './first-start.ts'
import type { Clock } from './platform/clock.ts'
import type { AccessLog, Log } from './platform/log.ts'

/** What an installation is built from. */
export type AppDeps = {
  db: Db
  databaseUrl: string
  clock: Clock
  log: Log
  secretKey: Buffer
  /** where files lie that are kept on the disk */
  filesDir: string
  /** this process is the whole app, with a database of its own: files may lie on its disk */
  isWholeApp: boolean
  /** carries codes where no provider is set; left out: none is asked for then */
  sendSms?: SmsSender
  adminAccount: string
  /** left out: it is no node of an installation, and nobody misses it */
  node?: NodeIdentity
  /** the simulator's address: demo mode */
  demoSimulator?: string
  /** `host` or `host:port` on this machine or in its network that may be asked although a person named it; the simulator may */
  inside?: readonly string[]
  /** calls of 1688 a second; left out: as many as it is known to bear */
  alibabaStartsPerSecond?: number
  consoleDir?: string
  trustProxy: boolean
  /** others than this machine reach it: a demo's accounts then have no passwords that everybody knows */
  isReachable?: boolean
  /** left out: the metrics are for this machine alone */
  metricsToken?: string
  /** the process's own figures, which the metrics tell beside those of the installation */
  processRegistry?: Registry
  /** left out: nobody wants to know who called */
  accessLog?: AccessLog
  isDatabaseEmbedded?: boolean
  validateOutputs: boolean
}

/** What compose builds: a server that is not open yet. */
export type App = {
  fastify: FastifyInstance
  /** what a feature offers to others in this process */
  apiOf: BuiltFeatures['apiOf']
  /**
   * Makes what a new installation needs, then starts the jobs: whether this process carries them out (`work`), and whether they also
   * come by the clock (`scheduled`, by default they do).
   */
  open(options: { work: boolean; scheduled?: boolean }): Promise<FirstStart>
  close(): Promise<void>
}
