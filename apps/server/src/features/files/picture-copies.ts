import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Inside the files folder; it may be deleted at any time. */
export const PICTURE_COPIES = 'copies'

/** An object on this machine's disk. Call `close` if it is not read to the end. */
export type Copy = { size: number; whole(): Promise<Buffer>; stream(): Readable; close(): Promise<void> }

/**
 * Copies on this machine's disk of pictures stored in the database or a bucket, by object key: read there once, then served from disk. The
 * content of a key never changes, so no copy can be outdated. Copies may be deleted at any time, and several processes may share the
 * folder. The least recently used ones are deleted when the total exceeds `limit` bytes.
 */
export function pictureCopies(folder: string, limit: number) {
  /** name → bytes, most recently used last */
  const known = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()
  let held = 0
  let opened: Promise<void> | undefined

  const nameOf = (key: string): string => key.replaceAll('/', '-')

  const remember = (name: string, size: number): void => {
    held += size - (known.get(name) ?? 0)
    known.delete(name)
    known.set(name, size)
  }
  const forget = (name: string): void => {
    held -= known.get(name) ?? 0
    known.delete(name)
  }

  /** Copies of an earlier process, oldest first. Incomplete ones have a name that is never requested. */
  const openFolder = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const left = await Promise.all(
      (await readdir(folder)).map(async (name) => ({
        name,
        of: await stat(join(folder, name)).catch(() => undefined),
      })),
    )
    for (const { name, of } of left.toSorted((a, b) => (a.of?.mtimeMs ?? 0) - (b.of?.mtimeMs ?? 0)))
      if (of !== undefined) remember(name, of.size)
    await makeRoom()
  }

  async function makeRoom(): Promise<void> {
    for (const [oldest] of known) {
      if (held <= limit) return
      forget(oldest)
      await rm(join(folder, oldest), { force: true })
    }
  }

  const find = async (name: string): Promise<Copy | undefined> => {
    const file = await open(join(folder, name)).catch(() => undefined)
    if (file === undefined) {
      forget(name)
      return undefined
    }
    const { size } = await file.stat()
    remember(name, size)
    return {
      size,
      async whole() {
        try {
          return await file.readFile()
        } finally {
          await file.close()
        }
      },
      stream: () => file.createReadStream(),
      close: () => file.close(),
    }
  }

  const findWhole = async (name: string, size: number): Promise<Copy | undefined> => {
    const copy = await find(name)
    if (copy?.size === size) return copy
    await copy?.close()
    return undefined
  }

  async function write(name: string, source: Readable, size: number): Promise<void> {
    const beside = `${join(folder, name)}.${randomBytes(6).toString('hex')}`
    try {
      await pipeline(source, createWriteStream(beside, { mode: 0o600 }))
      await rename(beside, join(folder, name))
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
    remember(name, size)
    await makeRoom()
  }

  return {
    /**
     * The copy of an object of `size` bytes, created from `source` if missing. Undefined if the source does not exist, or if the disk
     * cannot store a copy (it may be full; the picture is then served without).
     */
    async read(key: string, size: number, source: () => Promise<Readable | undefined>): Promise<Copy | undefined> {
      opened ??= openFolder()
      const name = nameOf(key)
      try {
        await opened
        const copy = await findWhole(name, size)
        if (copy !== undefined) return copy
        // Simultaneous requests for the same picture share one copy.
        let making = underWay.get(name)
        if (making === undefined) {
          making = make(name, size, source).finally(() => underWay.delete(name))
          underWay.set(name, making)
        }
        await making
        return await findWhole(name, size)
      } catch {
        return undefined
      }
    },
    heldBytes: () => held,
  }

  async function make(name: string, size: number, source: () => Promise<Readable | undefined>): Promise<void> {
    const found = await source()
    if (found !== undefined) await write(name, found, size)
  }
}
