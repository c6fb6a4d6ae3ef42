import { request as plain } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as secure } from 'node:https'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import { isOutside, outsideLookup } from '../../platform/outside-address.ts'
import type { OwnFiles } from './own-pictures.ts'

export type FailedImage = { id: string; url: string; reason: string }
export type MediaFallback = {
  /** image id → the staged upload's address. Images that cannot be had are left out: the shop's own reason then stands. */
  stage(
    connector: ShopifyConnector,
    images: readonly FailedImage[],
    options: {
      signal: AbortSignal
      /** the simulator's pictures stand on this machine; a live shop's never do */
      sandbox: boolean
    },
  ): Promise<Map<string, string>>
}

/** Shopify takes 20 MB and about 20 megapixels (reference, section 2, uncertain): stay under both. */
const MAX_BYTES = 18 * 1024 * 1024
const MAX_SIDE = 4_000
const DOWNLOAD_MS = 30_000

/**
 * For pictures that the shop could not fetch by itself (hot-link protection, an odd format): fetched here, made a plain
 * JPEG, and sent as a staged upload.
 */
export const createMediaFallback = (deps: { ownFiles: OwnFiles }): MediaFallback => ({
  async stage(connector, images, { signal, sandbox }) {
    const files: { id: string; filename: string; mimeType: string; bytes: Uint8Array }[] = []
    for (const image of images) {
      const own = await deps.ownFiles(image.url)
      const bytes = own?.bytes ?? (await download(image.url, { signal, sandbox }))
      const jpeg = bytes && (await reencode(bytes))
      if (jpeg) files.push({ id: image.id, filename: `${image.id}.jpg`, mimeType: 'image/jpeg', bytes: jpeg })
    }
    if (files.length === 0) return new Map()
    const urls = await connector.uploadFiles(files, { signal })
    return new Map(files.map((file, index) => [file.id, urls[index]!]))
  },
})

const REDIRECTS = 3

async function download(
  url: string,
  { signal, sandbox }: { signal: AbortSignal; sandbox: boolean },
): Promise<Uint8Array | undefined> {
  try {
    const response = await getOutside(url, { signal, sandbox }, REDIRECTS)
    if (!response) return undefined
    const isGiven = response.statusCode === 200 && Number(response.headers['content-length'] ?? 0) <= MAX_BYTES
    if (isGiven) return await bytesOf(response)
    response.destroy()
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    // Not to be had from here either: the shop's reason is the one that a person reads.
    return undefined
  }
}

/** Each address on the way is looked at: a picture's link must not lead a live house into its own network. */
async function getOutside(
  url: string,
  { signal, sandbox }: { signal: AbortSignal; sandbox: boolean },
  redirects: number,
): Promise<IncomingMessage | undefined> {
  if (!sandbox && !(await isOutside(url))) return undefined
  const response = await get(url, AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]), sandbox)
  const status = response.statusCode ?? 0
  const next = status >= 300 && status < 400 ? response.headers.location : undefined
  if (next === undefined) return response
  response.destroy()
  if (redirects === 0) return undefined
  return getOutside(new URL(next, url).href, { signal, sandbox }, redirects - 1)
}

/** Over a connection of its own, as one that is kept open was perhaps looked at by nobody. */
const get = (url: string, signal: AbortSignal, sandbox: boolean): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { signal, agent: false as const, ...(sandbox ? {} : { lookup: outsideLookup() }) }
    const request = url.startsWith('https:') ? secure(url, options, resolve) : plain(url, options, resolve)
    request.on('error', reject).end()
  })

/** Read part by part: a server that names no length must not fill the memory. */
async function bytesOf(response: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > MAX_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The picture library is loaded with the first picture: it takes memory, and most houses never need it. */
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
