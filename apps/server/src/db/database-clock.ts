import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from './db.ts'

/** How often the database is asked for its time. In between, the process's monotonic clock continues from the last answer. */
const EVERY_MS = 5_000
/** How often it is asked at the start, when the process is busiest: the answer with the shortest round trip is used. */
const ROUNDS_AT_START = 3
/** How far a machine's monotonic clock may drift, as a share of the elapsed time. */
const DRIFT = 1e-4
/** A larger offset is logged for the operator. */
export const NOTEWORTHY_MS = 2_000
/** With a larger offset, tokens, signatures and pages of this machine would be wrong, so it must not work. */
export const TOO_FAR_MS = 60_000
/** How many answers in a row must exceed the limit; a single wrong one does not stop the process. */
const ROUNDS_TOO_FAR = 3

/** This machine's clock differs too much from the database's. Milliseconds; positive: it is ahead. */
export class ClockOff extends Error {
  override readonly name = 'ClockOff'
  readonly offsetMs: number
  constructor(offsetMs: number) {
    super(`the clock of this machine is ${Math.round(offsetMs / 1000)} s off the database's`)
    this.offsetMs = offsetMs
  }
}

export type DatabaseClock = Clock & {
  /** How far this machine's own clock is ahead of the database's; milliseconds. */
  offsetMs(): number
  close(): Promise<void>
}

/**
 * The database's time, shared by all nodes of an installation: a time written by one node and compared by another comes from one clock,
 * even if the machines' clocks are wrong. A machine that is 2 s off is logged; one that is 60 s off is not started (throws ClockOff) or is
 * stopped (`onOff`).
 */
export async function startDatabaseClock(
  pool: Db['pool'],
  deps: { log: Pick<Log, 'warn'>; onOff: (error: ClockOff) => void },
): Promise<DatabaseClock> {
  // `doubtMs`: half of the round trip, because the answer belongs to some moment within it.
  let base: { databaseMs: number; monotonicMs: number; doubtMs: number } | undefined
  let offset = 0
  let roundsTooFar = 0
  let isReported = false

  const nowMs = (at: number): number => base!.databaseMs + at - base!.monotonicMs

  /** A slow answer replaces a fast one only if it proves that the time is different, or if the fast one is old. */
  const take = (databaseMs: number, at: number, doubtMs: number): void => {
    if (base !== undefined) {
      const known = base.doubtMs + (at - base.monotonicMs) * DRIFT
      if (doubtMs > known && Math.abs(databaseMs - nowMs(at)) <= doubtMs + known) return
    }
    base = { databaseMs, monotonicMs: at, doubtMs }
  }

  const ask = async (): Promise<void> => {
    const before = performance.now()
    const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const after = performance.now()
    const wallMs = Date.now()
    const doubtMs = (after - before) / 2
    take(Number(rows[0]!.ms) + doubtMs, after, doubtMs)
    offset = wallMs - nowMs(after)
    roundsTooFar = Math.abs(offset) > TOO_FAR_MS ? roundsTooFar + 1 : 0
    if (Math.abs(offset) > NOTEWORTHY_MS && !isReported)
      deps.log.warn({ offsetMs: Math.round(offset) }, 'the clock of this machine differs from that of the database')
    isReported = Math.abs(offset) > NOTEWORTHY_MS
  }

  for (let round = 0; round < ROUNDS_AT_START; round++) await ask()
  roundsTooFar = 0
  if (Math.abs(offset) > TOO_FAR_MS) throw new ClockOff(offset)
  let isAsking = false
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    // If there is no answer, the last one stays in use; other code reports that the database is unreachable.
    ask()
      .then(
        () => roundsTooFar >= ROUNDS_TOO_FAR && deps.onOff(new ClockOff(offset)),
        () => undefined,
      )
      .finally(() => {
        isAsking = false
      })
  }, EVERY_MS)
  timer.unref()

  return {
    now: () => Math.round(nowMs(performance.now())),
    offsetMs: () => offset,
    close: () => Promise.resolve(clearInterval(timer)),
  }
}
