import type { UpsertedProduct } from '@huoqiao/connector-shopify'
import type { RemoteRefs } from './listings.tables.ts'
import type { PushParts } from './push-input.mapping.ts'

/** The shop's ids of what was just sent: variants by their position, media in the order of the files. */
export function refsAfter(refs: RemoteRefs, parts: PushParts, upserted: UpsertedProduct): RemoteRefs {
  const variants: RemoteRefs['variants'] = { ...refs.variants }
  const byPosition = [...upserted.variants].sort((a, b) => a.position - b.position)
  if (byPosition.length === parts.variantOrder.length) {
    for (const [index, ourId] of parts.variantOrder.entries()) {
      const there = byPosition[index]!
      if (ourId !== null)
        variants[ourId] = { id: there.id, ...(there.inventoryItemId ? { inventoryItemId: there.inventoryItemId } : {}) }
    }
  }
  return withMedia({ variants, media: refs.media }, parts, upserted.media)
}

/** Media come in the order of the files that were sent; a list of another length belongs to something else. */
export function withMedia(refs: RemoteRefs, parts: PushParts, sent: readonly { id: string }[]): RemoteRefs {
  if (!parts.input.files || sent.length !== parts.fileOrder.length) return refs
  const media: RemoteRefs['media'] = { ...refs.media }
  for (const [index, imageId] of parts.fileOrder.entries()) if (imageId !== null) media[imageId] = sent[index]!.id
  return { ...refs, media }
}
