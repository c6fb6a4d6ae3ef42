import { isPersonColumn, ORDER_EXPORT_COLUMNS } from '@huoqiao/contract/orders/order-export.columns'
import type { OrderExportColumn } from '@huoqiao/contract/orders/order-export.columns'
import { ORDER_PAYMENTS, ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import { formatChinaTime, formatMinor } from '@huoqiao/kit'
import type { Cell } from '../../platform/sheet-writer.ts'
import type { ExportLine } from './export.store.ts'
import { amountParts, lineAmounts } from './order-amounts.rules.ts'
import type { AmountParts } from './order-amounts.rules.ts'
import { addressLines } from './orders.view.ts'
import type { PersonRow } from './orders.store.ts'
import { sourcePieces } from './profit.rules.ts'

/** `isFirst`: the first line of its order. Values of the whole order are written only there, so that a column can be summed. */
type Line = ExportLine & {
  storeName: string
  isFirst: boolean
  editedAway: number | null
  /** only in a sheet with personal data */
  person: PersonRow | undefined
}
type Column = { width: number; cell: (line: Line) => Cell }

const hasSource = (line: Line): boolean => line.offerId !== null
const amount = (minor: number | null, currency: string): Cell =>
  minor === null ? null : Number(formatMinor(minor, currency))

const negative = (minor: number | undefined): number | null => (minor ? -minor : (minor ?? null))

/** The shop's parcels that were not cancelled. */
const parcels = ({ fulfillments }: Line) => fulfillments.filter(({ status }) => status.toLowerCase() !== 'cancelled')
const distinct = (texts: readonly (string | null)[]): string => [...new Set(texts.filter(Boolean))].join('、')

/** One of the order's amounts, in the shop's currency. */
function part(of: (parts: AmountParts, line: Line) => number): Column {
  return { width: 11, cell: (line) => (line.isFirst ? amount(of(amountParts(line), line), line.currency) : null) }
}
function inYuan(of: (line: Line) => number | null): Column {
  return { width: 14, cell: (line) => (line.isFirst ? amount(of(line), 'CNY') : null) }
}

/**
 * Column widths (in characters) and contents. Amounts are numbers, so that a spreadsheet can sum them; ids are text, so that it does not
 * round them. Personal data only with `person`.
 */
const COLUMNS: Readonly<Record<OrderExportColumn, Column>> = {
  number: { width: 14, cell: (line) => line.number },
  store: { width: 16, cell: (line) => line.storeName },
  orderedAt: { width: 20, cell: (line) => formatChinaTime(line.orderedAt.getTime()) },
  state: { width: 10, cell: (line) => ORDER_STATES[line.state].label },
  payment: { width: 10, cell: (line) => ORDER_PAYMENTS[line.payment] },
  country: { width: 6, cell: (line) => line.country },
  customerName: { width: 18, cell: ({ person }) => person?.name ?? null },
  customerPhone: { width: 18, cell: ({ person }) => person?.phone ?? null },
  customerEmail: { width: 26, cell: ({ person }) => person?.email ?? null },
  customerAddress: { width: 48, cell: ({ person }) => addressLines(person?.address ?? null).join(', ') },
  carrier: { width: 16, cell: (line) => distinct(parcels(line).map(({ company }) => company)) },
  trackingNumbers: { width: 26, cell: (line) => distinct(parcels(line).flatMap(({ numbers }) => numbers)) },
  goods: part((parts) => parts.goods),
  discount: part((parts) => -parts.discount),
  shippingDiscount: part((parts) => -parts.shippingDiscount),
  shipping: part((parts) => parts.shipping),
  taxOnTop: part((parts) => (parts.taxIncluded ? 0 : parts.tax)),
  tip: part((parts) => parts.tip),
  duties: part((parts) => parts.duties),
  other: part((parts) => parts.other),
  refunded: part((_parts, line) => -line.refundedMinor),
  adjusted: part((parts) => parts.adjusted),
  orderTotal: { width: 11, cell: (line) => (line.isFirst ? amount(line.currentMinor, line.currency) : null) },
  taxWithin: part((parts) => (parts.taxIncluded ? parts.tax : 0)),
  orderTotalCny: { ...inYuan((line) => line.saleCny), width: 24 },
  goodsCny: inYuan((line) => line.goodsCny),
  freightCny: inYuan((line) => line.freightCny),
  abroadCny: inYuan((line) => line.abroadCny),
  feeCny: inYuan((line) => line.feeCny),
  profitCny: inYuan((line) => line.profitCny),
  sku: { width: 22, cell: (line) => line.sku },
  title: { width: 40, cell: (line) => line.title },
  variantTitle: { width: 22, cell: (line) => line.variantTitle },
  quantity: { width: 9, cell: (line) => line.quantity },
  current: { width: 9, cell: (line) => line.current },
  listPrice: { width: 14, cell: (line) => amount(line.listPriceMinor, line.currency) },
  unitPrice: { width: 14, cell: (line) => amount(line.unitPriceMinor, line.currency) },
  lineGross: { width: 11, cell: (line) => amount(lineAmounts(line)?.gross ?? null, line.currency) },
  lineDiscount: { width: 11, cell: (line) => amount(negative(lineAmounts(line)?.discount), line.currency) },
  lineTotal: { width: 11, cell: (line) => amount(lineAmounts(line)?.total ?? null, line.currency) },
  editedAway: { width: 14, cell: (line) => (line.isFirst ? amount(line.editedAway, line.currency) : null) },
  currency: { width: 6, cell: (line) => line.currency },
  purchased: { width: 8, cell: (line) => line.purchased },
  received: { width: 8, cell: (line) => line.received },
  shipped: { width: 8, cell: (line) => line.shipped },
  offerId: { width: 20, cell: (line) => line.offerId },
  skuId: { width: 20, cell: (line) => line.skuId },
  specId: { width: 20, cell: (line) => line.specId },
  offerTitle: { width: 40, cell: (line) => line.offerTitle },
  supplier: { width: 24, cell: (line) => line.supplier },
  ratio: { width: 10, cell: (line) => (hasSource(line) ? `${line.saleQuantity}:${line.sourceQuantity}` : null) },
  sourcePieces: { width: 14, cell: (line) => (hasSource(line) ? sourcePieces(line.current, line) : null) },
  unitCostCny: { width: 13, cell: (line) => amount(line.unitCostCny, 'CNY') },
  offerUrl: {
    width: 44,
    cell: (line) => (hasSource(line) ? `https://detail.1688.com/offer/${line.offerId}.html` : null),
  },
  image: { width: 44, cell: (line) => line.image },
}
const ALL = Object.keys(ORDER_EXPORT_COLUMNS) as OrderExportColumn[]

/** The sheet for these columns, always in the sheet's own order; none chosen means all without personal data. */
export function exportSheet(chosen: readonly OrderExportColumn[]): {
  columns: { title: string; width: number }[]
  row: (line: Line) => Cell[]
} {
  const keys =
    chosen.length === 0 ? ALL.filter((key) => !isPersonColumn(key)) : ALL.filter((key) => chosen.includes(key))
  return {
    columns: keys.map((key) => ({ title: ORDER_EXPORT_COLUMNS[key], width: COLUMNS[key].width })),
    row: (line) => keys.map((key) => COLUMNS[key].cell(line)),
  }
}
