import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** In the folder of files; it may be emptied at any time. */
export const PICTURE_COPIES = 'copies'

/** An object on this machine's disk. `close` when it is not read to its end. */
export type Copy = { size: number; whole(): Promise<Buffer>; stream(): Readable; close(): Promise<void> }

/**
 * Copies on this machine's disk of pictures that lie in the database or a bucket, by their object's key: read there once, a picture
 * is served at the disk's rate. A key stands for the same bytes for ever, so that no copy can be old; every one may be removed at any time, and
 * several processes may share the folder. The ones asked for least recently go when all are more than `limit` bytes.
 */
export function pictureCopies(folder: string, limit: number) {
  /** name → bytes, the one that was asked for last at the end */
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

  /** What an earlier process left, oldest first. What it was still writing has a name that nobody asks for. */
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
     * The copy of an object of `size` bytes, made of `source` where there is none. Undefined where the source has nothing, and where
     * the disk takes no copy: it may be full, and pictures are served all the same.
     */
    async read(key: string, size: number, source: () => Promise<Readable | undefined>): Promise<Copy | undefined> {
      opened ??= openFolder()
      const name = nameOf(key)
      try {
        await opened
        const copy = await findWhole(name, size)
        if (copy !== undefined) return copy
        // Several who ask for the same at once wait for one copy.
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
