import { setTimeout as sleep } from 'node:timers/promises'

/** Below what ends a hanging test (vitest.config.ts), whose own words would not say what was waited for. */
const GIVE_UP_MS = 800_000
const FIRST_MS = 50
const LAST_MS = 500

/** What comes late is asked for less often: asking is what most of the machine's time went into while a test waited. */
const pauseAfter = (waitedMs: number): number => Math.min(LAST_MS, Math.max(FIRST_MS, waitedMs / 10))

/**
 * Reads until `done` holds, and answers what was read. It waits for a condition and for no time: a machine that is ten times
 * slower waits ten times longer.
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
 * Waits for many things that come about beside each other. Asked for all at once, again and again, they would take the machine from what
 * they wait for.
 */
export async function inTurn<T, R>(of: readonly T[], wait: (one: T) => Promise<R>): Promise<R[]> {
  const seen: R[] = []
  for (const one of of) seen.push(await wait(one))
  return seen
}
