import type { ShopState } from '../shop-state.ts'
import { minus, NOTHING, pairOf, sharePair, times } from './order-money.ts'
import type { OrderLineRow } from './order.rows.ts'
import { PurchaseRefused } from './purchase.ts'
import type { Purchase } from './purchase.ts'

/**
 * A tip is a line of the order without product, code and tax: the published schema refers to it as a line (`tipLineId`, TipSale.lineItem).
 * It is never fulfilled, so no fulfilment order has it.
 */
export function tipLine(
  shop: ShopState,
  minor: number,
  money: { currency: string; presentment: string; rate: string },
): OrderLineRow {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new PurchaseRefused('a tip is a whole number of minor units')
  return {
    id: shop.newId('LineItem'),
    variantId: null,
    productId: null,
    itemId: null,
    title: 'Tip',
    variantTitle: null,
    sku: null,
    vendor: null,
    imageId: null,
    quantity: 1,
    removed: 0,
    unitPrice: pairOf(minor, money.currency, money.presentment, money.rate),
    discount: NOTHING,
    taxes: [],
    customAttributes: [],
    requiresShipping: false,
    taxable: false,
    grams: 0,
    locationId: shop.places.locations[0]!.id,
    tip: true,
  }
}

/** Duties apply to goods that cross a border: that are sent to another country than the shop's. */
export function withDuties(shop: ShopState, lines: OrderLineRow[], purchase: Purchase): OrderLineRow[] {
  const percent = purchase.dutyPercent ?? 0
  if (percent === 0) return lines
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new PurchaseRefused('dutyPercent takes 0 to 100, whole')
  const country = purchase.shippingAddress?.countryCode
  if (!country || country === shop.facts.country.code)
    throw new PurchaseRefused('duties are collected of shoppers abroad only')
  return lines.map((line) => {
    const price = sharePair(minus(times(line.unitPrice, line.quantity), line.discount), percent, 100)
    if (!line.requiresShipping || price.shop === 0) return line
    const duty = { id: shop.newId('Duty'), price, harmonizedSystemCode: null, countryCodeOfOrigin: 'CN' }
    return { ...line, duties: [duty] }
  })
}
