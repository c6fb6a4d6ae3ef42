import type { ENDPOINTS, InputOf } from '@huoqiao/contract'
import { LIMITS } from '@huoqiao/contract/products/products.schema'
import { percentOn, priced } from './prices.rules.ts'
import type { ProductDoc, StoreTerms } from './products.types.ts'
import { repriced } from './what-if.rules.ts'
import type { Tried } from './what-if.rules.ts'

export type BulkChange = InputOf<(typeof ENDPOINTS)['modifyProducts']>['change']

/** The store ids after a bulk change: the former ones without the removed, then the added ones. */
export const storesAfter = (doc: Pick<ProductDoc, 'storeIds'>, change: BulkChange): string[] => [
  ...new Set([...doc.storeIds.filter((id) => !change.removeStoreIds?.includes(id)), ...(change.addStoreIds ?? [])]),
]

/** Why a store cannot be removed from a product: a product that is in a shop must not be forgotten. */
export function whyNotUnclaim(doc: Pick<ProductDoc, 'listings'>, storeIds: readonly string[]): string | undefined {
  const synced = doc.listings.find(
    ({ storeId, shopifyProductId, state }) =>
      storeIds.includes(storeId) && state !== 'removed' && (shopifyProductId !== null || state !== 'pending'),
  )
  return synced && `商品已同步到店铺“${synced.storeName}”，不能取消认领；请先在店铺里删除`
}

/** One product after a bulk change. `stores`: the terms of its stores after the change. */
export function applyBulk(
  doc: ProductDoc,
  change: BulkChange,
  stores: readonly StoreTerms[],
  repriceBy?: Tried,
): ProductDoc {
  const after: ProductDoc = { ...doc, storeIds: storesAfter(doc, change) }
  after.title = newTitle(doc.title, change)
  if (change.vendor !== undefined) after.vendor = change.vendor
  if (change.productType !== undefined) after.productType = change.productType
  if (change.addTags || change.removeTags)
    after.tags = [
      ...new Set([...doc.tags.filter((tag) => !change.removeTags?.includes(tag)), ...(change.addTags ?? [])]),
    ].slice(0, 250)
  const { stockPolicy } = change
  const moved = movedBy(change)
  // A test price for a store without this product has no effect.
  const tried = repriceBy && after.storeIds.includes(repriceBy.storeId) ? repriceBy : undefined
  after.variants = doc.variants.map((variant) => ({
    ...variant,
    stockPolicy: stockPolicy ?? variant.stockPolicy,
    prices: priced(
      tried ? { ...variant, prices: repriced(variant, tried) } : variant,
      stores,
      change.repriceByRule === true ? 'asked' : false,
    ).map((price) => {
      const move = price.origin === 'manual' ? undefined : moved(price.currency)
      return move === undefined
        ? price
        : {
            storeId: price.storeId,
            currency: price.currency,
            minor: move(price.minor),
            compareAtMinor: price.compareAtMinor === null ? null : move(price.compareAtMinor),
            origin: 'manual' as const,
          }
    }),
  }))
  return after
}

/** Returns, for a currency, how a change calculates new amounts; undefined: amounts of this currency stay unchanged. */
function movedBy({ priceChangePercent: percent, priceChangeAmount: amount }: BulkChange) {
  return (currency: string): ((minor: number) => number) | undefined => {
    if (percent !== undefined) return (minor) => percentOn(minor, percent)
    return amount?.currency === currency ? (minor) => minor + amount.minor : undefined
  }
}

function newTitle(title: string, change: BulkChange): string {
  const { titleReplace, titlePrefix = '', titleSuffix = '' } = change
  const replaced = titleReplace ? title.replaceAll(titleReplace.find, () => titleReplace.replace) : title
  return `${titlePrefix}${replaced}${titleSuffix}`.trim()
}

/** What a bulk change would violate, in one sentence. */
export function bulkFault(after: ProductDoc): string | undefined {
  if (after.title.length > LIMITS.title) return `标题超过${LIMITS.title}个字`
  const prices = after.variants.flatMap((variant) => variant.prices)
  if (prices.some(({ minor }) => minor > 1_000_000_000)) return '价格超出可用范围'
  if (prices.some(({ minor }) => minor < 0)) return '减去这个金额后，有的价格会低于 0'
  return undefined
}
