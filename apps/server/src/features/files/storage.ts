import { openAsBlob } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { isLyingInside } from '../../platform/outward.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import { EMPTY_HASH, encodePath, signedHeaders } from './s3-signature.mapping.ts'
import type { S3Credentials, S3Request } from './s3-signature.mapping.ts'

/** What is put: bytes, or a file that is too large for memory. `hash` is its SHA-256, hex. */
export type Content = { hash: string; size: number; mime: string } & ({ bytes: Buffer } | { path: string })

/** Where objects lie. Keys are made by us from hashes: putting one twice puts the same bytes. */
export type Storage = {
  put(key: string, content: Content): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  /** The same as a stream: what people fetch may be larger than one wants in memory. */
  stream(key: string): Promise<Readable | undefined>
  /** What is not there is removed already. */
  remove(key: string): Promise<void>
}

/** Written beside and renamed, so that a crash leaves no half file under its name. */
export function diskStorage(folder: string): Storage {
  return {
    async put(key, content) {
      const target = join(folder, key)
      await mkdir(dirname(target), { recursive: true })
      const beside = `${target}.${randomBytes(6).toString('hex')}`
      try {
        if ('bytes' in content) await writeFile(beside, content.bytes)
        else await copyFile(content.path, beside)
        await rename(beside, target)
      } catch (error) {
        await rm(beside, { force: true })
        if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
          throw new Refusal('file-refused', { why: '服务器磁盘已满' })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async stream(key) {
      try {
        return (await open(join(folder, key))).createReadStream()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** For the largest file over a slow line. */
const PATIENCE_MS = 10 * 60_000

export type S3Settings = S3Credentials & { endpoint: string; bucket: string; pathStyle: boolean }

/** Any storage that speaks S3: signature version 4, bucket in the path or in the host name. */
export function s3Storage(settings: S3Settings, now: () => number, out: Pick<Outward, 'fetchNear'>): Storage {
  const endpoint = new URL(settings.endpoint)
  const host = settings.pathStyle ? endpoint.host : `${settings.bucket}.${endpoint.host}`
  const base = settings.pathStyle ? `/${settings.bucket}` : ''
  const send = async (request: Pick<S3Request, 'method' | 'path' | 'headers' | 'payloadHash'>, body?: BodyInit) => {
    const path = `${base}/${request.path}`
    const { host: _host, ...headers } = signedHeaders({ ...request, host, path }, settings, now())
    // A storage on the own network is an operator's right choice; what a cloud answers a machine about itself is nobody's files.
    return out
      .fetchNear(`${endpoint.protocol}//${host}${encodePath(path)}`, {
        method: request.method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body === undefined ? {} : { body }),
      })
      .catch((error: unknown) => {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
        if (isLyingInside(cause)) throw storageFailed(SECRET_GIVER)
        throw storageFailed(cause instanceof Error ? cause.message : String(cause))
      })
  }
  return {
    async put(key, content) {
      const body = 'bytes' in content ? new Blob([new Uint8Array(content.bytes)]) : await openAsBlob(content.path)
      const headers = { 'content-type': content.mime }
      const response = await send({ method: 'PUT', path: key, headers, payloadHash: content.hash }, body)
      if (!response.ok) throw storageFailed(await saidBy(response))
    },
    async get(key) {
      const response = await send({ method: 'GET', path: key, payloadHash: EMPTY_HASH })
      if (response.status === 404) return undefined
      if (!response.ok) throw storageFailed(await saidBy(response))
      return Buffer.from(await response.arrayBuffer())
    },
    async stream(key) {
      const response = await send({ method: 'GET', path: key, payloadHash: EMPTY_HASH })
      if (response.status === 404) return undefined
      if (!response.ok || response.body === null) throw storageFailed(await saidBy(response))
      return Readable.fromWeb(response.body as ReadableStream)
    },
    async remove(key) {
      const response = await send({ method: 'DELETE', path: key, payloadHash: EMPTY_HASH })
      if (!response.ok && response.status !== 404) throw storageFailed(await saidBy(response))
    },
  }
}

const SECRET_GIVER = 'S3 地址指向云服务器的元数据服务，不会访问：请填写对象存储的地址'

const storageFailed = (what: string): Refusal => new Refusal('storage-failed', { why: what.slice(0, 300) })

/** The storage's own word for it (`<Code>`), or its status. */
const saidBy = async (response: Response): Promise<string> => {
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(await response.text())?.[1]
  return `HTTP ${response.status}${code ? ` ${code}` : ''}`
}
