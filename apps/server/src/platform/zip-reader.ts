import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

/** A file that a person sent and that cannot be read; `message` is for that person. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
}

const inflate = promisify(inflateRaw)
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 2_000

type Entry = { name: string; method: number; packed: number; offset: number }

/**
 * Reads named files out of a ZIP archive from a stranger: through its central directory, each unpacked only when asked
 * for and never beyond `maxBytes`, whatever its header promises (a bomb stops there).
 */
export function openZip(bytes: Buffer, maxBytes: number): { read(name: string): Promise<Buffer | undefined> } {
  const entries = new Map(directory(bytes).map((entry) => [entry.name, entry]))
  return {
    async read(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      const packed = contentOf(bytes, entry)
      if (entry.method === 0) {
        if (packed.length > maxBytes) throw new SheetFault('文件解压后太大')
        return packed
      }
      if (entry.method !== 8) throw new SheetFault('不支持的压缩方式')
      try {
        return await inflate(packed, { maxOutputLength: maxBytes })
      } catch (error) {
        const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
        throw new SheetFault(tooLarge ? '文件解压后太大' : '文件已损坏')
      }
    },
  }
}

function directory(bytes: Buffer): Entry[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new SheetFault('文件里的内容太多')
  let at = bytes.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new SheetFault('文件已损坏')
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The end record stands at the very end, or before a comment of at most 65,535 bytes. */
function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - 22 - 65_535)
  for (let at = bytes.length - 22; at >= lowest; at--) if (bytes.readUInt32LE(at) === END) return at
  throw new SheetFault('文件已损坏')
}

function contentOf(bytes: Buffer, entry: Entry): Buffer {
  const at = entry.offset
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw new SheetFault('文件已损坏')
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (start + entry.packed > bytes.length) throw new SheetFault('文件已损坏')
  return bytes.subarray(start, start + entry.packed)
}
