import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { MUTATION_COST } from '../operation.ts'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, pageOf } from '../wire.ts'

const subscription = z.object({ id: gid, topic: z.string(), uri: z.string() })
const listAnswer = z.object({ webhookSubscriptions: pageOf(subscription) })
const createAnswer = z.object({
  webhookSubscriptionCreate: z.object({ webhookSubscription: z.object({ id: gid }).nullish() }),
})

export const LIST_WEBHOOKS: Operation<{ first: number; after: string | null }, z.infer<typeof listAnswer>> = {
  name: 'webhookSubscriptions',
  mutation: false,
  safe: true,
  cost: ({ first }) => first + 3,
  answer: listAnswer,
  document: `query ListWebhooks($first: Int!, $after: String) {
  webhookSubscriptions(first: $first, after: $after) {
    nodes { id topic uri }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

type CreateVariables = {
  readonly topic: string
  readonly webhookSubscription: {
    readonly uri: string
    readonly format: 'JSON'
    readonly includeFields?: readonly string[]
  }
}

export const CREATE_WEBHOOK: Operation<CreateVariables, z.infer<typeof createAnswer>> = {
  name: 'webhookSubscriptionCreate',
  mutation: true,
  // A repeat of topic and address is refused as taken.
  safe: true,
  cost: () => MUTATION_COST + 1,
  answer: createAnswer,
  document: `mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`,
}

export type WebhookSubscription = z.infer<typeof subscription>

/** The app's subscriptions in this shop, all addresses. */
export async function listWebhooks(execute: Execute, options?: CallOptions): Promise<WebhookSubscription[]> {
  const found: WebhookSubscription[] = []
  let after: string | null = null
  do {
    const page: z.infer<typeof listAnswer> = await execute(LIST_WEBHOOKS, { first: 100, after }, options)
    found.push(...page.webhookSubscriptions.nodes)
    const { hasNextPage, endCursor } = page.webhookSubscriptions.pageInfo
    after = hasNextPage ? (endCursor ?? null) : null
  } while (after !== null)
  return found
}

export type WantedWebhook = {
  /** As the schema writes it, e.g. ORDERS_CREATE. */
  readonly topic: string
  /** always includes a field that changes (updated_at), otherwise equal bodies are dropped (reference, section 6) */
  readonly includeFields?: readonly string[]
}

export type RegisteredWebhooks = {
  readonly created: readonly string[]
  readonly kept: readonly string[]
  /** refused topics with their failures: most need a scope that was not granted */
  readonly refused: readonly { readonly topic: string; readonly failure: unknown }[]
}

/**
 * Ensures that each wanted topic is delivered to the address. To be repeated regularly: after eight consecutive failed deliveries Shopify
 * deletes a subscription (reference, section 6). `uri` must be https.
 */
export async function registerWebhooks(
  execute: Execute,
  uri: string,
  wanted: readonly WantedWebhook[],
  options?: CallOptions,
): Promise<RegisteredWebhooks> {
  const existing = await listWebhooks(execute, options)
  const there = new Set(existing.filter((each) => each.uri === uri).map(({ topic }) => topic))
  const created: string[] = []
  const kept: string[] = []
  const refused: { topic: string; failure: unknown }[] = []
  for (const { topic, includeFields } of wanted) {
    if (there.has(topic)) {
      kept.push(topic)
      continue
    }
    try {
      const webhookSubscription = { uri, format: 'JSON' as const, ...(includeFields ? { includeFields } : {}) }
      await execute(CREATE_WEBHOOK, { topic, webhookSubscription }, options)
      created.push(topic)
    } catch (failure) {
      if (isTaken(failure)) kept.push(topic)
      else if (isAboutTopic(failure)) refused.push({ topic, failure })
      else throw failure
    }
  }
  return { created, kept, refused }
}

/** This payload has no error codes, so the message is compared. */
const isTaken = (failure: unknown): boolean => isRemoteFailure(failure) && /already been taken/i.test(failure.message)

/** A missing scope for one topic is no reason to leave out the others; an invalid token is. */
const isAboutTopic = (failure: unknown): boolean =>
  isRemoteFailure(failure) && (failure.word === 'rejected' || failure.detail.code === 'ACCESS_DENIED')
