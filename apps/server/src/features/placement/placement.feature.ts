import type { Acts } from '../../acts/acts.ts'
import type { Db } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { InboxApi } from '../inbox/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { adoptingService } from './adopting.service.ts'
import { closeActs } from './close.act.ts'
import { closingService } from './closing.service.ts'
import { costsService } from './costs.service.ts'
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
import { placementApi } from './placement.api.ts'
import { placementService } from './placement.service.ts'
import { placingService } from './placing.service.ts'
import { pushesService } from './pushes.service.ts'
import { refundingService } from './refunding.service.ts'
import { findLivePlacement } from './placement.store.ts'

export type PlacementFeature = ReturnType<typeof placementFeature>

export function placementFeature(deps: {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  jobs: Jobs
  acts: Acts
  config: SystemConfigService
  marketplace: MarketplaceService
  notices: Pick<NoticesService, 'tell'>
  orders: OrdersApi
  purchases: PurchasesApi
  inbox: InboxApi
}) {
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
  const costs = costsService(deps)
  const pushes = pushesService(deps)
  deps.inbox.consume(pushes.consumer)
  const service = placementService({ ...deps, placing, adopting, places, sync, pays, refunding })

  deps.purchases.guardReview(async (tx, purchaseId) => {
    const live = await findLivePlacement(tx, purchaseId)
    if (!live) return undefined
    return live.state === 'unknown' || live.state === 'sent'
      ? '下单结果还没有核对清楚，不能退回'
      : '已经有1688订单，不能退回待审核'
  })

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

  return { service, payments, closing, refunding, ledger, sync, links: orderLinks(deps), api: placementApi() }
}
