import { parseOfferLink } from '@huoqiao/connector-1688'

/** One row of a sheet of relations; `row` is its row number in the sheet, `fault` why it cannot be used. */
export type RelationRow = {
  row: number
  sku: string
  /** the store's name; empty: all stores */
  store: string
  offerId: string
  /** the offer as written in the sheet; it may be invalid */
  written: string
  /** SKU id or spec id of the offer, whichever was written; empty: the offer has no SKUs */
  spec: string
  saleQuantity: number
  sourceQuantity: number
  fault?: string
}

const TITLES = {
  sku: ['sku', 'sku编码', '商品编码', '店铺sku'],
  offer: ['1688货源', '货源', '货源编号', '1688商品编号', '1688链接', '货源链接', 'offerid', 'offer'],
  spec: ['规格编号', '货源规格', '规格', 'skuid', 'specid', '1688规格编号'],
  sale: ['销售件数', '卖几件', 'salequantity'],
  source: ['货源件数', '采购件数', 'sourcequantity'],
  ratio: ['比例', '数量比', 'ratio'],
  store: ['店铺', '店铺名称', 'store'],
} as const satisfies Record<string, readonly string[]>

/** The required title row. */
export const SHEET_REQUEST = '第一行要有“SKU”和“1688货源”两列，可以再有规格编号、销售件数、货源件数（或比例）、店铺'

const MOST_PIECES = 10_000

/** Reads rows by the titles in the first one, in any column order; empty rows are skipped. Undefined: the titles are missing. */
export function relationRows(cells: readonly (readonly string[])[]): RelationRow[] | undefined {
  const titles = (cells[0] ?? []).map((cell) => cell.replaceAll(/[\s*（）()_-]/g, '').toLowerCase())
  const columns = new Map(
    Object.entries(TITLES).map(([field, words]) => [
      field,
      titles.findIndex((title) => (words as readonly string[]).includes(title)),
    ]),
  )
  const at = (row: readonly string[], field: keyof typeof TITLES): string => row[columns.get(field) ?? -1] ?? ''
  if ((columns.get('sku') ?? -1) < 0 || (columns.get('offer') ?? -1) < 0) return undefined
  return cells
    .map((cell, index) => ({ cell, row: index + 1 }))
    .slice(1)
    .filter(({ cell }) => cell.some((text) => text !== ''))
    .map(({ cell, row }) => readRow(row, (field) => at(cell, field)))
}

function readRow(row: number, cell: (field: keyof typeof TITLES) => string): RelationRow {
  const link = parseOfferLink(cell('offer'))
  const spec = cell('spec')
  const ratio = /^(\d+)\s*[:：=/]\s*(\d+)$/.exec(cell('ratio'))
  const saleQuantity = count(cell('sale') || (ratio?.[1] ?? ''))
  const sourceQuantity = count(cell('source') || (ratio?.[2] ?? ''))
  const fault =
    cell('sku') === ''
      ? '没有填SKU'
      : link.kind !== 'offer'
        ? '1688货源要填商品编号或商品链接'
        : spec.length > 64
          ? '规格编号太长'
          : cell('ratio') !== '' && !ratio
            ? '比例要写成 1:2 这样'
            : saleQuantity === undefined || sourceQuantity === undefined
              ? `件数要填 1 到 ${MOST_PIECES} 的整数`
              : undefined
  return {
    row,
    sku: cell('sku'),
    store: cell('store'),
    offerId: link.kind === 'offer' ? link.offerId : '',
    written: cell('offer'),
    spec,
    saleQuantity: saleQuantity ?? 1,
    sourceQuantity: sourceQuantity ?? 1,
    ...(fault === undefined ? {} : { fault }),
  }
}

/** An empty cell means one piece; undefined: not a number of pieces. */
function count(text: string): number | undefined {
  if (text === '') return 1
  const pieces = Number(text)
  return Number.isInteger(pieces) && pieces >= 1 && pieces <= MOST_PIECES ? pieces : undefined
}
