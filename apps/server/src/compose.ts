import type { FastifyInstance } from 'fastify'
import type { Db } from './db/db.ts'
import { accessRoutes, accessService } from './features/access/index.ts'
import { accountsRoutes, accountsService } from './features/accounts/index.ts'
import { collectionFeature, collectionRoutes } from './features/collection/index.ts'
import { dictionariesRoutes, dictionariesService } from './features/dictionaries/index.ts'
import { filesFeature, filesRoutes, serveFiles } from './features/files/index.ts'
import { listingsRoutes, listingsServices, makeListings } from './features/listings/index.ts'
import { marketplaceRoutes, marketplaceService } from './features/marketplace/index.ts'
import { handleNoticeJobs, noticesRoutes, noticesService } from './features/notices/index.ts'
import type { NoticesService } from './features/notices/index.ts'
import { operationLogRoutes, operationLogService } from './features/operation-log/index.ts'
import { pricingRoutes, pricingService } from './features/pricing/index.ts'
import { productClaimed, productsRoutes, productsService } from './features/products/index.ts'
import { authenticator, handleSessionJobs, sessionRoutes, sessionService, smsSender } from './features/session/index.ts'
import type { SmsSender } from './features/session/index.ts'
import { shopService, storesRoutes, storesService } from './features/stores/index.ts'
import { systemConfigRoutes, systemConfigService } from './features/system-config/index.ts'
import { buildApp } from './http/app.ts'
import type { Handlers } from './http/handlers.ts'
import { createJobs } from './jobs/jobs.ts'
import { systemCall } from './platform/call.ts'
import type { Clock } from './platform/clock.ts'
import { idSource } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import { secretBox } from './platform/secrets.ts'
import { seedDemo } from './demo.ts'
import { demoLogins, firstStart } from './first-start.ts'
import type { FirstStart } from './first-start.ts'

export type HouseDeps = {
  db: Db
  databaseUrl: string
  clock: Clock
  log: Log
  secretKey: Buffer
  /** where uploaded files lie */
  filesDir: string
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
  /** by which the house tells people; tests tell through it what no feature tells yet */
  notices: Pick<NoticesService, 'tell'>
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
  const config = systemConfigService({ clock, secrets })
  const dictionaries = dictionariesService({ clock, newId })
  const access = accessService({ clock, newId, accountsOfRoles: (tx, ids) => accounts.countByRole(tx, ids) })
  const accounts = accountsService({
    db,
    clock,
    newId,
    secrets,
    access,
    endSessions: (tx, accountId, reason) => session.endSessionsOf(tx, accountId, reason),
  })
  const idleMs = async (): Promise<number> => (await config.setting(db.handle, 'session.idleHours')) * 3600_000
  const session = sessionService({
    db,
    clock,
    newId,
    accounts,
    sms: smsSender({ db, clock, log, config, development: deps.sendSms }),
    idleMs,
    elementCodes: access.elementCodes,
    environment: () => stores.environment(),
  })
  handleSessionJobs(jobs, db, session.admin)
  const { files, slices } = filesFeature({ db, clock, newId, jobs, config, folder: deps.filesDir })
  const notices = noticesService({ clock, newId, access })
  handleNoticeJobs(jobs, db, notices)
  const pricing = pricingService({ clock, newId })
  const stores = storesService({ db, clock, newId, secrets, log, pricing })
  const shop = shopService({ stores, clock })
  const products = productsService({ db, clock, newId, jobs, pricing, stores })
  const marketplace = marketplaceService({ db, clock, newId, secrets })
  const collection = collectionFeature({ db, clock, newId, jobs, marketplace, products, stores })
  const listings = listingsServices({
    db,
    clock,
    newId,
    log,
    jobs,
    secretKey: deps.secretKey,
    pricing,
    products,
    stores,
    collection: collection.door,
  })

  jobs.bind(productClaimed, [makeListings])

  const handlers: Handlers = {
    ...operationLogRoutes({ db, service: operationLog }),
    ...systemConfigRoutes({ db, service: config }),
    ...dictionariesRoutes({ db, service: dictionaries }),
    ...accessRoutes({ db, service: access }),
    ...accountsRoutes({ db, service: accounts }),
    ...sessionRoutes({ db, service: session }),
    ...filesRoutes({ files, slices }),
    ...noticesRoutes({ db, service: notices }),
    ...pricingRoutes({ db, service: pricing }),
    ...storesRoutes({ db, service: stores, shop }),
    ...productsRoutes({ db, service: products }),
    ...marketplaceRoutes({ db, service: marketplace }),
    ...collectionRoutes({ db, feature: collection }),
    ...listingsRoutes({ db, ...listings }),
  }

  const app = await buildApp({
    handlers,
    clock,
    log,
    authenticate: authenticator({ db, clock, access, idleMs }),
    finished: (call) => operationLog.record(call),
    validateOutputs: deps.validateOutputs,
    ...(deps.consoleDir === undefined ? {} : { consoleDir: deps.consoleDir }),
    demoAccounts: deps.demoSimulator === undefined ? [] : demoLogins(),
    trustProxy: deps.trustProxy,
    extend: async (app) => serveFiles(app, files),
    health: async () => {
      await db.pool.query('select 1')
      return { ok: true, detail: { status: 'ok' } }
    },
    metrics: async () => metricsText(await jobs.counts()),
  })

  return {
    app,
    notices,
    async open({ work }) {
      const first = await firstStart({ ...deps, access, accounts })
      if (deps.demoSimulator !== undefined) {
        await seedDemo({ db, log, simulator: deps.demoSimulator, call: systemCall(log), pricing, stores, marketplace })
      }
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
