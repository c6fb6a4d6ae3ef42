import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { sha256 } from './files.service.ts'

export type Sent = {
  code: number
  msg: string
  data: {
    refusal?: string
    why?: string
    id: string
    url: string
    mime: string
    size: number
    width: number | null
    height: number | null
    received: number[]
    file: { url: string; size: number } | null
  }
}

/** Sends a file as the console does, to the node at `url`. */
export const sender =
  (url: string, token: string) =>
  async (
    path: string,
    file: Buffer | undefined,
    options: { name?: string; fields?: Record<string, string>; as?: string } = {},
  ): Promise<Sent> => {
    const form = new FormData()
    for (const [key, value] of Object.entries(options.fields ?? {})) form.append(key, value)
    if (file) form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), options.name ?? 'a.png')
    const response = await fetch(`${url}/api/file/${path}`, {
      method: 'POST',
      headers: { authorization: options.as ?? token },
      body: form,
    })
    return (await response.json()) as Sent
  }

export const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 20, b: 20 } } })

/** As large as a product picture, some 90 kB at 800 pixels: coarse noise, so that every picture is different and none compresses well. */
export const photo = (side: number): Promise<Buffer> =>
  sharp(randomBytes(80 * 80 * 3), { raw: { width: 80, height: 80, channels: 3 } })
    .resize(side, side, { kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer()

/** A picture that cannot be compressed: three bytes per pixel. */
export const noise = (side: number): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()

export type Bucket = Awaited<ReturnType<typeof openBucket>>

/** An S3 storage with the part of the protocol that the app uses; it refuses unsigned or incomplete requests. `secure`: over TLS. */
export async function openBucket(secure?: { key: string; cert: string }) {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined }>()
  let isBroken = false
  const answer = async (request: IncomingMessage): Promise<[number, (Buffer | string)?]> => {
    const bytes = await buffer(request)
    const signed = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/cn-test\/s3\/aws4_request,SignedHeaders=/
    if (isBroken || !signed.test(request.headers.authorization ?? ''))
      return [403, '<Error><Code>AccessDenied</Code></Error>']
    if (request.headers['x-amz-content-sha256'] !== sha256(bytes)) return [400, '<Error><Code>BadDigest</Code></Error>']
    const url = request.url!
    if (request.method === 'PUT') objects.set(url, { bytes, type: request.headers['content-type'] })
    // Deleting an object that never existed returns 204 too.
    if (request.method === 'DELETE') {
      objects.delete(url)
      return [204]
    }
    const known = objects.get(url)
    return known === undefined ? [404] : [200, request.method === 'GET' ? known.bytes : undefined]
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    void answer(request).then(([status, body]) => response.writeHead(status).end(body))
  }
  const server = secure ? createSecureServer(secure, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    break: (): void => void (isBroken = true),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
