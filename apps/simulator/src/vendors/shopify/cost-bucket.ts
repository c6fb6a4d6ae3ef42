import type { SimClock } from '../../core.ts'

export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }

export type CostBucket = {
  /** Takes the points and returns true, or returns false and changes nothing. */
  take(points: number): boolean
  giveBack(points: number): void
  status(): ThrottleStatus
  /** Fills the bucket at once. */
  refill(): void
}

/** The bucket holds the points of 20 s. */
const BUCKET_SECONDS = 20

/**
 * The leaky bucket of one app on one shop, in simulated time (reference shopify-admin 2, "Query cost"). `restoreRate`: points per second.
 */
export function costBucket(clock: SimClock, restoreRate: () => number): CostBucket {
  const maximum = (): number => BUCKET_SECONDS * restoreRate()
  let available = maximum()
  let at = clock.now()
  const restore = (): void => {
    const now = clock.now()
    const restored = (Math.max(0, now - at) * restoreRate()) / 1000
    available = Math.min(maximum(), available + restored)
    at = now
  }
  return {
    take: (points) => {
      restore()
      if (points > available) return false
      available -= points
      return true
    },
    giveBack: (points) => {
      available = Math.min(maximum(), available + points)
    },
    status: () => {
      restore()
      return {
        maximumAvailable: maximum(),
        currentlyAvailable: Math.floor(available),
        restoreRate: restoreRate(),
      }
    },
    refill: () => {
      available = maximum()
      at = clock.now()
    },
  }
}
