import type { WantedWebhook } from './operations/register-webhooks.ts'

/**
 * The topics that a console for orders needs (reference, section 6). If a body would contain a shopper's name and address, only ids and the
 * change time are requested, because the order is read anyway; the time is always included, otherwise equal bodies would be dropped.
 */
const ORDER_FIELDS = ['id', 'admin_graphql_api_id', 'updated_at'] as const
const PART_FIELDS = ['id', 'admin_graphql_api_id', 'order_id', 'created_at', 'updated_at'] as const

const all = (topics: readonly string[], includeFields?: readonly string[]): WantedWebhook[] =>
  topics.map((topic) => ({ topic, ...(includeFields ? { includeFields } : {}) }))

const ORDER_WEBHOOKS: readonly WantedWebhook[] = [
  ...all(['ORDERS_CREATE', 'ORDERS_UPDATED', 'ORDERS_PAID', 'ORDERS_CANCELLED'], ORDER_FIELDS),
  ...all(['ORDERS_EDITED', 'ORDERS_DELETE']),
  ...all(['REFUNDS_CREATE'], PART_FIELDS),
]

const FULFILLMENT_WEBHOOKS: readonly WantedWebhook[] = [
  ...all(['FULFILLMENTS_CREATE', 'FULFILLMENTS_UPDATE'], PART_FIELDS),
  ...all([
    'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
    'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
    'FULFILLMENT_ORDERS_HOLD_RELEASED',
    'FULFILLMENT_ORDERS_MOVED',
    'FULFILLMENT_ORDERS_SPLIT',
    'FULFILLMENT_ORDERS_MERGED',
    'FULFILLMENT_ORDERS_CANCELLED',
  ]),
]

// Without PRODUCTS_CREATE: a product created in a shop gets a new id, even if it was deleted before, so it is never one of ours.
const GOODS_WEBHOOKS: readonly WantedWebhook[] = [
  ...all(['PRODUCTS_UPDATE', 'PRODUCTS_DELETE'], ORDER_FIELDS),
  ...all(['INVENTORY_LEVELS_UPDATE']),
]

const SHOP_WEBHOOKS: readonly WantedWebhook[] = all([
  'BULK_OPERATIONS_FINISH',
  'APP_UNINSTALLED',
  'APP_SCOPES_UPDATE',
  'SHOP_UPDATE',
  'LOCATIONS_ACTIVATE',
  'LOCATIONS_CREATE',
  'LOCATIONS_DEACTIVATE',
  'LOCATIONS_DELETE',
  'LOCATIONS_UPDATE',
])

/** Some topics need a scope of their own and are refused without it; registerWebhooks continues with the others. */
export const ALL_WEBHOOKS: readonly WantedWebhook[] = [
  ...ORDER_WEBHOOKS,
  ...FULFILLMENT_WEBHOOKS,
  ...GOODS_WEBHOOKS,
  ...SHOP_WEBHOOKS,
]
