import { fromBufferPromise } from 'yauzl'
import type { Entry } from 'yauzl'

/** A file from a person that cannot be read; `message` is for that person. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
}

/** Office programs write a few dozen. */
const MAX_ENTRIES = 2_000

/** `part`: a file's content in chunks; undefined: no such file. */
export type OpenZip = { part(name: string): AsyncIterable<Buffer> | undefined }

/**
 * Reads files by name from an untrusted ZIP archive, through its central directory. Each file is unpacked only when requested and never
 * beyond `maxBytes`, whatever its header says (protection against ZIP bombs). Throws SheetFault.
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

/** The library's error messages are in English and not for users. */
function asDamaged(error: unknown): never {
  throw error instanceof SheetFault ? error : new SheetFault('文件已损坏', { cause: error })
}
