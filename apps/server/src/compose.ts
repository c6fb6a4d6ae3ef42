import type { FastifyInstance } from 'fastify'
import { accessFeature } from './features/access/index.ts'
import { accountsFeature } from './features/accounts/index.ts'
import { collectionFeature } from './features/collection/index.ts'
import { dictionariesFeature } from './features/dictionaries/index.ts'
import { filesFeature } from './features/files/index.ts'
import { inboxFeature } from './features/inbox/index.ts'
import { marketplaceFeature } from './features/marketplace/index.ts'
import { noticesFeature } from './features/notices/index.ts'
import type { NoticesService } from './features/notices/index.ts'
import { operationLogFeature } from './features/operation-log/index.ts'
import { pricingFeature } from './features/pricing/index.ts'
import { purchasesFeature } from './features/purchases/index.ts'
import { sessionFeature } from './features/session/index.ts'
import { storesFeature } from './features/stores/index.ts'
import { systemConfigFeature } from './features/system-config/index.ts'
import { createActs } from './acts/acts.ts'
import type { Tx } from './db/db.ts'
import { joinNodes } from './db/nodes.ts'
import type { NodeNotice } from './db/nodes.ts'
import { createOutageWatch } from './db/outage.ts'
import { buildFeatures } from './build-features.ts'
import type { BuiltFeatures } from './build-features.ts'
import { FEATURES } from './features.ts'
import { healthOf } from './health.ts'
import { buildFastify } from './http/app.ts'
import type { OpenStreams } from './http/stream.ts'
import { performer } from './http/perform.ts'
import { createJobs } from './jobs/jobs.ts'
import { systemCall } from './platform/call.ts'
import { idSource } from './platform/ids.ts'
import { createMeters } from './platform/meters.ts'
import { outward } from './platform/outward.ts'
import { remoteObserver } from './platform/remote-observer.ts'
import { secretBox } from './platform/secrets.ts'
import { originOf } from './listening-origin.ts'
import { createMetrics } from './metrics.ts'
import { pointDemoPushes, seedDemo } from './demo.ts'
import { refuseWrongSecretKey } from './db/secret-key.ts'
import { refuseDemoLeft } from './demo-left.ts'
import { firstStart, openDemoLogins } from './first-start.ts'
import type { App, AppDeps } from './app.ts'

export type { App, AppDeps } from './app.ts'

/** Builds what all features share, then the features in rank order, then the server. */
export async function compose(deps: AppDeps): Promise<App> {
  const { db, clock, log } = deps
  const secrets = secretBox(deps.secretKey)
  const simulatorsPlace = deps.demoSimulator === undefined ? [] : [new URL(deps.demoSimulator).host]
  const outages = createOutageWatch({ folder: deps.filesDir, now: () => performance.now() })
  const meters = createMeters()
  const jobs = createJobs({ url: deps.databaseUrl, log, failed: outages.heard, meters })
  const acts = createActs({ db, clock, log, jobs, meters })
  const features: BuiltFeatures = buildFeatures(FEATURES, {
    db,
    clock,
    log,
    newId: idSource(clock),
    secrets,
    secretKey: deps.secretKey,
    jobs,
    acts,
    out: outward({
      allowed: [...simulatorsPlace, ...(deps.inside ?? [])],
      environment: deps.proxies ?? {},
      chosen: (to) => features.apiOf(systemConfigFeature).proxyChoice(db.handle, to),
    }),
    remotes: remoteObserver({ log, meters }),
    perform: performer(() => features.handlers),
    localOrigin: () => originOf(fastify),
    settings: deps,
  })
  const access = features.apiOf(accessFeature)
  const accounts = features.apiOf(accountsFeature)
  const dictionaries = features.apiOf(dictionariesFeature)
  const files = features.apiOf(filesFeature)
  const inbox = features.apiOf(inboxFeature)
  const marketplace = features.apiOf(marketplaceFeature)
  const notices = features.apiOf(noticesFeature)
  const operationLog = features.apiOf(operationLogFeature)
  const stores = features.apiOf(storesFeature)

  const streams: OpenStreams = new Set()
  const metrics = createMetrics({
    databaseUrl: deps.databaseUrl,
    isDatabaseEmbedded: deps.isDatabaseEmbedded ?? false,
    db,
    meters,
    outages,
    log,
    jobNames: () => jobs.names(),
    openActs: (tx) => acts.openCounts(tx),
    inboxBacklog: inbox.backlog,
    streams,
    ...(deps.processRegistry === undefined ? {} : { processRegistry: deps.processRegistry }),
  })

  const simulator = deps.demoSimulator
  const fastify: FastifyInstance = await buildFastify({
    handlers: features.handlers,
    clock,
    log,
    bearers: features.apiOf(sessionFeature).authenticate,
    collectorKeys: features.apiOf(collectionFeature).collectorKeys,
    transaction: (work) => db.transaction(work),
    finished: (call, tx) => operationLog.record(call, tx),
    validateOutputs: deps.validateOutputs,
    ...(deps.consoleDir === undefined ? {} : { consoleDir: deps.consoleDir }),
    ...(deps.demoSimulator === undefined ? {} : { demoAccounts: () => openDemoLogins(db.handle, accounts) }),
    trustProxy: deps.trustProxy,
    extend: async (app) => {
      if (simulator !== undefined) pointDemoPushes(app, { db, log, simulator, marketplace })
      for (const { serve } of features.all()) serve?.(app)
    },
    outages,
    health: () => healthOf(db, outages),
    metrics: () => metrics.text(),
    meters,
    streams,
    ...(deps.accessLog === undefined ? {} : { accessLog: deps.accessLog }),
    ...(deps.metricsToken === undefined ? {} : { metricsToken: deps.metricsToken }),
  })

  let beat: ReturnType<typeof joinNodes> | undefined
  return {
    fastify,
    apiOf: features.apiOf,
    async open({ work, scheduled = true }) {
      await refuseWrongSecretKey(db.handle, secrets)
      await files.refuseUnseen()
      if (deps.demoSimulator === undefined) await refuseDemoLeft(db.handle, { accounts, stores, marketplace })
      const first = await firstStart({
        ...deps,
        isReachable: deps.isReachable ?? false,
        access,
        accounts,
        dictionaries,
      })
      if (deps.demoSimulator !== undefined) {
        await seedDemo({
          db,
          log,
          simulator: deps.demoSimulator,
          call: systemCall(log),
          pricing: features.apiOf(pricingFeature),
          stores,
          marketplace,
          addresses: features.apiOf(purchasesFeature).addresses,
        })
      }
      await jobs.start({ work, scheduled })
      if (deps.node !== undefined) beat = joinNodes({ db, me: deps.node, log, tell: tellOfNodes(notices) })
      return first
    },
    async close() {
      await beat?.leave()
      await fastify.close()
      for (const { stop } of features.all()) stop?.()
      await jobs.stop()
      await metrics.close()
    },
  }
}

const tellOfNodes =
  (notices: Pick<NoticesService, 'tell'>) =>
  (tx: Tx, notice: NodeNotice): Promise<void> =>
    notices.tell(tx, { kind: 'node-trouble', ...notice })
