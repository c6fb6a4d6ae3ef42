import type { CostReport } from '../src/bucket.ts'
import type { Attempt } from '../src/scheduler.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * The remote's bucket as the reference describes it (section 2): charged with the requested cost when a request arrives, refunded the
 * difference to the actual cost when it is done, with whole numbers in its reports.
 */
export function modelServer(
  time: VirtualTime,
  { maximum, restoreRate, start = maximum }: { maximum: number; restoreRate: number; start?: number },
) {
  let level = start
  let at = 0
  const log: { at: number; cost: number; throttled: boolean }[] = []
  const restore = (): void => {
    level = Math.min(maximum, level + ((time.now() - at) / 1000) * restoreRate)
    at = time.now()
  }
  const report = (requested: number, actual?: number): CostReport => {
    restore()
    return {
      requested,
      maximum,
      restoreRate,
      available: Math.floor(level),
      ...(actual === undefined ? {} : { actual }),
    }
  }
  return {
    log,
    level: () => {
      restore()
      return level
    },
    /** Another user of the same bucket takes points. */
    drain(points: number): void {
      restore()
      level = Math.max(0, level - points)
    },
    /** One call: `there` ms to the server, `work` ms of work, `back` ms back. */
    call:
      (requested: number, { actual = requested, there = 50, work = 400, back = 50 } = {}) =>
      async (): Promise<Attempt<number>> => {
        await time.sleep(there)
        restore()
        if (level < requested) {
          log.push({ at: time.now(), cost: 0, throttled: true })
          const cost = report(requested)
          await time.sleep(back)
          return { kind: 'throttled', failure: new Error('Throttled'), cost }
        }
        level -= requested
        await time.sleep(work)
        level = Math.min(maximum, level + requested - actual)
        log.push({ at: time.now(), cost: actual, throttled: false })
        const cost = report(requested, actual)
        await time.sleep(back)
        return { kind: 'answered', value: time.now(), cost }
      },
    throttled: () => log.filter((entry) => entry.throttled).length,
    spent: (from: number, to: number) =>
      log.filter(({ at }) => at > from && at <= to).reduce((sum, { cost }) => sum + cost, 0),
  }
}
