import { alibabaOrderLink } from '@huoqiao/contract/placement/placement.status'
import type { DifferenceObject } from '@huoqiao/contract/reconciliation/reconciliation.schema'

/** Objects that differences refer to, with the console page that shows them. */
export const orderObject = (order: { id: string; number: string }): DifferenceObject => ({
  kind: 'order',
  id: order.id,
  label: order.number,
  to: `/order/list?order=${order.id}`,
})
export const purchaseObject = (purchase: { id: string; number: string }): DifferenceObject => ({
  kind: 'purchase',
  id: purchase.id,
  label: purchase.number,
  to: `/purchase/list?purchase=${purchase.id}`,
})
/** `accountId`: the account whose list it was found in, for an order that is not stored. */
export const alibabaObject = (orderId: string, accountId?: string): DifferenceObject => ({
  kind: 'alibaba-order',
  id: orderId,
  label: orderId,
  to: alibabaOrderLink(orderId, accountId),
})

export const productObject = (product: { id: string; title: string }): DifferenceObject => ({
  kind: 'product',
  id: product.id,
  label: product.title,
  to: `/shop/product/edit?id=${product.id}`,
})
export const offerObject = (offerId: string, address: string): DifferenceObject => ({
  kind: 'offer',
  id: offerId,
  label: offerId,
  to: address,
})
export const shopProductObject = (snapshot: {
  listingId: string
  storeName: string
  address: string
}): DifferenceObject => ({
  kind: 'shop-product',
  id: snapshot.listingId,
  label: snapshot.storeName,
  to: snapshot.address,
})

/** A duration in words: 3 天, 5 小时. */
export const spanOf = (ms: number): string =>
  ms >= 86_400_000 ? `${Math.floor(ms / 86_400_000)} 天` : `${Math.max(1, Math.floor(ms / 3_600_000))} 小时`
