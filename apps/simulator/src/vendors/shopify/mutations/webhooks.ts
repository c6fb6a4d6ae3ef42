import type { Args, Call } from '../call.ts'
import { notSimulated } from '../refusals.ts'
import type { WebhookRow } from '../rows.ts'
import { scopesOfTopic, TOPICS } from '../webhooks/topics.ts'

type WebhookInput = {
  uri?: string | null
  callbackUrl?: string | null
  format?: string | null
  filter?: string | null
  name?: string | null
  includeFields?: string[] | null
  metafieldNamespaces?: string[] | null
}

type Fault = { field: string[] | null; message: string }

/**
 * Addresses: HTTPS, Pub/Sub or EventBridge. The vendor accepts no plain HTTP; here it is accepted for this machine only, because simulator
 * and receiver run side by side without certificates.
 */
const isDeliverable = (uri: string): boolean =>
  /^(https:\/\/|pubsub:\/\/|arn:aws:events:)/.test(uri) || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/)/.test(uri)

function addressFault(uri: string): string | undefined {
  if (uri === '') return "Address can't be blank"
  return isDeliverable(uri) ? undefined : 'Address protocol http:// is not supported'
}

/** A topic needs a scope of its resource (reference shopify-admin 1: subscriptions have no scopes of their own). */
function topicFault(topic: string, call: Call): string | undefined {
  const scopes = scopesOfTopic(topic)
  if (scopes.length === 0 || scopes.some((scope) => call.scopes.has(scope))) return undefined
  return `You do not have permission to create or update webhooks with ${TOPICS[topic]?.header ?? topic} topic. This topic either does not exist or requires the ${scopes.join(' or ')} scope.`
}

function taken(row: Pick<WebhookRow, 'topic' | 'uri' | 'filter'>, ownId: string | undefined, call: Call): boolean {
  for (const other of call.shop.webhooks.values())
    if (other.id !== ownId && other.topic === row.topic && other.uri === row.uri && other.filter === row.filter)
      return true
  return false
}

const TAKEN = 'Address for this topic has already been taken'

export function webhookSubscriptionCreate(_source: unknown, args: Args, call: Call): unknown {
  const { shop } = call
  const topic = args.topic as string
  const input = args.webhookSubscription as WebhookInput
  /* A filter limits what is delivered: ignoring it would deliver too much. */
  if (input.filter) throw notSimulated('webhook filters')
  const uri = input.uri ?? input.callbackUrl ?? ''
  const fail = (fault: Fault): object => ({ webhookSubscription: null, userErrors: [fault] })
  const denied = topicFault(topic, call)
  if (denied) return fail({ field: ['topic'], message: denied })
  const wrong = addressFault(uri) ?? (taken({ topic, uri, filter: null }, undefined, call) ? TAKEN : undefined)
  if (wrong) return fail({ field: ['webhookSubscription', 'uri'], message: wrong })
  const now = shop.now()
  const row: WebhookRow = {
    id: shop.newId('WebhookSubscription'),
    topic,
    uri,
    format: input.format ?? 'JSON',
    filter: null,
    name: input.name ?? null,
    includeFields: input.includeFields ?? [],
    metafieldNamespaces: input.metafieldNamespaces ?? [],
    createdAt: now,
    updatedAt: now,
  }
  shop.webhooks.put(row.id, row)
  call.effects.push(`webhook ${topic} → ${uri}`)
  return { webhookSubscription: row, userErrors: [] }
}

/** Changes address, fields or name; the topic of a subscription stays. Deliveries under way keep the old address. */
export function webhookSubscriptionUpdate(_source: unknown, args: Args, call: Call): unknown {
  const input = args.webhookSubscription as WebhookInput
  if (input.filter) throw notSimulated('webhook filters')
  const before = call.shop.webhooks.get(args.id as string)
  const fail = (fault: Fault): object => ({ webhookSubscription: null, userErrors: [fault] })
  if (!before) return fail({ field: ['id'], message: 'Webhook subscription does not exist' })
  const uri = input.uri ?? input.callbackUrl ?? before.uri
  const row: WebhookRow = {
    ...before,
    uri,
    format: input.format ?? before.format,
    name: input.name === undefined ? before.name : input.name,
    includeFields: input.includeFields ?? before.includeFields,
    metafieldNamespaces: input.metafieldNamespaces ?? before.metafieldNamespaces,
    updatedAt: call.shop.now(),
  }
  const wrong = addressFault(uri) ?? (taken(row, row.id, call) ? TAKEN : undefined)
  if (wrong) return fail({ field: ['webhookSubscription', 'uri'], message: wrong })
  call.shop.webhooks.put(row.id, row)
  call.effects.push(`webhook ${row.topic} → ${uri}`)
  return { webhookSubscription: row, userErrors: [] }
}

export function webhookSubscriptionDelete(_source: unknown, args: Args, call: Call): unknown {
  const id = args.id as string
  if (!call.shop.webhooks.delete(id))
    return {
      deletedWebhookSubscriptionId: null,
      userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
    }
  call.effects.push(`webhook ${id} deleted`)
  return { deletedWebhookSubscriptionId: id, userErrors: [] }
}
