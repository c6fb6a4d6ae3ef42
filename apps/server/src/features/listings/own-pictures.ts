import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import { PushStopped } from './push-failure.ts'

/** The bytes of a picture in the app's own files, by address; undefined for other addresses. */
export type OwnFiles = (address: string) => Promise<{ bytes: Uint8Array; mime: string; name: string } | undefined>

export type OwnPictures = {
  /** image id → address of the staged upload, for images that the shop cannot fetch itself. */
  stage(
    connector: Pick<ShopifyConnector, 'uploadFiles'>,
    images: readonly { id: string; url: string }[],
    options: { signal: AbortSignal },
  ): Promise<Map<string, string>>
}

/** Pictures held in memory at the same time, 20 MB each at most. */
const AT_ONCE = 4

/** An address without a host: no shop can fetch it. With a public address (files.publicOrigin) the shop fetches it itself. */
export const isOwnAlone = ({ url }: { url: string }): boolean => url.startsWith('/files/')

/**
 * Sends pictures from our own files as staged uploads before the product is written (reference, section 2), so that pushing works on an
 * installation that shops cannot reach. Throws PushStopped if a file is missing.
 */
export const createOwnPictures = (ownFiles: OwnFiles): OwnPictures => ({
  async stage(connector, images, { signal }) {
    const staged = new Map<string, string>()
    const own = images.filter(isOwnAlone)
    for (let from = 0; from < own.length; from += AT_ONCE) {
      const some = own.slice(from, from + AT_ONCE)
      const files = await Promise.all(
        some.map(async (image) => {
          const file = await ownFiles(image.url)
          if (!file) throw new PushStopped(`图片 ${image.url} 在文件库里已经没有了`, '在编辑里换一张图片后重试')
          return { filename: file.name, mimeType: file.mime, bytes: file.bytes }
        }),
      )
      const addresses = await connector.uploadFiles(files, { signal })
      for (const [index, image] of some.entries()) staged.set(image.id, addresses[index]!)
    }
    return staged
  },
})
