import { setImmediate } from 'node:timers/promises'
import { readWorkbook } from './workbook-reader.ts'
import { SheetFault } from './zip-reader.ts'

/** Maximum of rows and columns in one sheet; a CSV cell may be as long as in Excel. */
const LIMITS = { rows: 5_000, columns: 100, cell: 32_767 } as const
/** CSV text is parsed in chunks of this size, some milliseconds each, with other work in between. */
const PIECE = 256 * 1024

/**
 * The first sheet of an .xlsx workbook, or a CSV text, as rows of trimmed cell texts; row 1 has index 0. Throws SheetFault with a message
 * for the person.
 */
export async function readSheet(bytes: Buffer): Promise<string[][]> {
  const rows = looksZipped(bytes) ? await readWorkbook(bytes, LIMITS) : await readCsv(decodeText(bytes))
  return rows.map((row) => row.map((cell) => cell.trim()))
}

const looksZipped = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50

/** Excel in China saves CSV as GB18030; newer programs use UTF-8. */
function decodeText(bytes: Buffer): string {
  if (bytes.includes(0)) throw new SheetFault('请上传Excel（.xlsx）或CSV文件')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

async function readCsv(text: string): Promise<string[][]> {
  const separator = /^[^\n"]*\t/.test(text) ? '\t' : ','
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  // Start of a cell's plain text; it is copied when the next special character is reached.
  let from = 0
  const take = (to: number): void => {
    cell += text.slice(from, to)
    from = to + 1
    if (cell.length > LIMITS.cell) throw new SheetFault(`有单元格超过 ${LIMITS.cell} 字`)
  }
  const endCell = (): void => {
    const row = rows.at(-1)!
    if (row.length < LIMITS.columns) row.push(cell.replace(/\r$/, ''))
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    if (at % PIECE === PIECE - 1) await setImmediate()
    const sign = text[at]!
    if (isQuoted) {
      if (sign !== '"') continue
      take(at)
      // Two quotes mean one quote character.
      if (text[at + 1] === '"') from = ++at
      else isQuoted = false
    } else if (sign === '"' && cell === '' && from === at) {
      isQuoted = true
      from = at + 1
    } else if (sign === separator || sign === '\n') {
      take(at)
      endCell()
      if (sign === '\n' && rows.push([]) > LIMITS.rows + 1) throw tooMany()
    }
  }
  take(text.length)
  if (cell !== '' || rows.at(-1)!.length > 0) endCell()
  else rows.pop()
  if (rows.length > LIMITS.rows) throw tooMany()
  return rows
}

const tooMany = (): SheetFault => new SheetFault(`一次最多 ${LIMITS.rows} 行`)
