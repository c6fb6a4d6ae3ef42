import { parseMinor } from '@huoqiao/kit'
import { z } from 'zod'
import { unitAfterDiscounts } from './order-amounts.rules.ts'
import { incomplete, keptAddress, legacyOf, returnedOf } from './shop-order.mapping.ts'
import type { NewLine, NewOrder, NewPerson } from './orders.types.ts'

/** JSON parsing changes numbers beyond the safe integer range. Such a body is not used; the order is read instead. */
const number = z.number().int().max(Number.MAX_SAFE_INTEGER)
const shopMoney = z.object({ shop_money: z.object({ amount: z.string(), currency_code: z.string() }) })
const moneySet = shopMoney.extend({ presentment_money: z.object({ amount: z.string(), currency_code: z.string() }) })
const text = z.string().nullish()

const line = z.object({
  id: number,
  variant_id: number.nullish(),
  product_id: number.nullish(),
  sku: text,
  title: text,
  variant_title: text,
  quantity: z.number().int(),
  current_quantity: z.number().int(),
  grams: z.number().int().nullish(),
  requires_shipping: z.boolean(),
  price_set: shopMoney,
  total_discount_set: shopMoney.nullish(),
  discount_allocations: z.array(z.object({ amount_set: shopMoney })).nullish(),
})
const address = z.object({
  name: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  country: text,
  country_code: text,
  zip: text,
  phone: text,
})
const fulfillment = z.object({
  admin_graphql_api_id: z.string(),
  name: text,
  status: text,
  created_at: z.string(),
  tracking_company: text,
  tracking_numbers: z.array(z.string()).nullish(),
  tracking_urls: z.array(z.string()).nullish(),
  line_items: z.array(z.object({ id: number, quantity: z.number().int() })),
})
const refund = z.object({
  refund_line_items: z
    .array(z.object({ line_item_id: number, quantity: z.number().int(), restock_type: z.string() }))
    .nullish(),
  transactions: z
    .array(z.object({ kind: z.string(), status: z.string(), amount: z.string(), currency: text }))
    .nullish(),
  order_adjustments: z.array(z.object({ kind: text, amount_set: shopMoney })).nullish(),
})

/** The fields of orders/* in REST format (reference shopify-admin, section 6) that we use. */
const payload = z.object({
  id: number,
  admin_graphql_api_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  cancelled_at: text,
  cancel_reason: text,
  closed_at: text,
  test: z.boolean().nullish(),
  currency: z.string(),
  financial_status: text,
  fulfillment_status: text,
  note: text,
  tags: text,
  email: text,
  phone: text,
  subtotal_price: z.string(),
  total_tax: z.string(),
  current_total_tax: z.string(),
  taxes_included: z.boolean(),
  total_discounts: z.string(),
  total_price: z.string(),
  current_total_price: z.string(),
  total_price_set: moneySet,
  total_shipping_price_set: shopMoney.nullish(),
  total_tip_received: text,
  original_total_duties_set: shopMoney.nullish(),
  current_total_duties_set: shopMoney.nullish(),
  customer: z.object({ id: number }).nullish(),
  shipping_address: address.nullish(),
  line_items: z.array(line).min(1).max(250),
  fulfillments: z.array(fulfillment).nullish(),
  refunds: z.array(refund).nullish(),
})
type Payload = z.infer<typeof payload>

/** Topics whose body is the whole order. */
export const WHOLE_TOPICS: ReadonlySet<string> = new Set([
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
])

