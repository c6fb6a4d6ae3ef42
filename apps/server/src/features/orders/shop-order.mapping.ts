import type { MoneyPair, OrderAddress, ShopOrder } from '@huoqiao/connector-shopify'
import { unitAfterDiscounts } from './order-amounts.rules.ts'
import type { KeptAddress, NewOrder, NewPerson } from './orders.types.ts'

/** The number at the end of a gid; a plain number stays as it is. */
export const legacyOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1).split('?')[0]!
export const gidOf = (
  kind: 'Order' | 'LineItem' | 'ProductVariant' | 'Product' | 'FulfillmentOrder',
  id: string,
): string => `gid://shopify/${kind}/${id}`

const shop = (pair: MoneyPair): number => pair.shop.minor

/** An order that was read in full from the shop at `readAt`, in our terms. */
export function newOrder(order: ShopOrder, readAt: Date): NewOrder {
  const fulfilled = new Map<string, number>()
  for (const one of order.fulfillments) {
    if (!COUNTS.has(one.status)) continue
    for (const line of one.lines) fulfilled.set(line.lineItemId, (fulfilled.get(line.lineItemId) ?? 0) + line.quantity)
  }
  const back = new Map<string, number>()
  for (const { returnId, lines } of order.refunds)
    for (const { lineItemId, quantity, restockType } of lines)
      if (restockType === 'RETURN' || returnId !== undefined)
        back.set(lineItemId, (back.get(lineItemId) ?? 0) + quantity)
  return {
    shopifyId: order.legacyId,
    number: order.name,
    depth: 1,
    orderedAt: new Date(order.createdAt),
    shopUpdatedAt: new Date(order.updatedAt),
    reportedAt: readAt,
    cancelledAt: dated(order.cancelledAt),
    cancelReason: order.cancelReason ?? null,
    closedAt: dated(order.closedAt),
    test: order.test,
    edited: order.edited,
    financialStatus: order.financialStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    returnStatus: order.returnStatus,
    risk: { level: riskOf(order.riskLevel), advice: order.riskAdvice ?? null },
    shopHold: { reason: holdOf(order) },
    tags: [...order.tags],
    currency: order.currency,
    totalMinor: shop(order.totals.total),
    refundedMinor: shop(order.totals.refunded),
    currentMinor: shop(order.totals.current),
    amounts: {
      subtotal: shop(order.totals.subtotal),
      shipping: shop(order.totals.shipping),
      tax: shop(order.totals.tax),
      discount: shop(order.totals.discount),
      tip: shop(order.totals.tip),
      duties: shop(order.totals.duties),
      currentDuties: shop(order.totals.currentDuties),
      taxIncluded: order.taxesIncluded,
      currentTax: shop(order.totals.currentTax),
      overRefunded: -shop(order.totals.refundDiscrepancy),
      currentGrams: order.currentGrams,
      presentment: order.totals.total.presentment,
    },
    person: personOf(order),
    addressIncomplete: incomplete(order.shippingAddress),
    country: order.shippingAddress?.countryCode ?? null,
    lines: order.lines.map((line) => ({
      shopifyId: legacyOf(line.id),
      variantId: line.variantId ? legacyOf(line.variantId) : null,
      productId: line.productId ? legacyOf(line.productId) : null,
      sku: line.sku,
      title: line.title,
      variantTitle: line.variantTitle,
      image: line.image ?? null,
      quantity: line.quantity,
      current: line.currentQuantity,
      fulfilled: fulfilled.get(line.id) ?? 0,
      returned: returnedOf(line, { fulfilled: fulfilled.get(line.id) ?? 0, back: back.get(line.id) ?? 0 }),
      unitPriceMinor: unitAfterDiscounts(shop(line.unitPrice), line.quantity, shop(line.discount)),
      listPriceMinor: shop(line.unitPrice),
      discountMinor: shop(line.discount),
      requiresShipping: line.requiresShipping,
    })),
    fulfillments: order.fulfillments.map((one) => ({
      id: one.id,
      name: one.name,
      status: one.status,
      company: one.tracking[0]?.company ?? null,
      numbers: one.tracking.flatMap(({ number }) => (number ? [number] : [])),
      urls: one.tracking.flatMap(({ url }) => (url ? [url] : [])),
      at: Date.parse(one.createdAt),
    })),
  }
}

/**
 * Pieces that were sent and came back, from the refunds whose goods had certainly been sent: restocked as RETURN, or refunds of a return.
 * A refund without restock may be of pieces that were never sent; these are not sent any more (decision 0059).
 */
export const returnedOf = (
  line: { quantity: number; currentQuantity: number },
  { fulfilled, back }: { fulfilled: number; back: number },
): number => Math.min(back, fulfilled, line.quantity - line.currentQuantity)

/** Fulfilment statuses whose pieces count as sent. */
const COUNTS: ReadonlySet<string> = new Set(['SUCCESS', 'OPEN', 'PENDING'])
const dated = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

const RISKS: Readonly<Record<string, NonNullable<NewOrder['risk']>['level']>> = {
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
}
const riskOf = (level: string | undefined) => RISKS[level ?? ''] ?? 'none'

/** The shop holds an order if every open fulfilment order is on hold. */
function holdOf(order: ShopOrder): string | null {
  const open = order.fulfillmentOrders.filter((one) => !['CLOSED', 'CANCELLED', 'INCOMPLETE'].includes(one.status))
  const held = open.filter((one) => one.status === 'ON_HOLD')
  if (held.length === 0 || held.length < open.length) return order.fulfillmentStatus === 'ON_HOLD' ? 'OTHER' : null
  return held.flatMap((one) => one.holds.map((hold) => hold.reason))[0] ?? 'OTHER'
}

/** An address was reported, but a parcel cannot be sent to it. No address at all may only mean that we may not see it. */
export function incomplete(address: OrderAddress | undefined): boolean {
  if (!address) return false
  return !address.countryCode && !address.country ? true : !address.address1 || !address.city
}

function personOf(order: ShopOrder): NewPerson | null {
  const address = order.shippingAddress
  const name = address?.name ?? order.customer?.name ?? null
  const phone = order.phone ?? address?.phone ?? null
  if (name === null && phone === null && !order.email && !address && order.note === '' && !order.customer) return null
  return {
    customerId: order.customer ? legacyOf(order.customer.id) : null,
    name,
    email: order.email ?? null,
    phone,
    address: address ? keptAddress(address) : null,
    note: order.note,
  }
}

export function keptAddress(address: OrderAddress): KeptAddress {
  const { company, address1, address2, city, province, zip, country } = address
  return {
    ...(company ? { company } : {}),
    ...(address1 ? { address1 } : {}),
    ...(address2 ? { address2 } : {}),
    ...(city ? { city } : {}),
    ...(province ? { province } : {}),
    ...(zip ? { zip } : {}),
    ...(country ? { country } : {}),
  }
}
