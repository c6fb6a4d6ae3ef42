import type { ParcelState, ShipmentState } from '@huoqiao/contract/deliveries/deliveries.status'
import type { Tx } from '../../db/db.ts'

/** An entry of receiving. Source pieces; negative in an entry that takes another back. */
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

/** What of a purchase line's arrived goods an order line got. Sale pieces. */
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

/** A tracking number given to a shop. Sale pieces by order line. */
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
  /** what the shop made of it; `gid` null: not known (yet) */
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

/** What features after this one may ask of deliveries. Every function runs in the transaction that it is given. */
export type DeliveriesApi = {
  /** Entries of these purchase lines, oldest first; the sum of `quantity` is what stands received. */
  receiptsOf(tx: Tx, purchaseLineIds: readonly string[]): Promise<ReceiptDoc[]>
  allocationsOf(tx: Tx, purchaseLineIds: readonly string[]): Promise<AllocationDoc[]>
  allocationsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<AllocationDoc[]>
  shipmentsOf(tx: Tx, orderIds: readonly string[]): Promise<ShipmentDoc[]>
  parcelsOf(tx: Tx, purchaseIds: readonly string[]): Promise<ParcelDoc[]>
  /** Parcels marked as 停滞, and shipments that failed or whose outcome is open: for a queue of what needs a person. */
  stalledParcels(tx: Tx, limit: number): Promise<ParcelDoc[]>
  openShipments(tx: Tx, states: readonly ShipmentState[], limit: number): Promise<ShipmentDoc[]>
}
