import { createHmac, randomUUID } from 'node:crypto'
import type { SimCore } from '../../../core.ts'
import { APP_API_VERSION } from '../admin-schema.ts'
import { DEMO_APP } from '../demo-shops.ts'
import type { ShopifyQuirks } from '../quirks.ts'
import type { WebhookRow } from '../rows.ts'
import type { ShopState } from '../shop-state.ts'
import type { DeliveryRow } from './delivery.rows.ts'
import type { Events, EventsMatter } from './events.ts'
import { payloadOf } from './payload.ts'
import { postOnce } from './post.ts'
import { topicName } from './topics.ts'

/** Pauses before the eight retries, simulated ms: increasing, four hours in all (reference shopify-admin 6). */
const RETRY_PAUSES_MS = [10, 50, 180, 600, 1200, 2160, 3600, 6600].map((seconds) => seconds * 1000)
const FAILURES_BEFORE_DELETION = 8
const AT_ONCE = 16
const SECOND_MS = 1000
/** This many finished deliveries of a shop stay in the log. */
const KEPT = 2000
const PRUNE_EVERY = 250

export type Courier = Events & {
  /** Continues with deliveries that were waiting when the process ended. */
  resume(shop: ShopState): void
  /** Sends a delivery of the log again, with its original ids and body. False when it is no longer in the log. */
  resend(shop: ShopState, id: string): boolean
  /** Stops sending; waiting deliveries continue after the next start. */
  close(): void
}

type Job = { shop: ShopState; id: string }

/**
 * Delivers webhooks: signed POSTs, retries on the simulator's clock, deletion of a subscription that never answers. No call waits for this.
 * Rows are on disk before the first attempt, so a restart loses none.
 */
