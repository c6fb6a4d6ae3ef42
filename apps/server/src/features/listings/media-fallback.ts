import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import { isOutside } from '../../platform/outside-address.ts'
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
export const createMediaFallback = (deps: { ownFiles: OwnFiles; fetch?: typeof fetch }): MediaFallback => ({
  async stage(connector, images, { signal, sandbox }) {
    const files: { id: string; filename: string; mimeType: string; bytes: Uint8Array }[] = []
    for (const image of images) {
      const own = await deps.ownFiles(image.url)
      const bytes = own?.bytes ?? (await download(deps.fetch ?? fetch, image.url, { signal, sandbox }))
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
  fetcher: typeof fetch,
  url: string,
  { signal, sandbox }: { signal: AbortSignal; sandbox: boolean },
): Promise<Uint8Array | undefined> {
  try {
    const response = await fetchOutside(fetcher, url, { signal, sandbox }, REDIRECTS)
    if (!response) return undefined
    if (response.ok && Number(response.headers.get('content-length') ?? 0) <= MAX_BYTES) return await bytesOf(response)
    await response.body?.cancel()
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    // Not to be had from here either: the shop's reason is the one that a person reads.
    return undefined
  }
}

/** Each address on the way is looked at: a picture's link must not lead a live house into its own network. */
async function fetchOutside(
  fetcher: typeof fetch,
  url: string,
  { signal, sandbox }: { signal: AbortSignal; sandbox: boolean },
  redirects: number,
): Promise<Response | undefined> {
  if (!sandbox && !(await isOutside(url))) return undefined
  const response = await fetcher(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]),
    redirect: 'manual',
  })
  const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  if (next === null) return response
  await response.body?.cancel()
  if (redirects === 0) return undefined
  return fetchOutside(fetcher, new URL(next, url).href, { signal, sandbox }, redirects - 1)
}

/** Read part by part: a server that names no length must not fill the memory. */
async function bytesOf(response: Response): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
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
