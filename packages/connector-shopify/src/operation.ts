import type { RetryPolicy, SendGuard } from '@huoqiao/connector-kit'
import type { z } from 'zod'
import type { Lane } from './scheduler.ts'

/** One GraphQL operation: what is sent, what it will cost, and what a right answer looks like. */
export type Operation<V extends Variables, R> = {
  /** The vendor's name for the call, e.g. `productSet`: in failures, logs, and as the key of learned costs. */
  readonly name: string
  readonly document: string
  readonly mutation: boolean
  /** True when sending it twice leaves the shop as sending it once does. */
  readonly safe: boolean
  /** The requested cost in points, from the variables alone; rather too much than too little. */
  readonly cost: (variables: V) => number
  /** The shape of `data`. Fields that are not named here are dropped. */
  readonly answer: z.ZodType<R>
}

export type Variables = Readonly<Record<string, unknown>>

export type CallOptions = {
  /** Default `background`. */
  readonly lane?: Lane
  readonly signal?: AbortSignal
  /** How long one sending may take; default 30 s, for productSet 120 s. */
  readonly timeoutMs?: number
  readonly retry?: RetryPolicy
  /** For what must be carried out at most once: asked at each try, after the bucket and the token, right before it leaves. */
  readonly guard?: SendGuard
}

/** Runs an operation through scheduler, transport and retries. Throws RemoteFailure. */
export type Execute = <V extends Variables, R>(
  operation: Operation<V, R>,
  variables: V,
  options?: CallOptions,
) => Promise<R>

/** A mutation costs 10 points unless Shopify says otherwise (reference, section 2). */
export const MUTATION_COST = 10

/** Any input list holds at most this many items, and a page this many nodes (reference, section 2). */
export const LIST_LIMIT = 250

/** Cuts a list into runs of at most `size`. */
export function chunked<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}
