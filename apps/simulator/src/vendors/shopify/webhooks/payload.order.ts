import {
  currentQuantity,
  currentTotalsOf,
  dutiesOf,
  financialStatus,
  fulfilledQuantity,
  NOTHING,
  outstandingOf,
  plus,
  times,
  totalsOf,
  unfulfilledQuantity,
} from '../orders/order-money.ts'
import {
  allocatedOf,
  allocationsOn,
  discountsOf,
  ownDiscountOf,
  shippingAllocations,
} from '../orders/order-discounts.ts'
import type { FulfillmentRow, OrderLineRow, OrderRow, TaxRow } from '../orders/order.rows.ts'
import type { ShopState } from '../shop-state.ts'
import { allocationPayload, applicationPayload } from './payload.discounts.ts'
import { amount, moneySet, numeric, numericOrNull } from './payload.money.ts'
import { refundPayload } from './payload.refund.ts'
import { addressPayload, customerPayload } from './payload.shopper.ts'

const taxPayload = (order: OrderRow, tax: TaxRow): object => ({
  title: tax.title,
  rate: tax.rate,
  price: amount(order, tax.price),
  price_set: moneySet(order, tax.price),
  channel_liable: false,
})

/** fulfillment_status of REST: null, partial, fulfilled. */
function restStatus(sent: number, waiting: number): string | null {
  if (sent === 0) return null
  return waiting > 0 ? 'partial' : 'fulfilled'
}

export function linePayload(order: OrderRow, line: OrderLineRow): object {
  const waiting = unfulfilledQuantity(order, line.id)
  return {
    id: numeric(line.id),
    admin_graphql_api_id: line.id,
    attributed_staffs: [],
    sales_line_item_group_id: null,
    current_quantity: currentQuantity(order, line),
    fulfillable_quantity: waiting,
    fulfillment_service: 'manual',
    fulfillment_status: restStatus(fulfilledQuantity(order, line.id), waiting),
    gift_card: false,
    grams: line.grams,
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    price: amount(order, line.unitPrice),
    price_set: moneySet(order, line.unitPrice),
    product_exists: line.productId !== null,
    product_id: numericOrNull(line.productId),
    properties: line.customAttributes.map(({ key, value }) => ({ name: key, value })),
    quantity: line.quantity,
    requires_shipping: line.requiresShipping,
    sku: line.sku ?? '',
    taxable: line.taxable,
    title: line.title,
    /* A discount by the order's code is only in the allocations (REST LineItem: total_discount). */
    total_discount: amount(order, ownDiscountOf(order, line)),
    total_discount_set: moneySet(order, ownDiscountOf(order, line)),
    variant_id: numericOrNull(line.variantId),
    variant_inventory_management: 'shopify',
    variant_title: line.variantTitle,
    vendor: line.vendor,
    tax_lines: line.taxes.map((tax) => taxPayload(order, tax)),
    duties: (line.duties ?? []).map((duty) => ({
      id: numeric(duty.id),
      harmonized_system_code: duty.harmonizedSystemCode,
      country_code_of_origin: duty.countryCodeOfOrigin,
      ...moneySet(order, duty.price),
      tax_lines: [],
      admin_graphql_api_id: duty.id,
    })),
    discount_allocations: allocationsOn(order, line).map((one) => allocationPayload(order, one)),
  }
}

/** Fields that are empty for an order that a shopper placed in the online store, as all orders here are. */
const ATTENDED = {
  browser_ip: null,
  cart_token: null,
  checkout_token: null,
  client_details: null,
  confirmation_number: null,
  current_total_additional_fees_set: null,
  device_id: null,
  landing_site: null,
  landing_site_ref: null,
  location_id: null,
  merchant_of_record_app_id: null,
  original_total_additional_fees_set: null,
  payment_terms: null,
  po_number: null,
  reference: null,
  referring_site: null,
  source_identifier: null,
  source_url: null,
  user_id: null,
}

