import type { LiveProduct, LiveVariant, UpsertedProduct } from '@huoqiao/connector-shopify'
import type { Desired } from './desired.mapping.ts'
import type { RemoteRefs } from './listings.tables.ts'
import { plainText } from './product-fields.rules.ts'
import type { PushParts } from './push-input.mapping.ts'

/** The shop's ids of what was just sent: variants by position, media in the order of the files. */
export function refsAfter(refs: RemoteRefs, parts: PushParts, upserted: UpsertedProduct): RemoteRefs {
  const variants: RemoteRefs['variants'] = { ...refs.variants }
  const byPosition = [...upserted.variants].sort((a, b) => a.position - b.position)
  if (byPosition.length === parts.variantOrder.length) {
    for (const [index, ourId] of parts.variantOrder.entries()) {
      const there = byPosition[index]!
      if (ourId !== null) variants[ourId] = { id: there.id, ...(there.item ? { inventoryItemId: there.item.id } : {}) }
    }
  }
  return withMedia({ variants, media: refs.media }, parts, upserted.media)
}

/** The shop returns media in the order of the sent files; a list of another length does not match. */
export function withMedia(refs: RemoteRefs, parts: PushParts, sent: readonly { id: string }[]): RemoteRefs {
  if (!parts.input.files || sent.length !== parts.fileOrder.length) return refs
  const media: RemoteRefs['media'] = { ...refs.media }
  for (const [index, imageId] of parts.fileOrder.entries()) if (imageId !== null) media[imageId] = sent[index]!.id
  return { ...refs, media }
}

/**
 * The ids that can be determined from the live product: a bulk push does not ask for them, and a process may have died before storing them.
 * Ids that no longer exist in the shop are removed. `base`: the last push. `adopt`: an earlier try may have sent our pictures and died
 * before storing their ids.
 */
export function refsNow(
  refs: RemoteRefs,
  sides: { ours: Desired; live: LiveProduct; base: Desired | null },
  adopt: boolean,
): RemoteRefs {
  return { variants: variantRefs(refs, sides), media: adopt ? adoptedMedia(refs, sides) : refs.media }
}

const valuesKey = (values: readonly string[]): string =>
  values.map((value) => plainText(value).toLowerCase()).join('\u0001')

type Sides = { ours: Desired; live: LiveProduct; base: Desired | null }

/** Matched by stored id, by pushed option values, by current option values, and last by a SKU that is unique on both sides. */
function variantRefs(refs: RemoteRefs, { ours, live, base }: Sides): RemoteRefs['variants'] {
  const known: RemoteRefs['variants'] = {}
  const left = new Map(live.variants.map((variant) => [variant.id, variant]))
  const take = (ourId: string, there: LiveVariant | undefined): void => {
    if (!there || known[ourId] !== undefined || !left.delete(there.id)) return
    known[ourId] = { id: there.id, inventoryItemId: there.inventoryItemId }
  }
  for (const [ourId, ref] of Object.entries(refs.variants)) take(ourId, left.get(ref.id))
  for (const side of [base?.variants ?? [], ours.variants]) {
    const byValues = new Map(
      [...left.values()].map((variant) => [valuesKey(variant.selectedOptions.map((one) => one.value)), variant]),
    )
    for (const variant of side) take(variant.id, byValues.get(valuesKey(variant.optionValues)))
  }
  const unknown = ours.variants.filter((variant) => known[variant.id] === undefined)
  for (const variant of unknown) {
    const same = [...left.values()].filter((one) => one.sku !== '' && one.sku === variant.sku)
    if (same.length === 1 && unknown.filter((one) => one.sku === variant.sku).length === 1) take(variant.id, same[0])
  }
  return known
}

/** If the shop has as many pictures as we have, with known ones in place and equal alt texts, the others are the ones that we sent. */
function adoptedMedia(refs: RemoteRefs, { ours, live }: Sides): RemoteRefs['media'] {
  const kept = new Set(Object.values(refs.media))
  const fits =
    live.media.length === ours.images.length &&
    ours.images.every((image, index) => {
      const there = live.media[index]!
      const ref = refs.media[image.id]
      return ref === there.id || (ref === undefined && !kept.has(there.id) && there.alt === image.alt)
    })
  if (!fits) return refs.media
  return { ...refs.media, ...Object.fromEntries(ours.images.map((image, index) => [image.id, live.media[index]!.id])) }
}
