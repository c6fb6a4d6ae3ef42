import { syncTask } from '@huoqiao/contract/listings/listings.schema'
import type { SyncItem, SyncTask } from '@huoqiao/contract/listings/listings.schema'
import type { ListingSummary } from '@huoqiao/contract/products/products.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { StoreDoc } from '../stores/index.ts'
import type { ListingRow } from './listings.store.ts'
import type { SyncItemWithListing, SyncTaskRow } from './sync-tasks.store.ts'

const OPEN: readonly string[] = ['queued', 'running', 'throttled']

export const taskView = (row: SyncTaskRow): SyncTask => ({
  ...wireOf(syncTask, row),
  can: {
    cancelSyncTask: OPEN.includes(row.state) ? true : '任务已经结束',
    retrySyncTask: row.failed + row.unknown === 0 ? '没有失败的商品' : OPEN.includes(row.state) ? '任务还在进行' : true,
  },
})

export function itemView(row: SyncItemWithListing, store: StoreDoc | undefined): SyncItem {
  return {
    id: row.id,
    productId: row.productId,
    storeId: row.storeId,
    title: row.title,
    image: row.image,
    storeName: store?.name ?? '（店铺已移除）',
    state: row.state,
    step: row.step,
    message: row.message,
    advice: row.advice,
    word: row.word,
    shopifyProductId: row.shopifyProductId,
    ...links(store, row.shopifyProductId, row.handle),
    exchange: row.exchange,
    attempts: row.attempts,
    updatedAt: row.updatedAt.getTime(),
  }
}

/** Addresses of one listing: the shop's public page and its admin page. */
export function links(
  store: StoreDoc | undefined,
  shopifyProductId: string | null,
  handle: string | null,
): { storefrontUrl: string | null; adminUrl: string | null } {
  if (!store || shopifyProductId === null) return { storefrontUrl: null, adminUrl: null }
  const number = shopifyProductId.split('/').at(-1)!
  return {
    storefrontUrl: handle === null ? null : `${store.origin}/products/${encodeURIComponent(handle)}`,
    adminUrl: `${store.origin}/admin/products/${number}`,
  }
}

export const summaryView = (row: ListingRow, store: StoreDoc | undefined): ListingSummary => ({
  storeId: row.storeId,
  storeName: store?.name ?? '（店铺已移除）',
  state: row.state,
  outdated: false,
  shopifyProductId: row.shopifyProductId,
  // A product that was deleted in the shop has no pages.
  ...links(store, row.state === 'removed' ? null : row.shopifyProductId, row.handle),
  error: row.error,
  pushedAt: row.pushedAt?.getTime() ?? null,
  shopChanged: row.state === 'removed' ? [] : row.shopChanged,
})
