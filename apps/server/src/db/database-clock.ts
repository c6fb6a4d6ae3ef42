import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from './db.ts'

/** How often the database is asked for its time. Between two answers the monotonic clock of the process counts on. */
const EVERY_MS = 5_000
/** Times that the database is asked at the start, while the process has most to do: the quickest answer counts. */
const ROUNDS_AT_START = 3
/** How far a machine's monotonic clock may drift, as a share of the time that passed. */
const DRIFT = 1e-4
/** From here on an operator should know. */
export const NOTEWORTHY_MS = 2_000
/** From here on tokens, signatures and pages of this machine are wrong: it must not work. */
export const TOO_FAR_MS = 60_000
/** A single wrong answer stops nobody. */
const ROUNDS_TOO_FAR = 3

/** This machine's own clock is too far from the database's. Milliseconds; positive: it is fast. */
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
 * The database's time, which all nodes of an installation share: whatever one of them writes and another compares is measured by one
 * clock, however wrong the machines' own are. A machine that is 2 s off is told of in the log; one that is 60 s off is not started
 * (throws ClockOff), or stopped (`onOff`).
 */
export async function startDatabaseClock(
  pool: Db['pool'],
  deps: { log: Pick<Log, 'warn'>; onOff: (error: ClockOff) => void },
): Promise<DatabaseClock> {
  // `doubtMs`: the answer is of some moment of its round trip, so that half of it is as far as its time can be off.
  let base: { databaseMs: number; monotonicMs: number; doubtMs: number } | undefined
  let offset = 0
  let roundsTooFar = 0
  let isReported = false

  const nowMs = (at: number): number => base!.databaseMs + at - base!.monotonicMs

  /** A slow answer takes the place of a quick one only when it shows that the database's time is another, or the quick one is old. */
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
    // Without an answer the last one counts on; that the database is away others tell.
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
