import { z } from 'zod'
import type { CostReport } from './bucket.ts'

/** Schemas shared by all answers (reference, sections 2 and 3). */

const costSchema = z.object({
  requestedQueryCost: z.number(),
  actualQueryCost: z.number().nullish(),
  throttleStatus: z.object({
    maximumAvailable: z.number(),
    currentlyAvailable: z.number(),
    restoreRate: z.number(),
  }),
})

const topErrorSchema = z.object({
  message: z.string().default('no message'),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z.object({ code: z.string().nullish() }).nullish(),
})
export type TopError = z.infer<typeof topErrorSchema>

export const envelopeSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  // Some refusals that never reached GraphQL have plain text here, for example for an invalid token.
  errors: z.union([z.array(topErrorSchema), z.string()]).nullish(),
  extensions: z.object({ cost: costSchema.nullish() }).nullish(),
})
export type Envelope = z.infer<typeof envelopeSchema>

/** `extensions.cost` in the bucket's terms; undefined if the answer has none. */
export function costReportOf(envelope: Envelope): CostReport | undefined {
  const cost = envelope.extensions?.cost
  if (!cost) return undefined
  const { maximumAvailable, currentlyAvailable, restoreRate } = cost.throttleStatus
  return {
    requested: cost.requestedQueryCost,
    ...(typeof cost.actualQueryCost === 'number' ? { actual: cost.actualQueryCost } : {}),
    maximum: maximumAvailable,
    available: currentlyAvailable,
    restoreRate,
  }
}

/** Selects an error; `code` is missing in many payloads' userErrors (reference, section 3). */
export const userErrorSchema = z.object({
  code: z.string().nullish(),
  field: z.array(z.string()).nullish(),
  message: z.string(),
})

/** A Shopify id, e.g. gid://shopify/Product/123: opaque text, never a number. */
export const gid = z.string().min(1)

/** Amounts are decimal text ("18.50") in the shop's currency. */
export const decimalText = z.string()

const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })
export type PageInfo = z.infer<typeof pageInfoSchema>

export const nodesOf = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) })
export const pageOf = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo: pageInfoSchema })

/**
 * An entry of `nodes(ids)` of one type: null if it does not exist, or if the id belongs to another type, for which nothing was selected.
 * Strict, so that an object of unexpected shape is never taken for missing.
 */
export const nodeOrNone = <T extends z.ZodType>(node: T) =>
  z.union([node, z.strictObject({}).transform(() => null), z.null()])
