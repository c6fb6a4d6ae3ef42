import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from '../../platform/sheet-reader.ts'
import { sheetWriter } from '../../platform/sheet-writer.ts'
import { SheetFault } from '../../platform/zip-reader.ts'
import type { ExchangedText, ReadTexts } from './exchange.types.ts'

const COLUMNS = [
  { title: '商品编号', width: 38 },
  { title: '字段编号', width: 18 },
  { title: '市场编号', width: 18 },
  { title: '商品', width: 40 },
  { title: '市场', width: 24 },
  { title: '字段', width: 16 },
  { title: '原文', width: 60 },
  { title: '通用译文', width: 40 },
  { title: '译文', width: 60 },
]
/** Excel's limit for one cell. */
const CELL_MOST = 32_767

export const fitsIntoCells = ({ source, general, target }: ExchangedText): boolean =>
  [source, general, target].every((text) => text.length <= CELL_MOST)

export async function workbookOf(texts: readonly ExchangedText[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'huoqiao-texts-'))
  try {
    const path = join(folder, 'texts.xlsx')
    const sheet = await sheetWriter(path, { title: '译文', columns: COLUMNS })
    for (const { productId, field, market, title, marketName, label, source, general, target } of texts)
      await sheet.row([productId, field, market, title, marketName, label, source, general, target])
    await sheet.close()
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The columns may be in any order. Without a market column, all texts are general texts (for all markets). A row that has a market's name but no
 * id is refused, because the market can't be looked up. Throws SheetFault with a message for the user.
 */
export async function readTextSheet(bytes: Buffer): Promise<ReadTexts> {
  const rows = await readSheet(bytes)
  const head = rows[0] ?? []
  const at = (title: string): number => head.indexOf(title)
  const [productId, field, source, target] = ['商品编号', '字段编号', '原文', '译文'].map(at) as [
    number,
    number,
    number,
    number,
  ]
  if ([productId, field, source, target].includes(-1))
    throw new SheetFault('第一行要有“商品编号”“字段编号”“原文”“译文”四列，请用这里导出的文件')
  const [market, marketName] = [at('市场编号'), at('市场')]
  // Without the ids, texts of one market would be taken for general texts.
  if (market === -1 && (marketName !== -1 || at('通用译文') !== -1))
    throw new SheetFault('少了“市场编号”一列：没有它不知道译文是哪个市场的，请用这里导出的文件')
  return {
    locale: '',
    texts: rows
      .slice(1)
      .filter((row) => row.some((cell) => cell !== ''))
      .map((row) => ({
        productId: row[productId] ?? '',
        field: row[field] ?? '',
        market: (row[market] ?? '').trim() || (row[marketName] ?? '').trim(),
        source: row[source] ?? '',
        target: row[target] ?? '',
      })),
  }
}
