import {
  PURCHASE_PAYMENTS,
  PURCHASE_RECONCILIATIONS,
  PURCHASE_STATES,
} from '@huoqiao/contract/purchases/purchases.status'
import { formatChinaTime } from '@huoqiao/kit'
import type { Cell } from '../../platform/sheet-writer.ts'
import type { DemandOfLine, LineRow } from './lines.store.ts'
import type { PurchaseRow } from './purchases.store.ts'

type Column = { title: string; width: number }

const ABOUT_ORDER: readonly Column[] = [
  { title: '采购单号', width: 20 },
  { title: '状态', width: 12 },
  { title: '供应商', width: 28 },
  { title: '1688账号', width: 16 },
  { title: '收货地址', width: 16 },
  { title: '付款状态', width: 10 },
  { title: '对账状态', width: 10 },
  { title: '1688订单号', width: 24 },
]
const ABOUT_LINE: readonly Column[] = [
  { title: '商品', width: 40 },
  { title: '规格', width: 24 },
  { title: '货源编号', width: 18 },
  { title: '货源SKU', width: 18 },
  { title: '需要', width: 8 },
  { title: '采购', width: 8 },
  { title: '到货', width: 8 },
  { title: '少买的原因', width: 18 },
  { title: '预计单价（元）', width: 13 },
  { title: '1688单价（元）', width: 13 },
  { title: '小计（元）', width: 12 },
  { title: '为哪些订单', width: 30 },
  { title: '货源链接', width: 44 },
]
/** Columns of the whole purchase order: filled only in its first row, so that the column can be summed. */
const ONCE: readonly Column[] = [
  { title: '货款合计（元）', width: 13 },
  { title: '预计运费（元）', width: 13 },
  { title: '1688应付（元）', width: 13 },
  { title: '给卖家的留言', width: 30 },
  { title: '内部备注', width: 30 },
  { title: '创建人', width: 12 },
  { title: '创建时间', width: 20 },
  { title: '审核人', width: 12 },
  { title: '审核时间', width: 20 },
  { title: '合并到', width: 20 },
]
export const SHEET_COLUMNS: readonly Column[] = [...ABOUT_ORDER, ...ABOUT_LINE, ...ONCE]

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
    lines.length > 0 ? lines.map((line) => lineCells(line, demand, isCounted)) : [ABOUT_LINE.map(() => null)]
  return parts.map((cells, index) => [...order, ...cells, ...(index === 0 ? once : ONCE.map(() => null))])
}

function lineCells(line: LineRow, demand: readonly DemandOfLine[], isCounted: boolean): Cell[] {
  const price = line.actualUnitPriceMinor ?? line.unitPriceMinor
  const asked = demand.filter((one) => one.asLineId === line.id && one.saleQuantity > 0)
  return [
    line.title,
    line.specText,
    line.offerId,
    line.skuId,
    line.need,
    line.quantity,
    line.received,
    line.shortReason,
    yuan(line.unitPriceMinor),
    yuan(line.actualUnitPriceMinor),
    price === null || !isCounted ? null : (price * line.quantity) / 100,
    asked.map((one) => `${one.storeName} ${one.orderName}×${one.saleQuantity}`).join('、'),
    `https://detail.1688.com/offer/${line.offerId}.html`,
  ]
}
