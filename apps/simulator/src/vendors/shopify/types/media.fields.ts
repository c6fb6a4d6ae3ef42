import type { Args, Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { emptyConnection } from '../connections.ts'
import { gidNumber } from '../gid.ts'
import type { FileRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'
import { publishedTranslations } from './translation.fields.ts'

/** Rows of the files that still exist, in order. */
export const filesOf = (ids: readonly string[], call: Call): FileRow[] =>
  ids.flatMap((id) => call.shop.files.get(id) ?? [])

export type ImageView = { __typename: 'Image'; file: FileRow }

export const imageView = (file: FileRow, _call: Call): ImageView => ({ __typename: 'Image', file })

/** Address on the shop's own delivery path. `v` changes with the file, for caches. */
export const cdnUrl = (file: FileRow, { shop }: { shop: Pick<ShopState, 'origin'> }): string =>
  `${shop.origin()}/cdn/files/${encodeURIComponent(file.filename)}?v=${Math.floor(Date.parse(file.updatedAt) / 1000)}`

function transformedUrl(file: FileRow, args: Args, call: Call): string {
  const transform = (args.transform ?? args) as { maxWidth?: number | null; maxHeight?: number | null }
  const url = cdnUrl(file, call)
  const width = transform.maxWidth ? `&width=${transform.maxWidth}` : ''
  return `${url}${width}${transform.maxHeight ? `&height=${transform.maxHeight}` : ''}`
}

const imageType = fieldsOf<ImageView>({
  id: (s) => `gid://shopify/ImageSource/${gidNumber(s.file.id)}`,
  altText: (s) => s.file.alt,
  width: (s) => s.file.width,
  height: (s) => s.file.height,
  url: (s, args, call) => transformedUrl(s.file, args, call),
  src: (s, _args, call) => cdnUrl(s.file, call),
  originalSrc: (s, _args, call) => cdnUrl(s.file, call),
  transformedSrc: (s, args, call) => transformedUrl(s.file, args, call),
  thumbhash: () => null,
  metafield: () => null,
  metafields: () => emptyConnection(),
  translations: () => [],
})

const errorsOf = (file: FileRow): FileRow['errors'] => file.errors
const preview = (file: FileRow, _args: Args, call: Call): unknown => ({
  status: file.status,
  image: file.status === 'READY' && file.kind === 'image' ? imageView(file, call) : null,
})

/** The common fields of a picture and any other file. */
const fileType = fieldsOf<FileRow>({
  fileStatus: (file) => file.status,
  fileErrors: errorsOf,
  preview,
})

const mediaImageType = fieldsOf<FileRow>({
  status: (file) => file.status,
  mediaContentType: () => 'IMAGE',
  mediaErrors: errorsOf,
  mediaWarnings: () => [],
  image: (file, _args, call) => (file.status === 'READY' ? imageView(file, call) : null),
  originalSource: (file, _args, call) => ({
    fileSize: file.bytes,
    url: file.status === 'READY' ? cdnUrl(file, call) : null,
  }),
  metafield: () => null,
  metafields: () => emptyConnection(),
  translations: publishedTranslations,
})

const genericType = fieldsOf<FileRow>({
  originalFileSize: (file) => file.bytes,
  url: (file, _args, call) => (file.status === 'READY' ? cdnUrl(file, call) : null),
})

export const mediaTypes: Record<string, TypeFields> = {
  Image: imageType,
  MediaImage: { ...fileType, ...mediaImageType },
  GenericFile: { ...fileType, ...genericType },
}
