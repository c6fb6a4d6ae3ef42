import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { connectionProblem } from '../../platform/connection-problem.ts'
import { isLyingInside } from '../../platform/outward.ts'
import type { Outward } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import { EMPTY_HASH, encodePath, signedHeaders } from './s3-signature.mapping.ts'
import type { S3Credentials, S3Request } from './s3-signature.mapping.ts'
import type { Storage } from './storage.ts'

/** Timeout, sufficient for the largest file over a slow connection. */
const PATIENCE_MS = 10 * 60_000

export type S3Settings = S3Credentials & { endpoint: string; bucket: string; pathStyle: boolean }

/** Any S3-compatible storage: signature version 4, bucket in the path or in the host name. */
export function s3Storage(settings: S3Settings, now: () => number, out: Pick<Outward, 'fetchNear'>): Storage {
  const endpoint = new URL(settings.endpoint)
  const host = settings.pathStyle ? endpoint.host : `${settings.bucket}.${endpoint.host}`
  const base = settings.pathStyle ? `/${settings.bucket}` : ''
  const send = async (request: Pick<S3Request, 'method' | 'path' | 'headers' | 'payloadHash'>, body?: BodyInit) => {
    const path = `${base}/${request.path}`
    const { host: _host, ...headers } = signedHeaders({ ...request, host, path }, settings, now())
    // A storage in the internal network is allowed, because an operator chose it; cloud metadata addresses are not.
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
        const problem = connectionProblem(codeOf(cause), '对象存储')
        throw storageFailed(problem?.why ?? (cause instanceof Error ? cause.message : String(cause)), problem?.next)
      })
  }
  return {
    async put(key, content) {
      const body = 'bytes' in content ? new Blob([new Uint8Array(content.bytes)]) : await openAsBlob(content.path)
      const headers = { 'content-type': content.mime }
      const response = await send({ method: 'PUT', path: key, headers, payloadHash: content.hash }, body)
      if (!response.ok) throw storageFailed(await errorTextOf(response))
    },
    async get(key) {
      const response = await send({ method: 'GET', path: key, payloadHash: EMPTY_HASH })
      if (response.status === 404) return undefined
      if (!response.ok) throw storageFailed(await errorTextOf(response))
      return Buffer.from(await response.arrayBuffer())
    },
    async stream(key) {
      const response = await send({ method: 'GET', path: key, payloadHash: EMPTY_HASH })
      if (response.status === 404) return undefined
      if (!response.ok || response.body === null) throw storageFailed(await errorTextOf(response))
      return Readable.fromWeb(response.body as ReadableStream)
    },
    async remove(key) {
      const response = await send({ method: 'DELETE', path: key, payloadHash: EMPTY_HASH })
      if (!response.ok && response.status !== 404) throw storageFailed(await errorTextOf(response))
    },
  }
}

const SECRET_GIVER = 'S3 地址指向云服务器的元数据服务，不会访问：请填写对象存储的地址'

const storageFailed = (what: string, next?: string): Refusal =>
  new Refusal('storage-failed', {
    why: what.slice(0, 300),
    ...(next === undefined ? {} : { next: [{ label: next }] }),
  })

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The error code of the storage (`<Code>`), or its status. */
const errorTextOf = async (response: Response): Promise<string> => {
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(await response.text())?.[1]
  return `HTTP ${response.status}${code ? ` ${code}` : ''}`
}
