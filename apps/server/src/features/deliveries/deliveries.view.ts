import { parcel, receipt, shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { Can } from '@huoqiao/contract/wire'
import type { Parcel, Receipt, Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { wireOf } from '../../platform/wire-of.ts'
import type { AllocationDoc, ParcelDoc, ReceiptDoc, ShipmentDoc } from './deliveries.types.ts'
import type { ParcelItemRow, ParcelRow } from './parcels.store.ts'
import type { AllocationRow, ReceiptRow } from './receipts.store.ts'
import type { PurchaseDoc } from '../purchases/index.ts'
import { whyNotReceive, whyNotReverse } from './receiving.rules.ts'
import { receivedOf } from './sent.rules.ts'
import type { CameWith } from './sent.rules.ts'
import { canOf } from './shipments.rules.ts'
import type { FulfilmentRow, ShipmentLineRow, ShipmentRow } from './shipments.store.ts'

export function parcelView(
  row: ParcelRow,
  all: readonly ParcelItemRow[],
  of: { purchase: PurchaseDoc | undefined; cameWith: CameWith },
): Parcel {
  const last = row.steps.at(-1)
  const items = all.filter((item) => item.parcelId === row.id)
  const received = receivedOf({ id: row.id, items }, of.cameWith, of.purchase?.lines ?? [])
  return {
    ...wireOf(parcel, row),
    lastStep: last ? { at: last.at, text: last.text } : null,
    items: items.map(({ subItemId, lineId, title, image, quantity }) => ({
      subItemId,
      lineId,
      title,
      image,
      quantity,
    })),
    received,
    can: { refreshParcels: true, receiveGoods: whyNotReceiveParcel(row, received.isWhole, of.purchase) ?? true },
  }
}

function whyNotReceiveParcel(row: ParcelRow, isWhole: boolean, purchase: PurchaseDoc | undefined): string | undefined {
  if (isWhole) return '这个包裹已经收完'
  if (row.state === 'abnormal') return row.reason || '包裹异常'
  return purchase === undefined ? '采购单已不存在' : whyNotReceive(purchase.state)
}

export const parcelDoc = (row: ParcelRow, items: readonly ParcelItemRow[]): ParcelDoc => ({
  id: row.id,
  purchaseId: row.purchaseId,
  alibabaOrderId: row.alibabaOrderId,
  logisticsId: row.logisticsId,
  trackingNo: row.trackingNo,
  carrier: row.carrier,
  state: row.state,
  sentAt: row.sentAt,
  lastStepAt: row.lastStepAt,
  signedAt: row.signedAt,
  stalledSince: row.stalledSince,
  items: items
    .filter((item) => item.parcelId === row.id)
    .map(({ lineId, subItemId, quantity }) => ({ lineId, subItemId, quantity })),
})

function receiptCan(row: ReceiptRow, reversedBy: string | undefined, state: PurchaseState | undefined): Can {
  if (row.reverses !== null) return { reverseReceipt: '这是冲销记录，不能再冲销' }
  if (reversedBy !== undefined) return { reverseReceipt: '已经冲销过' }
  return { reverseReceipt: state === undefined ? '采购单已不存在' : (whyNotReverse(state) ?? true) }
}

export const receiptView = (
  row: ReceiptRow,
  reversals: ReadonlyMap<string, string>,
  waybills: ReadonlyMap<string, string | null>,
  states: ReadonlyMap<string, PurchaseState>,
): Receipt => ({
  ...wireOf(receipt, row),
  trackingNo: row.parcelId === null ? null : (waybills.get(row.parcelId) ?? null),
  reverses: row.reverses,
  reversedBy: reversals.get(row.id) ?? null,
  by: row.by,
  at: row.at.getTime(),
  can: receiptCan(row, reversals.get(row.id), states.get(row.purchaseId)),
})

export const receiptDoc = (row: ReceiptRow): ReceiptDoc => ({
  id: row.id,
  purchaseId: row.purchaseId,
  lineId: row.lineId,
  quantity: row.quantity,
  defects: row.defects,
  parcelId: row.parcelId,
  reverses: row.reverses,
  at: row.at,
})

export const allocationDoc = (row: AllocationRow): AllocationDoc => ({
  purchaseId: row.purchaseId,
  lineId: row.lineId,
  demandId: row.demandId,
  orderId: row.orderId,
  orderLineId: row.orderLineId,
  saleQuantity: row.saleQuantity,
})

export type ShipmentParts = { lines: readonly ShipmentLineRow[]; fulfilments: readonly FulfilmentRow[] }

export const shipmentView = (
  row: ShipmentRow,
  parts: ShipmentParts,
  beside: { storeName: string; knownCarrier: string | undefined },
): Shipment => ({
  ...wireOf(shipment, row),
  storeName: beside.storeName,
  knownCarrier: beside.knownCarrier ?? null,
  lines: parts.lines
    .filter((line) => line.shipmentId === row.id)
    .map(({ orderLineId, sku, title, quantity }) => ({ orderLineId, sku, title, quantity })),
  fulfilments: parts.fulfilments
    .filter((one) => one.shipmentId === row.id)
    .map((one) => ({
      id: one.id,
      locationName: one.locationName,
      state: one.state,
      fulfillmentGid: one.fulfillmentGid,
      name: one.name,
      message: one.message,
      lines: one.lines.map(({ orderLineId, quantity }) => ({ orderLineId, quantity })),
      sentAt: one.sentAt.getTime(),
    })),
  can: canOf(row.state),
})

export const shipmentDoc = (row: ShipmentRow, parts: ShipmentParts): ShipmentDoc => ({
  id: row.id,
  orderId: row.orderId,
  orderName: row.orderName,
  storeId: row.storeId,
  state: row.state,
  reason: row.reason,
  carrier: row.carrier,
  numbers: row.numbers,
  lines: parts.lines
    .filter((line) => line.shipmentId === row.id)
    .map(({ orderLineId, quantity }) => ({ orderLineId, quantity })),
  fulfilments: parts.fulfilments
    .filter((one) => one.shipmentId === row.id)
    .map((one) => ({
      id: one.id,
      state: one.state,
      gid: one.fulfillmentGid,
      lines: one.lines.map(({ orderLineId, quantity }) => ({ orderLineId, quantity })),
    })),
  createdAt: row.createdAt,
  sentAt: row.sentAt,
})
