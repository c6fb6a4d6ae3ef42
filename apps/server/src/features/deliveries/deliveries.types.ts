import type { ParcelState, ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { Tx } from '../../db/db.ts'

/** A receipt entry. Source pieces; negative in an entry that reverses another. */
export type ReceiptDoc = {
  id: string
  purchaseId: string
  lineId: string
  quantity: number
  defects: number
  parcelId: string | null
  reverses: string | null
  at: Date
}

/** Sale pieces that an order line got from a purchase line's goods. */
export type AllocationDoc = {
  purchaseId: string
  lineId: string
  demandId: string
  orderId: string
  orderLineId: string
  saleQuantity: number
}

export type ParcelDoc = {
  id: string
  purchaseId: string
  /** the 1688 order */
  alibabaOrderId: string
  logisticsId: string
  trackingNo: string | null
  carrier: string | null
  state: ParcelState
  sentAt: Date | null
  lastStepAt: Date | null
  signedAt: Date | null
  stalledSince: Date | null
  items: { lineId: string | null; subItemId: string; quantity: number | null }[]
}

/** Tracking numbers for a shop. Sale pieces by order line. */
export type ShipmentDoc = {
  id: string
  orderId: string
  orderName: string
  storeId: string
  state: ShipmentState
  reason: string
  carrier: string
  numbers: string[]
  lines: { orderLineId: string; quantity: number }[]
  /** the shop's fulfilments; `gid` null: not known (yet) */
  fulfilments: {
    id: string
    state: FulfilmentState
    gid: string | null
    lines: { orderLineId: string; quantity: number }[]
  }[]
  createdAt: Date
  sentAt: Date | null
}

export type FulfilmentState = 'sending' | 'unknown' | 'sent' | 'failed' | 'absent' | 'cancelled'

/** Source pieces. Ordered and short ones: of purchases that are done or ended. Arrived and defective ones: of purchases with arrivals. */
export type SupplierGoods = {
  endedPurchases: number
  orderedPieces: number
  shortPieces: number
  receivedPurchases: number
  arrivedPieces: number
  defectPieces: number
}

/** The API for features of a higher rank. Every function runs in the transaction that it is given. */
export type DeliveriesApi = {
  /** Entries of these purchase lines, oldest first; the sum of `quantity` is the received quantity. */
  receiptsOf(tx: Tx, purchaseLineIds: readonly string[]): Promise<ReceiptDoc[]>
  allocationsOf(tx: Tx, purchaseLineIds: readonly string[]): Promise<AllocationDoc[]>
  allocationsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<AllocationDoc[]>
  shipmentsOf(tx: Tx, orderIds: readonly string[]): Promise<ShipmentDoc[]>
  parcelsOf(tx: Tx, purchaseIds: readonly string[]): Promise<ParcelDoc[]>
  /** Parcels marked as 停滞, and shipments that failed or whose outcome is unknown, for the triage list. */
  stalledParcels(tx: Tx, limit: number): Promise<ParcelDoc[]>
  /** Goods received for purchases that were created since then, by supplier; suppliers without such purchases are left out. */
  receivedOfSuppliers(tx: Tx, supplierIds: readonly string[], since: Date): Promise<Map<string, SupplierGoods>>
  openShipments(tx: Tx, states: readonly ShipmentState[], limit: number): Promise<ShipmentDoc[]>
}
