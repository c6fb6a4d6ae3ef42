import type { FulfillmentOrderRow, HoldRow, OrderRow } from '../orders/order.rows.ts'
import type { ShopifyQuirks } from '../quirks.ts'
import type { LocationPlace } from '../shop-places.ts'
import type { ShopState } from '../shop-state.ts'
import type { EventsMatter } from './events.ts'
import { fulfillmentPayload, orderPayload, linePayload } from './payload.order.ts'
import { numeric } from './payload.money.ts'
import { refundPayload } from './payload.refund.ts'
import { productPayload } from './payload.product.ts'
import { returnPayload } from './payload.return.ts'

/**
 * Body of a topic, in REST form (reference shopify-admin 6). Fulfilment-order topics have gids, as in the vendor's own examples, and only
 * ids and status: the receiver reads the rest.
 */
export function payloadOf(shop: ShopState, topic: string, matter: EventsMatter, quirks: ShopifyQuirks): object {
  const { order } = matter
  if (['orders/delete', 'products/delete', 'locations/delete'].includes(topic))
    return { id: numeric(matter.goneId ?? '') }
  if (topic === 'orders/edited' && order) return editPayload(order, matter)
  if (topic.startsWith('orders/') && order) return orderPayload(shop, order, quirks.protectedData())
  if (topic === 'refunds/create' && order && matter.refund) return refundPayload(order, matter.refund, linePayload)
  if (/^(returns|reverse_fulfillment_orders)\//.test(topic) && order && matter.return)
    return returnPayload(topic, { ...matter, order, return: matter.return })
  if (topic.startsWith('fulfillments/') && order && matter.fulfillment)
    return fulfillmentPayload(order, matter.fulfillment, quirks.protectedData())
  if (topic === 'fulfillment_orders/moved') return movedPayload(matter)
  if (topic.startsWith('fulfillment_orders/')) return workPayload(matter)
  if (topic.startsWith('products/') && matter.product) return productPayload(shop, matter.product)
  if (topic === 'inventory_levels/update' && matter.level) return levelPayload(matter.level)
  /* Without the address of the result: the receiver queries the operation for it (reference shopify-admin 2). */
  if (topic === 'bulk_operations/finish' && matter.bulk)
    return {
      admin_graphql_api_id: matter.bulk.id,
      status: matter.bulk.status.toLowerCase(),
      type: matter.bulk.type.toLowerCase(),
      error_code: matter.bulk.errorCode?.toLowerCase() ?? null,
      created_at: matter.bulk.createdAt,
      completed_at: matter.bulk.completedAt,
    }
  if (topic.startsWith('locations/') && matter.place) return placePayload(matter.place)
  if (topic.startsWith('locales/') && matter.locale) return matter.locale
  if (topic === 'app/scopes_update' && matter.scopes)
    return {
      id: numeric(`/${shop.facts.number + 21}`),
      previous: matter.scopes.previous,
      current: matter.scopes.current,
      updated_at: shop.now(),
    }
  return shopPayload(shop)
}

const brief = (entry: FulfillmentOrderRow): object => ({ id: entry.id, status: entry.status.toLowerCase() })

const holdPayload = (hold: HoldRow): object => ({
  id: hold.id,
  reason: hold.reason.toLowerCase(),
  reason_notes: hold.reasonNotes,
  handle: hold.handle,
  held_by_requesting_app: true,
})

function workPayload(matter: EventsMatter): object {
  const { fulfillmentOrder, otherFulfillmentOrder, hold } = matter
  if (!fulfillmentOrder) return {}
  return {
    fulfillment_order: {
      ...brief(fulfillmentOrder),
      ...(hold ? { fulfillment_holds: fulfillmentOrder.holds.map(holdPayload) } : {}),
    },
    ...(hold ? { created_fulfillment_hold: holdPayload(hold) } : {}),
    ...(otherFulfillmentOrder ? { remaining_fulfillment_order: brief(otherFulfillmentOrder) } : {}),
  }
}

const movedPayload = ({ fulfillmentOrder: moved, otherFulfillmentOrder: original }: EventsMatter): object => {
  const placed = (entry: FulfillmentOrderRow): object => ({ ...brief(entry), assigned_location_id: entry.locationId })
  return moved && original
    ? {
        original_fulfillment_order: placed(original),
        moved_fulfillment_order: placed(moved),
        destination_location_id: moved.locationId,
      }
    : {}
}

const editPayload = (order: OrderRow, matter: EventsMatter): object => {
  const part = ({ id, delta }: { id: string; delta: number }): object => ({ id: numeric(id), delta })
  return {
    order_edit: {
      id: numeric(order.id),
      app_id: null,
      created_at: order.updatedAt,
      committed_at: order.updatedAt,
      notify_customer: false,
      order_id: numeric(order.id),
      staff_note: matter.edit?.note ?? '',
      user_id: null,
      line_items: {
        additions: (matter.edit?.additions ?? []).map(part),
        removals: (matter.edit?.removals ?? []).map(part),
      },
      discounts: { line_item: { additions: [], removals: [] } },
      shipping_lines: { additions: [], removals: [] },
    },
  }
}

const levelPayload = ({ itemId, level }: NonNullable<EventsMatter['level']>): object => ({
  inventory_item_id: numeric(itemId),
  location_id: numeric(level.locationId),
  available: level.available,
  updated_at: level.updatedAt,
  admin_graphql_api_id: level.id,
})

const placePayload = (place: LocationPlace): object => ({
  id: numeric(place.id),
  name: place.name,
  city: place.city,
  country: place.countryCode,
  country_name: place.country,
  country_code: place.countryCode,
  active: place.active,
  legacy: false,
  updated_at: place.updatedAt,
  admin_graphql_api_id: place.id,
})

const shopPayload = (shop: ShopState): object => ({
  id: shop.facts.number,
  name: shop.facts.name,
  email: shop.facts.email,
  domain: `${shop.facts.slug}.myshopify.com`,
  myshopify_domain: `${shop.facts.slug}.myshopify.com`,
  country: shop.facts.country.code,
  currency: shop.facts.currency,
  iana_timezone: shop.facts.timezone,
  updated_at: shop.now(),
})
