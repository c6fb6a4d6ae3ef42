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

/** `lost`: keys of objects that are in neither place, or whose bytes are not those that were stored. They stay as they are. */
export type Moved = { objects: number; bytes: number; lost: string[] }

/**
 * Moves what lies elsewhere to `to`, while the app goes on working. An object is removed where it was only when it was read back
 * whole where it is now, and its rows say so: killed at any moment, it is simply run again.
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
    // Nothing lies on a disk any more: another one may be chosen some day.
    if (to !== 'disk' && !(await hasOnDisk(db.handle))) await forgetFolder(db.handle)
    return moved
  }

  async function moveOne(object: MovedObject, target: Storage, to: StorageKind, path: string): Promise<boolean> {
    const { objectKey, storage, hash, size, mime } = object
    const source = await places.at(db.handle, storage)
    if ((await digestOf(target, objectKey)) !== hash) {
      if ((await digestOf(source, objectKey, path)) !== hash) return false
      // What does not have these bytes under this key is the rest of something else.
      await target.remove(objectKey)
      await target.put(objectKey, { path, hash, size, mime })
      if ((await digestOf(target, objectKey)) !== hash) return false
    }
    await tellMoved(db.handle, objectKey, { from: storage, to })
    await source.remove(objectKey)
    return true
  }
}

/** SHA-256 of what lies there, hex, written to `path` on the way. Undefined: nothing. */
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
