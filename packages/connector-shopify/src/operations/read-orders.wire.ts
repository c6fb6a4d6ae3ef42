import { z } from 'zod'
import { MONEY_BAG, moneyBag } from '../money-bag.wire.ts'
import { gid, pageOf } from '../wire.ts'

export const PAGE = 'pageInfo { hasNextPage endCursor }'
const bag = (field: string): string => `${field} { ${MONEY_BAG} }`

/** `customer` needs its own scope (read_customers) and is left out without it. */
export const ORDER_CUSTOMER = 'customer @include(if: $people) { id displayName }'

export const ORDER_FIELDS = `id legacyResourceId name number createdAt updatedAt processedAt cancelledAt cancelReason closedAt
      test edited displayFinancialStatus displayFulfillmentStatus returnStatus taxesIncluded currentTotalWeight currencyCode presentmentCurrencyCode
      note tags email phone
      risk { recommendation assessments { riskLevel } }
      shippingAddress {
        name firstName lastName company address1 address2 city province provinceCode country countryCodeV2 zip phone
      }
      ${['subtotalPriceSet', 'totalShippingPriceSet', 'totalTaxSet', 'totalDiscountsSet', 'totalPriceSet'].map(bag).join(' ')}
      ${['totalRefundedSet', 'currentTotalPriceSet', 'totalTipReceivedSet'].map(bag).join(' ')}
      ${['originalTotalDutiesSet', 'currentTotalDutiesSet', 'currentTotalTaxSet', 'refundDiscrepancySet'].map(bag).join(' ')}`

export const LINE_FIELDS = `id sku title variantTitle quantity currentQuantity unfulfilledQuantity nonFulfillableQuantity
        requiresShipping variant { id } product { id } image { url } customAttributes { key value }
        ${bag('originalUnitPriceSet')} discountAllocations { ${bag('allocatedAmountSet')} }`

export const FULFILLMENT_ORDER_FIELDS = `id status requestStatus supportedActions { action }
        assignedLocation { name location { id } }
        fulfillmentHolds { id reason reasonNotes handle heldByRequestingApp }`

export const FULFILLMENT_ORDER_LINE_FIELDS = 'id totalQuantity remainingQuantity lineItem { id }'
/** `return` needs its own scope (read_returns) and is left out without it. */
export const REFUND_FIELDS = `id createdAt processedAt return @include(if: $returns) { id } ${bag('totalRefundedSet')}`
export const REFUND_LINE_FIELDS = 'quantity restockType lineItem { id }'
export const TRACKING_FIELDS = 'trackingInfo(first: 10) { company number url }'
export const FULFILLMENT_FIELDS = `id name status displayStatus createdAt ${TRACKING_FIELDS}`
export const FULFILLMENT_LINE_FIELDS = 'quantity lineItem { id }'

const text = z.string().nullish()
const reference = z.object({ id: gid })

const lineNode = z.object({
  id: gid,
  sku: text,
  title: z.string(),
  variantTitle: text,
  quantity: z.number(),
  currentQuantity: z.number(),
  unfulfilledQuantity: z.number(),
  nonFulfillableQuantity: z.number(),
  requiresShipping: z.boolean(),
  variant: reference.nullish(),
  product: reference.nullish(),
  image: z.object({ url: z.string() }).nullish(),
  customAttributes: z.array(z.object({ key: z.string(), value: text })),
  originalUnitPriceSet: moneyBag,
  discountAllocations: z.array(z.object({ allocatedAmountSet: moneyBag })),
})
const fulfillmentOrderLine = z.object({
  id: gid,
  totalQuantity: z.number(),
  remainingQuantity: z.number(),
  lineItem: reference,
})
const fulfillmentOrderNode = z.object({
  id: gid,
  status: z.string(),
  requestStatus: z.string(),
  supportedActions: z.array(z.object({ action: z.string() })),
  assignedLocation: z.object({ name: z.string(), location: reference.nullish() }),
  fulfillmentHolds: z.array(
    z.object({ id: gid, reason: z.string(), reasonNotes: text, handle: text, heldByRequestingApp: z.boolean() }),
  ),
  lineItems: pageOf(fulfillmentOrderLine),
})
const refundLine = z.object({ quantity: z.number(), restockType: z.string(), lineItem: reference })
export const refundNode = z.object({
  id: gid,
  createdAt: text,
  processedAt: z.string(),
  return: reference.nullish(),
  totalRefundedSet: moneyBag,
  refundLineItems: pageOf(refundLine),
})
const fulfillmentLine = z.object({ quantity: z.number().nullish(), lineItem: reference })
export const trackingList = z.array(z.object({ company: text, number: text, url: text }))
export const fulfillmentNode = z.object({
  id: gid,
  name: z.string(),
  status: z.string(),
  displayStatus: text,
  createdAt: z.string(),
  trackingInfo: trackingList,
  fulfillmentLineItems: pageOf(fulfillmentLine),
})

