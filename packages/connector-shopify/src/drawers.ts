import type { Clock } from '@huoqiao/connector-kit'

/** Reports to the installation's other processes that this one uses a store's rate limit now; returns how many do, including this one. */
export type CountDrawers = () => Promise<number>

/** The interval of this report while requests wait or are sent. */
export const REPORTED_EVERY_MS = 500
/**
 * A process that has not reported for this long does not count: `CountDrawers` counts those that reported within this time, by a shared
 * clock.
 */
export const DRAWS_FOR_MS = 2_000

export type Drawers = {
  /** After a pause: resolves when the others know of this process, with the number of processes. Undefined: they know already. */
  returned(): Promise<number> | undefined
  /** Reports at once, and resolves with the number of processes. */
  tell(): Promise<number>
  /** Reports again when it is due. */
  stay(): void
}

/** If the count is unavailable, the last one is kept. `changed` is called when the count changes. */
export function createDrawers(clock: Clock, count: CountDrawers, changed: (drawers: number) => void): Drawers {
  let drawers = 1
  let reportedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<number> | undefined

  const tell = (): Promise<number> => (asking ??= ask())
  async function ask(): Promise<number> {
    try {
      const before = drawers
      drawers = Math.max(1, await count())
      if (drawers !== before) changed(drawers)
    } catch {
      // The store is called anyway, and reports its own level.
    }
    reportedAt = clock.now()
    asking = undefined
    return drawers
  }

  return {
    tell,
    returned: () => (clock.now() - reportedAt >= DRAWS_FOR_MS ? tell() : undefined),
    stay() {
      if (clock.now() - reportedAt >= REPORTED_EVERY_MS) void tell()
    },
  }
}
