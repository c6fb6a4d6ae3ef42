import type { Clock } from '@huoqiao/connector-kit'

export type VirtualTime = Clock & {
  /** Runs everything that happens until then, in order, without waiting. */
  runUntil(instant: number): Promise<void>
}

/** Time that moves only on request. All resolved promises are processed before the next instant. */
export function virtualTime(): VirtualTime {
  let now = 0
  let order = 0
  let alarms: { at: number; order: number; ring: () => void }[] = []
  const resolve = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    now: () => now,
    sleep: (ms) =>
      new Promise((ring) => {
        alarms.push({ at: now + Math.max(0, ms), order: order++, ring })
      }),
    async runUntil(instant) {
      for (;;) {
        await resolve()
        const due = alarms.filter(({ at }) => at <= instant).sort((a, b) => a.at - b.at || a.order - b.order)[0]
        if (!due) break
        alarms = alarms.filter((alarm) => alarm !== due)
        now = due.at
        due.ring()
      }
      now = instant
    },
  }
}

export const NOON = Date.UTC(2026, 10, 20, 12)

/** A clock on which waiting takes no time and moves the clock; nothing else moves it. `waits` lists the waits. */
export function quickClock(): Clock & { readonly waits: readonly number[] } {
  let now = NOON
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    sleep: (ms) => {
      waits.push(ms)
      now += Math.max(0, ms)
      return Promise.resolve()
    },
  }
}