/** The order in a webhook body. Undefined: the body is incomplete or ambiguous, so the order is read from the shop. */
export function orderOfWebhook(body: unknown, sentAt: Date): NewOrder | undefined {
  const parsed = payload.safeParse(body)
  if (!parsed.success || isReturnUnclear(parsed.data)) return undefined
  try {
    return toNewOrder(parsed.data, sentAt)
  } catch (error) {
    // An amount with more decimals than its currency allows.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** REST reports a transaction in the currency of the payment; the amount in the shop's currency is only available by query. */
const isRefundForeign = (order: Payload): boolean =>
  (order.refunds ?? [])
    .flatMap(({ transactions }) => transactions ?? [])
    .some(({ kind, currency }) => kind === 'refund' && currency != null && currency !== order.currency)

/**
 * A message does not say which return a refund belongs to. If a line was sent in part, pieces refunded without restock may be the sent ones, and then
 * all remaining pieces still have to be sent. Only a read of the order shows this.
 */
function isReturnUnclear(order: Payload): boolean {
  const bare = (order.refunds ?? [])
    .flatMap(({ refund_line_items: parts }) => parts ?? [])
    .filter(({ restock_type: type }) => type === 'no_restock')
  return order.line_items.some(
    (one) =>
      one.current_quantity > 0 && sentOf(order, one.id) > 0 && bare.some(({ line_item_id: id }) => id === one.id),
  )
}

const FULFILLMENT: Readonly<Record<string, string>> = {
  partial: 'PARTIALLY_FULFILLED',
  fulfilled: 'FULFILLED',
  restocked: 'UNFULFILLED',
}
const COUNTS: ReadonlySet<string> = new Set(['success', 'open', 'pending'])

/** Pieces of a line that parcels contain. */
const sentOf = (order: Payload, lineId: number): number =>
  (order.fulfillments ?? [])
    .filter(({ status }) => COUNTS.has(status ?? ''))
    .flatMap(({ line_items: parts }) => parts)
    .filter(({ id }) => id === lineId)
    .reduce((sum, { quantity }) => sum + quantity, 0)

function toNewOrder(order: Payload, sentAt: Date): NewOrder {
  const minor = (amount: string): number => parseMinor(amount, order.currency)
  const back = new Map<number, number>()
  for (const { refund_line_items: parts } of order.refunds ?? [])
    for (const { line_item_id: id, quantity, restock_type: type } of parts ?? [])
      if (type === 'return') back.set(id, (back.get(id) ?? 0) + quantity)
  const refunded = (): number =>
    (order.refunds ?? [])
      .flatMap(({ transactions }) => transactions ?? [])
      .filter(({ kind, status }) => kind === 'refund' && status === 'success')
      .reduce((sum, { amount }) => sum + minor(amount), 0)
  const { amount, currency_code: currency } = order.total_price_set.presentment_money
  const shipping = addressOf(order.shipping_address)
  return {
    shopifyId: legacyOf(order.admin_graphql_api_id),
    number: order.name,
    depth: 0,
    orderedAt: new Date(order.created_at),
    shopUpdatedAt: new Date(order.updated_at),
    reportedAt: sentAt,
    cancelledAt: order.cancelled_at ? new Date(order.cancelled_at) : null,
    cancelReason: order.cancel_reason?.toUpperCase() ?? null,
    closedAt: order.closed_at ? new Date(order.closed_at) : null,
    test: order.test ?? false,
    financialStatus: (order.financial_status ?? 'pending').toUpperCase(),
    fulfillmentStatus: FULFILLMENT[order.fulfillment_status ?? ''] ?? 'UNFULFILLED',
    tags: (order.tags ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    currency: order.currency,
    totalMinor: minor(order.total_price),
    ...(isRefundForeign(order) ? {} : { refundedMinor: refunded() }),
    currentMinor: minor(order.current_total_price),
    amounts: {
      subtotal: minor(order.subtotal_price),
      shipping: order.total_shipping_price_set ? minor(order.total_shipping_price_set.shop_money.amount) : 0,
      tax: minor(order.total_tax),
      discount: minor(order.total_discounts),
      tip: minor(order.total_tip_received ?? '0'),
      duties: minor(order.original_total_duties_set?.shop_money.amount ?? '0'),
      currentDuties: minor(order.current_total_duties_set?.shop_money.amount ?? '0'),
      taxIncluded: order.taxes_included,
      currentTax: minor(order.current_total_tax),
      overRefunded: overRefunded(order, minor),
      currentGrams: order.line_items.reduce((sum, one) => sum + (one.grams ?? 0) * one.current_quantity, 0),
      presentment: { minor: parseMinor(amount, currency), currency },
    },
    person: personOf(order, shipping),
    addressIncomplete: incomplete(shipping),
    country: shipping?.countryCode ?? null,
    lines: order.line_items.map((one) =>
      lineOf(one, { fulfilled: sentOf(order, one.id), back: back.get(one.id) ?? 0 }, minor),
    ),
    fulfillments: (order.fulfillments ?? []).map((one) => ({
      id: one.admin_graphql_api_id,
      name: one.name ?? '',
      status: (one.status ?? '').toUpperCase(),
      company: one.tracking_company ?? null,
      numbers: one.tracking_numbers ?? [],
      urls: one.tracking_urls ?? [],
      at: Date.parse(one.created_at),
    })),
  }
}

/** An amount refunded beyond the value of the goods appears as an adjustment; it is negative if the shopper received more. */
const overRefunded = (order: Payload, minor: (amount: string) => number): number =>
  (order.refunds ?? [])
    .flatMap(({ order_adjustments: adjustments }) => adjustments ?? [])
    .filter(({ kind }) => kind === 'refund_discrepancy')
    .reduce((sum, { amount_set: { shop_money: paid } }) => sum - minor(paid.amount), 0)

function lineOf(
  one: z.infer<typeof line>,
  sent: { fulfilled: number; back: number },
  minor: (amount: string) => number,
): NewLine {
  const price = minor(one.price_set.shop_money.amount)
  // `total_discount` does not include the line's share of an order-level discount; the allocations include everything.
  const discount = (one.discount_allocations ?? []).reduce(
    (sum, { amount_set: { shop_money: part } }) => sum + minor(part.amount),
    0,
  )
  return {
    shopifyId: String(one.id),
    variantId: one.variant_id ? String(one.variant_id) : null,
    productId: one.product_id ? String(one.product_id) : null,
    sku: one.sku ?? '',
    title: one.title ?? '',
    variantTitle: one.variant_title ?? '',
    image: null,
    quantity: one.quantity,
    current: one.current_quantity,
    fulfilled: sent.fulfilled,
    returned: returnedOf({ quantity: one.quantity, currentQuantity: one.current_quantity }, sent),
    unitPriceMinor: unitAfterDiscounts(price, one.quantity, discount),
    listPriceMinor: price,
    discountMinor: discount,
    requiresShipping: one.requires_shipping,
  }
}

function addressOf(given: z.infer<typeof address> | null | undefined) {
  if (!given) return undefined
  const { country_code: countryCode, ...plain } = given
  const all = Object.entries({ ...plain, countryCode }).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  return Object.fromEntries(all) as Partial<Record<keyof typeof plain | 'countryCode', string>>
}

function personOf(order: Payload, shipping: ReturnType<typeof addressOf>): NewPerson | null {
  const phone = order.phone ?? shipping?.phone ?? null
  const known = order.email ?? phone ?? shipping ?? order.customer
  if (!known && !order.note) return null
  return {
    customerId: order.customer ? String(order.customer.id) : null,
    name: shipping?.name ?? null,
    email: order.email ?? null,
    phone,
    address: shipping ? keptAddress(shipping) : null,
    note: order.note ?? '',
  }
}
