import type { Attempt, Lane, Scheduler } from '../src/scheduler.ts'

/** A repeatable sequence: the tests check calculations and must not depend on chance. */
export function draws(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Keeps `backlog` requests waiting until the end. */
export function keepBusy(
  scheduler: Scheduler,
  next: () => { estimate: number; lane?: Lane; attempt: () => Promise<Attempt<number>> },
  { backlog, until }: { backlog: number; until: () => boolean },
): void {
  const worker = async (): Promise<void> => {
    while (!until()) {
      const { estimate, lane = 'background', attempt } = next()
      await scheduler.run({ key: 'productSet', estimate, lane }, attempt)
    }
  }
  for (let i = 0; i < backlog; i++) void worker()
}
