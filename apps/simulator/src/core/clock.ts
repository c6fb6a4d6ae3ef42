import type { SimClock, Table } from '../core.ts'

/** Longest delay that a Node timer takes. */
const LONGEST_TIMER_MS = 2_147_483_647

type Alarm = { at: number; work: () => void }

export type MovableClock = SimClock & {
  /** How far simulated time is ahead of real time, milliseconds. */
  offset(): number
  /** Puts simulated time back to real time; alarms that were due in the skipped future wait again. */
  realign(): void
  close(): void
}

/**
 * Simulated time: the machine's time plus an offset kept on disk, so that a moved clock stays moved after a restart.
 * Alarms are not kept: a vendor that needs one after a restart sets it again from its own rows.
 */
export function openClock(table: Table<{ ms: number }>, realNow: () => number = Date.now): MovableClock {
  let offset = table.get('offset')?.ms ?? 0
  const alarms = new Set<Alarm>()
  let timer: NodeJS.Timeout | undefined
  const now = (): number => realNow() + offset

  const arm = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (alarms.size === 0) return
    const soonest = Math.min(...Array.from(alarms, (alarm) => alarm.at))
    timer = setTimeout(ring, Math.min(Math.max(soonest - now(), 0), LONGEST_TIMER_MS))
    timer.unref()
  }
  const ring = (): void => {
    const due = Array.from(alarms)
      .filter((alarm) => alarm.at <= now())
      .sort((a, b) => a.at - b.at)
    for (const alarm of due) if (alarms.delete(alarm)) alarm.work()
    arm()
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
    after: (ms, work) => {
      const alarm: Alarm = { at: now() + ms, work }
      alarms.add(alarm)
      arm()
      return () => {
        alarms.delete(alarm)
        arm()
      }
    },
    close: () => {
      alarms.clear()
      clearTimeout(timer)
    },
  }
}
