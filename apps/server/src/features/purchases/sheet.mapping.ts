import { PURCHASE_FIELDS as ORDER, PURCHASE_LINE_FIELDS as LINE } from '@huoqiao/contract/purchases/purchases.fields'
import { sheetCell, sheetColumn } from '../../platform/field-sheet.ts'
import type { SheetColumn } from '../../platform/field-sheet.ts'
import type { Cell } from '../../platform/sheet-writer.ts'
import type { DemandOfLine, LineRow } from './lines.store.ts'
import type { PurchaseRow } from './purchases.store.ts'

type Column<Row> = SheetColumn & { cell: (row: Row) => Cell }
/** `demand`: the orders that need the line; `isCounted`: its amounts are not in another purchase. */
type Line = LineRow & { demand: readonly DemandOfLine[]; isCounted: boolean }

const ofOrder = (key: keyof typeof ORDER & keyof PurchaseRow, width: number): Column<PurchaseRow> => ({
  ...sheetColumn(ORDER[key], width),
  cell: (row) => sheetCell(ORDER[key], row[key]),
})
const ofLine = (key: keyof typeof LINE & keyof LineRow, width: number): Column<Line> => ({
  ...sheetColumn(LINE[key], width),
  cell: (row) => sheetCell(LINE[key], row[key]),
})

const yuan = (fen: number | null): Cell => (fen === null ? null : fen / 100)
/** The amounts of a merged purchase are in the one that it was merged into. */
const isCounted = ({ state }: PurchaseRow): boolean => state !== 'merged'

const ABOUT_ORDER: readonly Column<PurchaseRow>[] = [
  ofOrder('number', 20),
  ofOrder('state', 12),
  ofOrder('supplierName', 28),
  ofOrder('accountName', 16),
  ofOrder('addressName', 16),
  ofOrder('payment', 10),
  ofOrder('reconciliation', 10),
  { ...sheetColumn(ORDER.alibabaOrderIds, 24), cell: (row) => row.alibabaOrderIds.join('、') },
]
const ABOUT_LINE: readonly Column<Line>[] = [
  ofLine('title', 40),
  ofLine('specText', 24),
  ofLine('offerId', 18),
  ofLine('skuId', 18),
  ofLine('need', 8),
  ofLine('quantity', 8),
  ofLine('received', 8),
  ofLine('shortReason', 18),
  ofLine('unitPriceMinor', 13),
  ofLine('actualUnitPriceMinor', 13),
  { title: '小计（元）', width: 12, cell: (line) => (line.isCounted ? yuan(amountOf(line)) : null) },
  {
    ...sheetColumn(LINE.demand, 30),
    cell: ({ demand }) => demand.map((one) => `${one.storeName} ${one.orderName}×${one.saleQuantity}`).join('、'),
  },
  { ...sheetColumn(LINE.url, 44), cell: ({ offerId }) => `https://detail.1688.com/offer/${offerId}.html` },
]
/** Columns of the whole purchase order: filled only in its first row, so that the column can be summed. */
const ONCE: readonly Column<PurchaseRow>[] = [
  {
    title: '货款合计（元）',
    width: 13,
    cell: (row) => (isCounted(row) ? yuan(row.actualGoodsMinor ?? row.goodsMinor) : null),
  },
  { ...sheetColumn(ORDER.freightMinor, 13), cell: (row) => (isCounted(row) ? yuan(row.freightMinor) : null) },
  ofOrder('actualTotalMinor', 13),
  ofOrder('message', 30),
  ofOrder('note', 30),
  ofOrder('createdBy', 12),
  ofOrder('createdAt', 20),
  ofOrder('reviewedBy', 12),
  ofOrder('reviewedAt', 20),
  ofOrder('mergedIntoNumber', 20),
]
export const SHEET_COLUMNS: readonly SheetColumn[] = [...ABOUT_ORDER, ...ABOUT_LINE, ...ONCE]

function amountOf({ actualUnitPriceMinor, unitPriceMinor, quantity }: Line): number | null {
  const price = actualUnitPriceMinor ?? unitPriceMinor
  return price === null ? null : price * quantity
}

const cellsOf = <Row>(columns: readonly Column<Row>[], row: Row): Cell[] => columns.map(({ cell }) => cell(row))
const blank = (columns: readonly SheetColumn[]): Cell[] => columns.map(() => null)

/**
 * One row for each line; a purchase order without lines has one row too. Numbers are written as text, so that a spreadsheet does not round
 * them.
 */
export function sheetRows(row: PurchaseRow, lines: readonly LineRow[], demand: readonly DemandOfLine[]): Cell[][] {
  const parts =
    lines.length === 0
      ? [blank(ABOUT_LINE)]
      : lines.map((line) => {
          const asked = demand.filter(({ asLineId, saleQuantity }) => asLineId === line.id && saleQuantity > 0)
          return cellsOf(ABOUT_LINE, { ...line, demand: asked, isCounted: isCounted(row) })
        })
  const order = cellsOf(ABOUT_ORDER, row)
  return parts.map((cells, index) => [...order, ...cells, ...(index === 0 ? cellsOf(ONCE, row) : blank(ONCE))])
}
