import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../db/db.ts'
import { forgetFolder, hasOnDisk } from './files.store.ts'
import { findElsewhere, tellMoved } from './moving.store.ts'
import type { MovedObject } from './moving.store.ts'
import type { Places } from './places.ts'
import type { Storage, StorageKind } from './storage.ts'

const PART = 200

/** `lost`: keys of objects that are in neither place, or whose bytes do not match. They are left unchanged. */
export type Moved = { objects: number; bytes: number; lost: string[] }

/**
 * Moves files from other places to `to` while the app runs. An object is removed from its old place only after it was read back from the
 * new one and its rows were updated: if it is killed, it can be repeated.
 */
export function movingService(deps: { db: Db; places: Pick<Places, 'at'> }) {
  const { db, places } = deps

  return async function move(to: StorageKind, seen: (moved: Moved) => void): Promise<Moved> {
    const target = await places.at(db.handle, to)
    const folder = await mkdtemp(join(tmpdir(), 'huoqiao-move-'))
    const moved: Moved = { objects: 0, bytes: 0, lost: [] }
    try {
      let after: MovedObject | undefined
      for (;;) {
        const part = await findElsewhere(db.handle, to, { after, limit: PART })
        for (const object of part) {
          if (await moveOne(object, target, to, join(folder, 'object'))) {
            moved.objects += 1
            moved.bytes += object.size
          } else moved.lost.push(object.objectKey)
          after = object
        }
        seen(moved)
        if (part.length < PART) break
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    // No file is on disk any more, so another folder may be chosen later.
    if (to !== 'disk' && !(await hasOnDisk(db.handle))) await forgetFolder(db.handle)
    return moved
  }

  async function moveOne(object: MovedObject, target: Storage, to: StorageKind, path: string): Promise<boolean> {
    const { objectKey, storage, hash, size, mime } = object
    const source = await places.at(db.handle, storage)
    if ((await digestOf(target, objectKey)) !== hash) {
      if ((await digestOf(source, objectKey, path)) !== hash) return false
      // An object with other bytes under this key is left over from something else.
      await target.remove(objectKey)
      await target.put(objectKey, { path, hash, size, mime })
      if ((await digestOf(target, objectKey)) !== hash) return false
    }
    await tellMoved(db.handle, objectKey, { from: storage, to })
    await source.remove(objectKey)
    return true
  }
}

/** SHA-256 (hex) of the stored object, written to `path` on the way. Undefined: it does not exist. */
async function digestOf(storage: Storage, key: string, path?: string): Promise<string | undefined> {
  const stream = await storage.stream(key)
  if (stream === undefined) return undefined
  const hash = createHash('sha256')
  if (path === undefined) for await (const bytes of stream) hash.update(bytes as Buffer)
  else {
    stream.on('data', (bytes: Buffer) => hash.update(bytes))
    await pipeline(stream, createWriteStream(path))
  }
  return hash.digest('hex')
}
