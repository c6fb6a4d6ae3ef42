import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of these files as office programs write it: deflated, with a central directory. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content as string)
    const packed = deflateRawSync(raw)
    const label = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(raw), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(raw.length, 18)
    shared.writeUInt16LE(label.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    local.push(Buffer.from('PK\u0003\u0004'), shared, label, packed)
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, place, label)
    offset += 30 + label.length + packed.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(local.length / 4, 4)
  end.writeUInt16LE(local.length / 4, 6)
  end.writeUInt32LE(Buffer.concat(central).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, ...central, Buffer.from('PK\u0005\u0006'), end])
}

/** A workbook of one sheet with inline texts. */
export const workbookOf = (rows: readonly (readonly string[])[]): Buffer => {
  const escape = (cell: string): string => cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cells = (row: readonly string[]): string =>
    row.map((cell) => `<c t="inlineStr"><is><t>${escape(cell)}</t></is></c>`).join('')
  const body = rows.map((row, index) => `<row r="${index + 1}">${cells(row)}</row>`).join('')
  return zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${body}</sheetData></worksheet>` })
}
