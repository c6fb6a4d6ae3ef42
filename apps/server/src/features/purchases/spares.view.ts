import type { PlannedCover } from '@huoqiao/contract/purchases/purchases.schema'
import { spareEntry, spareTake } from '@huoqiao/contract/purchases/spares.schema'
import type { SpareEntry, SpareLine, SpareTake } from '@huoqiao/contract/purchases/spares.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { Cover } from './covers.rules.ts'
import type { DemandOfLine } from './lines.store.ts'
import { sourcePiecesOf } from './need.rules.ts'
import { hereOf, isHere, worthOf } from './spare.rules.ts'
import type { SeenEntry } from './spare-entries.store.ts'
import type { SpareRow } from './spares.store.ts'

export const coverView = ({ part, purchaseId, number, pieces, pool }: Cover): PlannedCover => ({
  orderLineId: part.orderLineId,
  orderId: part.orderId,
  orderName: part.orderName,
  storeName: part.storeName,
  saleQuantity: part.saleQuantity,
  pieces,
  purchaseId,
  purchaseNumber: number,
  title: pool.title,
  specText: pool.specText,
  image: pool.image,
  arrived: pool.arrived,
  place: pool.place,
})

export const spareView = ({ line, purchase }: SpareRow, demand: readonly DemandOfLine[]): SpareLine => ({
  id: line.id,
  purchaseId: purchase.id,
  purchaseNumber: purchase.number,
  purchaseState: purchase.state,
  supplierName: purchase.supplierName,
  offerId: line.offerId,
  skuId: line.skuId,
  specId: line.specId,
  title: line.title,
  specText: line.specText,
  image: line.image,
  batchNumber: line.batchNumber,
  quantity: line.quantity,
  received: line.received,
  spare: line.spare,
  here: hereOf(line, purchase),
  used: line.spareUsed,
  gone: line.spareGone,
  arrived: isHere(line, purchase),
  place: line.place,
  receivedAt: line.received > 0 ? (line.receivedAt?.getTime() ?? null) : null,
  costMinor: worthOf(line.spare, line),
  covers: demand
    .filter((one) => one.asLineId === line.id && one.isCover && one.saleQuantity > 0)
    .map((one) => ({
      demandId: one.id,
      orderId: one.orderId,
      orderName: one.orderName,
      storeName: one.storeName,
      orderLineId: one.orderLineId,
      saleQuantity: one.saleQuantity,
      pieces: sourcePiecesOf(one.saleQuantity, one),
      at: one.createdAt.getTime(),
    })),
  createdAt: purchase.createdAt.getTime(),
  can: {
    countSpare: line.received > 0 ? true : '货还没有到，不能盘点',
    writeOffSpare: line.spare > 0 ? true : '余货已用完，没有可报损的',
  },
})

/** Why an entry cannot be undone; true if it can. */
const undoable = ({ kind, undone }: SeenEntry): true | string =>
  undone
    ? '已经撤销'
    : kind === 'write-off' || kind === 'return'
      ? true
      : kind === 'count'
        ? '盘点不能撤销，请再盘点一次'
        : '只有报损和退货入库能撤销'

export const spareEntryView = (row: SeenEntry): SpareEntry => ({
  ...wireOf(spareEntry, { ...row, by: row.byName }),
  can: { undoSpareEntry: undoable(row) },
})

/** Orders that took spare pieces of the line, newest first. */
export const spareTakes = (demand: readonly DemandOfLine[]): SpareTake[] =>
  demand
    .filter((one) => one.isCover)
    .map((one) => ({ ...wireOf(spareTake, { ...one, demandId: one.id, at: one.createdAt }) }))
    .reverse()
