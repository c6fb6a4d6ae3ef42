import type { RetryPolicy, SendGuard } from '@huoqiao/connector-kit'
import type { z } from 'zod'
import type { Lane } from './scheduler.ts'

/** One GraphQL operation: what is sent, its cost, and the shape of the answer. */
export type Operation<V extends Variables, R> = {
  /** the vendor's name for the call, for example `productSet`: used in failures and logs, and as key of learnt costs */
  readonly name: string
  readonly document: string
  readonly mutation: boolean
  /** true if sending it twice has the same effect as once */
  readonly safe: boolean
  /** the requested cost in points, calculated from the variables; rather too high than too low */
  readonly cost: (variables: V) => number
  /** the shape of `data`; other fields are dropped */
  readonly answer: z.ZodType<R>
}

export type Variables = Readonly<Record<string, unknown>>

export type CallOptions = {
  /** Default `background`. */
  readonly lane?: Lane
  readonly signal?: AbortSignal
  /** timeout for one request; default 30 s, for productSet 120 s */
  readonly timeoutMs?: number
  readonly retry?: RetryPolicy
  /** for requests that must happen at most once: called at each try, after bucket and token, right before the request leaves */
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

/** An input list may have at most this many items, and a page this many nodes (reference, section 2). */
export const LIST_LIMIT = 250

/** Splits a list into groups of at most `size`. */
export function chunked<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}
