import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { SimCore } from '../../core.ts'
import type { OperationRunner } from './operation-runner.ts'
import type { ShopifyQuirks } from './quirks.ts'
import type { FileRow } from './rows.ts'
import { seedPicturePath } from './seed-pictures.ts'
import type { ShopState } from './shop-state.ts'

export type MediaPipeline = {
  /** Simulated instant at which a file that is uploaded now may be ready. */
  readyAt(): number
  enqueue(shop: ShopState, fileId: string): void
  /** Continues with files that were being processed when the process ended. */
  resume(shop: ShopState): void
  /** Path of stored bytes. */
  blobPath(blob: string): string
  /** Stores bytes by their hash and returns their blob name. */
  keep(bytes: Buffer, extension: string): Promise<string>
  operations: OperationRunner
  close(): void
}

const FETCH_TIMEOUT_MS = 10_000
const AT_ONCE = 8
const TYPES: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/heic',
}

type Waiting = { shop: ShopState; fileId: string }
type Outcome =
  | { ok: true; mimeType: string; width: number | null; height: number | null; bytes: number; blob: string | null }
  | { ok: false; code: string; message: string }

const failure = (code: string, message: string): Outcome => ({ ok: false, code, message })

/**
 * What happens to a file after the mutation: UPLOADED → PROCESSING → READY or FAILED (reference 3, "Media"). The picture is really fetched,
 * a few at a time; it is not ready before its simulated time. One alarm serves all files, so thousands of pictures need one timer.
 */
export function openMediaPipeline(core: SimCore, quirks: ShopifyQuirks, operations: OperationRunner): MediaPipeline {
  const blobs = join(core.filesDir, 'shopify')
  const draw = core.random('shopify.media')
  const waiting: Waiting[] = []
  const finishing = new Map<string, { shop: ShopState; fileId: string; outcome: Outcome }>()
  const abort = new AbortController()
  let running = 0
  let cancelAlarm: (() => void) | undefined
  mkdirSync(blobs, { recursive: true })

  const keep = async (bytes: Buffer, extension: string): Promise<string> => {
    const blob = `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.${extension}`
    // The same file may be read in between: it must be complete, or unchanged.
    const part = join(blobs, `${blob}.${randomUUID()}`)
    await writeFile(part, bytes)
    await rename(part, join(blobs, blob))
    return blob
  }
  const resolve = (): void => {
    cancelAlarm?.()
    cancelAlarm = undefined
    const now = core.clock.now()
    let soonest = Infinity
    for (const [key, { shop, fileId, outcome }] of finishing) {
      const row = shop.files.get(fileId)
      if (row && row.readyAt > now) soonest = Math.min(soonest, row.readyAt)
      else {
        finishing.delete(key)
        if (row) shop.files.put(finished(row, outcome, shop.now()))
      }
    }
    if (soonest !== Infinity && !abort.signal.aborted) cancelAlarm = core.clock.after(soonest - now, resolve)
  }
  const pump = (): void => {
    while (running < AT_ONCE && !abort.signal.aborted) {
      const next = waiting.shift()
      if (!next) return
      const row = next.shop.files.get(next.fileId)
      if (!row || (row.status !== 'UPLOADED' && row.status !== 'PROCESSING')) continue
      next.shop.files.put({ ...row, status: 'PROCESSING' })
      running++
      void follow(row, next)
    }
  }
  const follow = async (row: FileRow, next: Waiting): Promise<void> => {
    const outcome = await process(row, next.shop)
    running--
    if (abort.signal.aborted) return
    const current = next.shop.files.get(row.id)
    if (current?.source === row.source) finishing.set(`${next.shop.facts.slug} ${row.id}`, { ...next, outcome })
    resolve()
    pump()
  }
  const process = async (row: FileRow, shop: ShopState): Promise<Outcome> => {
    if (!quirks.fetchMedia())
      return { ok: true, mimeType: 'image/jpeg', width: null, height: null, bytes: 0, blob: null }
    try {
      const bytes = await bytesOf(row, shop)
      return Buffer.isBuffer(bytes) ? await examine(row, bytes) : bytes
    } catch (error) {
      return failure(
        'UNKNOWN',
        `The file could not be processed: ${error instanceof Error ? error.message : 'unknown'}`,
      )
    }
  }
  const bytesOf = async (row: FileRow, shop: ShopState): Promise<Buffer | Outcome> => {
    const stagedKey = stagedKeyOf(row.source, shop)
    if (stagedKey !== undefined) {
      const staged = shop.staged.get(stagedKey)
      if (!staged?.blob) return failure('INVALID_SIGNED_URL', 'The staged upload does not exist or holds no file')
      return readFile(join(blobs, staged.blob))
    }
    return download(row.source, quirks.maxImageBytes(), abort.signal)
  }
  const examine = async (row: FileRow, bytes: Buffer): Promise<Outcome> => {
    if (row.kind === 'generic') {
      const blob = await keep(bytes, row.filename.split('.').at(-1) ?? 'bin')
      return { ok: true, mimeType: 'application/octet-stream', width: null, height: null, bytes: bytes.length, blob }
    }
    if (bytes.length > quirks.maxImageBytes())
      return failure('INVALID_IMAGE_FILE_SIZE', 'The image is larger than 20 MB')
    const seen = await sharp(bytes)
      .metadata()
      .catch(() => undefined)
    const mimeType = seen?.format ? TYPES[seen.format] : undefined
    if (!seen || !mimeType)
      return failure('UNSUPPORTED_IMAGE_FILE_TYPE', 'The file is not an image of a supported type')
    const { width, height } = seen
    if (width * height > quirks.maxImagePixels())
      return failure('INVALID_IMAGE_RESOLUTION', `The image of ${width} × ${height} pixels is too large`)
    const blob = await keep(bytes, seen.format === 'jpeg' ? 'jpg' : seen.format)
    return { ok: true, mimeType, width, height, bytes: bytes.length, blob }
  }
  const enqueue = (shop: ShopState, fileId: string): void => {
    waiting.push({ shop, fileId })
    setImmediate(pump)
  }
  return {
    readyAt: () => {
      const low = quirks.mediaMinMs()
      return core.clock.now() + Math.round(low + draw() * Math.max(0, quirks.mediaMaxMs() - low))
    },
    enqueue,
    resume: (shop) => {
      for (const row of shop.files.values())
        if (row.status === 'UPLOADED' || row.status === 'PROCESSING') enqueue(shop, row.id)
    },
    blobPath: (blob) => seedPicturePath(blob) ?? join(blobs, blob),
    keep,
    operations,
    close: () => {
      abort.abort()
      cancelAlarm?.()
      waiting.length = 0
    },
  }
}

