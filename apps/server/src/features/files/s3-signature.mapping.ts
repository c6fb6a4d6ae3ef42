import { createHash, createHmac } from 'node:crypto'

/** AWS Signature Version 4 in the `Authorization` header, for S3-compatible storage. */
export type S3Credentials = { accessKeyId: string; secretKey: string; region: string }
export type S3Request = {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  host: string
  /** decoded path, starting with "/" */
  path: string
  /** in lower case; host, x-amz-date and x-amz-content-sha256 are added here */
  headers?: Readonly<Record<string, string>>
  /** SHA-256 of the body, hex */
  payloadHash: string
}

export const EMPTY_HASH = createHash('sha256').update('').digest('hex')

/** Percent-encodes each part of a path as in RFC 3986; slashes stay. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** All headers of the request, with its signature. `at` is epoch milliseconds. */
export function signedHeaders(request: S3Request, credentials: S3Credentials, at: number): Record<string, string> {
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': request.payloadHash,
    'x-amz-date': stamp,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    encodePath(request.path),
    '',
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    request.payloadHash,
  ].join('\n')
  const scope = `${stamp.slice(0, 8)}/${credentials.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const key = [stamp.slice(0, 8), credentials.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (sum, part) => hmac(sum, part),
    `AWS4${credentials.secretKey}`,
  )
  const signature = createHmac('sha256', key).update(text).digest('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}
