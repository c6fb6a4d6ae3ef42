import type { PlannedCover } from '@huoqiao/contract/purchases/purchases.schema'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { Cover } from './covers.rules.ts'
import type { DemandOfLine } from './lines.store.ts'
import { sourcePiecesOf } from './need.rules.ts'
import { ARRIVED } from './spare.rules.ts'
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
  used: line.spareUsed,
  gone: line.spareGone,
  arrived: ARRIVED.includes(purchase.state),
  costMinor: openCost(line),
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
    adjustSpare: line.spare + line.spareGone > 0 ? true : '余货已用完，没有可调整的',
  },
})

/** Written-off pieces carry their share of the cost of the pieces that nobody asked for. */
function openCost({ spare, spareGone, spareCostMinor }: SpareRow['line']): number | null {
  if (spareCostMinor === null) return null
  return spare === 0 ? 0 : Number((BigInt(spareCostMinor) * BigInt(spare)) / BigInt(spare + spareGone))
}
