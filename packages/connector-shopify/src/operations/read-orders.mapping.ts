import { money } from '@huoqiao/kit'
import type {
  MoneyPair,
  OrderAddress,
  OrderRiskLevel,
  ShopFulfillment,
  ShopFulfillmentOrder,
  ShopOrder,
  ShopOrderLine,
  ShopRefund,
  ShopTracking,
} from '../orders.ts'
import type {
  FulfillmentLineNode,
  FulfillmentNode,
  FulfillmentOrderLineNode,
  FulfillmentOrderNode,
  LineNode,
  OrderNode,
  RefundLineNode,
  RefundNode,
} from './read-orders.wire.ts'

type Filled<T> = { [Key in keyof T]?: NonNullable<T[Key]> }

/** Removes fields that are null, missing or empty text. */
const filled = <T extends Readonly<Record<string, unknown>>>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Filled<T>

/** Sums in the currencies of `like`. */
const sumOf = (pairs: readonly MoneyPair[], like: MoneyPair): MoneyPair => ({
  shop: money(
    pairs.reduce((sum, { shop }) => sum + shop.minor, 0),
    like.shop.currency,
  ),
  presentment: money(
    pairs.reduce((sum, { presentment }) => sum + presentment.minor, 0),
    like.presentment.currency,
  ),
})

export const lineOf = (node: LineNode): ShopOrderLine => ({
  id: node.id,
  sku: node.sku ?? '',
  title: node.title,
  variantTitle: node.variantTitle ?? '',
  quantity: node.quantity,
  currentQuantity: node.currentQuantity,
  unfulfilledQuantity: node.unfulfilledQuantity,
  nonFulfillableQuantity: node.nonFulfillableQuantity,
  unitPrice: node.originalUnitPriceSet,
  discount: sumOf(
    node.discountAllocations.map(({ allocatedAmountSet }) => allocatedAmountSet),
    node.originalUnitPriceSet,
  ),
  requiresShipping: node.requiresShipping,
  customAttributes: node.customAttributes.map(({ key, value }) => ({ key, value: value ?? '' })),
  ...filled({ variantId: node.variant?.id, productId: node.product?.id, image: node.image?.url }),
})

export const fulfillmentOrderOf = (
  node: FulfillmentOrderNode,
  lines: readonly FulfillmentOrderLineNode[],
): ShopFulfillmentOrder => ({
  id: node.id,
  status: node.status,
  requestStatus: node.requestStatus,
  supportedActions: node.supportedActions.map(({ action }) => action),
  locationName: node.assignedLocation.name,
  ...filled({ locationId: node.assignedLocation.location?.id }),
  holds: node.fulfillmentHolds.map(({ id, reason, reasonNotes, handle, heldByRequestingApp }) => ({
    id,
    reason,
    heldByUs: heldByRequestingApp,
    ...filled({ notes: reasonNotes, handle }),
  })),
  lines: lines.map(({ lineItem, ...line }) => ({ ...line, lineItemId: lineItem.id })),
})

export const refundOf = (node: RefundNode, lines: readonly RefundLineNode[]): ShopRefund => ({
  id: node.id,
  createdAt: node.createdAt ?? node.processedAt,
  total: node.totalRefundedSet,
  ...filled({ returnId: node.return?.id }),
  lines: lines.map(({ lineItem, quantity, restockType }) => ({ lineItemId: lineItem.id, quantity, restockType })),
})

export const trackingOf = (list: FulfillmentNode['trackingInfo']): ShopTracking[] => list.map((each) => filled(each))

export const fulfillmentOf = (node: FulfillmentNode, lines: readonly FulfillmentLineNode[]): ShopFulfillment => ({
  id: node.id,
  name: node.name,
  status: node.status,
  createdAt: node.createdAt,
  tracking: trackingOf(node.trackingInfo),
  ...filled({ displayStatus: node.displayStatus }),
  lines: lines.map(({ lineItem, quantity }) => ({ lineItemId: lineItem.id, quantity: quantity ?? 0 })),
})

/** An address with all parts redacted counts as none. */
function addressOf(node: OrderNode['shippingAddress']): OrderAddress | undefined {
  if (!node) return undefined
  const { countryCodeV2, ...rest } = node
  const address = filled({ ...rest, countryCode: countryCodeV2 })
  return Object.keys(address).length === 0 ? undefined : address
}

const RISKS: readonly OrderRiskLevel[] = ['PENDING', 'NONE', 'LOW', 'MEDIUM', 'HIGH']

/** Several providers may assess an order: the highest risk counts. */
const worstRisk = (levels: readonly OrderRiskLevel[]): OrderRiskLevel | undefined =>
  levels.toSorted((a, b) => RISKS.indexOf(b) - RISKS.indexOf(a))[0]

type Parts = Pick<ShopOrder, 'lines' | 'refunds' | 'fulfillmentOrders' | 'fulfillments'>

/** The order's own fields with its complete parts. */
export function orderOf(node: OrderNode, parts: Parts): ShopOrder {
  const { currencyCode: currency, presentmentCurrencyCode: presentmentCurrency } = node
  const none: MoneyPair = { shop: money(0, currency), presentment: money(0, presentmentCurrency) }
  const { customer } = node
  return {
    id: node.id,
    legacyId: node.legacyResourceId,
    name: node.name,
    number: node.number,
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    processedAt: node.processedAt,
    test: node.test,
    edited: node.edited,
    // Null for orders without a payment request yet: still to be paid.
    financialStatus: node.displayFinancialStatus ?? 'PENDING',
    fulfillmentStatus: node.displayFulfillmentStatus,
    returnStatus: node.returnStatus,
    taxesIncluded: node.taxesIncluded,
    currentGrams: Number(node.currentTotalWeight ?? 0),
    currency,
    presentmentCurrency,
    totals: {
      subtotal: node.subtotalPriceSet ?? none,
      shipping: node.totalShippingPriceSet,
      tax: node.totalTaxSet ?? none,
      discount: node.totalDiscountsSet ?? none,
      total: node.totalPriceSet,
      tip: node.totalTipReceivedSet,
      // Null where no duties apply.
      duties: node.originalTotalDutiesSet ?? none,
      currentDuties: node.currentTotalDutiesSet ?? none,
      currentTax: node.currentTotalTaxSet ?? none,
      refunded: node.totalRefundedSet,
      refundDiscrepancy: node.refundDiscrepancySet,
      current: node.currentTotalPriceSet,
    },
    note: node.note ?? '',
    tags: node.tags,
    ...filled({
      cancelledAt: node.cancelledAt,
      cancelReason: node.cancelReason,
      closedAt: node.closedAt,
      riskLevel: worstRisk(node.risk?.assessments.map(({ riskLevel }) => riskLevel) ?? []),
      riskAdvice: node.risk?.recommendation,
      customer: customer ? { id: customer.id, name: customer.displayName } : undefined,
      email: node.email,
      phone: node.phone,
      shippingAddress: addressOf(node.shippingAddress),
    }),
    ...parts,
  }
}
