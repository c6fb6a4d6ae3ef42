import { SheetFault, openZip } from './zip-reader.ts'

/** Unpacked size of one part of a workbook, rows and columns of one sheet: an import of accounts stays far below. */
const LIMITS = { part: 24 * 1024 * 1024, rows: 5_000, columns: 100 } as const

/**
 * The first sheet of an .xlsx workbook, or a CSV text, as rows of trimmed cell texts; row 1 is index 0. Throws SheetFault
 * with a sentence for the person who sent it. Nothing is evaluated: formulas give their last value, and a document type
 * (the door of entity attacks) is refused.
 */
export async function readSheet(bytes: Buffer): Promise<string[][]> {
  const rows = looksZipped(bytes) ? await readWorkbook(bytes) : readCsv(decodeText(bytes))
  if (rows.length > LIMITS.rows) throw new SheetFault(`一次最多 ${LIMITS.rows} 行`)
  return rows.map((row) => row.slice(0, LIMITS.columns).map((cell) => cell.trim()))
}

const looksZipped = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50

async function readWorkbook(bytes: Buffer): Promise<string[][]> {
  const zip = openZip(bytes, LIMITS.part)
  const part = async (name: string): Promise<string> => {
    const text = (await zip.read(name))?.toString('utf8') ?? ''
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new SheetFault('文件里有不允许的内容')
    return text
  }
  const sheet = await part(firstSheet(await part('xl/workbook.xml'), await part('xl/_rels/workbook.xml.rels')))
  if (sheet === '') throw new SheetFault('这不是Excel文件（.xlsx）')
  return rowsOf(sheet, sharedTexts(await part('xl/sharedStrings.xml')))
}

/** The first sheet's file; a workbook that does not say has it under the usual name. */
function firstSheet(workbook: string, relations: string): string {
  const id = /<sheet\b[^>]*?\br:id="([^"]+)"/.exec(workbook)?.[1]
  const relation = elements(relations, 'Relationship').find((one) => attribute(one.open, 'Id') === id)
  const target = relation && attribute(relation.open, 'Target')
  if (!id || !target) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Phonetic readings (rPh) stand beside the text and are no part of it. */
const textIn = (xml: string): string =>
  elements(xml.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, ''), 't')
    .map((one) => unescape(one.inner))
    .join('')

const sharedTexts = (xml: string): string[] => elements(xml, 'si').map((one) => textIn(one.inner))

function rowsOf(xml: string, shared: readonly string[]): string[][] {
  const rows: string[][] = []
  for (const row of elements(xml, 'row')) {
    const at = Number(attribute(row.open, 'r') ?? rows.length + 1) - 1
    if (!Number.isInteger(at) || at < 0 || at > LIMITS.rows) throw new SheetFault(`一次最多 ${LIMITS.rows} 行`)
    while (rows.length < at) rows.push([])
    const cells: string[] = []
    for (const cell of elements(row.inner, 'c')) {
      const column = columnOf(attribute(cell.open, 'r')) ?? cells.length
      if (column >= LIMITS.columns) continue
      while (cells.length < column) cells.push('')
      cells[column] = cellText(cell, shared)
    }
    rows[at] = cells
  }
  return rows
}

function cellText(cell: Element, shared: readonly string[]): string {
  const type = attribute(cell.open, 't')
  if (type === 'inlineStr') return textIn(cell.inner)
  const value = unescape(elements(cell.inner, 'v')[0]?.inner ?? '')
  if (type === 's') return shared[Number(value)] ?? ''
  // A long number that was typed without quotes (a phone) is kept as 1.38E10: people mean its digits.
  return type === undefined && /^-?[\d.]+E\+?\d+$/i.test(value) ? String(Number(value)) : value
}

/** "AB12" → 27 */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

type Element = { open: string; inner: string }

/** Elements of that name, in order; none of those that we ask for stands inside another of its own name. */
function elements(xml: string, name: string): Element[] {
  const found: Element[] = []
  const opening = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*)?>`, 'g')
  for (let match = opening.exec(xml); match; match = opening.exec(xml)) {
    const open = match[1] ?? ''
    if (open.endsWith('/')) {
      found.push({ open, inner: '' })
      continue
    }
    const prefix = /^<(\w+:)?/.exec(match[0])?.[1] ?? ''
    const closing = xml.indexOf(`</${prefix}${name}>`, opening.lastIndex)
    if (closing < 0) throw new SheetFault('文件已损坏')
    found.push({ open, inner: xml.slice(opening.lastIndex, closing) })
    opening.lastIndex = closing
  }
  return found
}

const attribute = (open: string, name: string): string | undefined => {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(open)?.[1]
  return value === undefined ? undefined : unescape(value)
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescape = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal: string, hex: string, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code === undefined) return NAMED[name] ?? whole
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })

/** Excel in China saves CSV as GB18030; everything newer is UTF-8. */
function decodeText(bytes: Buffer): string {
  if (bytes.includes(0)) throw new SheetFault('请上传Excel（.xlsx）或CSV文件')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function readCsv(text: string): string[][] {
  const separator = /^[^\n"]*\t/.test(text) ? '\t' : ','
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator || sign === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''))
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  if (cell !== '' || rows.at(-1)!.length > 0) rows.at(-1)!.push(cell)
  else rows.pop()
  return rows
}
