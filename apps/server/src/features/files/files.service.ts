import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { StoredFile } from '@huoqiao/contract/files/files.endpoints'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isPicture, kindOf } from './content.rules.ts'
import { findExisting, findFile, forgetFile, insertFile } from './files.store.ts'
import type { FileRow } from './files.store.ts'
import { extensionOf, fileView, pathOf } from './files.view.ts'
import { pictureCache } from './picture-cache.ts'
import { PICTURE_COPIES, pictureCopies } from './picture-copies.ts'
import type { Copy } from './picture-copies.ts'
import { jpegBelow, reencode } from './pictures.ts'
import type { Places, PlacesDeps } from './places.ts'
import type { Content, Storage } from './storage.ts'

export type FilesService = ReturnType<typeof filesService>
export type FilesDeps = PlacesDeps & { newId: NewId }
type Purpose = FileRow['purpose']
/** A received file: in memory, or on disk if it is too large. */
export type Arrived = { name: string; size: number } & ({ bytes: Buffer } | { path: string; hash: string })
/** A checked and stored object, before it is recorded as a file. */
export type Stored = Pick<FileRow, 'id' | 'mime' | 'size' | 'width' | 'height' | 'hash' | 'storage' | 'objectKey'>
/** A picture: in memory, or as a stream if it is too large to be held for every request. */
export type ServedPicture = { mime: string; hash: string; size: number; read(): Promise<Buffer | Readable | undefined> }

const MB = 1024 * 1024
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Larger pictures are streamed. */
const HELD_WHOLE = MB
const CACHE = { bytes: 16 * MB, one: HELD_WHOLE }
/** Space on this machine's disk for copies of pictures that are stored elsewhere. */
const COPIES_BYTES = 1024 * MB

