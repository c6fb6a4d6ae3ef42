import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Db } from '../../db/db.ts'
import { hasObject, insertChunk, readChunks, removeChunks } from './chunks.store.ts'
import type { Content, Storage } from './storage.ts'

/** Bytes in one row of a large object, which is also the amount held in memory. */
const CHUNK_BYTES = 256 * 1024
/** More chunks than an object can have: pictures are read in one go. */
const ALL = 100_000

/** Objects as rows of the database, visible to every node and part of every backup. An object has all of its chunks or none. */
export function postgresStorage(db: Pick<Db, 'handle' | 'pool' | 'transaction'>): Storage {
  return {
    async put(key, content) {
      if (await hasObject(db.handle, key)) return
      await db.transaction(async (tx) => {
        let index = 0
        for await (const bytes of chunksOf(content)) {
          const isLast = (index + 1) * CHUNK_BYTES >= content.size
          await insertChunk(tx, { objectKey: key, index, bytes, isLast })
          index += 1
        }
      })
    },
    async get(key) {
      const chunks = await readChunks(db.pool, key, { from: 0, limit: ALL })
      if (chunks.length === 0) return undefined
      return chunks.length === 1 ? chunks[0]!.bytes : Buffer.concat(chunks.map(({ bytes }) => bytes))
    },
    async stream(key) {
      if (!(await hasObject(db.handle, key))) return undefined
      return Readable.from(chunksIn(db.pool, key), { objectMode: false, highWaterMark: 1 })
    },
    remove: (key) => removeChunks(db.handle, key),
  }
}

/** One query for each chunk, so that a slow reader holds no connection and no transaction. */
async function* chunksIn(pool: Db['pool'], key: string): AsyncGenerator<Buffer> {
  for (let index = 0; ; index++) {
    const [chunk] = await readChunks(pool, key, { from: index, limit: 1 })
    if (chunk === undefined) throw new Error(`the object ${key} was removed while it was read`)
    yield chunk.bytes
    if (chunk.isLast) return
  }
}

async function* chunksOf(content: Content): AsyncGenerator<Buffer> {
  if ('bytes' in content) {
    for (let at = 0; at < content.bytes.length; at += CHUNK_BYTES) yield content.bytes.subarray(at, at + CHUNK_BYTES)
    return
  }
  const file = await open(content.path)
  try {
    for (let at = 0; at < content.size; at += CHUNK_BYTES) {
      const bytes = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, content.size - at))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
      if (bytesRead !== bytes.length) throw new Error(`${content.path} is shorter than ${content.size} bytes`)
      yield bytes
    }
  } finally {
    await file.close()
  }
}
