import type { ShopSnapshot } from './shop-snapshot.service.ts'

/** So many are named; the dry run shows all of them. */
const NAMED = 8

/** What somebody changed in the shop, in words. Stock moves there with every sale, and is no change by anybody. */
export function changedInShop({ gone, state, liveStatus, fields }: ShopSnapshot): string[] {
  if (gone) return []
  const isOnSale = liveStatus === 'ACTIVE'
  const toggled = (state === 'online' && !isOnSale) || (state === 'offline' && isOnSale)
  const labels = [
    ...(toggled ? [isOnSale ? '上架' : '下架'] : []),
    ...fields.filter(({ change, conflict }) => change !== 'none' && conflict).map(({ label }) => label),
  ]
  return labels.length > NAMED ? [...labels.slice(0, NAMED), `另外 ${labels.length - NAMED} 项`] : labels
}
