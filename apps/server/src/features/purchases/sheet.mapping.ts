import { PURCHASE_FIELDS, PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import {
  PURCHASE_PAYMENTS,
  PURCHASE_RECONCILIATIONS,
  PURCHASE_STATES,
} from '@huoqiao/contract/purchases/purchases.status'
import { formatChinaTime } from '@huoqiao/kit'
import { sheetColumn } from '../../platform/field-sheet.ts'
import type { SheetColumn } from '../../platform/field-sheet.ts'
import type { Cell } from '../../platform/sheet-writer.ts'
import type { DemandOfLine, LineRow } from './lines.store.ts'
import type { PurchaseRow } from './purchases.store.ts'

const ORDER = PURCHASE_FIELDS
const LINE = PURCHASE_LINE_FIELDS

const ABOUT_ORDER: readonly SheetColumn[] = [
  sheetColumn(ORDER.number, 20),
  sheetColumn(ORDER.state, 12),
  sheetColumn(ORDER.supplierName, 28),
  sheetColumn(ORDER.accountName, 16),
  sheetColumn(ORDER.addressName, 16),
  sheetColumn(ORDER.payment, 10),
  sheetColumn(ORDER.reconciliation, 10),
  sheetColumn(ORDER.alibabaOrderIds, 24),
]
const ABOUT_LINE: readonly SheetColumn[] = [
  sheetColumn(LINE.title, 40),
  sheetColumn(LINE.specText, 24),
  sheetColumn(LINE.offerId, 18),
  sheetColumn(LINE.skuId, 18),
  sheetColumn(LINE.need, 8),
  sheetColumn(LINE.quantity, 8),
  sheetColumn(LINE.received, 8),
  sheetColumn(LINE.shortReason, 18),
  sheetColumn(LINE.unitPriceMinor, 13),
  sheetColumn(LINE.actualUnitPriceMinor, 13),
  { title: '小计（元）', width: 12 },
  sheetColumn(LINE.demand, 30),
  sheetColumn(LINE.url, 44),
]
/** Columns of the whole purchase order: filled only in its first row, so that the column can be summed. */
const ONCE: readonly SheetColumn[] = [
  { title: '货款合计（元）', width: 13 },
  sheetColumn(ORDER.freightMinor, 13),
  sheetColumn(ORDER.actualTotalMinor, 13),
  sheetColumn(ORDER.message, 30),
  sheetColumn(ORDER.note, 30),
  sheetColumn(ORDER.createdBy, 12),
  sheetColumn(ORDER.createdAt, 20),
  sheetColumn(ORDER.reviewedBy, 12),
  sheetColumn(ORDER.reviewedAt, 20),
  sheetColumn(ORDER.mergedIntoNumber, 20),
]
export const SHEET_COLUMNS: readonly SheetColumn[] = [...ABOUT_ORDER, ...ABOUT_LINE, ...ONCE]

const yuan = (fen: number | null): Cell => (fen === null ? null : fen / 100)
const time = (at: Date | null): Cell => (at === null ? null : formatChinaTime(at.getTime()).slice(0, 19))

/**
 * One row for each line; a purchase order without lines has one row too. Numbers are written as text, so that a spreadsheet does not round
 * them.
 */
export function sheetRows(row: PurchaseRow, lines: readonly LineRow[], demand: readonly DemandOfLine[]): Cell[][] {
  const order: Cell[] = [
    row.number,
    PURCHASE_STATES[row.state].label,
    row.supplierName,
    row.accountName,
    row.addressName,
    PURCHASE_PAYMENTS[row.payment],
    PURCHASE_RECONCILIATIONS[row.reconciliation],
    row.alibabaOrderIds.join('、'),
  ]
  // The purchase that it was merged into contains its amounts.
  const isCounted = row.state !== 'merged'
  const once: Cell[] = [
    isCounted ? yuan(row.actualGoodsMinor ?? row.goodsMinor) : null,
    isCounted ? yuan(row.freightMinor) : null,
    yuan(row.actualTotalMinor),
    row.message,
    row.note,
    row.createdBy,
    time(row.createdAt),
    row.reviewedBy,
    time(row.reviewedAt),
    row.mergedIntoNumber,
  ]
  const parts: Cell[][] =
    lines.length > 0 ? lines.map((one) => lineCells(one, demand, isCounted)) : [ABOUT_LINE.map(() => null)]
  return parts.map((cells, index) => [...order, ...cells, ...(index === 0 ? once : ONCE.map(() => null))])
}

function lineCells(row: LineRow, demand: readonly DemandOfLine[], isCounted: boolean): Cell[] {
  const price = row.actualUnitPriceMinor ?? row.unitPriceMinor
  const asked = demand.filter((one) => one.asLineId === row.id && one.saleQuantity > 0)
  return [
    row.title,
    row.specText,
    row.offerId,
    row.skuId,
    row.need,
    row.quantity,
    row.received,
    row.shortReason,
    yuan(row.unitPriceMinor),
    yuan(row.actualUnitPriceMinor),
    price === null || !isCounted ? null : (price * row.quantity) / 100,
    asked.map((one) => `${one.storeName} ${one.orderName}×${one.saleQuantity}`).join('、'),
    `https://detail.1688.com/offer/${row.offerId}.html`,
  ]
}
