import type { FastifyInstance } from 'fastify'
import type { Db } from './db/db.ts'
import { accessRoutes, accessService } from './features/access/index.ts'
import { accountsService } from './features/accounts/index.ts'
import { dictionariesRoutes, dictionariesService } from './features/dictionaries/index.ts'
import { operationLogRoutes, operationLogService } from './features/operation-log/index.ts'
import { authenticator, sessionRoutes, sessionService } from './features/session/index.ts'
import type { SmsSender } from './features/session/index.ts'
import { buildApp } from './http/app.ts'
import type { Handlers } from './http/handlers.ts'
import { createJobs } from './jobs/jobs.ts'
import type { Clock } from './platform/clock.ts'
import { idSource } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import { secretBox } from './platform/secrets.ts'
import { firstStart } from './first-start.ts'
import type { FirstStart } from './first-start.ts'

export type HouseDeps = {
  db: Db
  databaseUrl: string
  clock: Clock
  log: Log
  secretKey: Buffer
  sendSms: SmsSender
  adminAccount: string
  /** the simulator's address: demo mode */
  demoSimulator?: string
  consoleDir?: string
  trustProxy: boolean
  validateOutputs: boolean
}

export type House = {
  app: FastifyInstance
  /** Makes what a new house needs, then starts the jobs (`work`: whether this process carries them out). */
  open(options: { work: boolean }): Promise<FirstStart>
  close(): Promise<void>
}

/** Builds everything by hand, in rank order (contract/features.ts): what a feature may know stands before it here. */
export async function compose(deps: HouseDeps): Promise<House> {
  const { db, clock, log } = deps
  const newId = idSource(clock)
  const secrets = secretBox(deps.secretKey)
  const jobs = createJobs({ url: deps.databaseUrl, log })

  const operationLog = operationLogService({ db, clock, newId })
  const dictionaries = dictionariesService({ clock, newId })
  const access = accessService({ newId })
  const accounts = accountsService({ clock, newId })
  const session = sessionService({
    db,
    clock,
    newId,
    accounts,
    sendSms: deps.sendSms,
    environment: async () => 'sandbox',
  })

  const handlers: Partial<Handlers> = {
    ...operationLogRoutes({ db, service: operationLog }),
    ...dictionariesRoutes({ db, service: dictionaries }),
    ...accessRoutes({ db, service: access }),
    ...sessionRoutes({ service: session }),
  }
  void secrets

  const app = await buildApp({
    handlers: handlers as Handlers,
    clock,
    log,
    authenticate: authenticator({ db, clock, access }),
    finished: (call) => operationLog.record(call),
    validateOutputs: deps.validateOutputs,
    ...(deps.consoleDir === undefined ? {} : { consoleDir: deps.consoleDir }),
    demo: deps.demoSimulator !== undefined,
    trustProxy: deps.trustProxy,
    health: async () => {
      await db.pool.query('select 1')
      return { ok: true, detail: { status: 'ok' } }
    },
    metrics: async () => metricsText(await jobs.counts()),
  })

  return {
    app,
    async open({ work }) {
      const first = await firstStart({ ...deps, access, accounts })
      await jobs.start({ work })
      return first
    },
    async close() {
      await app.close()
      await jobs.stop()
    },
  }
}

function metricsText(queues: { name: string; queued: number; active: number; failed: number }[]): string {
  const memory = process.memoryUsage()
  const lines = [
    '# TYPE huoqiao_process_resident_memory_bytes gauge',
    `huoqiao_process_resident_memory_bytes ${memory.rss}`,
    '# TYPE huoqiao_process_uptime_seconds gauge',
    `huoqiao_process_uptime_seconds ${Math.round(process.uptime())}`,
    '# TYPE huoqiao_jobs gauge',
  ]
  for (const queue of queues) {
    for (const state of ['queued', 'active', 'failed'] as const) {
      lines.push(`huoqiao_jobs{queue="${queue.name}",state="${state}"} ${queue[state]}`)
    }
  }
  return `${lines.join('\n')}\n`
}
