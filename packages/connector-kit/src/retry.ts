import type { Clock } from './clock.ts'
import { RemoteFailure } from './remote-failure.ts'

export type RetryPolicy = {
  /** number of tries, including the first one */
  readonly tries: number
  /** the first pause if the remote names none; doubles with each try */
  readonly firstWaitMs: number
  readonly waitCapMs: number
  /**
   * Limit for all pauses together; a longer one is left to the caller, who finds `retryAfterMs` in the failure. A remote that does not
   * answer is not retried once this much time has passed since the first try: four tries of half a minute each would be two minutes of
   * waiting.
   */
  readonly patienceMs: number
}

/** Short enough for a person who waits, long enough for a brief failure. Longer outages are left to a job's own retry schedule. */
export const SHORT_RETRY: RetryPolicy = { tries: 4, firstWaitMs: 250, waitCapMs: 8_000, patienceMs: 15_000 }

/** For callers that must not wait at all. */
export const NO_RETRY: RetryPolicy = { tries: 1, firstWaitMs: 0, waitCapMs: 0, patienceMs: 0 }

export type RetryDeps = {
  readonly clock: Clock
  /** a number in [0, 1), for the jitter */
  readonly random: () => number
}

/**
 * Retries where that does no harm: after `throttled` and `unavailable`, which mean that nothing was done, and after `unknown-outcome` only
 * if the call is `safe`. Everything else is thrown at once. The remote's `retryAfterMs` is the minimum: jitter is added to it.
 */
export async function withRetry<T>(
  deps: RetryDeps,
  policy: RetryPolicy,
  safe: boolean,
  attempt: (tryNumber: number) => Promise<T>,
): Promise<T> {
  let waited = 0
  const started = deps.clock.now()
  for (let tryNumber = 1; ; tryNumber++) {
    try {
      return await attempt(tryNumber)
    } catch (error) {
      if (tryNumber >= policy.tries || !mayRepeat(error, safe)) throw error
      const wait = waitBefore(policy, tryNumber, error.detail.retryAfterMs, deps.random())
      if (waited + wait > policy.patienceMs) throw error
      const isSilent = error.word !== 'throttled' && deps.clock.now() - started + wait > policy.patienceMs
      if (isSilent) throw error
      waited += wait
      await deps.clock.sleep(wait)
    }
  }
}

const mayRepeat = (error: unknown, safe: boolean): error is RemoteFailure =>
  error instanceof RemoteFailure &&
  (error.word === 'throttled' || error.word === 'unavailable' || (safe && error.word === 'unknown-outcome'))

/** Half of the pause is fixed and half random, so that callers who failed together do not retry together. */
function waitBefore(policy: RetryPolicy, tryNumber: number, retryAfterMs: number | undefined, draw: number): number {
  const doubled = Math.min(policy.firstWaitMs * 2 ** (tryNumber - 1), policy.waitCapMs)
  if (retryAfterMs !== undefined) return Math.ceil(retryAfterMs + (draw * doubled) / 2)
  return Math.ceil(doubled / 2 + (draw * doubled) / 2)
}

/**
 * The `Retry-After` header in milliseconds. The header is in seconds or a date (RFC 9110, section 10.2.3); reading it as milliseconds is a
 * common error that overloads the remote.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - nowMs)
}
