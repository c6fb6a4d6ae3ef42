import type { Tx } from '../../db/db.ts'
import type { DeliveriesApi, ParcelDoc, ShipmentDoc } from './deliveries.types.ts'
import { allocationDoc, parcelDoc, receiptDoc, shipmentDoc } from './deliveries.view.ts'
import { findParcelItems, findParcelsOf, findStalled } from './parcels.store.ts'
import type { ParcelRow } from './parcels.store.ts'
import { findAllocations, findAllocationsOfOrders, findReceiptsOfLines } from './receipts.store.ts'
import { findFulfilments, findInStates, findShipmentLines, findShipmentsOf } from './shipments.store.ts'
import type { ShipmentRow } from './shipments.store.ts'
import { findSupplierGoods } from './supplier-goods.store.ts'

/** The API for later features; see `DeliveriesApi`. */
export function deliveriesApi(): DeliveriesApi {
  const parcelDocs = async (tx: Tx, rows: readonly ParcelRow[]): Promise<ParcelDoc[]> => {
    const items = await findParcelItems(
      tx,
      rows.map((row) => row.id),
    )
    return rows.map((row) => parcelDoc(row, items))
  }
  const shipmentDocs = async (tx: Tx, rows: readonly ShipmentRow[]): Promise<ShipmentDoc[]> => {
    const ids = rows.map((row) => row.id)
    const parts = { lines: await findShipmentLines(tx, ids), fulfilments: await findFulfilments(tx, ids) }
    return rows.map((row) => shipmentDoc(row, parts))
  }
  return {
    receiptsOf: async (tx, lineIds) => (await findReceiptsOfLines(tx, lineIds)).map(receiptDoc),
    allocationsOf: async (tx, lineIds) => (await findAllocations(tx, lineIds)).map(allocationDoc),
    allocationsOfOrders: async (tx, orderIds) => (await findAllocationsOfOrders(tx, orderIds)).map(allocationDoc),
    shipmentsOf: async (tx, orderIds) => shipmentDocs(tx, await findShipmentsOf(tx, orderIds)),
    parcelsOf: async (tx, purchaseIds) => parcelDocs(tx, await findParcelsOf(tx, purchaseIds)),
    stalledParcels: async (tx, limit) => parcelDocs(tx, await findStalled(tx, limit)),
    receivedOfSuppliers: findSupplierGoods,
    openShipments: async (tx, states, limit) => shipmentDocs(tx, await findInStates(tx, states, limit)),
  }
}
