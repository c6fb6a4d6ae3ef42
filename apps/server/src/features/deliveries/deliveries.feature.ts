import { answers, defineFeature, follows } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { dictionariesFeature, entriesInUse } from '../dictionaries/index.ts'
import { filesFeature } from '../files/index.ts'
import { inboxFeature } from '../inbox/index.ts'
import { marketplaceFeature } from '../marketplace/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { fulfilmentsCancelled, orderChanged, ordersFeature } from '../orders/index.ts'
import { alibabaOrderChanged, placementFeature } from '../placement/index.ts'
import { coversUnwanted, goodsAreAllocated, purchasesFeature, sparesTaken } from '../purchases/index.ts'
import { storesFeature } from '../stores/index.ts'
import { systemConfigFeature } from '../system-config/index.ts'
import { allocatingService, whyAllocated } from './allocating.service.ts'
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
import { deliveriesRoutes } from './deliveries.routes.ts'
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
import { countByCarrier, findDueOrders } from './shipments.store.ts'
import { shippingService } from './shipping.service.ts'
import { stockReturnsService } from './stock-returns.service.ts'
import { spareGoods } from './spare-goods.service.ts'
import { CARRIERS, trackingService } from './tracking.service.ts'
import { undoActs } from './undo.act.ts'
import { deliveriesTriage } from './triage.store.ts'

const NEEDS = {
  config: systemConfigFeature,
  dictionaries: dictionariesFeature,
  files: filesFeature,
  notices: noticesFeature,
  stores: storesFeature,
  marketplace: marketplaceFeature,
  inbox: inboxFeature,
  orders: ordersFeature,
  purchases: purchasesFeature,
  placement: placementFeature,
}

/** Orders with open shipments in one scheduled run; the rest follow in the next run. */
const RESOLVED_A_ROUND = 500

export type DeliveriesServices = ReturnType<typeof deliveriesServices>

/** Builds the feature's services and registers its job and message handlers. */
export function deliveriesServices(deps: DepsOf<typeof NEEDS>) {
  const { db, jobs } = deps
  const allocating = allocatingService(deps)
  const views = receivingViews({ ...deps, allocating })
  const receiving = receivingService({ ...deps, allocating, views })
  const spares = spareGoods({ ...deps, allocating })
  const stockReturns = stockReturnsService({ ...deps, allocating })
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
  jobs.handle(handleCancelledFulfilments, async ({ orderId, fulfillmentGids }) => {
    await record.undoneInShop(fulfillmentGids)
    // The goods came back to an order that may not want them any more.
    await spares.handleOrders([orderId], 'reduced')
  })
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
    stockReturns,
    views,
    confirming,
    tracking,
    parcels: parcelQueries({ ...deps, parcels }),
    shipping: shippingService({ ...deps, allocating, tracking, orderTracking }),
    shipments: shipmentActs({ ...deps, tracking, orderTracking }),
    /** The API for features of a higher rank. */
    api: deliveriesApi(),
  }
}

export const deliveriesFeature = defineFeature({
  name: 'deliveries',
  triage: deliveriesTriage,
  needs: NEEDS,
  consumes: [
    follows(orderChanged, handleSparesOfOrders),
    follows(fulfilmentsCancelled, handleCancelledFulfilments),
    follows(sparesTaken, shareSpares),
    follows(coversUnwanted, giveBackCovers),
    follows(alibabaOrderChanged, readParcels),
  ],
  answers: [
    answers(goodsAreAllocated, (_base, tx, lineId, after) => whyAllocated(tx, lineId, after)),
    // Shipments store the dictionary label; older ones store the code.
    answers(entriesInUse, async (_base, tx, code, entries) => {
      if (code !== CARRIERS) return new Map()
      const names = entries.flatMap(({ value, label }) => [value, label])
      const held = new Map((await countByCarrier(tx, names)).map(({ carrier, n }) => [carrier, n]))
      return new Map(
        entries.flatMap(({ value, label }) => {
          const n = [...new Set([value, label])].reduce((sum, name) => sum + (held.get(name) ?? 0), 0)
          return n > 0 ? [[value, `${n} 个发货单`] as const] : []
        }),
      )
    }),
  ],
  build(base) {
    const feature = deliveriesServices(base)
    return { api: feature.api, routes: deliveriesRoutes({ db: base.db, feature }) }
  },
})
