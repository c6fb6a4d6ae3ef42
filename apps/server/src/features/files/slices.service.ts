import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { sha256 } from './files.service.ts'
import type { FilesDeps, FilesService } from './files.service.ts'
import {
  countOpenUploads,
  findFile,
  findUpload,
  findUploadsBefore,
  finishUpload,
  lockUpload,
  lockUploadsOf,
  openUpload,
  removeUpload,
} from './files.store.ts'
import type { UploadRow } from './files.store.ts'
import { findPieces, forgetPiece, savePiece } from './pieces.store.ts'
import type { PieceRow } from './pieces.store.ts'
import type { Places } from './places.ts'

type Progress = OutputOf<typeof ENDPOINTS.sliceUpload>
export type SlicesService = ReturnType<typeof slicesService>

const MB = 1024 * 1024
/** Maximum number of open uploads for one account: each may occupy storage until it is cleaned up. */
const OPEN_UPLOADS = 20
/** An unfinished upload is deleted after this long. */
const FORGOTTEN_AFTER_MS = 2 * 86_400_000

/**
 * Uploads of large files in pieces. Pieces are stored where all files are, so that each may arrive at a different node. A piece counts as
 * received when its row exists, which is written after its bytes. When all have arrived, the whole must have the announced size and hash.
 */
