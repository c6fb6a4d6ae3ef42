/**
 * A model of the leaky bucket that Shopify keeps per (app, store): the requested cost must fit before a request is
 * carried out, the bucket refills at `restoreRate` points a second, and what a request did not use is given back
 * afterwards (reference shopify-admin, section 2). Pure: the time is given, in milliseconds.
 *
 * If several of our processes use one bucket, each models its part: reports include what all of them spent, and each process assumes an equal
 * share of the available points. Points that one process does not use appear in the next report of the others, so nothing is wasted.
 *
 * Invariant: as long as nobody else uses the bucket, the modelled level is never above the real one. Requests are
 * charged here when they are sent, at the remote only when they arrive, so the model errs towards waiting; and as the
 * bucket holds twenty seconds of refill, a level that is some seconds too low costs no throughput.
 */
export type CostReport = {
  readonly requested: number
  /** missing if the request was throttled: then nothing was charged */
  readonly actual?: number
  readonly maximum: number
  readonly available: number
  /** Points a second. */
  readonly restoreRate: number
}

export type Bucket = {
  /** False until the first report: the store's limits are read, never assumed. */
  known(): boolean
  level(now: number): number
  readonly maximum: number
  readonly restoreRate: number
  readonly inFlight: number
  /** Milliseconds until a request of this cost may be sent; 0 when it may be sent now. */
  waitFor(cost: number, now: number): number
  /** Charges a request that is being sent. */
  reserve(ticket: object, cost: number, now: number): void
  /** Ends a request with the remote's report about it, if any. */
  resolve(ticket: object, report: CostReport | undefined, now: number): void
  /** From now on this many processes use the bucket, including this one. */
  divide(into: number, now: number): void
  /** The known level is too old, because others used the bucket: the next report counts as a first one. */
  forget(): void
}

type Sent = { readonly cost: number; readonly at: number }
type Done = Sent & { readonly doneAt: number; readonly charged: number }

/** The level kept in reserve, as a share of a second's refill: compensates for reports rounded to whole numbers. */
const MARGIN_SECONDS = 0.02

/**
 * The share of the refill that is counted on. Throttling means that somebody else uses the bucket too (another app's process, or the vendor
 * temporarily lowering limits): then less is counted on, and reports show the real level.
 */
const TRUST = { after: 0.8, least: 0.5, regain: 0.01 }

/** The highest possible cost (reference, section 2): a share that could not hold it would never suffice. */
const COSTLIEST = 1000

/** If the model is less than this many seconds of refill below full, the real bucket may be full and not refill, while the model would. */
const FULL_SECONDS = 2

export function createBucket(): Bucket {
  const sent = new Map<object, Sent>()
  let done: Done[] = []
  let known = false
  let maximum = 0
  let restoreRate = 0
  let level = 0
  let at = 0
  let trust = 1
  let parts = 1
  /** Set while a request from a full bucket is running: the refill starts when it arrives, at an unknown time. */
  let refillHeld = false

  const advance = (now: number): void => {
    if (!refillHeld && now > at) level = Math.min(most(), level + ((now - at) / 1000) * refill() * trust)
    at = Math.max(at, now)
  }
  const refill = (): number => restoreRate / parts
  const most = (): number => Math.min(maximum, Math.max(maximum / parts, COSTLIEST))
  const inFlightCost = (): number => sum([...sent.values()].map(({ cost }) => cost))

  return {
    known: () => known,
    level: (now) => {
      advance(now)
      return level
    },
    get maximum() {
      return maximum
    },
    get restoreRate() {
      return restoreRate
    },
    get inFlight() {
      return sent.size
    },
    waitFor(cost, now) {
      // The first request is sent alone: its answer shows what can be spent.
      if (!known) return sent.size === 0 ? 0 : Infinity
      advance(now)
      const needed = Math.min(cost + restoreRate * MARGIN_SECONDS, most())
      if (level >= needed - 1e-6) return 0
      // The held refill ends with the answer of the running request, after which this is calculated again.
      if (refillHeld || restoreRate <= 0) return Infinity
      return Math.max(1, Math.ceil(((needed - level) / (refill() * trust)) * 1000))
    },
    reserve(ticket, cost, now) {
      advance(now)
      if (known && level > most() - refill() * FULL_SECONDS) refillHeld = true
      sent.set(ticket, { cost, at: now })
      if (known) level -= cost
    },
    resolve(ticket, report, now) {
      const request = sent.get(ticket)
      if (!request) return
      sent.delete(ticket)
      if (!known) {
        if (!report) return
        ;({ maximum, restoreRate } = report)
        known = true
        at = now
        level = report.available / parts - inFlightCost()
        return
      }
      advance(now)
      refillHeld = false
      // Without a report it may have been charged: the reservation stays until a later report corrects the level.
      if (!report) {
        done.push({ ...request, doneAt: now, charged: request.cost })
        return
      }
      ;({ maximum, restoreRate } = report)
      const charged = report.actual ?? 0
      const throttled = report.actual === undefined
      trust = throttled ? Math.max(TRUST.least, trust * TRUST.after) : trust + (1 - trust) * TRUST.regain
      level = Math.min(most(), level + request.cost - charged)
      correct(request, report, now)
      done.push({ ...request, doneAt: now, charged })
      // A finished request only matters for reports of requests that ran at the same time.
      const oldest = Math.min(now, ...[...sent.values()].map((other) => other.at))
      done = done.filter(({ doneAt }) => doneAt > oldest)
    },
    divide(into, now) {
      advance(now)
      // With more processes each counts on less immediately; with fewer, the next report shows what is left.
      if (into > parts && level > 0) level *= parts / into
      parts = into
    },
    forget() {
      known = false
      refillHeld = false
      done = []
    },
  }

  /**
   * A report was created at some moment between sending its request and receiving the answer. Requests that ran at the same time may be
   * included or not: calculated once as not (lower bound) and once as included (upper bound). Between these bounds the model is more
   * precise; outside of them it is wrong, and the cautious bound is used.
   */
  function correct(request: Sent, report: CostReport, now: number): void {
    const beside = done.filter(({ doneAt }) => doneAt > request.at)
    const available = report.available / parts
    const lower = available - inFlightCost() - sum(beside.map(({ charged }) => charged))
    const refunds = sum(beside.map(({ cost, charged }) => Math.max(0, cost - charged)))
    const upper = available + refunds + ((now - request.at) / 1000) * refill()
    level = level > upper ? lower : Math.max(level, lower)
    level = Math.min(level, most())
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
