import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { StoredFile } from '@huoqiao/contract/files/files.endpoints'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { isPicture, kindOf } from './content.rules.ts'
import { findExisting, findFile, insertFile } from './files.store.ts'
import type { FileRow } from './files.store.ts'
import { extensionOf, fileView, pathOf } from './files.view.ts'
import { reencode } from './pictures.ts'
import { diskStorage, s3Storage } from './storage.ts'
import type { Content, Storage } from './storage.ts'

export type FilesService = ReturnType<typeof filesService>
export type FilesDeps = {
  out: Pick<Outward, 'fetchNear'>
  db: Db
  clock: Clock
  newId: NewId
  config: Pick<SystemConfigService, 'setting' | 'secret'>
  /** folder of the process's data where files and the pieces of unfinished uploads lie */
  folder: string
}

type Purpose = FileRow['purpose']
/** A file as it arrived: in memory, or too large for it and on disk. */
export type Arrived = { name: string; size: number } & ({ bytes: Buffer } | { path: string; hash: string })

const MB = 1024 * 1024
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function filesService(deps: FilesDeps) {
  const disk = diskStorage(join(deps.folder, 'objects'))

  const service = {
    /** Which storage new files go to, and how the one of an old file is reached. */
    async storage(tx: Tx, kind: 'disk' | 's3'): Promise<Storage> {
      if (kind === 'disk') return disk
      const { setting, secret } = deps.config
      const endpoint = await setting(tx, 'files.s3Endpoint')
      const bucket = await setting(tx, 'files.s3Bucket')
      if (!endpoint || !bucket) throw new Refusal('storage-failed', { why: '还没有填写对象存储的地址和存储桶' })
      const settings = {
        endpoint,
        bucket,
        region: await setting(tx, 'files.s3Region'),
        pathStyle: await setting(tx, 'files.s3PathStyle'),
        accessKeyId: await setting(tx, 'files.s3AccessKeyId'),
        secretKey: (await secret(tx, 'files.s3SecretKey')) ?? '',
      }
      return s3Storage(settings, () => deps.clock.now(), deps.out)
    },

    async upload(call: Call, input: InputOf<typeof ENDPOINTS.upload>): Promise<StoredFile> {
      const { name, bytes } = call.file
      const maxMb = await deps.config.setting(deps.db.handle, 'files.maxMb')
      if (bytes.length > maxMb * MB) throw new Refusal('file-refused', { why: `文件超过 ${maxMb} MB，请用分片上传` })
      const row = await service.keep(deps.db.handle, call, input.purpose, { name, bytes, size: bytes.length })
      call.notes.object('file', row.id, row.name)
      return service.view(deps.db.handle, row)
    },

    /** Judges by content, writes pictures anew, stores, and notes the file. */
    async keep(tx: Tx, call: Call, purpose: Purpose, arrived: Arrived): Promise<FileRow> {
      if (arrived.size === 0) throw new Refusal('file-refused', { why: '文件是空的' })
      const made = purpose === 'import' ? await sheet(arrived) : await picture(arrived)
      const kind = await deps.config.setting(tx, 'files.storage')
      const objectKey = `${made.content.hash.slice(0, 2)}/${made.content.hash}.${extensionOf(made.content.mime)}`
      await (await service.storage(tx, kind)).put(objectKey, made.content)
      return insertFile(tx, {
        id: deps.newId(),
        name: arrived.name,
        mime: made.content.mime,
        size: made.content.size,
        width: made.width,
        height: made.height,
        hash: made.content.hash,
        purpose,
        storage: kind,
        objectKey,
        ownerId: call.actor.accountId,
        createdAt: new Date(deps.clock.now()),
      })
    },

    /** A sheet that the house itself wrote to `path`; the file there may be removed afterwards. Answers its id. */
    async keepExport(
      tx: Tx,
      made: { name: string; path: string; hash: string; size: number; ownerId: string | null },
    ): Promise<string> {
      const { name, path, hash, size, ownerId } = made
      const kind = await deps.config.setting(tx, 'files.storage')
      const objectKey = `${hash.slice(0, 2)}/${hash}.xlsx`
      await (await service.storage(tx, kind)).put(objectKey, { path, hash, size, mime: XLSX })
      const row = await insertFile(tx, {
        id: deps.newId(),
        name,
        mime: XLSX,
        size,
        width: null,
        height: null,
        hash,
        purpose: 'export',
        storage: kind,
        objectKey,
        ownerId,
        createdAt: new Date(deps.clock.now()),
      })
      return row.id
    },

    async view(tx: Tx, row: FileRow): Promise<StoredFile> {
      return fileView(row, await deps.config.setting(tx, 'files.publicOrigin'))
    },

    /** Bytes of a picture by its whole address; sheets are nobody's to read from outside. */
    async served(id: string, name: string): Promise<{ bytes: Buffer; mime: string; hash: string } | undefined> {
      const row = await findFile(deps.db.handle, id)
      if (!row || row.purpose === 'import' || row.purpose === 'export' || pathOf(row) !== `/files/${id}/${name}`)
        return undefined
      const bytes = await (await service.storage(deps.db.handle, row.storage)).get(row.objectKey)
      return bytes && { bytes, mime: row.mime, hash: row.hash }
    },

    /**
     * The picture that an address of ours names: as a path, or under the house's public address. Undefined for every other
     * address, and when the file is gone.
     */
    async pictureAt(tx: Tx, address: string): Promise<{ bytes: Buffer; mime: string; name: string } | undefined> {
      const origin = (await deps.config.setting(tx, 'files.publicOrigin')).replace(/\/$/, '')
      const path = origin !== '' && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
      const [, id, name] = OWN_ADDRESS.exec(path) ?? []
      const found = id !== undefined && name !== undefined ? await service.served(id, name) : undefined
      return found && { bytes: found.bytes, mime: found.mime, name: name! }
    },

    /** A sheet of the house as a stream, for whoever was given its address. Undefined: gone, by age for instance. */
    async exported(id: string): Promise<{ stream: Readable; size: number } | undefined> {
      const row = await findFile(deps.db.handle, id)
      if (row?.purpose !== 'export') return undefined
      const stream = await (await service.storage(deps.db.handle, row.storage)).stream(row.objectKey)
      return stream && { stream, size: row.size }
    },

    /** Of these files, those that are still kept. */
    existing: (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> => findExisting(tx, ids),
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

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
