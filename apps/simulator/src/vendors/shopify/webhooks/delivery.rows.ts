export type AttemptRow = { at: number; status: number; error: string | null; ms: number }

/** One delivery to one subscription. Body and address are those of the trigger time (reference shopify-admin 6). */
export type DeliveryRow = {
  /** X-Shopify-Webhook-Id: unique per delivery. */
  id: string
  /** X-Shopify-Event-Id: unique per event, the same for all its deliveries. */
  eventId: string
  seq: number
  /** As in the header: orders/create. */
  topic: string
  subscriptionId: string
  name: string | null
  uri: string
  triggeredAt: string
  state: 'waiting' | 'delivered' | 'failed' | 'lost'
  attempts: AttemptRow[]
  /** Simulated instant of the next attempt, epoch ms. */
  nextAt: number
}

export type DeliveryBody = { text: string }
