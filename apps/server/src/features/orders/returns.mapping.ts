import type { ShopReturn } from '@huoqiao/connector-shopify'
import type { OrderReturnState } from '@huoqiao/contract/orders/orders.status'
import type { NewReturn } from './returns.store.ts'
import { legacyOf } from './shop-order.mapping.ts'

const STATES: Readonly<Record<string, OrderReturnState>> = {
  REQUESTED: 'requested',
  OPEN: 'open',
  CLOSED: 'closed',
  CANCELED: 'cancelled',
  DECLINED: 'declined',
}

/** A return as it is kept. A word that a later version of the shop adds stands for one that is under way. */
export const newReturn = (told: ShopReturn, given: { id: string; orderId: string; now: Date }): NewReturn => ({
  id: given.id,
  orderId: given.orderId,
  shopifyGid: told.id,
  name: told.name,
  state: STATES[told.status] ?? 'open',
  lines: told.lines.map((line) => ({
    shopifyLineId: line.lineItemId === undefined ? null : legacyOf(line.lineItemId),
    quantity: line.quantity,
    processed: line.processedQuantity,
    refunded: line.refundedQuantity,
    reason: line.reason,
    note: line.note,
  })),
  exchanges: told.exchanges.map((line) => ({
    // Nothing is sold yet of what was not processed: then only the variant is known.
    title: line.title || (line.variantId === undefined ? '' : `规格 ${legacyOf(line.variantId)}`),
    sku: line.sku,
    quantity: line.quantity,
    processed: line.processedQuantity,
  })),
  refunds: told.refunds.map(({ createdAt, total }) => ({
    at: Date.parse(createdAt),
    totalMinor: total.shop.minor,
    presentment: { minor: total.presentment.minor, currency: total.presentment.currency },
  })),
  declined: [told.declined?.reason ?? '', told.declined?.note ?? ''].filter((said) => said !== '').join('：'),
  requestedAt: new Date(told.createdAt),
  closedAt: told.closedAt === undefined ? null : new Date(told.closedAt),
  createdAt: given.now,
  updatedAt: given.now,
})
