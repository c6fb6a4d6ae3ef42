export type AttemptRow = { at: number; status: number; error: string | null; ms: number }

/** One delivery to one subscription. Body and address stay those of the trigger time (reference shopify-admin 6). */
export type DeliveryRow = {
  /** X-Shopify-Webhook-Id: one a delivery. */
  id: string
  /** X-Shopify-Event-Id: one an event, the same for all its deliveries. */
  eventId: string
  seq: number
  /** As the header says it: orders/create. */
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
