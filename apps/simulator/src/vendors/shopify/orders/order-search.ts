import { matchId, matchText, matchTime, matchWords } from '../search-query.ts'
import type { SearchFields } from '../search-query.ts'
import { currentTotalsOf, financialStatus, fulfillmentStatus, totalsOf } from './order-money.ts'
import type { WorkView } from './order-views.ts'
import type { OrderRow } from './order.rows.ts'

const anyOf = (have: readonly string[], value: string): boolean =>
  value.split(',').some((part) => have.some((entry) => matchText(entry, part.trim())))

/** #1001, 1001 and #1001* all find the order. */
const matchName = (order: OrderRow, value: string): boolean => matchText(String(order.number), value.replace(/^#/, ''))

const shopperOf = (order: OrderRow): string =>
  [order.shippingAddress?.firstName, order.shippingAddress?.lastName].filter(Boolean).join(' ')

/** status: open means not archived; cancelled orders are archived too (reference shopify-admin 4). */
function matchStatus(order: OrderRow, value: string): boolean {
  if (value === 'open') return order.closedAt === null && order.cancelledAt === null
  if (value === 'closed') return order.closedAt !== null
  if (value === 'cancelled') return order.cancelledAt !== null
  return value === 'not_closed' ? order.closedAt === null : value === 'any'
}

const FULFILLMENT: Readonly<Record<string, readonly string[]>> = {
  unshipped: ['UNFULFILLED', 'ON_HOLD', 'SCHEDULED'],
  unfulfilled: ['UNFULFILLED', 'PARTIALLY_FULFILLED', 'ON_HOLD', 'SCHEDULED'],
  shipped: ['FULFILLED'],
  fulfilled: ['FULFILLED'],
  partial: ['PARTIALLY_FULFILLED'],
  scheduled: ['SCHEDULED'],
  on_hold: ['ON_HOLD'],
  request_declined: [],
}

const matchPlace = (ids: readonly string[], value: string): boolean =>
  ids.some((id) => id === value || id.endsWith(`/${value}`))

export const ORDER_SEARCH: SearchFields<OrderRow> = {
  text: (order, value) =>
    matchName(order, value) ||
    matchText(order.email, value) ||
    matchWords(shopperOf(order), value) ||
    order.lines.some((line) => matchWords(line.title, value) || matchText(line.sku, value)),
  fields: {
    id: (order, term) => matchId(order.id, term),
    name: (order, { value }) => value.split(',').some((name) => matchName(order, name.trim())),
    created_at: (order, term) => matchTime(order.createdAt, term),
    updated_at: (order, term) => matchTime(order.updatedAt, term),
    processed_at: (order, term) => matchTime(order.processedAt, term),
    status: (order, { value }) => matchStatus(order, value.toLowerCase()),
    financial_status: (order, { value }) => anyOf([financialStatus(order)], value),
    fulfillment_status: (order, { value }) =>
      value.split(',').some((word) => FULFILLMENT[word.trim().toLowerCase()]?.includes(fulfillmentStatus(order))),
    return_status: (order, { value }) => anyOf([order.returnStatus], value),
    risk_level: (order, { value }) => anyOf([order.risk], value),
    sku: (order, { value }) => order.lines.some((line) => matchText(line.sku, value)),
    tag: (order, { value }) => anyOf(order.tags, value),
    tag_not: (order, { value }) => !anyOf(order.tags, value),
    email: (order, { value }) => matchText(order.email, value),
    test: (order, { value }) => order.test === (value === 'true'),
    channel: (_order, { value }) => anyOf(['online_store', 'web'], value),
    location_id: (order, { value }) =>
      matchPlace(
        order.lines.map((line) => line.locationId),
        value,
      ),
    fulfillment_location_id: (order, { value }) =>
      matchPlace(
        order.fulfillmentOrders.map((entry) => entry.locationId),
        value,
      ),
    customer_id: (order, term) => order.customerId !== null && matchId(order.customerId, term),
    discount_code: (order, { value }) => matchText(order.discount?.code ?? null, value),
    gateway: (order, { value }) => matchText(order.gateway, value),
    product_id: (order, term) => order.lines.some((line) => line.productId !== null && matchId(line.productId, term)),
  },
}

export const ORDER_SORTS: Readonly<Record<string, (order: OrderRow) => string | number>> = {
  CREATED_AT: (order) => order.createdAt,
  UPDATED_AT: (order) => order.updatedAt,
  PROCESSED_AT: (order) => order.processedAt,
  ORDER_NUMBER: (order) => order.number,
  CUSTOMER_NAME: (order) => shopperOf(order).toLowerCase(),
  FINANCIAL_STATUS: (order) => financialStatus(order),
  FULFILLMENT_STATUS: (order) => fulfillmentStatus(order),
  TOTAL_PRICE: (order) => totalsOf(order).total.shop,
  CURRENT_TOTAL_PRICE: (order) => currentTotalsOf(order).total.shop,
  TOTAL_ITEMS_QUANTITY: (order) => totalsOf(order).quantity,
}

export const WORK_SEARCH: SearchFields<WorkView> = {
  text: (view, value) => matchName(view.order, value),
  fields: {
    id: (view, term) => matchId(view.entry.id, term),
    status: (view, { value }) => anyOf([view.entry.status], value),
    assigned_location_id: (view, { value }) => matchPlace([view.entry.locationId], value),
    updated_at: (view, term) => matchTime(view.entry.updatedAt, term),
  },
}
