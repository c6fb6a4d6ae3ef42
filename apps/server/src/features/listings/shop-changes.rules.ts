import type { ShopSnapshot } from './shop-snapshot.service.ts'

/** At most this many fields are named; the dry run shows all. */
const NAMED = 8

/** Describes what was changed in the shop. Stock changes with every sale and is left out. */
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
