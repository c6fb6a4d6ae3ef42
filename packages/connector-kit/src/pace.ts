import type { Clock } from './clock.ts'
import { RemoteFailure } from './remote-failure.ts'
import type { RemoteFailureDetail } from './remote-failure.ts'

export type PaceLimits = {
  /** no window of one second contains more starts than this */
  readonly startsPerSecond: number
  /** pause after the first `throttled` without a time of its own; 10 s doubling to 120 s works in practice for 1688 clients */
  readonly firstBackOffMs?: number
  readonly backOffCapMs?: number
}

export type PacedCall = {
  readonly vendor: RemoteFailureDetail['vendor']
  readonly call: string
  /** the longest time a caller waits in the queue, after which the call fails as `throttled`; left out: unlimited */
  readonly patienceMs?: number
}

export type Pace = {
  /** Waits for its turn in order of arrival, then runs the task. A task that fails as `throttled` delays everybody behind it. */
  run<T>(call: PacedCall, task: () => Promise<T>): Promise<T>
  /** The time until which nothing starts because the remote asked to wait, or undefined; shown as a countdown. */
  quietUntil(): number | undefined
}

/**
 * Assigns the times at which calls may start, to all users of one rate limit, which may be several processes. Times are those of the pace's
 * clock.
 */
export type Starts = {
  /** At most `wanted` times, earliest first, none more than a second ahead. If empty, `again` is when to ask again. */
  take(wanted: number): Promise<{ readonly at: readonly number[]; readonly again: number }>
  /** The remote asked to wait: nobody starts before this time. */
  quiet(until: number): void
}

/** A start that was not used in time is dropped: used later it would be too close to the next one. */
const STALE_MS = 20

/**
 * One queue for one rate limit of a remote: an app key of 1688, or a shop's admin API. First come, first served. `starts`: if others use
 * the same rate limit; left out: only this process does.
 */
export function createPace(limits: PaceLimits, clock: Clock, starts?: Starts): Pace {
  const { startsPerSecond, firstBackOffMs = 10_000, backOffCapMs = 120_000 } = limits
  if (!(startsPerSecond >= 1)) throw new RangeError('a pace needs at least one start per second')
  const source = starts ?? ownStarts(startsPerSecond, clock)
  /** assigned to us and not used yet, earliest first */
  const granted: number[] = []
  let waiting = 0
  let tail: Promise<unknown> = Promise.resolve()
  let quietUntil = 0
  let backOffMs = 0
  let lastThrottledAt = Number.NEGATIVE_INFINITY

  const until = async (call: PacedCall, at: number, deadline: number): Promise<void> => {
    const wait = at - clock.now()
    if (wait <= 0) return
    if (at > deadline) throw outOfPatience(call, wait)
    await clock.sleep(wait)
  }

  const takeTurn = async (call: PacedCall, deadline: number): Promise<number> => {
    for (;;) {
      await until(call, quietUntil, deadline)
      while (granted.length > 0 && granted[0]! < clock.now() - STALE_MS) granted.shift()
      if (granted.length === 0) {
        const { at, again } = await source.take(Math.min(waiting, startsPerSecond))
        granted.push(...at)
        if (at.length === 0) await until(call, again, deadline)
        continue
      }
      await until(call, granted[0]!, deadline)
      if (quietUntil > clock.now()) continue
      granted.shift()
      return clock.now()
    }
  }

  const enter = (call: PacedCall): Promise<number> => {
    const deadline = clock.now() + (call.patienceMs ?? Number.POSITIVE_INFINITY)
    // Callers who certainly cannot wait that long fail now, not at the head of the queue.
    if (quietUntil > deadline) return Promise.reject(outOfPatience(call, quietUntil - clock.now()))
    waiting += 1
    const turn = tail.then(() => takeTurn(call, deadline)).finally(() => (waiting -= 1))
    tail = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  const slowDown = (startedAt: number, retryAfterMs: number | undefined): void => {
    const now = clock.now()
    // Calls that ran at the same time are refused together: that doubles the pause once.
    if (startedAt > lastThrottledAt) {
      backOffMs = backOffMs === 0 ? firstBackOffMs : Math.min(backOffMs * 2, backOffCapMs)
      lastThrottledAt = now
    }
    quietUntil = Math.max(quietUntil, now + (retryAfterMs ?? backOffMs))
    source.quiet(quietUntil)
  }

  return {
    async run(call, task) {
      const startedAt = await enter(call)
      try {
        const result = await task()
        if (startedAt > lastThrottledAt) backOffMs = 0
        return result
      } catch (error) {
        if (error instanceof RemoteFailure && error.word === 'throttled') slowDown(startedAt, error.detail.retryAfterMs)
        throw error
      }
    },
    quietUntil: () => (quietUntil > clock.now() ? quietUntil : undefined),
  }
}

/** For a process that is the only user of a rate limit. */
export function ownStarts(startsPerSecond: number, clock: Clock): Starts {
  /** the latest starts, oldest first; never more than the limit */
  const latest: number[] = []
  return {
    take() {
      const now = clock.now()
      const free = latest.length >= startsPerSecond ? latest[0]! + 1000 : now
      if (free > now) return Promise.resolve({ at: [], again: free })
      latest.push(now)
      if (latest.length > startsPerSecond) latest.shift()
      return Promise.resolve({ at: [now], again: now })
    },
    quiet: () => undefined,
  }
}

const outOfPatience = (call: PacedCall, waitMs: number): RemoteFailure =>
  new RemoteFailure('throttled', `${call.call}: the queue to the remote is longer than the caller can wait`, {
    vendor: call.vendor,
    call: call.call,
    code: 'own-pace',
    retryAfterMs: waitMs,
  })
