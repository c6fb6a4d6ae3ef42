import type { FastifyInstance } from 'fastify'
import { accessRoutes, accessService } from './features/access/index.ts'
import { accountsRoutes, accountsService } from './features/accounts/index.ts'
import { collectionFeature, collectionRoutes } from './features/collection/index.ts'
import {
  deliveriesFeature,
  deliveriesRoutes,
  giveBackCovers,
  handleCancelledFulfilments,
  handleSparesOfOrders,
  readParcels,
  shareSpares,
} from './features/deliveries/index.ts'
import { dictionariesRoutes, dictionariesService } from './features/dictionaries/index.ts'
import { filesFeature, filesRoutes } from './features/files/index.ts'
import { inboxFeature, inboxRoutes } from './features/inbox/index.ts'
import { listingsRoutes, listingsServices, makeListings } from './features/listings/index.ts'
import { marketplaceRoutes, marketplaceService } from './features/marketplace/index.ts'
import { handleNoticeJobs, noticesRoutes, noticesService } from './features/notices/index.ts'
import type { NoticesService } from './features/notices/index.ts'
import {
  handleOperationLogJobs,
  logSealService,
  operationLogRoutes,
  operationLogService,
} from './features/operation-log/index.ts'
import {
  fulfilmentsCancelled,
  goodsReturned,
  orderChanged,
  ordersFeature,
  ordersRoutes,
  reckonOrders,
} from './features/orders/index.ts'
import {
  alibabaOrderChanged,
  costChangedOrders,
  costMovedPurchase,
  costPurchase,
  costReleasedDemand,
  costTakenSpares,
  placementFeature,
  placementRoutes,
} from './features/placement/index.ts'
import { pricingRoutes, pricingService, ruleFreightChanged } from './features/pricing/index.ts'
import { productClaimed, productsRoutes, productsService } from './features/products/index.ts'
import {
  coversUnwanted,
  demandReleased,
  handleReturnedGoods,
  purchaseStateChanged,
  sparesTaken,
  purchasesFeature,
  purchasesRoutes,
} from './features/purchases/index.ts'
import { reconciliationFeature, reconciliationRoutes } from './features/reconciliation/index.ts'
import { authenticator, handleSessionJobs, sessionRoutes, sessionService, smsSender } from './features/session/index.ts'
import { shopService, storeRuleChanged, storesRoutes, storesService } from './features/stores/index.ts'
import { systemConfigRoutes, systemConfigService } from './features/system-config/index.ts'
import { workbenchRoutes, workbenchService } from './features/workbench/index.ts'
import { createActs } from './acts/acts.ts'
import type { Tx } from './db/db.ts'
import { joinNodes } from './db/nodes.ts'
import type { NodeNotice } from './db/nodes.ts'
import { createOutageWatch } from './db/outage.ts'
import { healthOf } from './health.ts'
import { buildFastify } from './http/app.ts'
import type { Handlers } from './http/handlers.ts'
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
import { serveUnbound } from './unbound-routes.ts'
import { pointDemoPushes, seedDemo } from './demo.ts'
import { refuseWrongSecretKey } from './db/secret-key.ts'
import { refuseDemoLeft } from './demo-left.ts'
import { firstStart, openDemoLogins } from './first-start.ts'
import type { App, AppDeps } from './app.ts'

export type { App, AppDeps } from './app.ts'

