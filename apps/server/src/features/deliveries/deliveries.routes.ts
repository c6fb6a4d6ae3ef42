import type { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import type { shipmentsEndpoints } from '@huoqiao/contract/deliveries/shipments.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { DeliveriesServices } from './deliveries.feature.ts'

export const deliveriesRoutes = ({
  db,
  feature,
}: {
  db: Db
  feature: DeliveriesServices
}): RoutesOf<keyof (typeof deliveriesEndpoints & typeof shipmentsEndpoints)> => ({
  getParcels: (_call, input) => feature.parcels.page(input),
  getParcelCountByTab: (_call, input) => feature.parcels.counts(input),
  getParcel: (_call, input) => feature.parcels.get(input.parcelId),
  refreshParcels: (call, input) => feature.parcels.refresh(call, input.purchaseIds),
  urgeParcel: (call, input) => feature.parcels.urge(call, input.purchaseIds),
  getOrderParcels: (_call, input) => feature.parcels.ofOrders(input.orderIds),
  getReceiving: (_call, input) => feature.views.query(input),
  getReceipts: (_call, input) => feature.views.receipts(input),
  receiveGoods: (call, input) => feature.receiving.receive(call, input),
  reverseReceipt: (call, input) => feature.receiving.reverse(call, input),
  reallocate: (call, input) => feature.receiving.reallocate(call, input),
  giveBackSpare: (call, input) => feature.spares.giveBack(call, input),
  terminateRest: (call, input) => feature.receiving.terminate(call, input),
  confirmAlibabaReceipt: (call, input) => feature.confirming.confirm(call, input),
  getShipCarriers: () => feature.tracking.carriers(db.handle),
  getShippable: (_call, input) => feature.shipping.shippable(input.orderIds),
  parseShipments: (_call, input) => feature.shipping.parse(input),
  shipOrders: (call, input) => feature.shipping.ship(call, input),
  getShipments: (_call, input) => feature.shipments.page(input),
  getShipmentCountByState: (_call, input) => feature.shipments.counts(input),
  getShipment: (_call, input) => feature.shipments.get(input.shipmentId),
  retryShipments: (call, input) => feature.shipments.retry(call, input.shipmentIds),
  changeTracking: (call, input) => feature.shipments.change(call, input),
  cancelShipment: (call, input) => feature.shipments.cancel(call, input.shipmentIds),
})
