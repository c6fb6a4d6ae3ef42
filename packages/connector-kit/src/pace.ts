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
 * One queue for one budget of a remote: the app key of 1688, or a shop's admin API.
 * First come, first served: a search a person waits for is not overtaken, nor does it overtake.
 */
export function createPace(limits: PaceLimits, clock: Clock): Pace {
  const { startsPerSecond, firstBackOffMs = 10_000, backOffCapMs = 120_000 } = limits
  if (!(startsPerSecond >= 1)) throw new RangeError('a pace needs at least one start per second')
  /** The latest starts, oldest first; never more than the limit. */
  const starts: number[] = []
  let tail: Promise<unknown> = Promise.resolve()
  let quietUntil = 0
  let backOffMs = 0
  let lastThrottledAt = Number.NEGATIVE_INFINITY

  const waitMs = (): number => {
    const oldest = starts.length >= startsPerSecond ? starts[0]! + 1000 : 0
    return Math.max(quietUntil, oldest) - clock.now()
  }

  const takeTurn = async (call: PacedCall, deadline: number): Promise<number> => {
    for (let wait = waitMs(); wait > 0; wait = waitMs()) {
      if (clock.now() + wait > deadline) throw outOfPatience(call, wait)
      await clock.sleep(wait)
    }
    const startedAt = clock.now()
    starts.push(startedAt)
    if (starts.length > startsPerSecond) starts.shift()
    return startedAt
  }

  const enter = (call: PacedCall): Promise<number> => {
    const deadline = clock.now() + (call.patienceMs ?? Number.POSITIVE_INFINITY)
    // Those who surely cannot wait that long learn it now and not at the head of the queue.
    if (quietUntil > deadline) return Promise.reject(outOfPatience(call, quietUntil - clock.now()))
    const turn = tail.then(() => takeTurn(call, deadline))
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

const outOfPatience = (call: PacedCall, waitMs: number): RemoteFailure =>
  new RemoteFailure('throttled', `${call.call}: the queue to the remote is longer than the caller can wait`, {
    vendor: call.vendor,
    call: call.call,
    code: 'own-pace',
    retryAfterMs: waitMs,
  })
