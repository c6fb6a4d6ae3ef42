import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { remoteId } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PlacementApi } from '../placement/index.ts'
import type { LineDoc, PurchaseDoc, PurchasesApi } from '../purchases/index.ts'
import type { AllocatingService, OwnedClaim } from './allocating.service.ts'
import { stockOf } from './allocation.rules.ts'
import { parcelView, receiptView } from './deliveries.view.ts'
import { findParcel, findParcelItems, findParcelsByNumber, findParcelsOf } from './parcels.store.ts'
import type { ParcelItemRow } from './parcels.store.ts'
import { findCameWith, findReceiptPage, findReceiptsOfLines, findReversals } from './receipts.store.ts'
import type { ReceiptRow } from './receipts.store.ts'
import { boughtBy, CONFIRMABLE, isWhollySent, missingOf, receivingCan, restOf } from './receiving.rules.ts'
import { sentOf } from './sent.rules.ts'
import type { Sent } from './sent.rules.ts'

type Endpoints = typeof deliveriesEndpoints

/** A scanned text is only compared with 1688 order numbers if it can be one. */
const isOrderNumber = (code: string): boolean => code.length >= 6 && remoteId.safeParse(code).success

export type ReceivingViews = ReturnType<typeof receivingViews>

/** Read access for receiving goods at the warehouse. Writes and locks nothing. */
export function receivingViews(deps: {
  db: Db
  purchases: PurchasesApi
  placement: PlacementApi
  allocating: AllocatingService
}) {
  const { db, purchases } = deps

  /** What the sellers of a purchase have sent, according to 1688. */
  async function sentOfPurchase(tx: Tx, doc: PurchaseDoc) {
    const parcels = await findParcelsOf(tx, [doc.id])
    const items = await findParcelItems(
      tx,
      parcels.map((parcel) => parcel.id),
    )
    const orders = (await deps.placement.ordersOf(tx, [doc.id])).filter((order) => !order.duplicate)
    const bought = await deps.placement.itemsOf(
      tx,
      orders.map((order) => order.id),
    )
    const sent: Sent = {
      parcels,
      items,
      orders: orders.map((order) => ({
        orderId: order.orderId,
        isSent: isWhollySent(order),
        lineIds: boughtBy(
          bought.filter((item) => item.alibabaOrderId === order.id),
          doc.lines,
        ).map(({ id }) => id),
      })),
    }
    return { parcels, items, orders, bought, sent }
  }

  async function viewOf(tx: Tx, doc: PurchaseDoc, parcelId: string | null): Promise<Receiving> {
    const lineIds = doc.lines.map((line) => line.id)
    const claims = await deps.allocating.claimsOf(tx, lineIds, { lock: false })
    const entries = await findReceiptsOfLines(tx, lineIds)
    const { parcels, items, orders, bought, sent } = await sentOfPurchase(tx, doc)
    const cameWith = await findCameWith(
      tx,
      parcels.map((parcel) => parcel.id),
    )
    const scanned = parcelId === null ? undefined : items.filter((item) => item.parcelId === parcelId)
    return {
      purchaseId: doc.id,
      number: doc.number,
      supplierName: doc.supplierName,
      state: doc.state,
      alibabaOrderIds: [...doc.alibabaOrderIds],
      parcelId,
      lines: doc.lines.map((line) => ({
        ...lineView(doc, line, claims.get(line.id) ?? [], entries, scanned),
        sent: sentOf(line.id, sent),
      })),
      receipts: await entryViews(tx, entries, [doc]),
      parcels: parcels.map((row) => parcelView(row, items, { purchase: doc, cameWith })),
      alibabaOrders: orders.map((order) => ({
        orderId: order.orderId,
        confirmable: CONFIRMABLE.includes(order.status),
        missing: missingOf(
          bought.filter((item) => item.alibabaOrderId === order.id),
          doc.lines,
        ).map(({ id, title, specText, quantity, received }) => ({ lineId: id, title, specText, quantity, received })),
      })),
      can: receivingCan(
        doc.state,
        orders.map((order) => order.status),
      ),
    }
  }

  async function entryViews(tx: Tx, rows: readonly ReceiptRow[], docs: readonly PurchaseDoc[]) {
    const reversals = await findReversals(
      tx,
      rows.map((row) => row.id),
    )
    const waybills = new Map<string, string | null>()
    for (const id of new Set(rows.flatMap((row) => row.parcelId ?? [])))
      waybills.set(id, (await findParcel(tx, id))?.trackingNo ?? null)
    const states = new Map(docs.map((doc) => [doc.id, doc.state]))
    return rows.map((row) => receiptView(row, reversals, waybills, states))
  }

  /** Purchases that match a scanned text, each with the parcel if the text is a waybill number. */
  async function targetsOf(tx: Tx, code: string): Promise<{ purchaseId: string; parcelId: string | null }[]> {
    const byWaybill = await findParcelsByNumber(tx, code)
    if (byWaybill.length > 0) return byWaybill.map((row) => ({ purchaseId: row.purchaseId, parcelId: row.id }))
    const byNumber = await purchases.purchaseByNumber(tx, code.toUpperCase())
    if (byNumber) return [{ purchaseId: byNumber.id, parcelId: null }]
    const orders = isOrderNumber(code) ? await deps.placement.ordersByNumbers(tx, [code]) : []
    return orders.map((order) => ({ purchaseId: order.purchaseId, parcelId: null }))
  }

  return {
    sentOfPurchase: async (tx: Tx, doc: PurchaseDoc): Promise<Sent> => (await sentOfPurchase(tx, doc)).sent,

    async ofPurchase(purchaseId: string, parcelId: string | null): Promise<Receiving> {
      const [doc] = await purchases.purchaseDocs(db.handle, [purchaseId])
      if (!doc) throw new Refusal('not-found')
      return viewOf(db.handle, doc, parcelId)
    },

    async getReceiving({ purchaseId, code }: InputOf<Endpoints['getReceiving']>): Promise<Receiving[]> {
      const tx = db.handle
      const targets =
        purchaseId !== undefined
          ? [{ purchaseId, parcelId: null }]
          : code === undefined || code === ''
            ? []
            : await targetsOf(tx, code.replaceAll(/\s/g, ''))
      const docs = new Map(
        (
          await purchases.purchaseDocs(
            tx,
            targets.map((one) => one.purchaseId),
          )
        ).map((doc) => [doc.id, doc]),
      )
      const found: Receiving[] = []
      for (const target of targets) {
        const doc = docs.get(target.purchaseId)
        if (doc) found.push(await viewOf(tx, doc, target.parcelId))
      }
      if (purchaseId !== undefined && found.length === 0) throw new Refusal('not-found')
      return found
    },

    async getReceipts({
      page,
      pageSize,
      ...filter
    }: InputOf<Endpoints['getReceipts']>): Promise<OutputOf<Endpoints['getReceipts']>> {
      const { rows, total, totalCapped } = await findReceiptPage(db.handle, filter, { page, pageSize })
      const docs = await purchases.purchaseDocs(db.handle, [...new Set(rows.map((row) => row.purchaseId))])
      return {
        list: await entryViews(db.handle, rows, docs),
        total,
        page,
        pageSize,
        ...(totalCapped ? { totalCapped } : {}),
      }
    },
  }
}