export function slicesService(
  deps: { db: Db; clock: Clock; files: FilesService; places: Places } & Pick<FilesDeps, 'config'>,
) {
  const { db, places } = deps

  return {
    async sliceUpload(call: Call, input: InputOf<typeof ENDPOINTS.sliceUpload>): Promise<Progress> {
      const { bytes } = call.file
      const upload = await announced(call, input)
      if (upload.fileId) return progress(upload, [])
      if (bytes.length === 0) throw new Refusal('file-refused', { why: '分片是空的' })
      // All pieces except the last have the same length; longer ones would exceed the announced size.
      const longest = Math.ceil(upload.size / Math.max(1, upload.total - 1))
      if (bytes.length > longest) throw new Refusal('file-refused', { why: '分片比说好的大' })
      await keepPiece(upload, input.index, bytes)
      const pieces = await findPieces(db.handle, upload)
      if (pieces.length < upload.total) return progressOf(upload)
      return finish(call, upload, pieces)
    },

    async querySlices(call: Call, uploadId: string): Promise<Progress> {
      return progressOf({ accountId: call.actor.accountId, uploadId })
    },

    /** Deletes abandoned uploads and their pieces. */
    async sweep(): Promise<void> {
      const before = new Date(deps.clock.now() - FORGOTTEN_AFTER_MS)
      for (const upload of await findUploadsBefore(db.handle, before)) {
        await dropPieces(await findPieces(db.handle, upload))
        await removeUpload(db.handle, upload)
      }
    },
  }

  /** The upload of this piece; every piece must announce the same whole. */
  async function announced(call: Call, input: InputOf<typeof ENDPOINTS.sliceUpload>): Promise<UploadRow> {
    const tx = db.handle
    const { uploadId, total, size, name, purpose } = input
    const hash = input.hash.toLowerCase()
    if (input.index >= total) throw invalidField('index', '分片序号超出总数')
    const maxMb = await deps.config.setting(tx, 'files.sliceMaxMb')
    if (size > maxMb * MB) throw new Refusal('file-refused', { why: `文件超过 ${maxMb} MB` })
    const { accountId } = call.actor
    const createdAt = new Date(deps.clock.now())
    const upload =
      (await findUpload(tx, accountId, uploadId)) ??
      (await begin({ accountId, uploadId, total, hash, size, name, purpose, createdAt }))
    const same = upload.total === total && upload.hash === hash && upload.size === size && upload.purpose === purpose
    if (!same) throw new Refusal('state-not-allowed', { why: '这个上传编号已经用于另一个文件' })
    return upload
  }

  /** Uploads of one account begin one after the other, so that each counts those before it. */
  async function begin(row: Omit<UploadRow, 'fileId'>): Promise<UploadRow> {
    return db.transaction(async (tx) => {
      await lockUploadsOf(tx, row.accountId)
      const known = await findUpload(tx, row.accountId, row.uploadId)
      if (known) return known
      if ((await countOpenUploads(tx, row.accountId)) >= OPEN_UPLOADS)
        throw new Refusal('state-not-allowed', { why: `同时进行的上传最多 ${OPEN_UPLOADS} 个` })
      return openUpload(tx, row)
    })
  }

  async function keepPiece({ accountId, uploadId }: UploadRow, index: number, bytes: Buffer): Promise<void> {
    const storage = await places.current(db.handle)
    const objectKey = `pieces/${randomUUID()}`
    const piece: PieceRow = { accountId, uploadId, index, hash: sha256(bytes), size: bytes.length, storage, objectKey }
    const mime = 'application/octet-stream'
    await (await places.at(db.handle, storage)).put(objectKey, { bytes, hash: piece.hash, size: piece.size, mime })
    const inItsWay = await db.transaction(async (tx) => {
      // The upload was cleaned up, or another node completed it with the same piece: this piece is not needed.
      const upload = await lockUpload(tx, accountId, uploadId)
      return upload === undefined || upload.fileId !== null ? piece : savePiece(tx, piece)
    })
    if (inItsWay !== undefined) await dropObject(inItsWay)
  }

  /** If the last two pieces arrive together, both requests may get here; one creates the file. */
  async function finish(call: Call, seen: UploadRow, pieces: readonly PieceRow[]): Promise<Progress> {
    try {
      await makeFile(call, seen, pieces)
    } catch (error) {
      const elsewhere = await progressOf(seen)
      if (elsewhere.file !== null) return elsewhere
      // If the content was refused, the pieces are useless and must be sent again. If only the storage failed, they are kept.
      if (error instanceof Refusal && error.word === 'file-refused') await dropPieces(pieces)
      throw error
    }
    await dropPieces(pieces)
    return progressOf(seen)
  }

  async function makeFile(call: Call, seen: UploadRow, pieces: readonly PieceRow[]): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'huoqiao-upload-'))
    try {
      const path = join(folder, 'whole')
      const found = await assemble(pieces, path)
      if (found.size !== seen.size || found.hash !== seen.hash)
        throw new Refusal('file-refused', { why: '文件不完整（校验值不一致），请重新上传' })
      const stored = await deps.files.store(seen.purpose, { name: seen.name, path, ...found })
      await db.transaction(async (tx) => {
        const upload = await lockUpload(tx, seen.accountId, seen.uploadId)
        if (!upload || upload.fileId) return
        const { id } = await deps.files.note(tx, call, { purpose: upload.purpose, name: upload.name }, stored)
        await finishUpload(tx, upload, id)
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Joins the pieces in one file on this machine. Fails if a piece is gone because another request has finished. */
  async function assemble(pieces: readonly PieceRow[], path: string): Promise<{ size: number; hash: string }> {
    const hash = createHash('sha256')
    for (const { storage, objectKey } of pieces) {
      const stream = await (await places.at(db.handle, storage)).stream(objectKey)
      if (stream === undefined) throw new Error(`the piece ${objectKey} is gone`)
      stream.on('data', (bytes: Buffer) => hash.update(bytes))
      await pipeline(stream, createWriteStream(path, { flags: 'a' }))
    }
    return { size: (await stat(path)).size, hash: hash.digest('hex') }
  }

  /** Reads the pieces first: if they are gone because another node completed the file, the upload that is read afterwards shows it. */
  async function progressOf({ accountId, uploadId }: Pick<UploadRow, 'accountId' | 'uploadId'>): Promise<Progress> {
    const pieces = await findPieces(db.handle, { accountId, uploadId })
    const upload = await findUpload(db.handle, accountId, uploadId)
    return upload ? progress(upload, pieces) : { received: [], file: null }
  }

  /** The row is deleted first: a row without bytes would be a piece that cannot be read. */
  async function dropPieces(pieces: readonly PieceRow[]): Promise<void> {
    for (const piece of pieces) {
      const forgotten = await forgetPiece(db.handle, piece)
      if (forgotten !== undefined) await dropObject(forgotten)
    }
  }

  async function dropObject({ storage, objectKey }: PieceRow): Promise<void> {
    await (await places.at(db.handle, storage)).remove(objectKey)
  }

  async function progress(upload: UploadRow, pieces: readonly PieceRow[]): Promise<Progress> {
    const row = upload.fileId ? await findFile(db.handle, upload.fileId) : undefined
    if (!row) return { received: pieces.map(({ index }) => index), file: null }
    return { received: everyPiece(upload.total), file: await deps.files.view(db.handle, row) }
  }
}

const everyPiece = (total: number): number[] => Array.from({ length: total }, (_, index) => index)
