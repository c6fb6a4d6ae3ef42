import type { SimClock, Table } from '../core.ts'
import { dueQueue } from './clock.queue.ts'

/** Longest delay that a Node timer accepts. */
const LONGEST_TIMER_MS = 2_147_483_647

export type MovableClock = SimClock & {
  /** How far simulated time is ahead of real time, milliseconds. */
  offset(): number
  /** Sets simulated time back to real time; alarms in the future that was skipped wait again. */
  realign(): void
  close(): void
}

/**
 * Simulated time: the machine's time plus an offset that is stored on disk, so that it survives a restart. Alarms are not stored here:
 * those that must survive a restart are set through clock.alarms.ts, which has rows of its own.
 */
export function openClock(table: Table<{ ms: number }>, realNow: () => number = Date.now): MovableClock {
  let offset = table.get('offset')?.ms ?? 0
  const alarms = dueQueue()
  let timer: NodeJS.Timeout | undefined
  const now = (): number => realNow() + offset

  const arm = (): void => {
    clearTimeout(timer)
    timer = undefined
    const next = alarms.soonest()
    if (!next) return
    timer = setTimeout(ring, Math.min(Math.max(next.at - now(), 0), LONGEST_TIMER_MS))
    timer.unref()
  }
  /** An alarm may set its next one inside the skipped time: that one runs in the same pass, in its order. */
  const ring = (): void => {
    const horizon = now()
    for (let due = alarms.takeBy(horizon); due; due = alarms.takeBy(horizon)) due.work()
    arm()
  }
  const at = (instant: number, work: () => void): (() => void) => {
    const due = alarms.put(instant, work)
    // Only a new front changes the timer; for a cancelled front the timer runs without effect.
    if (alarms.soonest() === due) arm()
    return () => {
      due.gone = true
    }
  }
  return {
    now,
    offset: () => offset,
    advance: (ms) => {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError('the clock only moves forward')
      offset += ms
      table.put('offset', { ms: offset })
      ring()
    },
    realign: () => {
      offset = 0
      table.delete('offset')
      arm()
    },
    at,
    after: (ms, work) => at(now() + ms, work),
    close: () => {
      alarms.clear()
      clearTimeout(timer)
    },
  }
}
