import type { GoodsStatus, SourceOrder } from '@huoqiao/connector-1688'
import type { OrderRow } from './placement.store.ts'

/** Status words of a running refund (reference 3.5). While one runs, no second one is made. */
const RUNNING = new Set(['waitselleragree', 'waitbuyermodify', 'waitbuyersend', 'waitsellerreceive'])
export const isRefunding = (word: string | null): boolean => word !== null && RUNNING.has(word)

/** Where the goods are, in the words of 1688's refund calls (reference 3.8). */
export function goodsStatusOf(order: Pick<OrderRow, 'status' | 'sentAt'>): GoodsStatus {
  if (order.status === 'success') return 'aftersaleBuyerReceived'
  if (order.status === 'confirm_goods' || order.status === 'signinsuccess') return 'refundBuyerReceived'
  return order.sentAt === null && order.status !== 'waitbuyerreceive'
    ? 'refundWaitSellerSend'
    : 'refundWaitBuyerReceive'
}

/** Finds the refund that an application with a lost answer created: a refund on its items that did not exist before. */
export function refundFound(
  reported: SourceOrder,
  asked: { readonly subItemIds: readonly string[]; readonly formerIds: readonly string[] },
): string | undefined {
  const seen = reported.items
    .filter((item) => item.itemId !== null && asked.subItemIds.includes(item.itemId))
    .flatMap((item) => item.refundId ?? [])
  const ids = [...seen, ...(reported.refundId === null ? [] : [reported.refundId])]
  return ids.find((id) => !asked.formerIds.includes(id))
}

export const refundIdsOf = (reported: SourceOrder): string[] => [
  ...new Set([
    ...reported.items.flatMap((item) => item.refundId ?? []),
    ...(reported.refundId === null ? [] : [reported.refundId]),
  ]),
]
