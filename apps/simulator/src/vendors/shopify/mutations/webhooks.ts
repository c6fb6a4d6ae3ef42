import type { Args, Call } from '../call.ts'
import type { WebhookRow } from '../rows.ts'

type WebhookInput = {
  uri?: string | null
  callbackUrl?: string | null
  format?: string | null
  filter?: string | null
  name?: string | null
  includeFields?: string[] | null
  metafieldNamespaces?: string[] | null
}

/** Addresses: HTTPS, Pub/Sub or EventBridge; plain HTTP only to this machine, where the tests live. */
const isDeliverable = (uri: string): boolean =>
  /^(https:\/\/|pubsub:\/\/|arn:aws:events:)/.test(uri) || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/)/.test(uri)

export function webhookSubscriptionCreate(_source: unknown, args: Args, call: Call): unknown {
  const { shop } = call
  const topic = args.topic as string
  const input = args.webhookSubscription as WebhookInput
  const uri = input.uri ?? input.callbackUrl ?? ''
  const fail = (field: string, message: string): object => ({
    webhookSubscription: null,
    userErrors: [{ field: ['webhookSubscription', field], message }],
  })
  if (uri === '') return fail('uri', "Address can't be blank")
  if (!isDeliverable(uri)) return fail('uri', 'Address protocol http:// is not supported')
  for (const row of shop.webhooks.values())
    if (row.topic === topic && row.uri === uri && row.filter === (input.filter ?? null))
      return fail('uri', 'Address for this topic has already been taken')
  const now = shop.now()
  const row: WebhookRow = {
    id: shop.newId('WebhookSubscription'),
    topic,
    uri,
    format: input.format ?? 'JSON',
    filter: input.filter ?? null,
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
