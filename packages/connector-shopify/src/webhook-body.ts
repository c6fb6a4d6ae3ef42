import { webhookDelivery } from './webhooks.ts'
import type { WebhookDelivery } from './webhooks.ts'

/**
 * What a delivery is about, as ids that the Admin API takes. Bodies are REST-shaped, come late, twice and out of order
 * (reference, section 6): a delivery is a hint to read the thing again, so nothing else is taken from it.
 */
export type ParsedWebhook = WebhookDelivery & {
  /** gid://shopify/Order/…: of orders, refunds, returns and fulfilments. */
  readonly orderId?: string
  readonly refundId?: string
  readonly fulfillmentId?: string
  /** Bodies of fulfilment orders name these only: ordersOfFulfillmentOrders tells whose they are. */
  readonly fulfillmentOrderIds: readonly string[]
  /** Bodies of returns name their order or not, by topic; ordersOfReturns tells whose a return is. */
  readonly returnId?: string
  readonly productId?: string
  readonly inventoryItemId?: string
  readonly locationId?: string
  readonly bulkOperationId?: string
  /** When the thing itself last changed, ISO 8601 UTC: an older one than what is known may be let go. */
  readonly updatedAt?: string
}

type Body = Readonly<Record<string, unknown>>

/**
 * Reads a delivery whose signature was found good. Undefined when the headers are not those of a delivery; a body that
 * cannot be read leaves the headers, so that the event is still known to have happened.
 */
export function parseWebhook(
  headers: Parameters<typeof webhookDelivery>[0],
  rawBody: Uint8Array,
): ParsedWebhook | undefined {
  const delivery = webhookDelivery(headers)
  if (!delivery) return undefined
  const body = bodyOf(rawBody)
  const updatedAt = instantOf(body.updated_at)
  return {
    ...delivery,
    fulfillmentOrderIds: fulfillmentOrdersIn(body),
    ...subjectOf(delivery.topic, body),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  }
}

function subjectOf(topic: string, body: Body): Partial<ParsedWebhook> {
  const [kind] = topic.split('/')
  const own = (type: string): string | undefined => gidOf(type, body.admin_graphql_api_id ?? body.id)
  switch (kind) {
    case 'orders': {
      const edit = isBody(body.order_edit) ? body.order_edit : undefined
      return given({ orderId: gidOf('Order', edit?.order_id ?? body.order_id) ?? own('Order') })
    }
    case 'refunds':
      return given({ orderId: gidOf('Order', body.order_id), refundId: own('Refund') })
    case 'returns': {
      const order = isBody(body.order) ? body.order : undefined
      return given({ orderId: gidOf('Order', order?.id ?? body.order_id), returnId: own('Return') })
    }
    case 'fulfillments':
      return given({ orderId: gidOf('Order', body.order_id), fulfillmentId: own('Fulfillment') })
    case 'fulfillment_orders':
      return given({ orderId: gidOf('Order', body.order_id) })
    case 'products':
      return given({ productId: own('Product') })
    case 'inventory_levels':
      return given({
        inventoryItemId: gidOf('InventoryItem', body.inventory_item_id),
        locationId: gidOf('Location', body.location_id),
      })
    case 'locations':
      return given({ locationId: own('Location') })
    case 'bulk_operations':
      return given({ bulkOperationId: own('BulkOperation') })
    default:
      return {}
  }
}

const given = (fields: Readonly<Record<string, string | undefined>>): Partial<ParsedWebhook> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Moves, splits and merges name several, each topic under words of its own; all of them have changed. */
function fulfillmentOrdersIn(value: unknown): string[] {
  const found = new Set<string>()
  // By a list of what is left to look at: a body may be nested deeper than calls may.
  const left: unknown[] = [value]
  while (left.length > 0) {
    const part = left.pop()
    if (typeof part === 'string' && /^gid:\/\/shopify\/FulfillmentOrder\/\d+$/.test(part)) found.add(part)
    else if (Array.isArray(part) || isBody(part))
      // The first is looked at first: they are named in the order of the body.
      for (const inner of Object.values(part).toReversed()) left.push(inner)
  }
  return [...found]
}

/** A number, its text, or an id that is whole already; undefined for anything else, and for ids of another type. */
function gidOf(type: string, id: unknown): string | undefined {
  const text = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
  const whole = /^\d+$/.test(text) ? `gid://shopify/${type}/${text}` : text
  return whole.startsWith(`gid://shopify/${type}/`) ? whole : undefined
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

function bodyOf(rawBody: Uint8Array): Body {
  const exact = withLongNumbersAsText(Buffer.from(rawBody).toString('utf8'))
  try {
    const value: unknown = JSON.parse(exact)
    return isBody(value) ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/**
 * Numbers past the exact integers become text before they are read: order ids are longer than that. One pass, which looks at no sign
 * twice: a text is stepped over as a whole, also one that never ends.
 */
function withLongNumbersAsText(json: string): string {
  const token = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
  const parts: string[] = []
  let from = 0
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const [matched] = match
    if (matched === '"') token.lastIndex = endOfText(json, match.index)
    else if (/^-?\d{16,}$/.test(matched)) {
      parts.push(json.slice(from, match.index), `"${matched}"`)
      from = token.lastIndex
    }
  }
  parts.push(json.slice(from))
  return parts.join('')
}

/** Behind the quote that ends the text begun at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at + 1
  }
  return json.length
}

/** Bodies write instants in the shop's own zone. */
function instantOf(text: unknown): string | undefined {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