function lineView(
  doc: PurchaseDoc,
  line: LineDoc,
  claims: readonly OwnedClaim[],
  entries: readonly ReceiptRow[],
  scanned: readonly ParcelItemRow[] | undefined,
): Omit<Receiving['lines'][number], 'sent'> {
  const packed = scanned?.filter((item) => item.lineId === line.id).map((item) => item.quantity)
  // 1688 does not always report a parcel's contents; such a parcel may hold this line.
  const known = scanned !== undefined && scanned.length > 0 && packed!.every((quantity) => quantity !== null)
  return {
    lineId: line.id,
    offerId: line.offerId,
    skuId: line.skuId,
    title: line.title,
    specText: line.specText,
    image: line.image,
    quantity: line.quantity,
    received: line.received,
    defects: entries.filter((entry) => entry.lineId === line.id).reduce((sum, entry) => sum + entry.defects, 0),
    rest: restOf(doc.state, line),
    inParcel: known ? packed.reduce<number>((sum, quantity) => sum + (quantity ?? 0), 0) : null,
    stock: stockOf(line.usable, claims),
    place: line.place,
    demand: claims.map((claim) => ({
      demandId: claim.demandId,
      orderId: claim.demand.orderId,
      orderName: claim.demand.orderName,
      storeName: claim.demand.storeName,
      orderLineId: claim.demand.orderLineId,
      orderState: claim.orderState,
      ratio: { source: claim.ratioSource, sale: claim.ratioSale },
      quantity: claim.demand.saleQuantity,
      allocated: claim.allocated,
      fixed: claim.fixed,
    })),
  }
}
