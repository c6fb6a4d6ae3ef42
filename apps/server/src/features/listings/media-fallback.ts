import type { ReadableStream } from 'node:stream/web'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { Outward } from '../../platform/outward.ts'
import type { OwnFiles } from './own-pictures.ts'

export type FailedImage = { id: string; url: string; reason: string }
export type MediaFallback = {
  /** image id → address of the staged upload. Images that cannot be fetched are left out; the shop's own error is then reported. */
  stage(
    connector: ShopifyConnector,
    images: readonly FailedImage[],
    options: { signal: AbortSignal },
  ): Promise<Map<string, string>>
}

/** Shopify accepts 20 MB and about 20 megapixels (reference, section 2, uncertain): stay below both. */
const MAX_BYTES = 18 * 1024 * 1024
const MAX_SIDE = 4_000
const DOWNLOAD_MS = 30_000

/**
 * For pictures that the shop could not fetch (hot-link protection, unusual format): fetched here, converted to JPEG, and sent as a staged
 * upload.
 */
export const createMediaFallback = (deps: { ownFiles: OwnFiles; out: Pick<Outward, 'fetch'> }): MediaFallback => ({
  async stage(connector, images, { signal }) {
    const files: { id: string; filename: string; mimeType: string; bytes: Uint8Array }[] = []
    for (const image of images) {
      const own = await deps.ownFiles(image.url)
      const bytes = own?.bytes ?? (await download(image.url, deps.out.fetch, signal))
      const jpeg = bytes && (await reencode(bytes))
      if (jpeg) files.push({ id: image.id, filename: `${image.id}.jpg`, mimeType: 'image/jpeg', bytes: jpeg })
    }
    if (files.length === 0) return new Map()
    const urls = await connector.uploadFiles(files, { signal })
    return new Map(files.map((file, index) => [file.id, urls[index]!]))
  },
})

/** A picture's address must not reach the app's own network, not even by a redirect: `out` checks each connection. */
async function download(url: string, out: Outward['fetch'], signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    const response = await out(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]) })
    const isGiven = response.status === 200 && Number(response.headers.get('content-length') ?? 0) <= MAX_BYTES
    if (isGiven) return await bytesOf(response)
    await response.body?.cancel()
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    // It cannot be fetched from here either, so the shop's error is shown.
    return undefined
  }
}

/** Read in chunks with a limit: a server that sends no length must not fill the memory. */
async function bytesOf({ body }: Response): Promise<Uint8Array | undefined> {
  if (body === null) return undefined
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body as ReadableStream<Uint8Array>) {
    size += part.byteLength
    if (size > MAX_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The image library is loaded on first use: it needs memory, and most installations never use it. */
async function reencode(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: 100_000_000 })
    .rotate()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90 })
    .toBuffer()
    .catch(() => undefined)
}
