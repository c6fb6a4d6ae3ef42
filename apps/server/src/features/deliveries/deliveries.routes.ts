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
  getParcels: (_call, input) => feature.parcels.getParcels(input),
  getParcelCountByTab: (_call, input) => feature.parcels.getParcelCountByTab(input),
  getParcel: (_call, input) => feature.parcels.getParcel(input.parcelId),
  refreshParcels: (call, input) => feature.parcels.refreshParcels(call, input.purchaseIds),
  urgeParcel: (call, input) => feature.parcels.urgeParcel(call, input.purchaseIds),
  getOrderParcels: (_call, input) => feature.parcels.getOrderParcels(input.orderIds),
  getReceiving: (_call, input) => feature.views.getReceiving(input),
  getReceipts: (_call, input) => feature.views.getReceipts(input),
  receiveGoods: (call, input) => feature.receiving.receiveGoods(call, input),
  reverseReceipt: (call, input) => feature.receiving.reverseReceipt(call, input),
  reallocate: (call, input) => feature.receiving.reallocate(call, input),
  giveBackSpare: (call, input) => feature.spares.giveBackSpare(call, input),
  getReturnable: (_call, input) => feature.stockReturns.getReturnable(input),
  returnToStock: (call, input) => feature.stockReturns.returnToStock(call, input),
  terminateRest: (call, input) => feature.receiving.terminateRest(call, input),
  confirmAlibabaReceipt: (call, input) => feature.confirming.confirmAlibabaReceipt(call, input),
  getShipCarriers: () => feature.tracking.getShipCarriers(db.handle),
  getShippable: (_call, input) => feature.shipping.getShippable(input.orderIds),
  parseShipments: (_call, input) => feature.shipping.parseShipments(input),
  shipOrders: (call, input) => feature.shipping.shipOrders(call, input),
  getShipments: (_call, input) => feature.shipments.getShipments(input),
  getShipmentCountByState: (_call, input) => feature.shipments.getShipmentCountByState(input),
  getShipment: (_call, input) => feature.shipments.getShipment(input.shipmentId),
  retryShipments: (call, input) => feature.shipments.retryShipments(call, input.shipmentIds),
  changeTracking: (call, input) => feature.shipments.changeTracking(call, input),
  cancelShipment: (call, input) => feature.shipments.cancelShipment(call, input.shipmentIds),
})