/** Builds everything by hand, in rank order (contract/features.ts): what a feature may know stands before it here. */
export async function compose(deps: AppDeps): Promise<App> {
  const { db, clock, log } = deps
  const newId = idSource(clock)
  const secrets = secretBox(deps.secretKey)
  const simulatorsPlace = deps.demoSimulator === undefined ? [] : [new URL(deps.demoSimulator).host]
  const out = outward({ allowed: [...simulatorsPlace, ...(deps.inside ?? [])] })
  const outages = createOutageWatch({ folder: deps.filesDir, now: () => performance.now() })
  const meters = createMeters()
  const remotes = remoteObserver({ log, meters })
  const jobs = createJobs({ url: deps.databaseUrl, log, failed: outages.heard, meters })
  const acts = createActs({ db, clock, log, jobs, meters })

  const keepLogMonths = async (): Promise<number> => {
    const keepFor = await config.setting(db.handle, 'log.keepFor')
    return keepFor === 'forever' ? 0 : Number.parseInt(keepFor, 10)
  }
  const operationLog = operationLogService({ db, clock, newId, keepMonths: keepLogMonths })
  handleOperationLogJobs(
    jobs,
    operationLog,
    (before) => acts.dropOld(before, (tx, ids) => purchases.api.unfinished(tx, ids)),
    logSealService({ db, clock }),
  )
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
  const longestMs = async (): Promise<number> => (await config.setting(db.handle, 'session.longestDays')) * 86_400_000
  const idleMs = async (): Promise<number> => (await config.setting(db.handle, 'session.idleHours')) * 3600_000
  const session = sessionService({
    db,
    clock,
    newId,
    accounts,
    sms: smsSender({ db, clock, log, out, config, ...(deps.sendSms ? { development: deps.sendSms } : {}) }),
    idleMs,
    keepLogMonths,
    elementCodes: access.elementCodes,
    tellPerson: (tx, notice) => notices.tellPerson(tx, notice),
    environment: () => stores.environment(),
  })
  handleSessionJobs(jobs, db, session.admin)
  const { files, slices } = filesFeature({
    db,
    clock,
    newId,
    jobs,
    config,
    out,
    folder: deps.filesDir,
    isWholeApp: deps.isWholeApp,
  })
  const notices = noticesService({ clock, newId, access })
  handleNoticeJobs(jobs, db, notices)
  const pricing = pricingService({ clock, newId, jobs })
  const stores = storesService({ db, clock, newId, secrets, log, out, remotes, pricing, jobs })
  const shop = shopService({ newId, acts, stores, clock })
  const products = productsService({ db, clock, newId, jobs, pricing, stores })
  const marketplace = marketplaceService({
    db,
    clock,
    newId,
    secrets,
    out,
    remotes,
    log,
    startsPerSecond: deps.alibabaStartsPerSecond,
  })
  const collection = collectionFeature({
    db,
    clock,
    newId,
    jobs,
    remotes,
    marketplace,
    notices,
    products,
    stores,
    config,
  })
  const listings = listingsServices({
    db,
    clock,
    newId,
    log,
    out,
    jobs,
    acts,
    files,
    config,
    pricing,
    products,
    stores,
    collection: collection.api,
    notices,
  })

  const { inbox, receiving } = inboxFeature({
    db,
    clock,
    newId,
    log,
    jobs,
    config,
    notices,
    stores,
    marketplace,
    collection: collection.api,
    shopProducts: listings.shopChanges,
    accountNames: async (tx) => new Map((await marketplace.query(tx)).map(({ id, name }) => [id, name])),
  })
  const orders = ordersFeature({
    db,
    clock,
    newId,
    log,
    jobs,
    secretKey: deps.secretKey,
    config,
    dictionaries,
    files,
    pricing,
    stores,
    collection: collection.api,
    inbox: inbox.api,
    notices,
    localOrigin: () => originOf(fastify),
  })

  const purchases = purchasesFeature({
    db,
    clock,
    newId,
    jobs,
    orders: orders.api,
    products,
    collection: collection.api,
    marketplace,
    notices,
    files,
    linkTo: orders.services.tasks.linkTo,
  })
  const placement = placementFeature({
    db,
    clock,
    newId,
    log,
    jobs,
    acts,
    config,
    marketplace,
    notices,
    orders: orders.api,
    purchases: purchases.api,
    inbox: inbox.api,
  })

  const deliveries = deliveriesFeature({
    db,
    clock,
    newId,
    log,
    jobs,
    acts,
    config,
    dictionaries,
    notices,
    stores,
    marketplace,
    inbox: inbox.api,
    orders: orders.api,
    purchases: purchases.api,
    placement: placement.api,
  })

  const reconciliation = reconciliationFeature({
    db,
    clock,
    newId,
    jobs,
    files,
    notices,
    config,
    marketplace,
    products,
    collection: collection.api,
    stores,
    listings,
    orders: orders.api,
    purchases: purchases.api,
    placement,
    perform: performer(() => handlers),
    linkTo: orders.services.tasks.linkTo,
  })

  jobs.bind(ruleFreightChanged, [reckonOrders])
  jobs.bind(storeRuleChanged, [reckonOrders])
  jobs.bind(productClaimed, [makeListings])
  // What orders took of spare goods goes back first; then it is asked about what was bought for them.
  jobs.bind(orderChanged, [handleSparesOfOrders, costChangedOrders])
  jobs.bind(fulfilmentsCancelled, [handleCancelledFulfilments])
  jobs.bind(goodsReturned, [handleReturnedGoods])
  jobs.bind(purchaseStateChanged, [costMovedPurchase])
  jobs.bind(demandReleased, [costReleasedDemand])
  jobs.bind(sparesTaken, [shareSpares, costTakenSpares])
  jobs.bind(coversUnwanted, [giveBackCovers])
  jobs.bind(alibabaOrderChanged, [readParcels, costPurchase])

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
    ...inboxRoutes({ db, service: inbox }),
    ...ordersRoutes({ db, ...orders.services }),
    ...purchasesRoutes({ db, feature: purchases }),
    ...placementRoutes({ db, feature: placement }),
    ...deliveriesRoutes({ db, feature: deliveries }),
    ...reconciliationRoutes(reconciliation),
    ...workbenchRoutes(workbenchService({ db, clock, config })),
  }

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
    handlers,
    clock,
    log,
    bearers: authenticator({ db, clock, access, idleMs, longestMs }),
    transaction: (work) => db.transaction(work),
    finished: (call, tx) => operationLog.record(call, tx),
    validateOutputs: deps.validateOutputs,
    ...(deps.consoleDir === undefined ? {} : { consoleDir: deps.consoleDir }),
    ...(deps.demoSimulator === undefined ? {} : { demoAccounts: () => openDemoLogins(db.handle, accounts) }),
    trustProxy: deps.trustProxy,
    extend: async (app) => {
      if (simulator !== undefined) pointDemoPushes(app, { db, log, simulator, marketplace })
      serveUnbound(app, { files, receiving, tasks: orders.services.tasks, links: placement.links })
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
    notices,
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
          pricing,
          stores,
          marketplace,
          addresses: purchases.addresses,
        })
      }
      await jobs.start({ work, scheduled })
      if (deps.node !== undefined) beat = joinNodes({ db, me: deps.node, log, tell: tellOfNodes(notices) })
      return first
    },
    async close() {
      await beat?.leave()
      await fastify.close()
      inbox.stop()
      await jobs.stop()
      await metrics.close()
    },
  }
}

const tellOfNodes =
  (notices: Pick<NoticesService, 'tell'>) =>
  (tx: Tx, notice: NodeNotice): Promise<void> =>
    notices.tell(tx, { kind: 'node-trouble', ...notice })
