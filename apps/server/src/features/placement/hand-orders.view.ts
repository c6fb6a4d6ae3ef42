import type { SourceOrder } from '@huoqiao/connector-1688'
import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import type { HandOrderMatch } from './hand-orders.rules.ts'

export function handOrderView(order: SourceOrder, match: HandOrderMatch | undefined): HandOrder {
  const { seller } = order
  return {
    orderId: order.orderId,
    orderedAt: order.createdAt,
    status: order.status,
    sellerName: seller.companyName ?? seller.shopName ?? seller.loginId,
    totalMinor: order.totalFen,
    paid: order.paid,
    items: order.items.map(({ name, imageUrl, attributes, quantity }) => ({
      title: name,
      image: imageUrl,
      spec: attributes.map(({ value }) => value).join(' / '),
      quantity: Math.round(quantity ?? 0),
    })),
    purchase: match
      ? {
          id: match.doc.id,
          number: match.doc.number,
          state: match.doc.state,
          supplierName: match.doc.supplierName,
          pieces: match.doc.lines.reduce((sum, { quantity }) => sum + quantity, 0),
          totalMinor: match.doc.goodsMinor + (match.doc.freightMinor ?? 0),
        }
      : null,
    reasons: match?.reasons ?? [],
    together: [...(match?.together ?? [])],
    obstacle: match?.obstacle ?? null,
  }
}
