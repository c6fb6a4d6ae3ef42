import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { crc32, createDeflateRaw } from 'node:zlib'

/** The size and SHA-256 (hex) of the written file. */
export type Written = { size: number; hash: string }
export type ZipEntry = { write(text: string): Promise<void>; end(): Promise<void> }
export type ZipWriter = {
  /** One entry at a time: the next may begin when the previous has ended. */
  entry(name: string): Promise<ZipEntry>
  close(): Promise<Written>
  /** Closes the file after an error; the incomplete file is useless. */
  abandon(): void
}

type Listed = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** Bit 3: sizes and checksum follow the data, because they are not known before. Bit 11: names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980, so that files made from the same rows are identical. */
const DOS_DATE = 0x0021
/** The format without Zip64 allows no more; no program opens a spreadsheet of that size anyway. */
const SIZE_MAX = 0xffff_fff0

/** Size of a buffer; larger chunks get memory of their own. */
const ROOM = 256 * 1024

/** Writes a ZIP file as a stream: memory use does not grow with its size. */
export function zipWriter(path: string): ZipWriter {
  const file = createWriteStream(path)
  const hash = createHash('sha256')
  const listed: Listed[] = []
  // One buffer for all chunks: new ones would wait for garbage collection, and a long sheet has thousands.
  const room = Buffer.allocUnsafeSlow(ROOM)
  let offset = 0

  const put = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes)
    offset += bytes.length
    if (offset > SIZE_MAX) throw new RangeError('the file is too large for its format')
    if (!file.write(bytes)) await once(file, 'drain')
  }

  return {
    async entry(name) {
      const entry: Listed = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
      await put(localHeader(entry.name))
      const start = offset
      const pack = createDeflateRaw({ level: 6 })
      const packed = (async () => {
        for await (const chunk of pack) await put(chunk as Buffer)
      })()
      // The writer handles the error later; until then it must not count as an unhandled rejection.
      packed.catch(() => undefined)
      return {
        async write(text) {
          const bytes = Buffer.byteLength(text) > room.length ? Buffer.from(text) : room.subarray(0, room.write(text))
          entry.crc = crc32(bytes, entry.crc)
          entry.size += bytes.length
          // Waits until the chunk was consumed, so that the buffer can be reused.
          const taken = new Promise<void>((resolve, reject) => {
            pack.write(bytes, (error) => (error ? reject(error) : resolve()))
          })
          // The error is reported by the other side of the stream; this promise must not count as an unhandled rejection.
          taken.catch(() => undefined)
          await Promise.race([taken, packed])
        },
        async end() {
          pack.end()
          await packed
          entry.packed = offset - start
          await put(descriptor(entry))
          listed.push(entry)
        },
      }
    },
    async close() {
      const start = offset
      for (const entry of listed) await put(centralHeader(entry))
      await put(endOfCentral(listed.length, offset - start, start))
      file.end()
      await once(file, 'finish')
      return { size: offset, hash: hash.digest('hex') }
    },
    abandon: () => void file.destroy(),
  }
}

/** Fields of 2 and 4 bytes, little-endian, in the order of the format specification (APPNOTE 4.3). */
function fields(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    fields(
      [4, 0x04034b50],
      [2, 20],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, DOS_DATE],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ])

const descriptor = ({ crc, packed, size }: Listed): Buffer => fields([4, 0x08074b50], [4, crc], [4, packed], [4, size])

const centralHeader = ({ name, crc, packed, size, offset }: Listed): Buffer =>
  Buffer.concat([
    fields(
      [4, 0x02014b50],
      [2, 20],
      [2, 20],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, DOS_DATE],
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ),
    name,
  ])

const endOfCentral = (entries: number, size: number, offset: number): Buffer =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, size], [4, offset], [2, 0])
