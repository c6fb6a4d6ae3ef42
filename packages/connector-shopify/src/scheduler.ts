import type { Clock } from '@huoqiao/connector-kit'
import { createBucket } from './bucket.ts'
import type { CostReport } from './bucket.ts'
import { createDrawers, REPORTED_EVERY_MS } from './drawers.ts'
import type { CountDrawers } from './drawers.ts'

/** Interactive work (a person waits) goes before background work, which still gets every fifth turn. */
export type Lane = 'interactive' | 'background'

/** What became of one sending. `cost` is what the answer said about the bucket, whatever else it said. */
export type Attempt<T> = { readonly cost?: CostReport } & (
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly failure: unknown }
  | { readonly kind: 'throttled'; readonly failure: unknown; readonly retryAfterMs?: number }
)

export type Scheduled = {
  /** What the request's cost is remembered under, e.g. the operation's name. */
  readonly key: string
  /** The cost in points as computed from the variables, before anything was learned. */
  readonly estimate: number
  readonly lane: Lane
  readonly signal?: AbortSignal
}

export type SchedulerStatus = {
  /** False before the first answer: then the figures are 0. */
  readonly known: boolean
  /** Points that can be spent now, as modelled. */
  readonly available: number
  readonly maximum: number
  /** Points a second. */
  readonly restoreRate: number
  readonly queued: number
  readonly inFlight: number
  /** Milliseconds until the next waiting request goes out; 0 when none waits. The console counts it down. */
  readonly waitingMs: number
}

export type Scheduler = {
  /**
   * Sends when the bucket allows, again when throttled, and gives back what the attempt gave.
   * Throws the attempt's failure, or the signal's reason when it is aborted before it was sent.
   */
  run<T>(request: Scheduled, attempt: () => Promise<Attempt<T>>): Promise<T>
  status(): SchedulerStatus
}

export type SchedulerDeps = {
  readonly clock: Clock
  /** Keeps sockets and memory in bounds; 61 in flight fill a Plus store at 2 s a call (reference, section 8). */
  readonly maxInFlight?: number
  /** Left out: this process is alone with the store. */
  readonly countDrawers?: CountDrawers
}

type Waiting = {
  readonly request: Scheduled
  readonly send: () => void
  readonly abandon: () => void
}

const BACKGROUND_TURN = 5
const MAX_THROTTLED = 10
/** A pause that is asked for longer than this is the caller's to keep: it is a limit of another kind. */
const LONGEST_PAUSE_MS = 60_000

/**
 * Spends one store's points as fast as they come, and no faster. Nothing polls the store: each wait is computed from the model
 * of the bucket, and every answer, arrival or abort recomputes it. With other processes it shares the points (`drawers.ts`).
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
  /** When the next alarm rings; Infinity when none is set. */
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
      // Others are told meanwhile that this process still draws.
      if (wait > 0) return wakeIn(drawers ? Math.min(wait, REPORTED_EVERY_MS) : wait)
      lanes[lane].shift()
      interactiveStreak = lane === 'interactive' ? interactiveStreak + 1 : 0
      head.send()
    }
  }

  /** An alarm that rings too early only looks again, so one that is already set for sooner is left to do it. */
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

  /** Waits for a turn and charges the bucket. Resolves with the ticket to resolve. */
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
      // One that was throttled has had its turn already: it goes first.
      if (again) queue.unshift(waiting)
      else queue.push(waiting)
      pump()
    })
  }

  /** After a silence others may have spent what the model still shows: then the first answer tells anew what there is. */
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
      // A first report is the signal to spend: whoever else began meanwhile is counted before.
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
 * What the remote said that requests cost. The requested cost depends only on the document and its variables, so the
 * same operation with the same estimate costs the same again; for other sizes the last ratio is the best guess.
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
