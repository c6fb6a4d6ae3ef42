import { answers, defineFeature, follows } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { filesFeature } from '../files/index.ts'
import { inboxFeature } from '../inbox/index.ts'
import { marketplaceFeature } from '../marketplace/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { orderChanged, ordersFeature } from '../orders/index.ts'
import {
  demandReleased,
  purchaseIsPlaced,
  purchasesFeature,
  purchaseStateChanged,
  sparesTaken,
} from '../purchases/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { adoptingService } from './adopting.service.ts'
import { returnedPurchasesService } from './returned-purchases.service.ts'
import { closeActs } from './close.act.ts'
import { closingService } from './closing.service.ts'
import { costsService } from './costs.service.ts'
import { handOrdersService } from './hand-orders.service.ts'
import { ledgerService } from './ledger.service.ts'
import { linkActs } from './link.act.ts'
import { orderLinks } from './order-links.ts'
import { orderRecord } from './order-record.ts'
import { ordersSyncService } from './orders-sync.service.ts'
import { payActs } from './pay.act.ts'
import { paymentService } from './payment.service.ts'
import { placeActs } from './place.act.ts'
import {
  catchUpOnPushes,
  alibabaOrderChanged,
  costChangedOrders,
  costMovedPurchase,
  costPurchase,
  costReleasedDemand,
  costTakenSpares,
  handOnPlacements,
  placePurchase,
  pollAlibabaOrders,
  readAlibabaOrders,
} from './placement.jobs.ts'
import { sessionFeature } from '../session/index.ts'
import { placementApi } from './placement.api.ts'
import { placementRoutes, serveOrderLinks } from './placement.routes.ts'
import { placementService } from './placement.service.ts'
import { placingService } from './placing.service.ts'
import { pushesService } from './pushes.service.ts'
import { refundingService } from './refunding.service.ts'
import { findLivePlacement } from './placement.store.ts'
import { placementTriage } from './triage.store.ts'

const NEEDS = {
  config: systemConfigFeature,
  files: filesFeature,
  marketplace: marketplaceFeature,
  notices: noticesFeature,
  orders: ordersFeature,
  purchases: purchasesFeature,
  inbox: inboxFeature,
  session: sessionFeature,
}

export type PlacementServices = ReturnType<typeof placementServices>

export function placementServices(deps: DepsOf<typeof NEEDS>) {
  const ledger = ledgerService(deps)
  const record = orderRecord({ ...deps, ledger })
  const adopting = adoptingService({ ...deps, record })
  const places = placeActs({ ...deps, ledger, record, adopting })
  const sync = ordersSyncService({ ...deps, record, adopting, places })
  const placing = placingService({ ...deps, ledger, places })
  const pays = payActs({ ...deps, ledger, sync })
  const payments = paymentService({ ...deps, ledger, sync, pays, links: linkActs({ ...deps, ledger }) })
  const cancels = closeActs({ ...deps, ledger, sync })
  const closing = closingService({ ...deps, ledger, sync, cancels })
  const refunding = refundingService({ ...deps, ledger, sync })
  const handOrders = handOrdersService({ ...deps, record })
  const costs = costsService(deps)
  const pushes = pushesService(deps)
  deps.inbox.consume(pushes.consumer)
  const service = placementService({ ...deps, placing, adopting, places, sync, pays, refunding })

  deps.jobs.handle(placePurchase, ({ purchaseId, byId, by, tradeType }, run) =>
    placing.run(purchaseId, { by: { byId, by }, agreedTradeType: tradeType, attempt: run.attempt }, run.signal),
  )
  deps.jobs.handle(handOnPlacements, () => placing.handOnStuck())
  deps.jobs.handle(readAlibabaOrders, ({ orderIds }, run) => sync.read(orderIds, run.signal))
  deps.jobs.handle(costPurchase, ({ purchaseId }) => costs.ofPurchase(purchaseId))
  deps.jobs.handle(costMovedPurchase, ({ purchaseId }) => costs.ofPurchase(purchaseId))
  deps.jobs.handle(costChangedOrders, ({ orderIds }) => costs.ofOrders(orderIds))
  deps.jobs.handle(costReleasedDemand, ({ orderIds }) => costs.ofOrders(orderIds))
  deps.jobs.handle(costTakenSpares, async ({ purchaseIds }) => {
    for (const purchaseId of purchaseIds) await costs.ofPurchase(purchaseId)
  })
  deps.jobs.handle(catchUpOnPushes, (_payload, run) => pushes.catchUp(run.signal))
  deps.jobs.handle(pollAlibabaOrders, (_payload, run) => sync.poll(run.signal))

  const returnedPurchases = returnedPurchasesService(deps)
  return {
    service,
    payments,
    closing,
    refunding,
    handOrders,
    returnedPurchases,
    ledger,
    sync,
    links: orderLinks(deps),
    api: placementApi(),
  }
}

export const placementFeature = defineFeature({
  name: 'placement',
  triage: placementTriage,
  needs: NEEDS,
  consumes: [
    follows(orderChanged, costChangedOrders),
    follows(purchaseStateChanged, costMovedPurchase),
    follows(demandReleased, costReleasedDemand),
    follows(sparesTaken, costTakenSpares),
    follows(alibabaOrderChanged, costPurchase),
  ],
  answers: [
    answers(purchaseIsPlaced, async (_base, tx, purchaseId) => {
      const live = await findLivePlacement(tx, purchaseId)
      if (!live) return undefined
      return live.state === 'unknown' || live.state === 'sent'
        ? '下单结果还没有核对清楚，不能退回'
        : '已经有1688订单，不能退回待审核'
    }),
  ],
  build(base) {
    const feature = placementServices(base)
    const { api, sync, ledger, links } = feature
    return {
      api: { ...api, sync, ledger },
      routes: placementRoutes({ db: base.db, feature }),
      serve: (fastify) => serveOrderLinks(fastify, links),
    }
  },
})
