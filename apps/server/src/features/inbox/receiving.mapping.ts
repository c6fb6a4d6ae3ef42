import { parsePush } from '@huoqiao/connector-1688'
import type { PushData } from '@huoqiao/connector-1688'
import { webhookDelivery } from '@huoqiao/connector-shopify'
import type { NewMessage } from './inbox.types.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A verified delivery of a shop. Undefined: it has no topic or id. */
export function shopMessage(ownerId: string, headers: Headers, body: string): NewMessage | undefined {
  const delivery = webhookDelivery(headers)
  if (!delivery) return undefined
  const triggered = delivery.triggeredAt === undefined ? Number.NaN : Date.parse(delivery.triggeredAt)
  return {
    source: 'shopify',
    ownerId,
    topic: delivery.topic.slice(0, 100),
    eventId: delivery.eventId.slice(0, 200),
    deliveryId: delivery.webhookId.slice(0, 200),
    about: aboutOf(delivery.topic, body),
    body,
    headers: kept(headers),
    triggeredAt: Number.isNaN(triggered) ? null : new Date(triggered),
  }
}

/** A verified push of 1688: `message` is the field's text. Undefined: it cannot be parsed. */
export function marketMessage(ownerId: string, message: string): NewMessage | undefined {
  const push = parsePush(message)
  if (!push) return undefined
  return {
    source: '1688',
    ownerId,
    topic: push.topic.slice(0, 100),
    eventId: push.msgId.slice(0, 200),
    deliveryId: null,
    about: pushedOrder(push.data) ?? pushedOffers(push.data)[0] ?? null,
    body: message,
    headers: {},
    triggeredAt: push.bornAt === null ? null : new Date(push.bornAt),
  }
}

/** The 1688 order that it is about; if several, the first. */
function pushedOrder(data: PushData): string | null {
  if (data.kind === 'order') return data.orderId
  if (data.kind === 'batch-pay') return data.orders[0]?.orderId ?? null
  return data.kind === 'parcel' || data.kind === 'tracking-no' ? (data.lines[0]?.orderId ?? null) : null
}

/** The changed offers, without repeats. */
export function pushedOffers(data: PushData): string[] {
  if (data.kind === 'stock') return [...new Set(data.changes.map(({ offerId }) => offerId))]
  // Somebody added it to a list at 1688; the offer itself did not change.
  return data.kind === 'offers' && data.what !== 'chosen' ? [...new Set(data.offerIds)] : []
}

/** The vendor's own headers, without the signature. */
const kept = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-shopify-') && name !== 'x-shopify-hmac-sha256' && typeof value === 'string'
        ? [[name, value.slice(0, 300)]]
        : [],
    ),
  )

/** The order's number in the shop, read from the start of the text: bodies are large and are only parsed when they are handled. */
function aboutOf(topic: string, body: string): string | null {
  const key =
    (topic.startsWith('orders/') && topic !== 'orders/edited') || topic.startsWith('products/')
      ? '"id"'
      : // Return messages name their order in either way.
        String.raw`(?:"order_id"|"order"\s*:\s*\{\s*"id")`
  // Bounded: anchored, the name within the first 4,000 signs, and white space is passed once (hostile-growth.test).
  return new RegExp(String.raw`^[^]{0,4000}?${key}\s*:\s*(\d{1,19})`).exec(body)?.[1] ?? null
}
