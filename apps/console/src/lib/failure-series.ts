/**
 * Which series of background calls (polling, a stream, prefetching, automatic saving) are failing. The first failure of a series is shown;
 * the following ones are not, until the series has succeeded or a person has started it again.
 */
export type FailureSeries = {
  /** Returns whether this is the first failure of the series. */
  failed: (this: void, series: string) => boolean
  succeeded: (this: void, series: string) => void
  /** A person opened the view or clicked to try again: the next failure is shown again. */
  restart: (this: void, series: string) => void
}

export function createFailureSeries(): FailureSeries {
  const failing = new Set<string>()
  const forget = (series: string): void => void failing.delete(series)
  return {
    failed(series) {
      if (failing.has(series)) return false
      failing.add(series)
      return true
    },
    succeeded: forget,
    restart: forget,
  }
}
