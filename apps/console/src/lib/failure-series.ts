/**
 * Which series of background calls (polling, a stream, fetching ahead, saving as one types) are failing. The first failure of a series
 * is shown; the following ones are not, until the series has succeeded again or a person asks anew.
 */
export type FailureSeries = {
  /** Answers whether this is the first failure of the series. */
  failed: (this: void, series: string) => boolean
  succeeded: (this: void, series: string) => void
  /** A person opened the view or pressed for another try: the next failure is shown again. */
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
