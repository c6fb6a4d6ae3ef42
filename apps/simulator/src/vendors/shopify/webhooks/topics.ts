/**
 * Topics that the simulator really delivers (reference shopify-admin 6), by the schema's name; value: the name in the header, and the
 * scopes of which one is needed.
 */
const ORDERS = ['read_orders']
const RETURNS = ['read_returns']
/** Topics about the end of a return are delivered to apps that may only read orders as well. */
const RETURNS_OR_ORDERS = ['read_returns', 'read_orders']
const WORK = [
  'read_assigned_fulfillment_orders',
  'read_merchant_managed_fulfillment_orders',
  'read_third_party_fulfillment_orders',
]

export const TOPICS: Readonly<Record<string, { header: string; scopes: readonly string[] }>> = {
  ORDERS_CREATE: { header: 'orders/create', scopes: ORDERS },
  ORDERS_UPDATED: { header: 'orders/updated', scopes: ORDERS },
  ORDERS_PAID: { header: 'orders/paid', scopes: ORDERS },
  ORDERS_CANCELLED: { header: 'orders/cancelled', scopes: ORDERS },
  ORDERS_EDITED: { header: 'orders/edited', scopes: ORDERS },
  ORDERS_DELETE: { header: 'orders/delete', scopes: ORDERS },
  ORDERS_FULFILLED: { header: 'orders/fulfilled', scopes: ORDERS },
  ORDERS_PARTIALLY_FULFILLED: { header: 'orders/partially_fulfilled', scopes: ORDERS },
  REFUNDS_CREATE: { header: 'refunds/create', scopes: ORDERS },
  RETURNS_REQUEST: { header: 'returns/request', scopes: RETURNS },
  RETURNS_APPROVE: { header: 'returns/approve', scopes: RETURNS },
  RETURNS_DECLINE: { header: 'returns/decline', scopes: RETURNS },
  RETURNS_CANCEL: { header: 'returns/cancel', scopes: RETURNS_OR_ORDERS },
  RETURNS_CLOSE: { header: 'returns/close', scopes: RETURNS_OR_ORDERS },
  RETURNS_REOPEN: { header: 'returns/reopen', scopes: RETURNS_OR_ORDERS },
  RETURNS_UPDATE: { header: 'returns/update', scopes: RETURNS },
  RETURNS_PROCESS: { header: 'returns/process', scopes: RETURNS },
  REVERSE_FULFILLMENT_ORDERS_DISPOSE: { header: 'reverse_fulfillment_orders/dispose', scopes: RETURNS },
  FULFILLMENTS_CREATE: { header: 'fulfillments/create', scopes: ORDERS },
  FULFILLMENTS_UPDATE: { header: 'fulfillments/update', scopes: ORDERS },
  FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE: { header: 'fulfillment_orders/order_routing_complete', scopes: WORK },
  FULFILLMENT_ORDERS_PLACED_ON_HOLD: { header: 'fulfillment_orders/placed_on_hold', scopes: WORK },
  FULFILLMENT_ORDERS_HOLD_RELEASED: { header: 'fulfillment_orders/hold_released', scopes: WORK },
  FULFILLMENT_ORDERS_MOVED: { header: 'fulfillment_orders/moved', scopes: WORK },
  FULFILLMENT_ORDERS_SPLIT: { header: 'fulfillment_orders/split', scopes: WORK },
  FULFILLMENT_ORDERS_MERGED: { header: 'fulfillment_orders/merged', scopes: WORK },
  FULFILLMENT_ORDERS_CANCELLED: { header: 'fulfillment_orders/cancelled', scopes: WORK },
  PRODUCTS_CREATE: { header: 'products/create', scopes: ['read_products'] },
  PRODUCTS_UPDATE: { header: 'products/update', scopes: ['read_products'] },
  PRODUCTS_DELETE: { header: 'products/delete', scopes: ['read_products'] },
  INVENTORY_LEVELS_UPDATE: { header: 'inventory_levels/update', scopes: ['read_inventory'] },
  BULK_OPERATIONS_FINISH: { header: 'bulk_operations/finish', scopes: [] },
  SHOP_UPDATE: { header: 'shop/update', scopes: [] },
  LOCATIONS_CREATE: { header: 'locations/create', scopes: ['read_locations'] },
  LOCATIONS_UPDATE: { header: 'locations/update', scopes: ['read_locations'] },
  LOCATIONS_DELETE: { header: 'locations/delete', scopes: ['read_locations'] },
  LOCATIONS_ACTIVATE: { header: 'locations/activate', scopes: ['read_locations'] },
  LOCATIONS_DEACTIVATE: { header: 'locations/deactivate', scopes: ['read_locations'] },
  LOCALES_CREATE: { header: 'locales/create', scopes: ['read_locales'] },
  LOCALES_UPDATE: { header: 'locales/update', scopes: ['read_locales'] },
  LOCALES_DESTROY: { header: 'locales/destroy', scopes: ['read_locales'] },
  APP_UNINSTALLED: { header: 'app/uninstalled', scopes: [] },
  APP_SCOPES_UPDATE: { header: 'app/scopes_update', scopes: [] },
}

