import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { FilesDeps, FilesService } from './files.service.ts'
import {
  countOpenUploads,
  findFile,
  findUpload,
  finishUpload,
  lockUpload,
  openUpload,
  removeUploadsBefore,
} from './files.store.ts'
import type { UploadRow } from './files.store.ts'

type Progress = OutputOf<typeof ENDPOINTS.sliceUpload>
export type SlicesService = ReturnType<typeof slicesService>

const MB = 1024 * 1024
/** Uploads that one account may have under way: each may lie on the disk until it is swept. */
const OPEN_UPLOADS = 20
/** An upload that nobody went on with is forgotten after this long. */
const FORGOTTEN_AFTER_MS = 2 * 86_400_000

/**
 * Large files in pieces. A piece is written under its number and renamed into place, so that it is whole or not there;
 * which pieces arrived is what lies on the disk. When all are there the whole must have the size and hash that were
 * announced.
 */
export function slicesService(
  deps: { db: Db; clock: Clock; files: FilesService } & Pick<FilesDeps, 'config' | 'folder'>,
) {
  const folderOf = (upload: { accountId: string; uploadId: string }): string =>
    join(
      deps.folder,
      'pieces',
      createHash('sha256').update(`${upload.accountId}/${upload.uploadId}`).digest('hex').slice(0, 40),
    )

  return {
    async receive(call: Call, input: InputOf<typeof ENDPOINTS.sliceUpload>): Promise<Progress> {
      const { bytes } = call.file
      const upload = await announced(call, input)
      if (upload.fileId) return progress(upload, [])
      if (bytes.length === 0) throw new Refusal('file-refused', { why: '分片是空的' })
      // Pieces are of one length but for the last: what is longer would fill the disk beyond the announced size.
      const longest = Math.ceil(upload.size / Math.max(1, upload.total - 1))
      if (bytes.length > longest) throw new Refusal('file-refused', { why: '分片比说好的大' })
      const folder = folderOf(upload)
      await mkdir(folder, { recursive: true })
      const beside = join(folder, `.${randomBytes(6).toString('hex')}`)
      await writeFile(beside, bytes)
      await rename(beside, join(folder, String(input.index)))
      const received = await piecesIn(folder)
      if (received.length < upload.total) return { received, file: null }
      return finish(call, upload)
    },

    async query(call: Call, uploadId: string): Promise<Progress> {
      const upload = await findUpload(deps.db.handle, call.actor.accountId, uploadId)
      if (!upload) return { received: [], file: null }
      return progress(upload, await piecesIn(folderOf(upload)))
    },

    /** Forgets uploads that were left, with their pieces. */
    async sweep(): Promise<void> {
      const before = new Date(deps.clock.now() - FORGOTTEN_AFTER_MS)
      for (const upload of await removeUploadsBefore(deps.db.handle, before)) {
        await rm(folderOf(upload), { recursive: true, force: true })
      }
    },
  }

  /** The upload that this piece belongs to; every piece must say the same of the whole. */
  async function announced(call: Call, input: InputOf<typeof ENDPOINTS.sliceUpload>): Promise<UploadRow> {
    const tx = deps.db.handle
    const { uploadId, total, size, name, purpose } = input
    const hash = input.hash.toLowerCase()
    if (input.index >= total) throw invalidField('index', '分片序号超出总数')
    const maxMb = await deps.config.setting(tx, 'files.sliceMaxMb')
    if (size > maxMb * MB) throw new Refusal('file-refused', { why: `文件超过 ${maxMb} MB` })
    const { accountId } = call.actor
    const known = await findUpload(tx, accountId, uploadId)
    if (!known && (await countOpenUploads(tx, accountId)) >= OPEN_UPLOADS)
      throw new Refusal('state-not-allowed', { why: `同时进行的上传最多 ${OPEN_UPLOADS} 个` })
    const createdAt = new Date(deps.clock.now())
    const upload = known ?? (await openUpload(tx, { accountId, uploadId, total, hash, size, name, purpose, createdAt }))
    const same = upload.total === total && upload.hash === hash && upload.size === size && upload.purpose === purpose
    if (!same) throw new Refusal('state-not-allowed', { why: '这个上传编号已经用于另一个文件' })
    return upload
  }

  async function finish(call: Call, seen: UploadRow): Promise<Progress> {
    return deps.db.transaction(async (tx) => {
      const upload = await lockUpload(tx, seen.accountId, seen.uploadId)
      if (!upload || upload.fileId) return progress(upload ?? seen, [])
      const folder = folderOf(upload)
      const whole = join(folder, '.whole')
      try {
        await assemble(folder, upload.total, whole)
        const { size } = await stat(whole)
        if (size !== upload.size || (await hashOf(whole)) !== upload.hash)
          throw new Refusal('file-refused', { why: '文件不完整（校验值不一致），请重新上传' })
        const row = await deps.files.keep(tx, call, upload.purpose, {
          name: upload.name,
          size,
          path: whole,
          hash: upload.hash,
        })
        await finishUpload(tx, upload, row.id)
        call.notes.object('file', row.id, row.name)
        return { received: everyPiece(upload.total), file: await deps.files.view(tx, row) }
      } finally {
        // Whole or spoilt, the pieces are of no more use: what did not fit must be sent again.
        await rm(folder, { recursive: true, force: true })
      }
    })
  }

  async function progress(upload: UploadRow, received: number[]): Promise<Progress> {
    const row = upload.fileId ? await findFile(deps.db.handle, upload.fileId) : undefined
    if (!row) return { received, file: null }
    return { received: everyPiece(upload.total), file: await deps.files.view(deps.db.handle, row) }
  }
}

const everyPiece = (total: number): number[] => Array.from({ length: total }, (_, index) => index)

async function piecesIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

async function assemble(folder: string, total: number, target: string): Promise<void> {
  await writeFile(target, '')
  for (let index = 0; index < total; index++) await appendFile(target, await readFile(join(folder, String(index))))
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
