import { formatMinor } from '@huoqiao/kit'
import {
  currentQuantity,
  currentTotalsOf,
  discrepancyOf,
  financialStatus,
  fulfilledQuantity,
  fulfillmentStatus,
  NOTHING,
  outstandingOf,
  plus,
  refundTotal,
  refundedTotal,
  times,
  totalsOf,
  unfulfilledQuantity,
} from '../orders/order-money.ts'
import { processedUnits } from '../orders/returns.ts'
import type { OrderRow } from '../orders/order.rows.ts'

/** An order as the control API returns it: tests compare what an app did with it. */
/** The shop's own sums of an order, minor units of its currency: before refunds and, as `current…`, now. */
function sumsOf(order: OrderRow) {
  const all = totalsOf(order)
  const now = currentTotalsOf(order)
  const goods = order.lines.filter((line) => !line.tip)
  return {
    goods: plus(...goods.map((line) => times(line.unitPrice, line.quantity - line.removed))).shop,
    discount: all.discount.shop,
    shippingDiscount: (order.shipping?.discount?.amount ?? NOTHING).shop,
    shipping: (order.shipping?.price ?? NOTHING).shop,
    tax: all.tax.shop,
    taxIncluded: order.taxesIncluded,
    tip: all.tip.shop,
    duties: all.duties.shop,
    total: all.total.shop,
    refunded: refundedTotal(order).shop,
    current: now.total.shop,
    currentTax: now.tax.shop,
    currentDuties: now.duties.shop,
    refundDiscrepancy: discrepancyOf(order).shop,
    outstanding: outstandingOf(order).shop,
    presentment: all.total.presentment,
  }
}

export const orderWitness = (order: OrderRow) => ({
  id: order.id,
  number: order.number,
  name: `#${order.number}`,
  createdAt: order.createdAt,
  updatedAt: order.updatedAt,
  financialStatus: financialStatus(order),
  fulfillmentStatus: fulfillmentStatus(order),
  returnStatus: order.returnStatus,
  risk: order.risk,
  test: order.test,
  edited: order.edited,
  cancelledAt: order.cancelledAt,
  closedAt: order.closedAt,
  currency: order.currency,
  presentmentCurrency: order.presentmentCurrency,
  total: formatMinor(currentTotalsOf(order).total.shop, order.currency),
  sums: sumsOf(order),
  note: order.note,
  tags: order.tags,
  email: order.email,
  shipTo: order.shippingAddress && [order.shippingAddress.city, order.shippingAddress.countryCode].join(', '),
  lines: order.lines.map((line) => ({
    id: line.id,
    variantId: line.variantId,
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    currentQuantity: currentQuantity(order, line),
    unfulfilledQuantity: unfulfilledQuantity(order, line.id),
    fulfilledQuantity: fulfilledQuantity(order, line.id),
  })),
  fulfillmentOrders: order.fulfillmentOrders.map((entry) => ({
    id: entry.id,
    status: entry.status,
    locationId: entry.locationId,
    holds: entry.holds.map((hold) => hold.reason),
    lines: entry.lines,
  })),
  fulfillments: order.fulfillments.map((sent) => ({
    id: sent.id,
    status: sent.status,
    createdAt: sent.createdAt,
    notified: sent.notified,
    tracking: sent.tracking,
    units: sent.lines.reduce((sum, line) => sum + line.quantity, 0),
    lines: sent.lines.map(({ lineId, fulfillmentOrderId, quantity }) => ({ lineId, fulfillmentOrderId, quantity })),
  })),
  returns: (order.returns ?? []).map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    lines: row.lines.map((line) => ({
      lineId: line.lineId,
      quantity: line.quantity,
      processed: processedUnits(row, line),
      reason: line.reason,
    })),
    exchanges: (row.exchanges ?? []).map(({ variantId, quantity, processed }) => ({ variantId, quantity, processed })),
  })),
  refunds: order.refunds.map((refund) => ({
    id: refund.id,
    createdAt: refund.createdAt,
    total: formatMinor(refundTotal(order, refund).shop, order.currency),
    presentment: formatMinor(refundTotal(order, refund).presentment, order.presentmentCurrency),
    lines: refund.lines.map(({ lineId, quantity, restockType }) => ({ lineId, quantity, restockType })),
  })),
})
