import { adminSchema } from '../admin-schema.ts'
import type { Call } from '../call.ts'
import { gidType } from '../gid.ts'
import { isVisible, refundView, lineView, seesWork, sentView, workView } from '../orders/order-views.ts'
import type { CustomerRow } from '../orders/order.rows.ts'
import { calculatedView, returnView, reverseView } from '../orders/return-views.ts'
import { customerView } from './shopper.fields.ts'
import { accessDenied, notSimulated, refusal } from '../refusals.ts'

/** Refuses text that is not a Shopify id, as Shopify does before a resolver runs. */
function requireGid(id: string): string {
  const type = gidType(id)
  if (!type) throw refusal(`Invalid global id '${id}'`, 'BAD_REQUEST')
  return type
}

type Finder = (id: string, call: Call) => unknown

/** How the objects of each type are found by id. A type that is not listed is not simulated. */
const FINDERS: Record<string, Finder> = {
  Product: (id, { shop }) => shop.products.get(id),
  ProductVariant: (id, { shop }) => variantOrNothing('ProductVariant', shop.products.variant(id)),
  InventoryItem: (id, { shop }) => variantOrNothing('InventoryItem', shop.products.item(id)),
  InventoryLevel: (id, { shop }) => {
    const item = shop.products.item(
      `gid://shopify/InventoryItem/${new URLSearchParams(id.split('?')[1]).get('inventory_item_id')}`,
    )
    const level = item?.variant.levels.find((entry) => entry.id === id)
    return item && level && { __typename: 'InventoryLevel', ...item, level }
  },
  Location: (id, { shop }) => shop.places.everywhere().find((place) => place.id === id),
  Publication: (id, { shop }) => shop.places.publications.find((place) => place.id === id),
  MediaImage: (id, { shop }) => shop.files.get(id),
  GenericFile: (id, { shop }) => shop.files.get(id),
  MetafieldDefinition: (id, { shop }) => shop.definitions.get(id),
  ProductSetOperation: (id, { shop }) => shop.operations.get(id),
  ProductDeleteOperation: (id, { shop }) => shop.operations.get(id),
  Order: (id, call) => {
    const order = call.shop.orders.get(id)
    return order && isVisible(order, call) ? order : undefined
  },
  LineItem: (id, call) => {
    const order = call.shop.orders.ownerOf(id)
    const line = order?.lines.find((row) => row.id === id)
    return order && line && isVisible(order, call) ? lineView(order, line) : undefined
  },
  FulfillmentOrder: (id, call) => {
    const order = call.shop.orders.ownerOf(id)
    const entry = order?.fulfillmentOrders.find((row) => row.id === id)
    return order && entry && isVisible(order, call) && seesWork(entry, call) ? workView(order, entry) : undefined
  },
  Fulfillment: (id, call) => {
    const order = call.shop.orders.ownerOf(id)
    const sent = order?.fulfillments.find((row) => row.id === id)
    return order && sent && isVisible(order, call) ? sentView(order, sent) : undefined
  },
  Refund: (id, call) => {
    const order = call.shop.orders.ownerOf(id)
    const refund = order?.refunds.find((row) => row.id === id)
    return order && refund && isVisible(order, call) ? refundView(order, refund) : undefined
  },
  Return: (id, call) => {
    const order = call.shop.orders.ownerOf(id)
    const row = order?.returns?.find((entry) => entry.id === id)
    return order && row && isVisible(order, call) ? returnView(order, row) : undefined
  },
  ReverseFulfillmentOrder: (id, call) => {
    const order = call.shop.orders.ownerOf(id)
    const row = order?.returns?.find((entry) => entry.reverse?.id === id)
    return order && row && isVisible(order, call) ? reverseView(order, row) : undefined
  },
  CalculatedOrder: (id, { shop }) => {
    const edit = shop.orderEdits.get(id)
    const order = edit && !edit.committed ? shop.orders.get(edit.orderId) : undefined
    return edit && order ? calculatedView(order, edit) : undefined
  },
  Customer: (id, { shop }) => {
    const row = Array.from<CustomerRow>(shop.customers.values()).find((entry) => entry.id === id)
    return row && customerView(row)
  },
  BulkOperation: (id, { shop }) => shop.bulk.get(id),
  WebhookSubscription: (id, { shop }) => shop.webhooks.get(id),
  Shop: (id, { shop }) => (id === `gid://shopify/Shop/${shop.facts.number}` ? { __typename: 'Shop', id } : undefined),
}

const variantOrNothing = (type: string, owned: object | undefined): unknown => owned && { __typename: type, ...owned }

/** The result of `node(id)`: the row, or null when it does not exist. Access is checked for the type in the id. */
export function nodeById(id: string, call: Call): unknown {
  const type = requireGid(id)
  const find = FINDERS[type]
  if (!find) throw notSimulated(`node of type ${type}`)
  const access = adminSchema(call.version).access.get(type)
  if (access && !access.scopes.some((scope) => call.scopes.has(scope))) throw accessDenied('node', access.text)
  return find(id, call) ?? null
}
