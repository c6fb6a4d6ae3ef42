import type { TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'
import { emptyConnection, paginate } from '../connections.ts'
import type { PageArgs } from '../connections.ts'
import { gid, gidNumber } from '../gid.ts'
import {
  currentQuantity,
  dutiesOf,
  fulfilledQuantity,
  lineSubtotal,
  minus,
  plus,
  refundTotal,
  sharePair,
  times,
  unfulfilledQuantity,
} from '../orders/order-money.ts'
import { allocationsOn, ownDiscountOf } from '../orders/order-discounts.ts'
import { bag, gatewayTitle, lineView, paymentView } from '../orders/order-views.ts'
import type { LineView, PaymentView, RefundLineView, RefundView } from '../orders/order-views.ts'
import type { DutyRow, OrderRow, Pair } from '../orders/order.rows.ts'
import { returnView } from '../orders/return-views.ts'
import { imageView } from './media.fields.ts'
import { allocationView, taxView } from './order.fields.ts'
import { variantView } from './variant.fields.ts'

const dutyView = (order: OrderRow, { id, price, harmonizedSystemCode, countryCodeOfOrigin }: DutyRow): object => ({
  __typename: 'Duty',
  id,
  price: bag(order, price),
  harmonizedSystemCode,
  countryCodeOfOrigin,
  taxLines: [],
})

const lineType = fieldsOf<LineView>({
  id: (s) => s.line.id,
  title: (s) => s.line.title,
  variantTitle: (s) => s.line.variantTitle,
  name: (s) => (s.line.variantTitle === null ? s.line.title : `${s.line.title} - ${s.line.variantTitle}`),
  sku: (s) => s.line.sku,
  vendor: (s) => s.line.vendor,
  /* The product may have been deleted: then only the copied texts are left (reference shopify-admin 4). */
  variant: (s, _a, { shop }) => {
    const owned = s.line.variantId === null ? undefined : shop.products.variant(s.line.variantId)
    return owned ? variantView(owned.product, owned.variant) : null
  },
  product: (s, _a, { shop }) => (s.line.productId === null ? null : (shop.products.get(s.line.productId) ?? null)),
  image: (s, _a, call) => {
    const file = s.line.imageId === null ? undefined : call.shop.files.get(s.line.imageId)
    return file?.status === 'READY' ? imageView(file, call) : null
  },
  quantity: (s) => s.line.quantity,
  currentQuantity: (s) => currentQuantity(s.order, s.line),
  refundableQuantity: (s) => currentQuantity(s.order, s.line),
  unfulfilledQuantity: (s) => unfulfilledQuantity(s.order, s.line.id),
  fulfillableQuantity: (s) => unfulfilledQuantity(s.order, s.line.id),
  nonFulfillableQuantity: (s) =>
    s.line.quantity - unfulfilledQuantity(s.order, s.line.id) - fulfilledQuantity(s.order, s.line.id),
  fulfillmentStatus: (s) => {
    const sent = fulfilledQuantity(s.order, s.line.id)
    if (sent === 0) return 'unfulfilled'
    return unfulfilledQuantity(s.order, s.line.id) > 0 ? 'partial' : 'fulfilled'
  },
  customAttributes: (s) => s.line.customAttributes,
  requiresShipping: (s) => s.line.requiresShipping,
  taxable: (s) => s.line.taxable,
  isGiftCard: () => false,
  merchantEditable: (s) => s.order.cancelledAt === null,
  restockable: (s) => s.line.variantId !== null,
  weight: (s) => ({ unit: 'GRAMS', value: s.line.grams }),
  duties: (s) => (s.line.duties ?? []).map((duty) => dutyView(s.order, duty)),
  lineItemGroup: () => null,
  sellingPlan: () => null,
  contract: () => null,
  originalUnitPriceSet: (s) => bag(s.order, s.line.unitPrice),
  originalTotalSet: (s) => bag(s.order, times(s.line.unitPrice, s.line.quantity)),
  discountedUnitPriceSet: (s) =>
    bag(s.order, minus(s.line.unitPrice, sharePair(ownDiscountOf(s.order, s.line), 1, s.line.quantity))),
  discountedUnitPriceAfterAllDiscountsSet: (s) =>
    bag(s.order, minus(s.line.unitPrice, sharePair(s.line.discount, 1, s.line.quantity))),
  /* Discounts by an order's code are included only when the vendor's argument requests them; the line's own discount always is. */
  discountedTotalSet: (s, args) =>
    bag(
      s.order,
      args.withCodeDiscounts
        ? lineSubtotal(s.line, s.line.quantity)
        : minus(times(s.line.unitPrice, s.line.quantity), ownDiscountOf(s.order, s.line)),
    ),
  totalDiscountSet: (s) => bag(s.order, s.line.discount),
  unfulfilledOriginalTotalSet: (s) => bag(s.order, times(s.line.unitPrice, unfulfilledQuantity(s.order, s.line.id))),
  unfulfilledDiscountedTotalSet: (s) => bag(s.order, lineSubtotal(s.line, unfulfilledQuantity(s.order, s.line.id))),
  taxLines: (s) => s.line.taxes.map((tax) => taxView(s.order, tax)),
  discountAllocations: (s) => allocationsOn(s.order, s.line).map((one) => allocationView(s.order, one)),
})

const adjustmentView = ({ order, refund }: RefundView, discrepancy: Pair) => ({
  __typename: 'OrderAdjustment',
  id: gid('OrderAdjustment', gidNumber(refund.id)),
  amountSet: bag(order, discrepancy),
  taxAmountSet: bag(order, plus()),
  reason: 'REFUND_DISCREPANCY',
})

const refundType = fieldsOf<RefundView>({
  id: (s) => s.refund.id,
  legacyResourceId: (s) => gidNumber(s.refund.id),
  createdAt: (s) => s.refund.createdAt,
  updatedAt: (s) => s.refund.createdAt,
  processedAt: (s) => s.refund.createdAt,
  note: (s) => s.refund.note,
  order: (s) => s.order,
  duties: (s) =>
    (s.refund.duties ?? []).map(({ dutyId, amount }) => {
      const found = dutiesOf(s.order).find(({ duty }) => duty.id === dutyId)
      return { amountSet: bag(s.order, amount), originalDuty: found ? dutyView(s.order, found.duty) : null }
    }),
  return: (s) => {
    const row = s.order.returns?.find((entry) => entry.id === s.refund.returnId)
    return row ? returnView(s.order, row) : null
  },
  staffMember: () => null,
  totalRefundedSet: (s) => bag(s.order, refundTotal(s.order, s.refund)),
  /* What was paid more or less than due (refunded shipping has a line of its own here). */
  orderAdjustments: (s, args) =>
    paginate(s.refund.discrepancy ? [adjustmentView(s, s.refund.discrepancy)] : [], args as PageArgs, {
      id: (view) => view.id,
    }),
  refundShippingLines: () => emptyConnection(),
  refundLineItems: (s, args) =>
    paginate(
      s.refund.lines.map((row): RefundLineView => ({ __typename: 'RefundLineItem', order: s.order, row })),
      args as PageArgs,
      { id: (view) => view.row.id },
    ),
  transactions: (s, args) =>
    paginate(
      s.order.transactions
        .filter((entry) => s.refund.transactionIds.includes(entry.id))
        .map((entry) => paymentView(s.order, entry)),
      args as PageArgs,
      { id: (view) => view.payment.id },
    ),
})

const refundLineType = fieldsOf<RefundLineView>({
  id: (s) => s.row.id,
  quantity: (s) => s.row.quantity,
  restockType: (s) => s.row.restockType,
  restocked: (s) => s.row.restockType !== 'NO_RESTOCK',
  location: (s, _a, { shop }) => shop.places.locations.find((place) => place.id === s.row.locationId) ?? null,
  lineItem: (s) =>
    lineView(
      s.order,
      s.order.lines.find((line) => line.id === s.row.lineId)!,
    ),
  priceSet: (s) => bag(s.order, sharePair(s.row.subtotal, 1, s.row.quantity)),
  subtotalSet: (s) => bag(s.order, s.row.subtotal),
  totalTaxSet: (s) => bag(s.order, s.row.tax),
})

const paymentType = fieldsOf<PaymentView>({
  id: (s) => s.payment.id,
  kind: (s) => s.payment.kind,
  status: (s) => s.payment.status,
  gateway: (s) => s.payment.gateway,
  formattedGateway: (s) => gatewayTitle(s.payment.gateway),
  amountSet: (s) => bag(s.order, s.payment.amount),
  createdAt: (s) => s.payment.createdAt,
  processedAt: (s) => s.payment.createdAt,
  test: (s) => s.order.test,
  order: (s) => s.order,
  errorCode: () => null,
  manualPaymentGateway: (s) => s.payment.gateway !== 'shopify_payments',
  parentTransaction: (s) => {
    const parent = s.order.transactions.find((entry) => entry.id === s.payment.parentId)
    return parent ? paymentView(s.order, parent) : null
  },
  totalUnsettledSet: (s) => bag(s.order, plus()),
})

export const orderLineTypes: Record<string, TypeFields> = {
  LineItem: lineType,
  Refund: refundType,
  RefundLineItem: refundLineType,
  OrderTransaction: paymentType,
}
