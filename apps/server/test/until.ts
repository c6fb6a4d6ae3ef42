import { setTimeout as sleep } from 'node:timers/promises'

/** Below what ends a hanging test (vitest.config.ts), whose own words would not say what was waited for. */
const GIVE_UP_MS = 800_000
const EVERY_MS = 50

/**
 * Reads until `done` holds, and answers what was read. It waits for a condition and for no time: a machine that is ten times
 * slower waits ten times longer.
 */
export async function until<T>(
  read: () => Promise<T>,
  done: (seen: T) => boolean,
  tell: (seen: T) => string = (seen) => JSON.stringify(seen),
): Promise<T> {
  const end = performance.now() + GIVE_UP_MS
  for (;;) {
    const seen = await read()
    if (done(seen)) return seen
    if (performance.now() > end) throw new Error(`it never came about; last seen: ${tell(seen).slice(0, 2_000)}`)
    await sleep(EVERY_MS)
  }
}
