import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import { code128Svg } from '../../../lib/code-128.ts'
import { formatTime } from '../../../lib/format.ts'
import { printFrame } from '../../../lib/print-frame.ts'
import { FONT } from '../../../theme/tokens.ts'

/**
 * Labels (100 × 150 mm) and packing slips (A4) of shipments, printed by the browser or saved as PDF in its print window. They have no
 * data of the shopper: reading the address requires a recorded reason, and the shop's own label has the address.
 */

const COMMON = `
  * { box-sizing: border-box; margin: 0; }
  body { font-family: ${FONT.sans}; }
  section { break-after: page; display: flex; flex-direction: column; gap: 3mm; }
  section:last-child { break-after: auto; }
  svg { display: block; width: 100%; }
  table { width: 100%; border-collapse: collapse; }
  td, th { padding: 1mm 1.5mm; border-bottom: 0.2mm solid; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  td.n, th.n { text-align: right; white-space: nowrap; }
  tr { break-inside: avoid; }
`
const LABEL = `${COMMON}
  @page { size: 100mm 150mm; margin: 5mm; }
  body { font-size: 9pt; }
  h1 { font-size: 20pt; line-height: 1.1; overflow-wrap: anywhere; }
  .code svg { height: 22mm; }
  .code p { font-size: 12pt; letter-spacing: 0.3mm; text-align: center; }
`
const SLIP = `${COMMON}
  @page { size: A4; margin: 15mm; }
  body { font-size: 10.5pt; }
  h1 { font-size: 18pt; }
  .code { width: 90mm; }
  .code svg { height: 16mm; }
`

type Child = Node | string
type Element = (name: string, className: string, ...children: Child[]) => HTMLElement

/** Texts from a shop become text, never markup. */
const elementsOf =
  (sheet: Document): Element =>
  (name, className, ...children) => {
    const made = sheet.createElement(name)
    if (className !== '') made.className = className
    made.append(...children)
    return made
  }

/** A barcode with its text. Text that Code 128 cannot encode is printed without a barcode. */
function code(element: Element, text: string): HTMLElement {
  const box = element('div', 'code')
  // The picture contains bars only, not the text.
  if (/^[ -~]+$/.test(text)) box.innerHTML = code128Svg(text)
  box.append(element('p', '', text))
  return box
}

function table(element: Element, head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const cells = (name: string, texts: readonly string[]): HTMLElement =>
    element('tr', '', ...texts.map((text, at) => element(name, at === texts.length - 1 ? 'n' : '', text)))
  return element(
    'table',
    '',
    element('thead', '', cells('th', head)),
    element('tbody', '', ...rows.map((row) => cells('td', row))),
  )
}

const piecesOf = ({ lines }: Shipment): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** One label for each parcel: a shipment may have several numbers. */
const labelsOf = (element: Element, row: Shipment): HTMLElement[] =>
  row.numbers.map((number, at) =>
    element(
      'section',
      '',
      element('h1', '', row.orderName),
      element('p', '', `${row.storeName} · ${row.carrier}`),
      code(element, number),
      element('p', '', `包裹 Parcel ${at + 1}/${row.numbers.length} · 共 ${piecesOf(row)} 件 pcs`),
      table(
        element,
        ['SKU', '商品 Item', '数量 Qty'],
        row.lines.map(({ sku, title, quantity }) => [sku, title, `× ${quantity}`]),
      ),
    ),
  )

const slipOf = (element: Element, row: Shipment): HTMLElement =>
  element(
    'section',
    '',
    element('h1', '', '装箱单 Packing slip'),
    element('p', '', `${row.storeName} · 订单 Order ${row.orderName} · ${formatTime(row.createdAt)}`),
    code(element, row.orderName),
    element('p', '', `承运商 Carrier ${row.carrier} · 运单号 Tracking ${row.numbers.join(', ')}`),
    table(
      element,
      ['SKU', '商品 Item', '数量 Qty'],
      [
        ...row.lines.map(({ sku, title, quantity }) => [sku, title, String(quantity)]),
        ['', '合计 Total', String(piecesOf(row))],
      ],
    ),
  )

function print(
  rows: readonly Shipment[],
  style: string,
  pagesOf: (element: Element, row: Shipment) => HTMLElement[],
): void {
  printFrame((sheet) => {
    const element = elementsOf(sheet)
    sheet.documentElement.lang = 'zh-CN'
    sheet.head.append(element('style', '', style))
    sheet.body.append(...rows.flatMap((row) => pagesOf(element, row)))
  })
}

export const printLabels = (rows: readonly Shipment[]): void => print(rows, LABEL, labelsOf)
export const printPackingSlips = (rows: readonly Shipment[]): void =>
  print(rows, SLIP, (element, row) => [slipOf(element, row)])
