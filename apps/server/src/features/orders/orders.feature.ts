import { answers, defineFeature, follows } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { collectionFeature } from '../collection/index.ts'
import { entriesInUse } from '../dictionaries/index.ts'
import { filesFeature } from '../files/index.ts'
import { inboxFeature } from '../inbox/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { pricingFeature, ruleFreightChanged } from '../pricing/index.ts'
import { sessionFeature } from '../session/index.ts'
import { storeInUse, storeRuleChanged, storesFeature } from '../stores/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { abroadFreightService } from './abroad-freight.service.ts'
import { decisionsService } from './decisions.service.ts'
import { ordersApi } from './orders.api.ts'
import { exportService } from './export.service.ts'
import { feedsService } from './feeds.service.ts'
import { goodsService } from './goods.service.ts'
import { intakeService } from './intake.service.ts'
import { linkingService } from './linking.service.ts'
import { orderMessages } from './messages.service.ts'
import { compactCounts } from './order-list.store.ts'
import { handleOrderJobs, reckonOrders } from './orders.jobs.ts'
import { ordersRoutes, serveExports } from './orders.routes.ts'
import { countHeldFor, countOrdersOfStore } from './orders.store.ts'
import { personsService } from './persons.service.ts'
import { queriesService } from './queries.service.ts'
import { ratesService } from './rates.service.ts'
import { recoverService } from './recover.service.ts'
import { handleReturnJobs } from './returns.jobs.ts'
import { returnAnswersService, returnSending } from './return-answers.service.ts'
import { returnListService } from './return-list.service.ts'
import { returnPhotosService } from './return-photos.service.ts'
import { returnRefundsService } from './return-refunds.service.ts'
import { returnActs } from './returns.act.ts'
import { returnsService } from './returns.service.ts'
import { refundsService } from './refunds.service.ts'
import { relationSheetService } from './relation-sheet.service.ts'
import { relationsService } from './relations.service.ts'
import { writingService } from './writing.service.ts'
import { taskRunner } from './task-runner.ts'
import { tasksService } from './tasks.service.ts'
import { termsService } from './terms.service.ts'
import { orderAlertsService } from './order-alerts.service.ts'
import { webhooksService } from './webhooks.service.ts'
import { orderFigures, ordersTriage } from './triage.store.ts'

const NEEDS = {
  config: systemConfigFeature,
  files: filesFeature,
  pricing: pricingFeature,
  stores: storesFeature,
  collection: collectionFeature,
  inbox: inboxFeature,
  notices: noticesFeature,
  session: sessionFeature,
}

/** Builds the feature's services, registers its jobs and message handlers, and returns its API. */
export function ordersServices(deps: DepsOf<typeof NEEDS>) {
  const { db } = deps
  const terms = termsService(deps)
  const writing = writingService({ ...deps, terms })
  const intake = intakeService({ ...deps, terms })
  const linking = linkingService({ ...deps, writing })
  const persons = personsService(deps)
  const feeds = feedsService({ ...deps, intake, writing })
  const rates = ratesService({ ...deps, writing })
  const tasks = tasksService(deps)
  const exporting = exportService(deps)
  const runner = taskRunner({ ...deps, recover: recoverService({ ...deps, intake }), exporting })
  const alerts = orderAlertsService(deps)
  const webhooks = webhooksService({ ...deps, alerts })
  const returns = returnsService(deps)
  const acts = returnActs(deps)
  const sending = returnSending({ ...deps, returns })
  const returnAnswers = returnAnswersService({ acts, sending })
  const refunds = refundsService({ ...deps, writing })
  handleReturnJobs(deps.jobs, {
    read: (orderIds, signal) => returns.read(orderIds, signal),
    recheck: () => returns.recheck(),
  })
  handleOrderJobs(deps.jobs, {
    pull: (signal) => feeds.pullAll(signal),
    compact: () => compactCounts(db.handle),
    deepen: (signal) => feeds.deepen(signal),
    reckon: (which, signal) => rates.reckon(which, signal),
    task: (taskId, signal) => runner.run(taskId, signal),
    registerWebhooks: (signal) => webhooks.registerAll(signal),
    checkOrders: () => alerts.look(),
    expirePersons: () => persons.expire(),
    reread: ({ storeId, ...which }, signal) => feeds.reread(storeId, which, signal),
    refunds: (which, signal) => refunds.read(which, signal),
    forgetStore: (storeId) => persons.redactStore(storeId),
    withdrawPersonExports: () => exporting.withdrawPersonExports(),
  })
  const queries = queriesService({ ...deps, feeds, returns })
  deps.inbox.consume(orderMessages({ ...deps, intake, writing, persons, alerts }))
  return {
    api: ordersApi({ ...deps, writing }),
    services: {
      queries,
      decisions: decisionsService({ ...deps, writing, queries }),
      freights: abroadFreightService({ ...deps, writing }),
      relations: relationsService({ ...deps, linking }),
      goods: goodsService({ ...deps, linking }),
      sheets: relationSheetService({ ...deps, linking }),
      persons,
      feeds,
      rates,
      tasks,
      returns,
      returnAnswers,
      returnList: returnListService({ ...deps, returns, answers: returnAnswers }),
      returnPhotos: returnPhotosService({ ...deps, returns }),
      returnRefunds: returnRefundsService({ ...deps, returns, acts, sending }),
    },
  }
}

export const ordersFeature = defineFeature({
  name: 'orders',
  triage: ordersTriage,
  figures: orderFigures,
  needs: NEEDS,
  consumes: [follows(ruleFreightChanged, reckonOrders), follows(storeRuleChanged, reckonOrders)],
  answers: [
    answers(storeInUse, async (_base, tx, storeId) => {
      const count = await countOrdersOfStore(tx, storeId)
      return count > 0 ? `有 ${count} 个订单来自这家店铺` : undefined
    }),
    // An order stores the text of its reason, not the dictionary code.
    answers(entriesInUse, async (_base, tx, code, entries) => {
      if (code !== 'hold_reason') return new Map()
      const labels = entries.map(({ label }) => label)
      const held = new Map((await countHeldFor(tx, labels)).map(({ reason, n }) => [reason, n]))
      return new Map(
        entries.flatMap(({ value, label }) =>
          held.has(label) ? [[value, `${held.get(label)} 个搁置中的订单`] as const] : [],
        ),
      )
    }),
  ],
  build(base) {
    const { api, services } = ordersServices(base)
    return {
      api: { ...api, linkTo: services.tasks.linkTo },
      routes: ordersRoutes({ db: base.db, ...services }),
      serve: (fastify) => serveExports(fastify, services.tasks, (id) => base.session.isIn(id)),
    }
  },
})
