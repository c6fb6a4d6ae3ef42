import type { Clock } from '@huoqiao/connector-kit'
import { createBucket } from './bucket.ts'
import type { CostReport } from './bucket.ts'
import { createDrawers, REPORTED_EVERY_MS } from './drawers.ts'
import type { CountDrawers } from './drawers.ts'

/** Interactive work (a person waits) comes before background work, which still gets every fifth turn. */
export type Lane = 'interactive' | 'background'

/** The result of one try. `cost`: the answer's report about the rate limit, if any. */
export type Attempt<T> = { readonly cost?: CostReport } & (
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly failure: unknown }
  | { readonly kind: 'throttled'; readonly failure: unknown; readonly retryAfterMs?: number }
)

export type Scheduled = {
  /** the key for remembering the request's cost, for example the operation's name */
  readonly key: string
  /** the cost in points calculated from the variables, before anything was learnt */
  readonly estimate: number
  readonly lane: Lane
  readonly signal?: AbortSignal
}

export type SchedulerStatus = {
  /** false before the first answer: the figures are then 0 */
  readonly known: boolean
  /** points that can be spent now, according to the model */
  readonly available: number
  readonly maximum: number
  /** Points a second. */
  readonly restoreRate: number
  readonly queued: number
  readonly inFlight: number
  /** milliseconds until the next waiting request is sent; 0: none waits; shown as a countdown */
  readonly waitingMs: number
}

export type Scheduler = {
  /**
   * Sends when the rate limit allows it, repeats if throttled, and returns the result. Throws the try's failure, or the signal's reason if
   * it aborts before sending.
   */
  run<T>(request: Scheduled, attempt: () => Promise<Attempt<T>>): Promise<T>
  status(): SchedulerStatus
}

export type SchedulerDeps = {
  readonly clock: Clock
  /** limits sockets and memory; 61 running requests use a Plus store's limit at 2 s for a call (reference, section 8) */
  readonly maxInFlight?: number
  /** left out: this process is the only one that calls the store */
  readonly countDrawers?: CountDrawers
}

type Waiting = {
  readonly request: Scheduled
  readonly send: () => void
  readonly abandon: () => void
}

const BACKGROUND_TURN = 5
const MAX_THROTTLED = 10
/** A longer requested pause is left to the caller: it is another kind of limit. */
const LONGEST_PAUSE_MS = 60_000

/**
 * Uses one store's points as fast as they are refilled, and no faster. It does not poll the store: each wait is calculated from the model
 * of the bucket, and every answer, new request or abort recalculates it. The points are shared with other processes (`drawers.ts`).
 */
