import type { SimClock, Table } from '../core.ts'
import { dueQueue } from './clock.queue.ts'

/** Longest delay that a Node timer takes. */
const LONGEST_TIMER_MS = 2_147_483_647

export type MovableClock = SimClock & {
  /** How far simulated time is ahead of real time, milliseconds. */
  offset(): number
  /** Puts simulated time back to real time; alarms that were due in the skipped future wait again. */
  realign(): void
  close(): void
}

/**
 * Simulated time: the machine's time plus an offset kept on disk, so that a moved clock stays moved after a restart.
 * Alarms are not kept here: what must survive a restart is set through clock.alarms.ts, which keeps rows of its own.
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
  /** An alarm may set the next one of its chain into the skipped time: that one rings in the same go, in its turn. */
  const ring = (): void => {
    const horizon = now()
    for (let due = alarms.takeBy(horizon); due; due = alarms.takeBy(horizon)) due.work()
    arm()
  }
  const at = (instant: number, work: () => void): (() => void) => {
    const due = alarms.put(instant, work)
    // Only a new front changes what the timer waits for; a cancelled front rings in vain.
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
