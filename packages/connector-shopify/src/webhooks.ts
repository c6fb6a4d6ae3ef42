import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a delivery was signed with one of the app's secrets: base64 of HMAC-SHA256 over the raw body, compared in constant time, before
 * anything is parsed. For up to an hour after a secret was rotated, deliveries may still be signed with the old one, so both are passed
 * (reference, sections 1 and 6).
 */
export function verifyWebhook(rawBody: Uint8Array, signature: string | undefined, secrets: readonly string[]): boolean {
  if (signature === undefined) return false
  const given = Buffer.from(signature, 'base64')
  let good = false
  for (const secret of secrets) {
    if (secret === '') continue
    const right = createHmac('sha256', secret).update(rawBody).digest()
    // Every secret is tried, so that the duration does not show which one matched.
    if (given.length === right.length && timingSafeEqual(given, right)) good = true
  }
  return good
}

export type WebhookDelivery = {
  /** As Shopify writes it in the header, e.g. `orders/create`. */
  readonly topic: string
  readonly shopDomain: string
  readonly signature?: string
  /** one for each delivery to a subscription */
  readonly webhookId: string
  /** one for each event: equal for deliveries to two subscriptions; both are used to detect repeats (reference, section 6) */
  readonly eventId: string
  readonly apiVersion?: string
  /** ISO 8601, as sent: deliveries arrive late and out of order */
  readonly triggeredAt?: string
}

/** Reads a delivery's headers (lower-case names, as Node provides them). Undefined if it is not a webhook delivery. */
export function webhookDelivery(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): WebhookDelivery | undefined {
  const read = (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' ? value : value?.[0]
  }
  const topic = read('x-shopify-topic')
  const shopDomain = read('x-shopify-shop-domain')
  const webhookId = read('x-shopify-webhook-id')
  if (!topic || !shopDomain || !webhookId) return undefined
  const signature = read('x-shopify-hmac-sha256')
  const apiVersion = read('x-shopify-api-version')
  const triggeredAt = read('x-shopify-triggered-at')
  return {
    topic,
    shopDomain,
    webhookId,
    eventId: read('x-shopify-event-id') ?? webhookId,
    ...(signature ? { signature } : {}),
    ...(apiVersion ? { apiVersion } : {}),
    ...(triggeredAt ? { triggeredAt } : {}),
  }
}
