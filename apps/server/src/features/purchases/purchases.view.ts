import type { PurchaseSnapshot } from '@huoqiao/contract/purchases/purchases-history.endpoints'
import { purchaseCard, purchaseDemand, purchaseLine } from '@huoqiao/contract/purchases/purchases.schema'
import type {
  OrderRef,
  PurchaseCard,
  PurchaseDetail,
  PurchaseLine,
  PurchaseWarning,
} from '@huoqiao/contract/purchases/purchases.schema'
import type { SupplierRating } from '@huoqiao/contract/purchases/suppliers.status'
import { wireOf } from '../../platform/wire-of.ts'
import type { AddressRow } from './addresses.store.ts'
import { addressDoc } from './addresses.view.ts'
import type { LineRow, DemandOfLine } from './lines.store.ts'
import type { Minimum } from './offer-price.rules.ts'
import type { Whole } from './purchase-writing.service.ts'
import { canOf } from './purchases.rules.ts'
import type { PurchaseRow } from './purchases.store.ts'
import { comingOf, usableOf } from './spare.rules.ts'
import type { DemandDoc, LineDoc, PurchaseDoc } from './purchases.types.ts'

export const cardView = (row: PurchaseRow, rating: SupplierRating, orders: readonly OrderRef[]): PurchaseCard => ({
  ...wireOf(purchaseCard, row),
  supplierRating: rating,
  actualMinor: row.actualTotalMinor,
  orders: [...orders],
  mergedInto:
    row.mergedInto === null || row.mergedIntoNumber === null
      ? null
      : { id: row.mergedInto, number: row.mergedIntoNumber },
  can: canOf(row),
})

export const detailView = (
  whole: Whole,
  beside: {
    rating: SupplierRating
    /** stock of the source, by line */
    stocks: ReadonlyMap<string, number | null>
    /** the orders that the purchase and its members buy for, by purchase */
    orders: ReadonlyMap<string, readonly OrderRef[]>
    members: readonly PurchaseRow[]
    minimum: Minimum
    warnings: PurchaseWarning[]
  },
): PurchaseDetail => ({
  ...cardView(whole.row, beside.rating, beside.orders.get(whole.row.id) ?? []),
  message: whole.row.message,
  note: whole.row.note,
  freightNote: whole.row.freightNote,
  lines: whole.lines.map((line) => ({
    ...lineView(line, whole.demand),
    sourceStock: beside.stocks.get(line.id) ?? null,
  })),
  members: beside.members.map((row) => ({
    id: row.id,
    number: row.number,
    quantity: row.quantity,
    goodsMinor: row.goodsMinor,
    freightMinor: row.freightMinor,
    orders: [...(beside.orders.get(row.id) ?? [])],
    orderCount: row.orderCount,
  })),
  minimum: beside.minimum,
  warnings: beside.warnings,
  reviewedBy: whole.row.reviewedBy,
  reviewedAt: whole.row.reviewedAt?.getTime() ?? null,
})

/** A line as it is stored; the stock of its source is added separately. */
const lineView = (line: LineRow, demand: readonly DemandOfLine[]): Omit<PurchaseLine, 'sourceStock'> => ({
  ...wireOf(purchaseLine, line),
  demand: demand
    .filter((one) => one.asLineId === line.id)
    .map((one) => ({
      ...wireOf(purchaseDemand, one),
      ratio: { source: one.ratioSource, sale: one.ratioSale },
    })),
})

/** The snapshot for the history: everything that a person may want to see later, without search columns. */
export const snapshotOf = ({ row, lines, demand }: Whole): PurchaseSnapshot => {
  const { searchText: _search, heads: _heads, ...head } = row
  return {
    ...head,
    lines: lines.map((line) => ({
      ...lineView(line, demand),
      demand: demand
        .filter((one) => one.asLineId === line.id)
        .map(({ orderName, storeName, saleQuantity, ratioSource, ratioSale, orderLineId }) => ({
          orderName,
          storeName,
          orderLineId,
          saleQuantity,
          ratioSource,
          ratioSale,
        })),
    })),
  }
}

export const lineDoc = (line: LineRow, state: PurchaseRow['state']): LineDoc => ({
  id: line.id,
  purchaseId: line.purchaseId,
  offerId: line.offerId,
  skuId: line.skuId,
  specId: line.specId,
  title: line.title,
  specText: line.specText,
  image: line.image,
  quantity: line.quantity,
  need: line.need,
  extraNeed: line.extraNeed,
  unitPriceMinor: line.unitPriceMinor,
  actualUnitPriceMinor: line.actualUnitPriceMinor,
  received: line.received,
  coming: comingOf(line, state),
  usable: usableOf(line),
  place: line.place,
})

export const demandDoc = (one: DemandOfLine): DemandDoc => ({
  id: one.id,
  lineId: one.asLineId,
  orderId: one.orderId,
  orderLineId: one.orderLineId,
  orderName: one.orderName,
  storeName: one.storeName,
  saleQuantity: one.saleQuantity,
  releasedQuantity: one.releasedQuantity,
  returnedQuantity: one.returnedQuantity,
  ratioSource: one.ratioSource,
  ratioSale: one.ratioSale,
  isCover: one.isCover,
  createdAt: one.createdAt,
})

export const purchaseDoc = (
  row: PurchaseRow,
  lines: readonly LineRow[],
  address: AddressRow | undefined,
  memberIds: readonly string[],
): PurchaseDoc => ({
  id: row.id,
  number: row.number,
  version: row.version,
  state: row.state,
  supplierId: row.supplierId,
  supplierName: row.supplierName,
  accountId: row.accountId,
  address: address ? addressDoc(address) : null,
  message: row.message,
  lines: lines.map((line) => lineDoc(line, row.state)),
  goodsMinor: row.goodsMinor,
  freightMinor: row.freightMinor,
  actualGoodsMinor: row.actualGoodsMinor,
  actualFreightMinor: row.actualFreightMinor,
  actualTotalMinor: row.actualTotalMinor,
  alibabaOrderIds: row.alibabaOrderIds,
  payment: row.payment,
  reconciliation: row.reconciliation,
  memberIds,
  alarmQuantity: row.alarmQuantity,
})
