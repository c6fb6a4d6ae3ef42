import type { Clock } from '@huoqiao/connector-kit'

/** Tells the other processes of this installation that this one draws on a store's points now; answers how many do, this one counted. */
export type CountDrawers = () => Promise<number>

/** While requests wait or leave, it is told so often. */
export const REPORTED_EVERY_MS = 500
/** Who was silent for so long draws no more: `CountDrawers` counts those that told it within this time, by a clock that all share. */
export const DRAWS_FOR_MS = 2_000

export type Drawers = {
  /** After a silence: resolves once the others know of this process, with how many draw. Undefined: they know already. */
  returned(): Promise<number> | undefined
  /** Tells it at once, and resolves with how many draw. */
  tell(): Promise<number>
  /** Tells it again when it is due. */
  stay(): void
}

/** Where the count can't be had, the last one stands. `changed` is told of every other count. */
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
      // The store is asked all the same, and says itself what it has.
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