export function createScheduler({ clock, maxInFlight = 160, countDrawers }: SchedulerDeps): Scheduler {
  const bucket = createBucket()
  const drawers =
    countDrawers &&
    createDrawers(clock, countDrawers, (count) => {
      bucket.divide(count, clock.now())
      pump()
    })
  const learned = createCostMemory()
  const lanes: Record<Lane, Waiting[]> = { interactive: [], background: [] }
  let interactiveStreak = 0
  let pausedUntil = 0
  /** Time of the next timer; Infinity: none. */
  let alarmAt = Infinity

  const nextLane = (): Lane | undefined => {
    if (lanes.interactive.length === 0) return lanes.background.length === 0 ? undefined : 'background'
    const backgroundsTurn = lanes.background.length > 0 && interactiveStreak >= BACKGROUND_TURN - 1
    return backgroundsTurn ? 'background' : 'interactive'
  }

  const waitOf = ({ request }: Waiting, now: number): number => {
    if (bucket.inFlight >= maxInFlight) return Infinity
    return Math.max(pausedUntil - now, bucket.waitFor(learned.expect(request.key, request.estimate), now), 0)
  }

  function pump(): void {
    for (;;) {
      const lane = nextLane()
      if (!lane) return
      drawers?.stay()
      const head = lanes[lane][0]!
      const wait = waitOf(head, clock.now())
      if (wait === Infinity) return
      // Meanwhile the others are informed that this process still uses the limit.
      if (wait > 0) return wakeIn(drawers ? Math.min(wait, REPORTED_EVERY_MS) : wait)
      lanes[lane].shift()
      interactiveStreak = lane === 'interactive' ? interactiveStreak + 1 : 0
      head.send()
    }
  }

  /** A timer that fires early only checks again, so one already set for an earlier time is kept. */
  function wakeIn(ms: number): void {
    const due = clock.now() + ms
    if (alarmAt <= due) return
    alarmAt = due
    const ring = async (): Promise<void> => {
      await clock.sleep(ms)
      if (alarmAt === due) alarmAt = Infinity
      pump()
    }
    void ring()
  }

  /** Waits for a turn and charges the bucket. Resolves with the ticket. */
  function admit(request: Scheduled, again: boolean): Promise<object> {
    return new Promise((resolve, reject) => {
      if (request.signal?.aborted) return reject(reasonOf(request.signal))
      const queue = lanes[request.lane]
      const waiting: Waiting = {
        request,
        send: () => {
          request.signal?.removeEventListener('abort', waiting.abandon)
          const ticket = {}
          bucket.reserve(ticket, learned.expect(request.key, request.estimate), clock.now())
          resolve(ticket)
        },
        abandon: () => {
          const place = queue.indexOf(waiting)
          if (place >= 0) queue.splice(place, 1)
          reject(reasonOf(request.signal))
          pump()
        },
      }
      request.signal?.addEventListener('abort', waiting.abandon, { once: true })
      // A throttled request already had its turn, so it goes first.
      if (again) queue.unshift(waiting)
      else queue.push(waiting)
      pump()
    })
  }

  /** After a pause others may have spent what the model still shows, so the first answer determines the level again. */
  async function comeBack(asked: Promise<number>): Promise<void> {
    if ((await asked) > 1) bucket.forget()
  }

  async function attemptOnce<T>(request: Scheduled, again: boolean, attempt: () => Promise<Attempt<T>>) {
    const asked = drawers?.returned()
    if (asked) await comeBack(asked)
    const ticket = await admit(request, again)
    let outcome: Attempt<T> | undefined
    try {
      outcome = await attempt()
      return outcome
    } finally {
      if (outcome?.cost) learned.learn(request.key, request.estimate, outcome.cost.requested)
      // A first report allows spending, so processes that started in the meantime are counted before.
      if (!bucket.known()) await drawers?.tell()
      bucket.resolve(ticket, outcome?.cost, clock.now())
      if (outcome?.kind === 'throttled' && outcome.retryAfterMs !== undefined)
        if (outcome.retryAfterMs <= LONGEST_PAUSE_MS)
          pausedUntil = Math.max(pausedUntil, clock.now() + outcome.retryAfterMs)
    }
  }

  return {
    async run(request, attempt) {
      try {
        for (let throttled = 0; ; throttled++) {
          const outcome = await attemptOnce(request, throttled > 0, attempt)
          if (outcome.kind === 'answered') return outcome.value
          const again =
            outcome.kind === 'throttled' &&
            throttled + 1 < MAX_THROTTLED &&
            (outcome.retryAfterMs ?? 0) <= LONGEST_PAUSE_MS
          if (!again) throw outcome.failure
        }
      } finally {
        pump()
      }
    },
    status() {
      const now = clock.now()
      const lane = nextLane()
      const wait = lane ? waitOf(lanes[lane][0]!, now) : 0
      return {
        known: bucket.known(),
        available: Math.max(0, Math.floor(bucket.level(now))),
        maximum: bucket.maximum,
        restoreRate: bucket.restoreRate,
        queued: lanes.interactive.length + lanes.background.length,
        inFlight: bucket.inFlight,
        waitingMs: Number.isFinite(wait) ? wait : 0,
      }
    },
  }
}

const MEMORY_LIMIT = 500

/**
 * Remembers the requested cost of operations. It depends only on the document and its variables, so the same operation with the same
 * estimate costs the same; for other sizes the last ratio is the best estimate.
 */
function createCostMemory() {
  const exact = new Map<string, number>()
  const ratio = new Map<string, number>()
  const nameOf = (key: string, estimate: number): string => `${key} ${estimate.toFixed(1)}`
  return {
    expect: (key: string, estimate: number): number =>
      exact.get(nameOf(key, estimate)) ?? Math.ceil(estimate * (ratio.get(key) ?? 1)),
    learn(key: string, estimate: number, stated: number): void {
      const name = nameOf(key, estimate)
      exact.delete(name)
      exact.set(name, stated)
      if (estimate > 0) ratio.set(key, stated / estimate)
      if (exact.size > MEMORY_LIMIT) exact.delete(exact.keys().next().value!)
    },
  }
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new DOMException('The wait was aborted', 'AbortError')
