import { fromBufferPromise } from 'yauzl'
import type { Entry } from 'yauzl'

/** A file that a person sent and that cannot be read; `message` is for that person. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
}

/** Office programs write some dozen. */
const MAX_ENTRIES = 2_000

/** `part` gives a file's content in pieces, undefined where there is no such file. */
export type OpenZip = { part(name: string): AsyncIterable<Buffer> | undefined }

/**
 * Reads named files out of a ZIP archive from outside: through its central directory, each unpacked only when asked for and never
 * beyond `maxBytes`, whatever its header promises (a bomb stops there). Throws SheetFault.
 */
export async function openZip(bytes: Buffer, maxBytes: number): Promise<OpenZip> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(asDamaged)
  if (zip.entryCount > MAX_ENTRIES) throw new SheetFault('文件里的内容太多')
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    asDamaged(error)
  }

  async function* unpacked(entry: Entry): AsyncGenerator<Buffer> {
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw new SheetFault('不支持的压缩方式')
    if (entry.uncompressedSize > maxBytes) throw new SheetFault('文件解压后太大')
    let left = maxBytes
    try {
      for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        left -= piece.length
        if (left < 0) throw new SheetFault('文件解压后太大')
        yield piece
      }
    } catch (error) {
      asDamaged(error)
    }
  }

  return {
    part(name) {
      const entry = entries.get(name)
      return entry && unpacked(entry)
    },
  }
}

/** What the reader says of a file is English and for us. */
function asDamaged(error: unknown): never {
  throw error instanceof SheetFault ? error : new SheetFault('文件已损坏', { cause: error })
}
