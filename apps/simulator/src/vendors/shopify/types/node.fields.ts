import { adminSchema } from '../admin-schema.ts'
import type { Call } from '../call.ts'
import { gidType } from '../gid.ts'
import { accessDenied, notSimulated, refusal } from '../refusals.ts'

/** Refuses what is no Shopify id at all, as Shopify does before a resolver runs. */
export function requireGid(id: string): string {
  const type = gidType(id)
  if (!type) throw refusal(`Invalid global id '${id}'`, 'BAD_REQUEST')
  return type
}

type Finder = (id: string, call: Call) => unknown

/** How each type is found by id. A type not listed here is not simulated. */
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
  Location: (id, { shop }) => shop.places.locations.find((place) => place.id === id),
  Publication: (id, { shop }) => shop.places.publications.find((place) => place.id === id),
  MediaImage: (id, { shop }) => shop.files.get(id),
  GenericFile: (id, { shop }) => shop.files.get(id),
  MetafieldDefinition: (id, { shop }) => shop.definitions.get(id),
  ProductSetOperation: (id, { shop }) => shop.operations.get(id),
  ProductDeleteOperation: (id, { shop }) => shop.operations.get(id),
  WebhookSubscription: (id, { shop }) => shop.webhooks.get(id),
  Shop: (id, { shop }) => (id === `gid://shopify/Shop/${shop.facts.number}` ? { __typename: 'Shop', id } : undefined),
}

const variantOrNothing = (type: string, owned: object | undefined): unknown => owned && { __typename: type, ...owned }

/** What `node(id)` answers: the row, null when there is none. Access is checked by the type that the id names. */
export function nodeById(id: string, call: Call): unknown {
  const type = requireGid(id)
  const find = FINDERS[type]
  if (!find) throw notSimulated(`node of type ${type}`)
  const access = adminSchema(call.version).access.get(type)
  if (access && !access.scopes.some((scope) => call.scopes.has(scope))) throw accessDenied('node', access.text)
  return find(id, call) ?? null
}
