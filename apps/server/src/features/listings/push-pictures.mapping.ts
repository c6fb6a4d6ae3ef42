import type { FileSetInput, LiveProduct } from '@huoqiao/connector-shopify'
import type { Desired } from './desired.mapping.ts'
import type { LiveContext, PushContext } from './push-input.mapping.ts'

/** Our pictures that are not in the shop yet and are sent by this push. */
export function newPictures(context: PushContext): Desired['images'] {
  const { ours, live, plan, skip } = context
  if (!live) return ours.images
  const isSent = plan.fields.some(({ field, change }) => field === 'images' && change !== 'none' && !skip.has(field))
  return isSent ? ours.images.filter((image) => !knownPicture({ ...context, live }, image.id)) : []
}

/** The shop's media entry of one of our pictures, if it is complete there. */
function knownPicture({ live, refs }: LiveContext, imageId: string): LiveProduct['media'][number] | undefined {
  const ref = refs.media[imageId]
  return live.media.find((medium) => medium.id === ref && medium.status !== 'FAILED')
}

/** Our pictures: by id if they are complete in the shop (with a new alt text if that changed), otherwise as new files. */
export function ourFiles(context: LiveContext) {
  const { ours, staged } = context
  const byImage = new Map<string, FileSetInput>()
  let added = false
  const files = ours.images.map((image) => {
    const known = staged.has(image.id) ? undefined : knownPicture(context, image.id)
    if (!known) added = true
    const file: FileSetInput = known
      ? { id: known.id, ...(known.alt === image.alt ? {} : { alt: image.alt }) }
      : newFile(image, staged)
    byImage.set(image.id, known ? { id: known.id } : file)
    return file
  })
  return { files, order: ours.images.map((image) => image.id), byImage, added }
}

export const liveFiles = ({ live, refs }: LiveContext) => {
  const imageOf = new Map(Object.entries(refs.media).map(([imageId, mediaId]) => [mediaId, imageId]))
  return {
    files: live.media.map((medium) => ({ id: medium.id })),
    order: live.media.map((medium) => imageOf.get(medium.id) ?? null),
  }
}

export const newFile = (
  image: { id: string; url: string; alt: string },
  staged: ReadonlyMap<string, string>,
): FileSetInput => ({
  originalSource: staged.get(image.id) ?? image.url,
  alt: image.alt,
  contentType: 'IMAGE',
})