const addressNode = z.object({
  name: text,
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  provinceCode: text,
  country: text,
  countryCodeV2: text,
  zip: text,
  phone: text,
})

export const orderNode = z.object({
  id: gid,
  legacyResourceId: z.union([z.string(), z.int().transform(String)]),
  name: z.string(),
  number: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  processedAt: z.string(),
  cancelledAt: text,
  cancelReason: text,
  closedAt: text,
  test: z.boolean(),
  edited: z.boolean(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  returnStatus: z.string(),
  taxesIncluded: z.boolean(),
  /** UnsignedInt64 is text in JSON. */
  currentTotalWeight: z.union([z.string(), z.number()]).nullish(),
  currencyCode: z.string(),
  presentmentCurrencyCode: z.string(),
  note: text,
  tags: z.array(z.string()),
  email: text,
  phone: text,
  risk: z.object({ recommendation: z.string(), assessments: z.array(z.object({ riskLevel: z.string() })) }).nullish(),
  customer: z.object({ id: gid, displayName: z.string() }).nullish(),
  shippingAddress: addressNode.nullish(),
  subtotalPriceSet: moneyBag.nullish(),
  totalShippingPriceSet: moneyBag,
  totalTaxSet: moneyBag.nullish(),
  totalDiscountsSet: moneyBag.nullish(),
  totalPriceSet: moneyBag,
  totalTipReceivedSet: moneyBag,
  originalTotalDutiesSet: moneyBag.nullish(),
  currentTotalDutiesSet: moneyBag.nullish(),
  currentTotalTaxSet: moneyBag.nullish(),
  totalRefundedSet: moneyBag,
  refundDiscrepancySet: moneyBag,
  currentTotalPriceSet: moneyBag,
  lineItems: pageOf(lineNode),
  fulfillmentOrders: pageOf(fulfillmentOrderNode),
  refunds: z.array(refundNode),
  fulfillments: z.array(fulfillmentNode),
})

export const linePage = z.object({ order: z.object({ lineItems: pageOf(lineNode) }).nullable() })
export const fulfillmentOrderPage = z.object({
  order: z.object({ fulfillmentOrders: pageOf(fulfillmentOrderNode) }).nullable(),
})
export const fulfillmentOrderLinePage = z.object({
  fulfillmentOrder: z.object({ lineItems: pageOf(fulfillmentOrderLine) }).nullable(),
})
export const refundLinePage = z.object({ refund: z.object({ refundLineItems: pageOf(refundLine) }).nullable() })
export const fulfillmentLinePage = z.object({
  fulfillment: z.object({ fulfillmentLineItems: pageOf(fulfillmentLine) }).nullable(),
})

export type OrderNode = z.infer<typeof orderNode>
export type LineNode = z.infer<typeof lineNode>
export type FulfillmentOrderNode = z.infer<typeof fulfillmentOrderNode>
export type FulfillmentOrderLineNode = z.infer<typeof fulfillmentOrderLine>
export type RefundNode = z.infer<typeof refundNode>
export type RefundLineNode = z.infer<typeof refundLine>
export type FulfillmentNode = z.infer<typeof fulfillmentNode>
export type FulfillmentLineNode = z.infer<typeof fulfillmentLine>
