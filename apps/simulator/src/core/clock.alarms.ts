import type { SimClock, Table } from '../core.ts'

export type AlarmRow<T> = { id: string; at: number; what: T }

export type Alarms<T> = {
  /** Sets the alarm of that id to the instant `at` (epoch ms, simulated); an existing one is moved. */
  set(id: string, at: number, what: T): void
  /** False when none was set. */
  cancel(id: string): boolean
  /** When it is due, or undefined when it is not set. */
  at(id: string): number | undefined
  /** Runs it now instead of waiting. False when none was set. */
  ringNow(id: string): boolean
  clear(): void
}

/**
 * Alarms on simulated time that survive a restart: each is a row of `table`, and all rows are set again when this is opened. `ring` gets
 * the instant for which the alarm was set, so that a chain of alarms keeps its intervals however far the clock was moved; alarms that are
 * overdue at the start run in the next turns of the event loop, earliest first.
 */
export function openAlarms<T>(
  clock: SimClock,
  table: Table<AlarmRow<T>>,
  ring: (what: T, at: number) => void,
): Alarms<T> {
  const cancellers = new Map<string, () => void>()
  const disarm = (id: string): boolean => {
    cancellers.get(id)?.()
    cancellers.delete(id)
    return table.delete(id)
  }
  const go = (id: string, at: number): boolean => {
    const row = table.get(id)
    if (!row) return false
    disarm(id)
    ring(row.what, at)
    return true
  }
  const arm = ({ id, at }: AlarmRow<T>): void => {
    cancellers.get(id)?.()
    cancellers.set(
      id,
      clock.at(at, () => void go(id, at)),
    )
  }
  for (const row of Array.from(table.values())) arm(row)
  return {
    set: (id, at, what) => {
      const row = { id, at, what }
      table.put(id, row)
      arm(row)
    },
    cancel: disarm,
    at: (id) => table.get(id)?.at,
    ringNow: (id) => go(id, clock.now()),
    clear: () => {
      for (const cancel of cancellers.values()) cancel()
      cancellers.clear()
      table.clear()
    },
  }
}
