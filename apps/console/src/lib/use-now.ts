import { useSyncExternalStore } from 'react'

type Clock = { subscribe: (listener: () => void) => () => void; get: () => number }

/** One timer for all components that show a time; it is stopped while none of them is visible. */
function createClock(everyMs: number): Clock {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const look = (): void => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  const catchUp = (): void => {
    // The absolute difference, because the computer's clock may have been set back.
    if (listeners.size === 0 && Math.abs(Date.now() - now) >= everyMs) now = Date.now()
  }
  return {
    get() {
      catchUp()
      return now
    },
    subscribe(listener) {
      catchUp()
      listeners.add(listener)
      timer ??= setInterval(look, everyMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const clocks = new Map<number, Clock>()
function clockOf(everyMs: number): Clock {
  const kept = clocks.get(everyMs)
  if (kept) return kept
  const made = createClock(everyMs)
  clocks.set(everyMs, made)
  return made
}

/** The current time, updated every `everyMs` while the view is visible, so that "5分钟前" stays right. */
export function useNow(everyMs = 30_000): number {
  const clock = clockOf(everyMs)
  return useSyncExternalStore(clock.subscribe, clock.get)
}
