import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { Hue } from '@huoqiao/contract/states'

export type HandOrderKind = 'ready' | 'mismatch' | 'none'
export const HAND_ORDER_KINDS: Readonly<Record<HandOrderKind, { label: string; hue: Hue }>> = {
  ready: { label: '可以接管', hue: 'done' },
  mismatch: { label: '对不上', hue: 'attention' },
  none: { label: '没有相像的采购单', hue: 'waiting' },
}

export const kindOf = ({ purchase, obstacle }: Pick<HandOrder, 'purchase' | 'obstacle'>): HandOrderKind =>
  purchase === null ? 'none' : obstacle === null ? 'ready' : 'mismatch'

/** Orders in which every word of the keyword occurs: in the number, the seller, the goods, or the proposed purchase. */
export function searchOrders(orders: readonly HandOrder[], keyword: string): HandOrder[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  return orders.filter(({ orderId, sellerName, items, purchase }) => {
    const goods = items.map(({ title, spec }) => `${title} ${spec}`)
    const text = [orderId, sellerName, ...goods, purchase?.number, purchase?.supplierName].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** How many of the orders are of each kind, for the tabs. */
export function countKinds(orders: readonly HandOrder[]) {
  const counts: Partial<Record<HandOrderKind, number>> = {}
  for (const order of orders) counts[kindOf(order)] = (counts[kindOf(order)] ?? 0) + 1
  return { counts, all: orders.length, capped: [] }
}
