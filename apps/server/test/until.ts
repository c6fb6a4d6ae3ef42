import { setTimeout as sleep } from 'node:timers/promises'

/** Below the time limit of a hanging test (vitest.config.ts), whose message would not say what was waited for. */
const GIVE_UP_MS = 800_000
const FIRST_MS = 50
const LAST_MS = 500

/** Checks become less frequent: most of the machine's time while a test waited was spent on checking. */
const pauseAfter = (waitedMs: number): number => Math.min(LAST_MS, Math.max(FIRST_MS, waitedMs / 10))

/**
 * Reads until `done` holds, and returns the last value. It waits for a condition and not for a time: a machine that is ten times slower
 * waits ten times longer.
 */
export async function until<T>(
  read: () => Promise<T>,
  done: (seen: T) => boolean,
  tell: (seen: T) => string = (seen) => JSON.stringify(seen),
): Promise<T> {
  const began = performance.now()
  for (;;) {
    const seen = await read()
    if (done(seen)) return seen
    const waitedMs = performance.now() - began
    if (waitedMs > GIVE_UP_MS) throw new Error(`it never came about; last seen: ${tell(seen).slice(0, 2_000)}`)
    await sleep(pauseAfter(waitedMs))
  }
}

/**
 * Waits for many things that happen independently, one after the other. Checking all of them at once would slow down what they wait for.
 */
export async function inTurn<T, R>(of: readonly T[], wait: (one: T) => Promise<R>): Promise<R[]> {
  const seen: R[] = []
  for (const one of of) seen.push(await wait(one))
  return seen
}
