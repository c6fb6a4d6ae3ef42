import { takeoverRead } from '@huoqiao/contract/listings/takeover.schema'
import type { TakeoverItem, TakeoverRead } from '@huoqiao/contract/listings/takeover.schema'
import { TAKEOVER_STATES } from '@huoqiao/contract/listings/takeover.status'
import { wireOf } from '../../platform/wire-of.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoreDoc } from '../stores/index.ts'
import { links } from './listings.view.ts'
import type { TakeoverItemRow, TakeoverReadRow } from './takeover.store.ts'

/** SKU codes that a row shows. */
const SKUS_SHOWN = 3

export const takeoverReadView = (row: TakeoverReadRow): TakeoverRead => wireOf(takeoverRead, row)

const shown = (codes: readonly string[]): string[] => codes.filter((code) => code !== '').slice(0, SKUS_SHOWN)

export function takeoverItemView(row: TakeoverItemRow, store: StoreDoc, product: ProductDoc | undefined): TakeoverItem {
  const isOpen = row.state === 'open' || row.state === 'skipped'
  const isDone = row.state === 'linked' || row.state === 'created'
  const finished = `${TAKEOVER_STATES[row.state].label}的不能再接管`
  return {
    id: row.id,
    shopifyProductId: row.shopifyProductId,
    adminUrl: links(store, row.shopifyProductId, null).adminUrl!,
    title: row.title,
    image: row.image,
    skus: shown(row.variants.map(({ sku }) => sku)),
    variantCount: row.variants.length,
    state: row.state,
    product:
      product === undefined
        ? null
        : {
            id: product.id,
            title: product.titleZh || product.title,
            image: product.images.find(({ dropped }) => !dropped)?.url ?? null,
            skus: shown(product.variants.map(({ skuCode }) => skuCode)),
          },
    sureness: row.sureness,
    reasons: row.reasons,
    decidedBy: row.decidedBy,
    message: row.message,
    can: {
      acceptTakeovers: isOpen || finished,
      createTakenProducts: isOpen || finished,
      skipTakeovers: isOpen || finished,
      undoTakeovers: isDone || '还没有接管',
    },
  }
}
