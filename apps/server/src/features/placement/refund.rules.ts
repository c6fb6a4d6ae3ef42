import type { GoodsStatus, RefundCount, SourceOrder } from '@huoqiao/connector-1688'
import type { OrderItemRow, OrderRow } from './placement.store.ts'

/** Status words of a running refund (reference 3.5). While one is running, no second one is requested. */
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

type Counts = readonly { itemId: string; quantity: number }[]

/** Why these pieces of the chosen items can't be returned to the seller; undefined: they can. */
export function countsProblem(chosen: readonly OrderItemRow[], counts: Counts): string | undefined {
  for (const { itemId, quantity } of counts) {
    const item = chosen.find(({ id }) => id === itemId)
    if (!item) return '只能填写选中的商品的件数'
    if (quantity > item.quantity) return `“${item.title}”只买了 ${item.quantity} 件`
  }
  return undefined
}

/** The pieces that go back to the seller. Only a return of goods has counts (reference 3.8). Undefined: no counts are sent. */
export const countsOf = (
  chosen: readonly OrderItemRow[],
  { counts, kind }: { counts: Counts; kind: 'refund' | 'returnRefund' },
): RefundCount[] | undefined =>
  counts.length === 0 || kind !== 'returnRefund'
    ? undefined
    : chosen.map((item) => ({
        itemId: item.subItemId,
        quantity: counts.find(({ itemId }) => itemId === item.id)?.quantity ?? item.quantity,
      }))
