import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from './db.ts'

/** How often the database is asked for its time. Between two answers the monotonic clock of the process counts on. */
const EVERY_MS = 5_000
/** An answer that took longer says too little about which moment it is of. */
const ROUND_TRIP_MS = 500
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
  let base: { databaseMs: number; monotonicMs: number } | undefined
  let offset = 0
  let roundsTooFar = 0
  let isTold = false

  const ask = async (): Promise<void> => {
    const before = performance.now()
    const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const after = performance.now()
    const wallMs = Date.now()
    if (base !== undefined && after - before > ROUND_TRIP_MS) return
    base = { databaseMs: Number(rows[0]!.ms) + (after - before) / 2, monotonicMs: after }
    offset = wallMs - base.databaseMs
    roundsTooFar = Math.abs(offset) > TOO_FAR_MS ? roundsTooFar + 1 : 0
    if (Math.abs(offset) > NOTEWORTHY_MS && !isTold)
      deps.log.warn({ offsetMs: Math.round(offset) }, 'the clock of this machine differs from that of the database')
    isTold = Math.abs(offset) > NOTEWORTHY_MS
  }

  await ask()
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
    now: () => Math.round(base!.databaseMs + performance.now() - base!.monotonicMs),
    offsetMs: () => offset,
    close: () => Promise.resolve(clearInterval(timer)),
  }
}
