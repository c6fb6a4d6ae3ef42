import { looksLikeFormula } from './csv.ts'
import { zipWriter } from './zip-writer.ts'
import type { Written, ZipEntry } from './zip-writer.ts'

export type Cell = string | number | null
export type SheetWriter = {
  row(cells: readonly Cell[]): Promise<void>
  close(): Promise<Written>
  abandon(): void
}

/** Excel's limit is 1,048,576; further rows go to another sheet. */
const ROWS_PER_SHEET = 1_000_000
/** Rows are written in chunks of about this many characters. */
const PIECE = 64 * 1024
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/**
 * Writes an .xlsx file as a stream (ECMA-376, part 1): memory use does not grow with the number of rows. Text is written as text, never as
 * a formula; text that would become a formula when it is edited has the attribute quotePrefix.
 */
export async function sheetWriter(
  path: string,
  options: { title: string; columns: readonly { title: string; width: number }[] },
): Promise<SheetWriter> {
  const zip = zipWriter(path)
  const { columns } = options
  let sheet: ZipEntry | undefined
  let sheets = 0
  let rows = 0
  let piece = ''

  const flush = async (): Promise<void> => {
    if (piece === '' || !sheet) return
    const text = piece
    piece = ''
    await sheet.write(text)
  }
  const begin = async (): Promise<void> => {
    sheets += 1
    rows = 0
    sheet = await zip.entry(`xl/worksheets/sheet${sheets}.xml`)
    const widths = columns.map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    piece = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
    piece += rowOf(
      (rows += 1),
      columns.map(({ title }) => title),
    )
  }
  const finish = async (): Promise<void> => {
    piece += '</sheetData></worksheet>'
    await flush()
    await sheet?.end()
    sheet = undefined
  }
  await begin()

  return {
    async row(cells) {
      if (rows >= ROWS_PER_SHEET) {
        await finish()
        await begin()
      }
      piece += rowOf((rows += 1), cells)
      if (piece.length >= PIECE) await flush()
    },
    async close() {
      await finish()
      for (const [name, text] of Object.entries(frame(options.title, sheets))) {
        const entry = await zip.entry(name)
        await entry.write(HEAD + text)
        await entry.end()
      }
      return zip.close()
    },
    abandon: () => zip.abandon(),
  }
}

function rowOf(number: number, cells: readonly Cell[]): string {
  let row = `<row r="${number}">`
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? null
    if (cell !== null && cell !== '') row += cellOf(`${columnName(index)}${number}`, cell)
  }
  return `${row}</row>`
}

function cellOf(place: string, cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : ''
  const style = looksLikeFormula(cell) ? ' s="1"' : ''
  return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

const letters: string[] = []
/** A, B, … Z, AA, … */
function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return (letters[index] ??= index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter)
}

/** A cell holds at most 32,767 characters; characters that XML cannot contain are left out. */
const escaped = (text: string): string =>
  text
    .slice(0, 32_767)
    // oxlint-disable-next-line no-control-regex -- exactly these are what XML 1.0 has no way to write
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** All parts of the workbook except the sheets. */
function frame(title: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_one, index) => index + 1)
  const type = (part: string, kind: string): string =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const named = (n: number): string => escaped(n === 1 ? title : `${title}${n}`).slice(0, 31)
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/styles.xml', 'styles')}${numbers.map((n) => type(`xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbers.map((n) => `<sheet name="${named(n)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
  }
}
