import type { Acts } from '../../acts/acts.ts'
import type { Db } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { DictionariesService } from '../dictionaries/index.ts'
import type { InboxApi } from '../inbox/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { PlacementApi } from '../placement/index.ts'
import type { PurchasesApi } from '../purchases/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { allocatingService } from './allocating.service.ts'
import { confirmActs } from './confirm.act.ts'
import { confirmingService } from './confirming.service.ts'
import { deliveriesApi } from './deliveries.api.ts'
import {
  confirmAlibabaOrders,
  followParcels,
  giveBackCovers,
  handleCancelledFulfilments,
  handleSparesOfOrders,
  pollParcels,
  readParcels,
  sendShipments,
  resolveShipments,
  shareSpares,
} from './deliveries.jobs.ts'
import { fulfilActs } from './fulfil.act.ts'
import { parcelPushes } from './parcel-pushes.service.ts'
import { parcelQueries } from './parcel-queries.service.ts'
import { parcelsService } from './parcels.service.ts'
import { receivingService } from './receiving.service.ts'
import { receivingViews } from './receiving-views.service.ts'
import { sendingService } from './sending.service.ts'
import { shipmentActs } from './shipment-acts.service.ts'
import { shipmentRecord } from './shipment-record.ts'
import { orderTrackingService } from './order-tracking.service.ts'
import { shipmentUndoing } from './shipment-undoing.service.ts'
import { findDueOrders } from './shipments.store.ts'
import { shippingService } from './shipping.service.ts'
import { spareGoods } from './spare-goods.service.ts'
import { trackingService } from './tracking.service.ts'
import { undoActs } from './undo.act.ts'

/** Orders with an open shipment that one round of the clock looks at; the rest are the next round's. */
const RESOLVED_A_ROUND = 500

export type DeliveriesFeature = ReturnType<typeof deliveriesFeature>

/** Builds the feature's services by hand and gives its jobs and messages their handlers. */
export function deliveriesFeature(deps: {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  jobs: Jobs
  acts: Acts
  config: Pick<SystemConfigService, 'setting'>
  dictionaries: Pick<DictionariesService, 'queryByCodes' | 'keepWhile'>
  notices: Pick<NoticesService, 'tell' | 'rules'>
  stores: Pick<StoresApi, 'connectorOf' | 'explainStoreFailure' | 'storeNames'>
  marketplace: Pick<MarketplaceService, 'withConnector'>
  inbox: InboxApi
  orders: OrdersApi
  purchases: PurchasesApi
  placement: PlacementApi
}) {
  const { db, jobs } = deps
  const allocating = allocatingService(deps)
  const views = receivingViews({ ...deps, allocating })
  const receiving = receivingService({ ...deps, allocating, views })
  const spares = spareGoods({ ...deps, allocating })
  const parcels = parcelsService(deps)
  const confirming = confirmingService({ ...deps, confirmations: confirmActs(deps) })
  const tracking = trackingService(deps)
  const orderTracking = orderTrackingService(deps)
  const record = shipmentRecord({ ...deps, orderTracking })
  const undoing = shipmentUndoing({ ...deps, record, undo: undoActs({ ...deps, record }) })
  const sending = sendingService({ ...deps, record, undoing, fulfils: fulfilActs({ ...deps, record }) })

  jobs.handle(readParcels, ({ orderIds }, run) => parcels.handle(orderIds, run.signal))
  jobs.handle(followParcels, ({ orderIds, since }, run) => parcels.follow(orderIds, since, run.signal))
  jobs.handle(pollParcels, (_payload, run) => parcels.poll(run.signal))
  jobs.handle(sendShipments, ({ orderId }, run) => sending.run(orderId, run.signal))
  jobs.handle(handleCancelledFulfilments, ({ fulfillmentGids }) => record.undoneInShop(fulfillmentGids))
  jobs.handle(resolveShipments, async () => {
    for (const orderId of await findDueOrders(db.handle, new Date(deps.clock.now()), RESOLVED_A_ROUND))
      await jobs.enqueue(db.handle, sendShipments, { orderId }, { key: orderId })
  })
  jobs.handle(shareSpares, ({ purchaseIds }) => spares.share(purchaseIds))
  jobs.handle(giveBackCovers, ({ demandIds, why }) => spares.giveBackAll(demandIds, why))
  jobs.handle(handleSparesOfOrders, ({ orderIds, why }) => spares.handleOrders(orderIds, why))
  jobs.handle(confirmAlibabaOrders, ({ purchaseId }, run) => confirming.confirmSilently(purchaseId, run.signal))
  deps.inbox.consume(parcelPushes(deps))

  return {
    receiving,
    spares,
    views,
    confirming,
    tracking,
    parcels: parcelQueries({ ...deps, parcels }),
    shipping: shippingService({ ...deps, tracking, orderTracking }),
    shipments: shipmentActs({ ...deps, tracking, orderTracking }),
    /** The API for features of a higher rank. */
    api: deliveriesApi(),
  }
}
