import { walkXml } from './xml-reader.ts'
import { SheetFault, openZip } from './zip-reader.ts'

/** Maximum unpacked size of one part of a workbook: an account import is far below. A cell's text may be as long as in Excel. */
const LIMITS = { part: 24 * 1024 * 1024, sharedTexts: 500_000, cell: 32_767 } as const

/** Cell texts of the first sheet of an .xlsx workbook. Nothing is evaluated: a formula gives its last value. Throws SheetFault. */
export async function readWorkbook(bytes: Buffer, limits: { rows: number; columns: number }): Promise<string[][]> {
  const zip = await openZip(bytes, LIMITS.part)
  const sheet = zip.part(await firstSheet(zip))
  if (!sheet) throw new SheetFault('这不是Excel文件（.xlsx）')
  return rowsOf(sheet, await sharedTexts(zip.part('xl/sharedStrings.xml')), limits)
}

/** The first sheet's file; if the workbook does not name it, the usual name is used. */
async function firstSheet(zip: Awaited<ReturnType<typeof openZip>>): Promise<string> {
  const workbook = zip.part('xl/workbook.xml')
  const relations = zip.part('xl/_rels/workbook.xml.rels')
  let id: string | undefined
  let isFound = false
  let target: string | undefined
  if (workbook)
    await walkXml(workbook, {
      open(name, attributes) {
        if (name !== 'sheet' || isFound) return
        isFound = true
        id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      },
    })
  if (relations && id !== undefined)
    await walkXml(relations, {
      open(name, attributes) {
        if (name === 'Relationship' && attributes['Id'] === id) target ??= attributes['Target']
      },
    })
  if (!target) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Collects the text inside <t>, without phonetic readings (rPh). */
function textCollector(names: readonly string[]) {
  let readings = 0
  let isOpen = false
  let text = ''
  return {
    open: (name: string): void => {
      if (name === 'rPh') readings++
      else if (names.includes(name)) isOpen = true
    },
    add: (more: string): void => {
      if (!isOpen || readings > 0) return
      if (text.length + more.length > LIMITS.cell) throw new SheetFault(`有单元格超过 ${LIMITS.cell} 字`)
      text += more
    },
    close: (name: string): void => {
      if (name === 'rPh') readings--
      else if (names.includes(name)) isOpen = false
    },
    take: (): string => {
      const taken = text
      text = ''
      return taken
    },
  }
}

async function sharedTexts(part: AsyncIterable<Buffer> | undefined): Promise<string[]> {
  const texts: string[] = []
  if (!part) return texts
  const collector = textCollector(['t'])
  await walkXml(part, {
    open: collector.open,
    text: collector.add,
    close(name) {
      collector.close(name)
      if (name === 'si' && texts.push(collector.take()) > LIMITS.sharedTexts) throw new SheetFault('文件里的内容太多')
    },
  })
  return texts
}

async function rowsOf(
  part: AsyncIterable<Buffer>,
  shared: readonly string[],
  limits: { rows: number; columns: number },
): Promise<string[][]> {
  const rows: string[][] = []
  // A cell's text is in <v> or, for an inline string, in <t>.
  const collector = textCollector(['v', 't'])
  let cells: string[] = []
  let cell: { column: number; type: string | undefined } | undefined
  await walkXml(part, {
    open(name, attributes) {
      if (name === 'row') {
        const at = Number(attributes['r'] ?? rows.length + 1) - 1
        if (!Number.isInteger(at) || at < 0 || at >= limits.rows) throw new SheetFault(`一次最多 ${limits.rows} 行`)
        while (rows.length < at) rows.push([])
        cells = []
        rows[at] = cells
      } else if (name === 'c') {
        cell = { column: columnOf(attributes['r']) ?? cells.length, type: attributes['t'] }
      } else if (cell) collector.open(name)
    },
    text: collector.add,
    close(name) {
      collector.close(name)
      if (name !== 'c' || !cell) return
      const { column, type } = cell
      const text = collector.take()
      cell = undefined
      if (column >= limits.columns) return
      while (cells.length < column) cells.push('')
      cells[column] = valueOf(type, text, shared)
    },
  })
  return rows
}

function valueOf(type: string | undefined, text: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(text)] ?? ''
  // A long number without quotes (a phone) is stored as 1.38E10; its digits are meant.
  return type === undefined && /^-?[\d.]+E\+?\d+$/i.test(text) ? String(Number(text)) : text
}

/** "AB12" → 27 */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
