import { doubtsOf as doubtsOfVariants, variantName } from '@huoqiao/contract/products/products.doubts'
import type { Can } from '@huoqiao/contract'
import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import type { ProductState } from '@huoqiao/contract/products/products.status'
import { mayMove } from '@huoqiao/contract'
import type { ListingSummary, StoreTerms, ProductDoc } from './products.types.ts'

/**
 * The state of a product over its stores (decisions, section 4). Running work and unknown outcomes come first; a product that was never
 * pushed is a draft or ready; an online product is outdated if any store lacks the newest content.
 */
export function deriveProductState(facts: {
  recycled: boolean
  complete: boolean
  storeIds: readonly string[]
  listings: readonly Pick<ListingSummary, 'storeId' | 'state' | 'outdated'>[]
}): ProductState {
  if (facts.recycled) return 'recycled'
  const inStores = facts.listings.filter(({ storeId }) => facts.storeIds.includes(storeId))
  const any = (...states: ListingSummary['state'][]): boolean => inStores.some(({ state }) => states.includes(state))
  if (any('queued', 'syncing')) return 'syncing'
  if (any('unknown')) return 'unknown'
  if (any('failed')) return any('online') ? 'partial' : 'failed'
  if (any('online')) {
    const waits = facts.storeIds.some(
      (id) => !inStores.some(({ storeId, state }) => storeId === id && !isUnpushed(state)),
    )
    return waits || inStores.some(({ state, outdated }) => state === 'online' && outdated) ? 'outdated' : 'online'
  }
  if (any('offline')) return 'offline'
  return facts.complete ? 'ready' : 'draft'
}

const isUnpushed = (state: ListingSummary['state']): boolean => state === 'pending' || state === 'removed'

/** What is missing before a product can be synced, as texts; empty: ready. */
export function missingOf(
  doc: Pick<ProductDoc, 'title' | 'titleZh' | 'images' | 'variants' | 'storeIds'>,
  stores: readonly StoreTerms[],
): string[] {
  const missing: string[] = []
  const needsZh = stores.length > 0 && stores.every(({ locale }) => locale === 'zh')
  if ((needsZh ? doc.titleZh || doc.title : doc.title) === '') missing.push('标题为空')
  if (doc.images.every(({ dropped }) => dropped)) missing.push('没有图片')
  const variants = doc.variants.filter(({ dropped }) => !dropped)
  if (variants.length === 0) missing.push('没有要上架的变体')
  if (doc.storeIds.length === 0) missing.push('没有认领店铺')
  for (const store of stores) {
    const without = variants.filter(({ prices }) => !prices.some(({ storeId }) => storeId === store.storeId))
    if (without.length === 0) continue
    const which =
      without.length === 1 && variants.length > 1
        ? `变体“${variantName(without[0]!)}”缺价格`
        : variants.length === 1
          ? '缺价格'
          : `${without.length}个变体缺价格`
    missing.push(`${store.name}：${which}${store.why === undefined ? '' : `（${store.why}）`}`)
  }
  return missing
}

export { variantName }

/** The card columns that are derived from the whole product. Dropped variants do not count. */
export function aggregatesOf(doc: ProductDoc, stores: readonly StoreTerms[]) {
  const variants = doc.variants.filter(({ dropped }) => !dropped)
  const costs = variants.flatMap(({ costMinor }) => (costMinor === null ? [] : [costMinor]))
  // A card shows one currency: that of the first claimed store with prices.
  const shown = doc.storeIds.find((id) => variants.some(({ prices }) => prices.some(({ storeId }) => storeId === id)))
  const prices = variants.flatMap(({ prices }) => prices.filter(({ storeId }) => storeId === shown))
  const margins = variants.flatMap((variant) =>
    variant.prices.flatMap(({ storeId, minor }) => {
      const margin = stores.find((store) => store.storeId === storeId)?.margin(variant, minor)
      return margin === undefined ? [] : [margin]
    }),
  )
  return {
    image: doc.images.find(({ dropped }) => !dropped)?.url ?? null,
    costMin: least(costs),
    costMax: most(costs),
    priceMin: least(prices.map(({ minor }) => minor)),
    priceMax: most(prices.map(({ minor }) => minor)),
    priceCurrency: prices[0]?.currency ?? null,
    marginPercent: least(margins),
    variantCount: variants.length,
    stockTotal: variants.reduce((total, { stock }) => total + stock, 0),
  }
}
export type Aggregates = ReturnType<typeof aggregatesOf>

const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b))

type Judged = { state: ProductState; missing: readonly string[]; listings: readonly ListingSummary[] }

/** Why a product may not be moved to the recycle bin now; undefined: it may. */
export function whyNotRecycle({ state, listings }: Judged): string | undefined {
  if (state === 'recycled') return '已在回收站'
  if (listings.some((listing) => listing.state === 'online')) return '商品在店铺里在线，请先下架'
  return mayMove(PRODUCT_STATES, state, 'recycled') ? undefined : `${PRODUCT_STATES[state].label}的商品不能删除`
}

export const whyNotEdit = ({ state }: Pick<Judged, 'state'>): string | undefined =>
  state === 'recycled' ? '回收站里的商品不能编辑，请先恢复' : undefined

/** The actions that a product allows, by call name; screens use this and do not decide themselves. */
export function canOf(judged: Judged): Can {
  const { state, missing, listings } = judged
  const recycled = state === 'recycled'
  const inBin = recycled ? '商品在回收站' : undefined
  const sync =
    inBin ?? (state === 'syncing' ? '正在同步' : missing.length > 0 ? `信息不完整：${missing.join('；')}` : undefined)
  const hasOnline = listings.some((listing) => listing.state === 'online')
  const hasOffline = listings.some((listing) => listing.state === 'offline')
  return {
    editProduct: whyNotEdit(judged) ?? true,
    modifyProducts: whyNotEdit(judged) ?? true,
    deleteProduct: whyNotRecycle(judged) ?? true,
    batchDeleteProducts: recycled ? true : (whyNotRecycle(judged) ?? true),
    restoreProducts: recycled ? true : '只有回收站里的商品可以恢复',
    syncToShopify: sync ?? true,
    setListingsOnline: inBin ?? (hasOnline || hasOffline ? true : '还没有同步到店铺'),
    manualSetSyncFailed: state === 'syncing' ? true : '只有同步中的商品可以置为失败',
  }
}

/** Warnings about implausible numbers of a product. */
export const doubtsOf = (doc: Pick<ProductDoc, 'variants'>): string[] => doubtsOfVariants(doc.variants)
