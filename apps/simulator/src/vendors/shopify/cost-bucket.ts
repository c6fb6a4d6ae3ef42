import type { SimClock } from '../../core.ts'

export type ThrottleStatus = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }

export type CostBucket = {
  /** Takes the points, or leaves the bucket as it is and says false. */
  take(points: number): boolean
  giveBack(points: number): void
  status(): ThrottleStatus
  /** Fills the bucket at once. */
  refill(): void
}

/** The leaky bucket of one app on one shop, in simulated time (reference shopify-admin 2, "Query cost"). */
export function costBucket(clock: SimClock, limits: { maximumAvailable: number; restoreRate: number }): CostBucket {
  let available = limits.maximumAvailable
  let at = clock.now()
  const restore = (): void => {
    const now = clock.now()
    const restored = (Math.max(0, now - at) * limits.restoreRate) / 1000
    available = Math.min(limits.maximumAvailable, available + restored)
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
      available = Math.min(limits.maximumAvailable, available + points)
    },
    status: () => {
      restore()
      return {
        maximumAvailable: limits.maximumAvailable,
        currentlyAvailable: Math.floor(available),
        restoreRate: limits.restoreRate,
      }
    },
    refill: () => {
      available = limits.maximumAvailable
      at = clock.now()
    },
  }
}