export function filesService(
  deps: Pick<FilesDeps, 'db' | 'clock' | 'config' | 'newId' | 'folder'> & { places: Places },
) {
  const { places } = deps
  const cache = pictureCache(CACHE)
  const copies = pictureCopies(join(deps.folder, PICTURE_COPIES), COPIES_BYTES)

  const put = async (key: (id: string) => string, made: Made): Promise<Stored> => {
    const id = deps.newId()
    const storage = await places.current(deps.db.handle)
    const objectKey = key(id)
    await (await places.at(deps.db.handle, storage)).put(objectKey, made.content)
    const { mime, size, hash } = made.content
    return { id, mime, size, hash, width: made.width, height: made.height, storage, objectKey }
  }

  /** Runs `ask` on a file's object. If the file is moved at that moment, a second try finds it in its new place. */
  const fromPlace = async <T>(row: FileRow, ask: (storage: Storage, key: string) => Promise<T | undefined>) => {
    const { handle } = deps.db
    const found = await ask(await places.at(handle, row.storage), row.objectKey)
    if (found !== undefined) return found
    const again = await findFile(handle, row.id)
    if (again === undefined || again.storage === row.storage) return undefined
    return ask(await places.at(handle, again.storage), again.objectKey)
  }

  const copyOf = (row: FileRow): Promise<Copy | undefined> =>
    copies.read(row.objectKey, row.size, () => fromPlace(row, (storage, key) => storage.stream(key)))

  const picturesBytes = (row: FileRow): Promise<Buffer | undefined> => {
    const fetch = (): Promise<Buffer | undefined> => fromPlace(row, (storage, key) => storage.get(key))
    if (row.storage === 'disk') return fetch()
    return cache.read(row.objectKey, async () => (await (await copyOf(row))?.whole()) ?? fetch())
  }

  const picturesStream = async (row: FileRow): Promise<Readable | undefined> => {
    const copy = row.storage === 'disk' ? undefined : await copyOf(row)
    return copy?.stream() ?? fromPlace(row, (storage, key) => storage.stream(key))
  }

  /** Finds a picture by its whole address; sheets cannot be read this way. */
  const pictureRow = async (tx: Tx, id: string, name: string): Promise<FileRow | undefined> => {
    const row = await findFile(tx, id)
    const isPublic = row !== undefined && row.purpose !== 'import' && row.purpose !== 'export'
    return isPublic && pathOf(row) === `/files/${id}/${name}` ? row : undefined
  }

  const rowAt = async (tx: Tx, address: string): Promise<FileRow | undefined> => {
    const origin = (await deps.config.setting(tx, 'files.publicOrigin')).replace(/\/$/, '')
    const path = origin !== '' && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
    const [, id, name] = OWN_ADDRESS.exec(path) ?? []
    return id !== undefined && name !== undefined ? pictureRow(tx, id, name) : undefined
  }

  const service = {
    async upload(call: Call, input: InputOf<typeof ENDPOINTS.upload>): Promise<StoredFile> {
      const { name, bytes } = call.file
      const maxMb = await deps.config.setting(deps.db.handle, 'files.maxMb')
      if (bytes.length > maxMb * MB)
        throw new Refusal('file-refused', {
          why: `文件有 ${Math.ceil(bytes.length / MB)} MB，最多 ${maxMb} MB：请先压缩，或换一个小一些的`,
        })
      const stored = await service.store(input.purpose, { name, bytes, size: bytes.length })
      const row = await service.note(deps.db.handle, call, { purpose: input.purpose, name }, stored)
      return service.view(deps.db.handle, row)
    },

    /** Checks the content, re-encodes pictures, and stores. Runs outside any transaction, because storing may take long. */
    async store(purpose: Purpose, arrived: Arrived): Promise<Stored> {
      if (arrived.size === 0) throw new Refusal('file-refused', { why: '文件是空的' })
      const made = purpose === 'import' ? await sheet(arrived) : await picture(arrived)
      const { hash, mime } = made.content
      return put(() => `${hash.slice(0, 2)}/${hash}.${extensionOf(mime)}`, made)
    },

    async note(tx: Tx, call: Call, as: { purpose: Purpose; name: string }, stored: Stored): Promise<FileRow> {
      const createdAt = new Date(deps.clock.now())
      const row = await insertFile(tx, { ...as, ...stored, ownerId: call.actor.accountId, createdAt })
      call.notes.object('file', row.id, row.name)
      return row
    },

    /**
     * Stores a sheet that the app wrote to `path`; the file there may be deleted afterwards. `note` records it as a file, in the caller's
     * transaction; if that fails, nothing is left behind.
     */
    async keepExport<T>(
      made: { name: string; path: string; hash: string; size: number; ownerId: string | null },
      note: (tx: Tx, fileId: string) => Promise<T>,
    ): Promise<T> {
      const { name, path, hash, size, ownerId } = made
      const content = { path, hash, size, mime: XLSX }
      // Each sheet has its own key, because sheets are deleted again and must not take an equal one with them.
      const stored = await put((id) => `exports/${id}.xlsx`, { content, width: null, height: null })
      try {
        return await deps.db.transaction(async (tx) => {
          const createdAt = new Date(deps.clock.now())
          await insertFile(tx, { ...stored, name, purpose: 'export', ownerId, createdAt })
          return note(tx, stored.id)
        })
      } catch (error) {
        await (await places.at(deps.db.handle, stored.storage)).remove(stored.objectKey).catch(() => undefined)
        throw error
      }
    },

    /** Deletes a sheet that the app wrote, with its object; an id without a sheet is ignored. */
    async removeExport(id: string): Promise<void> {
      await deps.db.transaction(async (tx) => {
        const row = await findFile(tx, id)
        if (row?.purpose !== 'export') return
        const { isShared } = await forgetFile(tx, row)
        // In one transaction: if the storage is unreachable the row is kept, and the next run tries again.
        if (!isShared) await (await places.at(tx, row.storage)).remove(row.objectKey)
      })
    },

    async view(tx: Tx, row: FileRow): Promise<StoredFile> {
      return fileView(row, await deps.config.setting(tx, 'files.publicOrigin'))
    },

    async served(id: string, name: string): Promise<ServedPicture | undefined> {
      const row = await pictureRow(deps.db.handle, id, name)
      if (row === undefined) return undefined
      const { mime, hash, size } = row
      const read = () => (size > HELD_WHOLE ? picturesStream(row) : picturesBytes(row))
      return { mime, hash, size, read }
    },

    /**
     * The picture behind an address of ours, as a path or under the app's public address. Undefined for other addresses and missing files.
     */
    async pictureAt(tx: Tx, address: string): Promise<{ bytes: Buffer; mime: string; name: string } | undefined> {
      const row = await rowAt(tx, address)
      const bytes = row && (await picturesBytes(row))
      return bytes && { bytes, mime: row.mime, name: address.split('/').at(-1)! }
    },

    /** Whether the address is one of ours, as a path or under the app's public address, and the picture is still there. */
    hasPicture: async (tx: Tx, address: string): Promise<boolean> => (await rowAt(tx, address)) !== undefined,

    /** The picture behind an address of ours as a JPEG of fewer than `limit` bytes. Throws `file-refused` if it is gone. */
    async jpegAt(tx: Tx, address: string, limit: number): Promise<Buffer> {
      const found = await service.pictureAt(tx, address)
      if (!found) throw new Refusal('file-refused', { why: '照片已不存在，请重新上传' })
      return jpegBelow(found.bytes, limit)
    },

    /** A sheet as a stream. Undefined: it is gone, for example by retention. */
    async exported(id: string): Promise<{ stream: Readable; size: number } | undefined> {
      const row = await findFile(deps.db.handle, id)
      if (row?.purpose !== 'export') return undefined
      const stream = await fromPlace(row, (storage, key) => storage.stream(key))
      return stream && { stream, size: row.size }
    },

    /** The ones of these files that still exist. */
    existing: (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> => findExisting(tx, ids),

    /** Throws NoSharedFiles: this process must not start. */
    refuseUnseen: (): Promise<void> => places.refuseUnseen(),
  }
  return service
}

const OWN_ADDRESS = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32}\.[a-z]{3,4})$/

type Made = { content: Content; width: number | null; height: number | null }

async function picture(arrived: Arrived): Promise<Made> {
  const bytes = 'bytes' in arrived ? arrived.bytes : await readFile(arrived.path)
  const kind = kindOf(bytes.subarray(0, 512))
  if (!isPicture(kind)) throw new Refusal('file-refused', { why: '只能上传JPEG、PNG、WebP、GIF或AVIF图片' })
  const made = await reencode(bytes, kind)
  const content = { bytes: made.bytes, hash: sha256(made.bytes), size: made.bytes.length, mime: made.mime }
  return { content, width: made.width, height: made.height }
}

async function sheet(arrived: Arrived): Promise<Made> {
  const kind = kindOf('bytes' in arrived ? arrived.bytes.subarray(0, 4096) : await headOf(arrived.path))
  if (kind !== 'zip' && kind !== 'text') throw new Refusal('file-refused', { why: '只能上传Excel（.xlsx）或CSV文件' })
  const mime = kind === 'zip' ? XLSX : 'text/csv'
  const content: Content =
    'bytes' in arrived
      ? { bytes: arrived.bytes, hash: sha256(arrived.bytes), size: arrived.size, mime }
      : { path: arrived.path, hash: arrived.hash, size: arrived.size, mime }
  return { content, width: null, height: null }
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
