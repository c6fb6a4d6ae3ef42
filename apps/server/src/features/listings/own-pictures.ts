import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import { PushStopped } from './push-failure.ts'

/** Bytes of a picture in the app's own files, by its address; undefined for addresses of others. */
export type OwnFiles = (address: string) => Promise<{ bytes: Uint8Array; mime: string; name: string } | undefined>

export type OwnPictures = {
  /** image id → the staged upload's address, for those of the images that only this app can be asked for. */
  stage(
    connector: Pick<ShopifyConnector, 'uploadFiles'>,
    images: readonly { id: string; url: string }[],
    options: { signal: AbortSignal },
  ): Promise<Map<string, string>>
}

/** Pictures held in memory at once: 20 MB each at most. */
const AT_ONCE = 4

/** An address without a host: no shop can fetch it. Under a public address (files.publicOrigin) the shop fetches by itself. */
export const isOwnAlone = ({ url }: { url: string }): boolean => url.startsWith('/files/')

/**
 * Sends the pictures that stand in our own files as staged uploads before the product is written (reference, section 2),
 * so that an installation which no shop can reach pushes its pictures all the same. Throws PushStopped for a file that is gone.
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
