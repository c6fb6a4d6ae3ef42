import { LISTING_ID } from '@huoqiao/connector-shopify'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import type { ShopChange } from '@huoqiao/contract/shop-change'
import { formatMinor, parseMinor } from '@huoqiao/kit'
import type { Call } from '../../platform/call.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { Twins } from './creation.rules.ts'
import { deletionOf } from './deletion.rules.ts'
import { gidOf, searchWords } from './stores.rules.ts'
import type { StoreDoc } from './stores.types.ts'
import { DIRECT_PREFIX } from './stores.view.ts'

type Endpoints = typeof ENDPOINTS

/** The deletion for the product as it is in the shop now. */
export async function seenDeletion(
  shop: ShopifyConnector,
  store: StoreDoc,
  input: Pick<InputOf<Endpoints['previewStoreDeletion']>, 'productId' | 'variantsIds'>,
  call: Call,
): Promise<ShopChange> {
  const productId = gidOf('Product', input.productId)
  const [live] = await shop.readProducts([productId], { lane: 'interactive', signal: call.signal })
  const mark = live?.metafields.find(({ key }) => key === LISTING_ID.key)?.value
  return deletionOf({
    storeName: store.name,
    productId,
    live,
    variantIds: input.variantsIds && variantIdsOf(input.variantsIds),
    isOurs: mark !== undefined && !mark.startsWith(DIRECT_PREFIX),
  })
}

/** Existing products that resemble the form, as far as the shop's search finds them. */
export async function twinsOf(
  shop: ShopifyConnector,
  { title, sku }: Pick<InputOf<Endpoints['previewStoreCreation']>, 'title' | 'sku'>,
  call: Call,
): Promise<Twins> {
  const find = async (query: string | undefined) => {
    if (query === undefined) return []
    const page = await shop.browseProducts({ limit: 20, query }, { lane: 'interactive', signal: call.signal })
    return page.products
  }
  const [named, coded] = await Promise.all([
    find(searchWords(title)),
    find(sku === '' ? undefined : `sku:"${sku.replaceAll(/["\\]/g, '')}"`),
  ])
  return {
    title: named.some((one) => one.title === title),
    sku: coded.some(({ variants }) => variants.some((one) => one.sku === sku)),
  }
}

/** Throws if the shop changed since the dry run (beyond, item 1). */
export function requireSame(now: ShopChange, contentHash: string): void {
  if (now.contentHash !== contentHash)
    throw new Refusal('stale', { why: '预演之后又有变化，没有写入；请重新预演', affects: now.title })
}

export const variantIdsOf = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => gidOf('ProductVariant', id))),
]

/** Formats the price for the shop's currency; too many decimals are refused, not rounded. */
export function priceFor(text: string, currency: string | null): string {
  if (currency === null) return text
  try {
    return formatMinor(parseMinor(text, currency), currency)
  } catch (error) {
    if (error instanceof RangeError) throw invalidField('price', `${currency}的金额写法不正确`)
    throw error
  }
}
