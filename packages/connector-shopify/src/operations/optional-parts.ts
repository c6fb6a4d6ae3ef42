import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Clock } from '@huoqiao/connector-kit'

/** Parts of an order that need a scope of their own: the shopper (read_customers), and the returns that refunds belong to (read_returns). */
export type OptionalParts = { readonly people: boolean; readonly returns: boolean }

/** For each part, a pattern that the error matches if the part was refused. */
const REFUSED: Readonly<Record<keyof OptionalParts, RegExp>> = { people: /customer/i, returns: /return/i }
const ASK_AGAIN_MS = 3_600_000

export type WithOptionalParts = <A>(read: (parts: OptionalParts) => Promise<A>) => Promise<A>

/**
 * If the scope for one part is missing, the vendor refuses the whole query. That part is then left out for an hour: orders are useful without
 * it, and the scope may be granted later.
 */
export function createOptionalParts(clock: Clock): WithOptionalParts {
  const leftOutUntil = { people: -Infinity, returns: -Infinity }
  const isAsked = (part: keyof OptionalParts): boolean => clock.now() >= leftOutUntil[part]
  return async (read) => {
    for (;;) {
      const parts = { people: isAsked('people'), returns: isAsked('returns') }
      try {
        return await read(parts)
      } catch (failure) {
        const refused = (['people', 'returns'] as const).find((part) => parts[part] && refuses(failure, part))
        if (refused === undefined) throw failure
        leftOutUntil[refused] = clock.now() + ASK_AGAIN_MS
      }
    }
  }
}

const refuses = (failure: unknown, part: keyof OptionalParts): boolean =>
  isRemoteFailure(failure) &&
  failure.detail.code === 'ACCESS_DENIED' &&
  REFUSED[part].test(`${failure.detail.field ?? ''} ${failure.message}`)