export function openCourier(core: SimCore, quirks: ShopifyQuirks): Courier {
  const chance = core.random('shopify.webhooks')
  const ready: Job[] = []
  let running = 0
  let resolved = 0
  let closed = false

  /* At most one alarm per second: thousands of retries at once must not slow the clock down. */
  const bySecond = new Map<number, Job[]>()
  const schedule = (shop: ShopState, row: DeliveryRow): void => {
    const job = { shop, id: row.id }
    const now = core.clock.now()
    const second = Math.floor(row.nextAt / SECOND_MS)
    const known = bySecond.get(second)
    if (row.nextAt <= now) {
      ready.push(job)
      setImmediate(pump)
    } else if (known) known.push(job)
    else {
      bySecond.set(second, [job])
      core.clock.after(second * SECOND_MS - now, () => {
        ready.push(...(bySecond.get(second) ?? []))
        bySecond.delete(second)
        setImmediate(pump)
      })
    }
  }
  const pump = (): void => {
    while (!closed && running < AT_ONCE) {
      const job = ready.shift()
      if (!job) return
      const row = job.shop.deliveries.get(job.id)
      if (row?.state !== 'waiting' || row.nextAt > core.clock.now() + SECOND_MS) continue
      running++
      void attempt(job.shop, row).finally(() => {
        running--
        pump()
      })
    }
  }
  const attempt = async (shop: ShopState, row: DeliveryRow): Promise<void> => {
    const body = Buffer.from(shop.deliveryBodies.get(row.id)?.text ?? '{}')
    const secret = quirks.webhookSecret() || DEMO_APP.clientSecret
    const at = core.clock.now()
    const result = await postOnce(row.uri, headersOf(shop, row, body, secret), body, quirks.webhookTimeoutMs())
    if (closed) return
    const current = shop.deliveries.get(row.id)
    if (current) resolve(shop, { ...current, attempts: [...current.attempts, { at, ...result }] })
  }
  const resolve = (shop: ShopState, row: DeliveryRow): void => {
    const last = row.attempts.at(-1)!
    const good = last.status >= 200 && last.status < 300
    const fails = good ? 0 : (shop.webhookFailures.get(row.subscriptionId) ?? 0) + 1
    shop.webhookFailures.set(row.subscriptionId, fails)
    if (good) return keep(shop, { ...row, state: 'delivered' })
    const pause = RETRY_PAUSES_MS[row.attempts.length - 1]
    const given = quirks.webhookDeleteOnAny() ? fails >= FAILURES_BEFORE_DELETION : pause === undefined
    if (given) shop.webhooks.delete(row.subscriptionId)
    if (pause === undefined || !shop.webhooks.get(row.subscriptionId)) return keep(shop, { ...row, state: 'failed' })
    const next = { ...row, nextAt: core.clock.now() + pause }
    shop.deliveries.put(row.id, next)
    schedule(shop, next)
  }
  const keep = (shop: ShopState, row: DeliveryRow): void => {
    shop.deliveries.put(row.id, row)
    if (++resolved % PRUNE_EVERY !== 0) return
    for (const old of shop.deliveries.values()) {
      if (shop.deliveries.size <= KEPT) break
      if (old.state === 'waiting') continue
      shop.deliveries.delete(old.id)
      shop.deliveryBodies.delete(old.id)
    }
  }
  const enqueue = (shop: ShopState, hook: WebhookRow, topic: string, eventId: string, body: string): void => {
    const seq = (shop.counters.get('delivery-seq')?.value ?? 0) + 1
    shop.counters.put('delivery-seq', { value: seq })
    const lost = chance() < quirks.webhookLossChance()
    const jitter = quirks.webhookDisorderMs() > 0 ? Math.floor(chance() * quirks.webhookDisorderMs()) : 0
    const row: DeliveryRow = {
      id: randomUUID(),
      eventId,
      seq,
      topic,
      subscriptionId: hook.id,
      name: hook.name,
      uri: hook.uri,
      triggeredAt: new Date(core.clock.now()).toISOString(),
      state: lost ? 'lost' : 'waiting',
      attempts: [],
      nextAt: core.clock.now() + quirks.webhookDelayMs() + jitter,
    }
    shop.deliveryBodies.put(row.id, { text: body })
    shop.deliveries.put(row.id, row)
    if (!lost) schedule(shop, row)
  }
  const subscribers = (shop: ShopState, topic: string): WebhookRow[] =>
    Array.from<WebhookRow>(shop.webhooks.values()).filter((row) => row.topic === topicName(topic))

  return {
    wanted: (shop, topic) => shop.webhooks.size > 0 && subscribers(shop, topic).length > 0,
    emit: (shop, topic, matter) => {
      if (shop.webhooks.size === 0) return
      const hooks = subscribers(shop, topic).filter((hook) => /^https?:/.test(hook.uri))
      if (hooks.length === 0) return
      const eventId = randomUUID()
      const payload = payloadOf(shop, topic, matter, quirks)
      for (const hook of hooks) {
        const body = JSON.stringify(included(payload, hook.includeFields))
        enqueue(shop, hook, topic, eventId, body)
        if (chance() < quirks.webhookDuplicateChance()) enqueue(shop, hook, topic, eventId, body)
      }
    },
    resume: (shop) => {
      for (const row of shop.deliveries.values()) if (row.state === 'waiting') schedule(shop, row)
    },
    resend: (shop, id) => {
      const row = shop.deliveries.get(id)
      if (!row || !shop.deliveryBodies.get(id)) return false
      const again: DeliveryRow = { ...row, state: 'waiting', nextAt: core.clock.now() }
      shop.deliveries.put(id, again)
      schedule(shop, again)
      return true
    },
    close: () => {
      closed = true
    },
  }
}

/** Only the top-level fields that the subscription requested; all of them when it named none. */
function included(payload: EventsMatter | object, fields: readonly string[]): object {
  if (fields.length === 0) return payload
  const names = new Set(fields.map((field) => field.split('.')[0]))
  return Object.fromEntries(Object.entries(payload).filter(([name]) => names.has(name)))
}

/** All headers of reference shopify-admin 6; the signature is over the raw bytes. */
function headersOf(shop: ShopState, row: DeliveryRow, body: Buffer, secret: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': row.topic,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'x-shopify-shop-domain': `${shop.facts.slug}.myshopify.com`,
    'x-shopify-api-version': APP_API_VERSION,
    'x-shopify-webhook-id': row.id,
    'x-shopify-event-id': row.eventId,
    'x-shopify-triggered-at': row.triggeredAt,
    ...(row.name ? { 'x-shopify-name': row.name } : {}),
  }
}
