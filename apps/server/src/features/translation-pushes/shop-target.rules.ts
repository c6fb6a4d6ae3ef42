import type { TranslatableParts } from '@huoqiao/connector-shopify'
import type { ListingText } from '../listings/index.ts'

/** Where the shop keeps the translations of one of our fields. */
export type ShopTarget = { readonly resourceId: string; readonly key: string }

/** Shopify's keys of the product's own fields. Tags can't be translated in Shopify. */
const PRODUCT_KEYS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'body_html',
  type: 'product_type',
  seoTitle: 'meta_title',
  seoDescription: 'meta_description',
}

type Shop = {
  readonly parts: TranslatableParts
  /** our picture id → the shop's media id */
  readonly media: Readonly<Record<string, string>>
  /** the shop's source texts of our fields */
  readonly texts: ReadonlyMap<string, ListingText>
}

/** The target of a field; undefined: the shop doesn't have the field, or it can't be translated. */
export function targetOf(field: string, { parts, media, texts }: Shop): ShopTarget | undefined {
  const key = PRODUCT_KEYS[field]
  if (key !== undefined) return { resourceId: parts.productId, key }
  const [kind, first = '', second] = field.split('.')
  if (kind === 'picture') {
    const id = media[first]
    return id !== undefined && parts.pictureIds.includes(id) ? { resourceId: id, key: 'alt' } : undefined
  }
  if (kind !== 'option') return undefined
  const option = named(parts.options, texts.get(`option.${first}`)?.shown, Number(first))
  if (second === undefined) return option && { resourceId: option.id, key: 'name' }
  const value = option && named(option.values, texts.get(field)?.shown)
  return value && { resourceId: value.id, key: 'name' }
}

/** Finds an option or value by its name, because staff may have moved it. If several names differ only in case, the one at our position. */
function named<T extends { readonly name: string }>(
  those: readonly T[],
  name: string | undefined,
  place?: number,
): T | undefined {
  if (name === undefined) return undefined
  const exact = those.find((one) => one.name === name)
  if (exact) return exact
  const alike = those.filter((one) => plain(one.name) === plain(name))
  return alike.length === 1 ? alike[0] : place === undefined ? undefined : alike.find((one) => one === those[place])
}

const plain = (text: string): string => text.trim().toLowerCase()
