import type { Clock } from './clock.ts'
import { RemoteFailure } from './remote-failure.ts'
import type { RemoteFailureDetail } from './remote-failure.ts'

export type PaceLimits = {
  /** No window of one second ever holds more starts than this. */
  readonly startsPerSecond: number
  /** Pause after the first `throttled` that names no time of its own. 10 s doubling to 120 s is what 1688 clients found to work. */
  readonly firstBackOffMs?: number
  readonly backOffCapMs?: number
}

export type PacedCall = {
  readonly vendor: RemoteFailureDetail['vendor']
  readonly call: string
  /** The longest a caller will stand in the queue; past it the call fails as `throttled`. Left out: as long as it takes. */
  readonly patienceMs?: number
}

export type Pace = {
  /** Waits for a turn, in order of arrival, then runs the task. A task that fails as `throttled` holds up everybody behind it. */
  run<T>(call: PacedCall, task: () => Promise<T>): Promise<T>
  /** The instant until which nothing starts because the remote asked for quiet, or undefined. What a screen counts down. */
  quietUntil(): number | undefined
}

/**
 * Hands out the instants at which calls may start, to everybody who draws on one budget of a remote: several processes may.
 * Instants are those of the pace's clock.
 */
export type Starts = {
  /** At most `wanted`, soonest first, none more than a second ahead. None: `again` is when to ask again. */
  take(wanted: number): Promise<{ readonly at: readonly number[]; readonly again: number }>
  /** The remote asked for quiet: nobody starts before. */
  quiet(until: number): void
}

/** A start that nobody used in time is given up: used later it would stand too close to the next ones. */
const STALE_MS = 20

/**
 * One queue for one budget of a remote: the app key of 1688, or a shop's admin API.
 * First come, first served: a search a person waits for is not overtaken, nor does it overtake.
 * `starts`: where others draw on the same budget; left out, this process is alone with it.
 */
export function createPace(limits: PaceLimits, clock: Clock, starts?: Starts): Pace {
  const { startsPerSecond, firstBackOffMs = 10_000, backOffCapMs = 120_000 } = limits
  if (!(startsPerSecond >= 1)) throw new RangeError('a pace needs at least one start per second')
  const source = starts ?? ownStarts(startsPerSecond, clock)
  /** Handed out to us and not used yet, soonest first. */
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
    // Those who surely cannot wait that long learn it now and not at the head of the queue.
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
    // Calls that were under way together are refused together: one wave doubles the pause once.
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

/** For a process that is alone with a budget. */
export function ownStarts(startsPerSecond: number, clock: Clock): Starts {
  /** The latest, oldest first; never more than the limit. */
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
