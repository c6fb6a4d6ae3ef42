import { webhookDelivery } from './webhooks.ts'
import type { WebhookDelivery } from './webhooks.ts'

/**
 * The objects of a delivery, as ids for the Admin API. Bodies are in REST format, late, repeated and out of order (reference, section 6): a
 * delivery is only a hint to read the object again.
 */
export type ParsedWebhook = WebhookDelivery & {
  /** gid://shopify/Order/…: of orders, refunds, returns and fulfilments. */
  readonly orderId?: string
  readonly refundId?: string
  readonly fulfillmentId?: string
  /** the only ids in bodies of fulfilment orders; ordersOfFulfillmentOrders returns their orders */
  readonly fulfillmentOrderIds: readonly string[]
  /** bodies of returns name their order or not, depending on the topic; ordersOfReturns returns it */
  readonly returnId?: string
  readonly productId?: string
  readonly inventoryItemId?: string
  readonly locationId?: string
  readonly bulkOperationId?: string
  /** last change of the object, ISO 8601 UTC: a message older than the stored state may be ignored */
  readonly updatedAt?: string
}

type Body = Readonly<Record<string, unknown>>

/**
 * Parses a delivery whose signature was verified. Undefined if the headers are not those of a delivery; if the body cannot be parsed, only
 * the headers are used, so that the event is still known.
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

/** Moves, splits and merges name several, in fields that depend on the topic; all of them have changed. */
function fulfillmentOrdersIn(value: unknown): string[] {
  const found = new Set<string>()
  // Iterative, because a body may be nested deeper than the call stack allows.
  const left: unknown[] = [value]
  while (left.length > 0) {
    const part = left.pop()
    if (typeof part === 'string' && /^gid:\/\/shopify\/FulfillmentOrder\/\d+$/.test(part)) found.add(part)
    else if (Array.isArray(part) || isBody(part))
      // Reversed, so that ids are found in the order of the body.
      for (const inner of Object.values(part).toReversed()) left.push(inner)
  }
  return [...found]
}

/** A number, its text, or a complete id; undefined for anything else and for ids of another type. */
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
 * Turns numbers beyond the safe integers into text before parsing, because order ids are longer. One pass: each text is skipped as a whole,
 * even one that never ends.
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

/** The position after the quote that ends the text started at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at + 1
  }
  return json.length
}

/** Bodies contain times in the shop's time zone. */
function instantOf(text: unknown): string | undefined {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