/**
 * The scopes for topics that can be subscribed to but are never delivered, by the beginning of their name, the longest first (npm
 * shopify-webhook-schemas 0.3.8, metadatas/2026-07, access_scopes). Topics that are not listed need none.
 */
const NEEDED: readonly (readonly [begin: RegExp, scopes: readonly string[]])[] = [
  [/^CUSTOMERS_MERGE$/, ['read_customer_merge']],
  [/^CUSTOMER_PAYMENT_METHODS_/, ['read_customer_payment_methods']],
  [/^CUSTOMER_ACCOUNT_SETTINGS_/, []],
  [/^(CUSTOMERS?|SEGMENTS)_/, ['read_customers']],
  [/^(COMPANIES|COMPANY)_/, ['read_customers', 'read_companies']],
  [/^(CARTS|CHECKOUTS|TENDER_TRANSACTIONS|ORDERS|ORDER_TRANSACTIONS)_/, ORDERS],
  [/^(CHANNELS|COLLECTION_PUBLICATIONS|PRODUCT_PUBLICATIONS)_/, ['read_publications']],
  [/^(COLLECTION_LISTINGS|PRODUCT_FEEDS|PRODUCT_LISTINGS|SCHEDULED_PRODUCT_LISTINGS)_/, ['read_product_listings']],
  [/^(COLLECTIONS|SELLING_PLAN_GROUPS|VARIANTS)_/, ['read_products']],
  [/^(DELIVERY_PROMISE_SETTINGS|SHIPPING_ADDRESSES|PROFILES)_/, ['read_shipping']],
  [/^DISCOUNTS_/, ['read_discounts']],
  [/^DISPUTES_/, ['read_shopify_payments_disputes']],
  [/^DRAFT_ORDERS_/, ['read_draft_orders']],
  [/^FULFILLMENT_EVENTS_/, ['read_fulfillments']],
  [/^FULFILLMENT_(HOLDS|ORDERS)_/, WORK],
  [/^INVENTORY_ITEMS_/, ['read_inventory', 'read_products']],
  [/^INVENTORY_LEVELS_/, ['read_inventory']],
  [/^INVENTORY_SHIPMENTS_/, ['read_inventory_shipments']],
  [/^INVENTORY_TRANSFERS_/, ['read_inventory_transfers']],
  [/^LOCALES_/, ['read_locales']],
  [/^MARKETS_/, ['read_markets']],
  [/^METAFIELD_DEFINITIONS_/, ['read_content']],
  [/^METAOBJECTS_/, ['read_metaobjects']],
  [/^PAYMENT_(SCHEDULES|TERMS)_/, ['read_payment_terms']],
  [/^REVERSE_DELIVERIES_/, RETURNS],
  [/^SUBSCRIPTION_/, ['read_own_subscription_contracts']],
  [/^TAX_SERVICES_/, ['read_taxes']],
  [/^THEMES_/, ['read_themes']],
]

/** Scopes of which a subscription needs one; empty when it needs none. */
export const scopesOfTopic = (topic: string): readonly string[] =>
  TOPICS[topic]?.scopes ?? NEEDED.find(([begin]) => begin.test(topic))?.[1] ?? []

const BY_HEADER = new Map(Object.entries(TOPICS).map(([name, { header }]) => [header, name]))

/** ORDERS_CREATE for orders/create; throws for a topic that no code may emit. */
export function topicName(header: string): string {
  const name = BY_HEADER.get(header)
  if (name === undefined) throw new RangeError(`not a delivered topic: ${header}`)
  return name
}
