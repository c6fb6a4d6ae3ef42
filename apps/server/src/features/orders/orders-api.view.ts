import { isHeld, lineFacts } from './derive.rules.ts'
import type { OfferNames } from './order-source.store.ts'
import { dueOf, isMoneyGone, refusalToBuy, toBuyOf, wantedOf } from './orders.rules.ts'
import type { ItemRow, LineRow, OrderRow } from './orders.store.ts'
import type { OrderDoc, PurchasableLine } from './orders.types.ts'

type Parts = {
  order: OrderRow
  line: LineRow
  item: ItemRow
  offers: ReadonlyMap<string, OfferNames>
  names: ReadonlyMap<string, string>
}

const counters = ({ purchased, placed, received, shipped }: LineRow) => ({ purchased, placed, received, shipped })

export function purchasableOf({ order, line, item, offers, names }: Parts): PurchasableLine {
  const facts = lineFacts(line)
  const offer = line.offerId === null ? undefined : offers.get(line.offerId)
  return {
    lineId: line.id,
    orderId: order.id,
    orderNumber: order.number,
    orderState: order.state,
    storeId: order.storeId,
    storeName: names.get(order.storeId) ?? '已删除的店铺',
    sku: item.sku,
    title: item.title,
    variantTitle: item.variantTitle,
    image: item.image,
    productId: line.productId,
    variantId: line.variantId,
    ...counters(line),
    wanted: wantedOf(facts),
    toBuy: toBuyOf(facts),
    source: sourceView(line, offer),
    refusal: refusalToBuy(order.state, facts),
  }
}

export function sourceView(line: LineRow, offer: OfferNames | undefined): PurchasableLine['source'] {
  if (line.offerId === null || line.sourceOrigin === null) return null
  return {
    offerId: line.offerId,
    skuId: line.skuId,
    specId: line.specId,
    saleQuantity: line.saleQuantity,
    sourceQuantity: line.sourceQuantity,
    origin: line.sourceOrigin,
    title: offer?.subject ?? '',
    supplierName: offer?.supplierName ?? null,
    supplierId: offer?.supplierId ?? null,
    unitCostMinor: line.unitCostCny,
  }
}

export const docOf = (order: OrderRow, lines: readonly LineRow[], items: ReadonlyMap<string, ItemRow>): OrderDoc => ({
  id: order.id,
  number: order.number,
  storeId: order.storeId,
  shopifyGid: `gid://shopify/Order/${order.shopifyId}`,
  state: order.state,
  trackingReturn: order.trackingReturn,
  currency: order.currency,
  cancelledAt: order.cancelledAt,
  isMoneyGone: isMoneyGone(order.payment),
  isHeld: isHeld(order),
  createdAt: order.orderedAt,
  lines: lines.map((line) => ({
    lineId: line.id,
    shopifyGid: `gid://shopify/LineItem/${line.shopifyId}`,
    sku: items.get(line.itemId)?.sku ?? '',
    title: items.get(line.itemId)?.title ?? '',
    ...counters(line),
    wanted: wantedOf(lineFacts(line)),
    due: dueOf(lineFacts(line)),
    fulfilled: line.fulfilled,
  })),
})