/** orders/*: the whole order; personal data is null when the app may not see it. */
export function orderPayload(shop: ShopState, order: OrderRow, reported: boolean): object {
  const all = totalsOf(order)
  const now = currentTotalsOf(order)
  const sent = order.lines.reduce((sum, line) => sum + fulfilledQuantity(order, line.id), 0)
  const waiting = order.lines.reduce((sum, line) => sum + unfulfilledQuantity(order, line.id), 0)
  const goods = order.lines.filter((line) => !line.tip)
  const discounts = discountsOf(order)
  const dutied = dutiesOf(order).length > 0
  const lineTotal = plus(...goods.map((line) => times(line.unitPrice, line.quantity - line.removed)))
  return {
    id: numeric(order.id),
    admin_graphql_api_id: order.id,
    app_id: null,
    ...ATTENDED,
    buyer_accepts_marketing: false,
    merchant_business_entity_id: btoa(String(shop.facts.number)),
    customer_locale: 'en',
    tax_exempt: false,
    returns: [],
    line_item_groups: [],
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    cancelled_at: order.cancelledAt,
    closed_at: order.closedAt,
    confirmed: true,
    contact_email: reported ? order.email : null,
    created_at: order.createdAt,
    currency: order.currency,
    presentment_currency: order.presentmentCurrency,
    current_subtotal_price: amount(order, now.subtotal),
    current_subtotal_price_set: moneySet(order, now.subtotal),
    current_total_discounts: amount(order, now.discount),
    current_total_discounts_set: moneySet(order, now.discount),
    current_shipping_price_set: moneySet(order, now.shipping),
    current_total_price: amount(order, now.total),
    current_total_price_set: moneySet(order, now.total),
    current_total_tax: amount(order, now.tax),
    current_total_tax_set: moneySet(order, now.tax),
    current_total_duties_set: dutied ? moneySet(order, now.duties) : null,
    original_total_duties_set: dutied ? moneySet(order, all.duties) : null,
    duties_included: false,
    discount_codes: discounts.flatMap((discount, index) =>
      discount.kind === 'line'
        ? []
        : [
            {
              code: discount.code,
              amount: amount(order, allocatedOf(order, index)),
              type: discount.kind === 'shipping' ? 'shipping' : 'percentage',
            },
          ],
    ),
    discount_applications: discounts.map((discount) => applicationPayload(order, discount)),
    email: reported ? order.email : null,
    estimated_taxes: false,
    financial_status: financialStatus(order).toLowerCase(),
    fulfillment_status: restStatus(sent, waiting),
    name: `#${order.number}`,
    note: order.note,
    note_attributes: order.customAttributes.map(({ key, value }) => ({ name: key, value })),
    number: order.number - 1000,
    order_number: order.number,
    order_status_url: `${shop.origin()}/orders/${order.token}`,
    payment_gateway_names: [order.gateway],
    phone: reported ? order.phone : null,
    processed_at: order.processedAt,
    source_name: 'web',
    subtotal_price: amount(order, all.subtotal),
    subtotal_price_set: moneySet(order, all.subtotal),
    tags: order.tags.join(', '),
    tax_lines: [],
    taxes_included: order.taxesIncluded,
    test: order.test,
    token: order.token,
    total_discounts: amount(order, all.discount),
    total_discounts_set: moneySet(order, all.discount),
    total_cash_rounding_payment_adjustment_set: moneySet(order, NOTHING),
    total_cash_rounding_refund_adjustment_set: moneySet(order, NOTHING),
    total_line_items_price: amount(order, lineTotal),
    total_line_items_price_set: moneySet(order, lineTotal),
    total_outstanding: amount(order, outstandingOf(order)),
    total_price: amount(order, all.total),
    total_price_set: moneySet(order, all.total),
    total_shipping_price_set: moneySet(order, order.shipping?.price ?? NOTHING),
    total_tax: amount(order, all.tax),
    total_tax_set: moneySet(order, all.tax),
    total_tip_received: amount(order, all.tip),
    total_weight: order.lines.reduce((sum, line) => sum + line.grams * line.quantity, 0),
    updated_at: order.updatedAt,
    customer: customerPayload(shop, order, reported),
    shipping_address: reported && order.shippingAddress ? addressPayload(order.shippingAddress) : null,
    billing_address: reported && order.shippingAddress ? addressPayload(order.shippingAddress) : null,
    line_items: order.lines.map((line) => linePayload(order, line)),
    shipping_lines: order.shipping
      ? [
          {
            id: numeric(order.shipping.id),
            code: order.shipping.code,
            title: order.shipping.title,
            price: amount(order, order.shipping.price),
            price_set: moneySet(order, order.shipping.price),
            source: 'shopify',
            carrier_identifier: null,
            current_discounted_price_set: moneySet(order, now.shipping),
            discounted_price: amount(order, all.shipping),
            discounted_price_set: moneySet(order, all.shipping),
            is_removed: false,
            phone: null,
            requested_fulfillment_service_id: null,
            discount_allocations: shippingAllocations(order).map((one) => allocationPayload(order, one)),
            tax_lines: order.shipping.taxes.map((tax) => taxPayload(order, tax)),
          },
        ]
      : [],
    fulfillments: order.fulfillments.map((entry) => fulfillmentPayload(order, entry, reported)),
    refunds: order.refunds.map((refund) => refundPayload(order, refund, linePayload)),
  }
}

export function fulfillmentPayload(order: OrderRow, entry: FulfillmentRow, reported: boolean): object {
  const first = entry.tracking[0]
  return {
    id: numeric(entry.id),
    admin_graphql_api_id: entry.id,
    order_id: numeric(order.id),
    name: entry.name.replace('-F', '.'),
    status: entry.status.toLowerCase(),
    shipment_status: entry.events.at(-1)?.status.toLowerCase() ?? null,
    service: 'manual',
    location_id: numeric(entry.locationId),
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
    email: reported ? order.email : null,
    destination: reported && order.shippingAddress ? addressPayload(order.shippingAddress) : null,
    tracking_company: first?.company ?? null,
    tracking_number: first?.number ?? null,
    tracking_numbers: entry.tracking.flatMap((row) => row.number ?? []),
    tracking_url: first?.url ?? null,
    tracking_urls: entry.tracking.flatMap((row) => row.url ?? []),
    receipt: {},
    line_items: entry.lines.flatMap((part) => {
      const line = order.lines.find((row) => row.id === part.lineId)
      return line ? [{ ...linePayload(order, line), quantity: part.quantity }] : []
    }),
  }
}