function finished(row: FileRow, outcome: Outcome, now: string): FileRow {
  if (!outcome.ok) {
    const error = { code: outcome.code, message: outcome.message, details: row.source }
    return { ...row, status: 'FAILED', errors: [error], updatedAt: now }
  }
  const { mimeType, width, height, bytes, blob } = outcome
  return { ...row, status: 'READY', errors: [], mimeType, width, height, bytes, blob, updatedAt: now }
}

/** Key of a staged upload of this shop, when the address is one. */
function stagedKeyOf(source: string, shop: ShopState): string | undefined {
  const path = new URL(source).pathname
  const marker = `/shops/${shop.facts.slug}/uploads/`
  const at = path.indexOf(marker)
  return at === -1 ? undefined : decodeURIComponent(path.slice(at + marker.length))
}

async function download(source: string, limitBytes: number, closing: AbortSignal): Promise<Buffer | Outcome> {
  const signal = AbortSignal.any([AbortSignal.timeout(FETCH_TIMEOUT_MS), closing])
  let response: Response
  try {
    response = await fetch(source, { signal, headers: { 'user-agent': 'Shopify/1.0 (picture fetch)' } })
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return failure(timedOut ? 'MEDIA_TIMEOUT_ERROR' : 'IMAGE_DOWNLOAD_FAILURE', 'The image could not be downloaded')
  }
  if (!response.ok) {
    await response.body?.cancel()
    return failure('IMAGE_DOWNLOAD_FAILURE', `The image could not be downloaded: HTTP ${response.status}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > limitBytes) return failure('INVALID_IMAGE_FILE_SIZE', 'The image is larger than 20 MB')
      parts.push(part)
    }
  } catch {
    return failure('IMAGE_DOWNLOAD_FAILURE', 'The download broke off')
  }
  return Buffer.concat(parts)
}
