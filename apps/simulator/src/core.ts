import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * What both simulated vendors build on. A vendor is a function that binds its routes to the app and keeps all of its state in tables of the
 * core, so that restarts, scenarios and the control page work for both in the same way.
 */

/** Simulated time: real time plus an offset that the control page changes. Epoch milliseconds. */
export type SimClock = {
  now(): number
  advance(ms: number): void
  /** Runs `work` when simulated time has advanced by `ms` (also when the clock is moved past it). Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
  /** The same at an instant (epoch milliseconds, simulated); one in the past runs in the next turn of the event loop. */
  at(instant: number, work: () => void): () => void
}

/** A keyed table stored on disk as an append-only journal. Rows are plain JSON; a changed row must be put again. */
export type Table<T> = {
  get(id: string): T | undefined
  put(id: string, row: T): void
  delete(id: string): boolean
  values(): IterableIterator<T>
  readonly size: number
  clear(): void
}

export type Vendor = '1688' | 'shopify'

export type FaultKind =
  /** answer with the vendor's refusal (its own code) */
  | { kind: 'refuse'; code: string; message?: string; status?: number }
  /** wait before answering */
  | { kind: 'slow'; ms: number }
  /** cut the connection before doing the work */
  | { kind: 'drop-before' }
  /** do the work, then cut the connection instead of answering */
  | { kind: 'drop-after' }
  /** cut the connection, and do the work only after this time */
  | { kind: 'drop-then'; ms: number }
  /** do the work, then answer with an internal error */
  | { kind: 'fail-after' }
  /** invalidate the access token of the call */
  | { kind: 'expire-token' }
  /** answer as the vendor does when the rate limit is exceeded */
  | { kind: 'throttle' }

/** `call` is the vendor's call name or '*'; `account` the app key or shop, or absent for all; `times` how often it still applies. */
export type Fault = {
  id: string
  vendor: Vendor
  call: string
  account?: string
  times: number
  /** applies only every n-th matching call: 1 = each */
  every: number
  /** Applies only with this probability (0..1), drawn from the world's seed; absent = always. */
  chance?: number
  seen: number
  fault: FaultKind
}

export type Faults = {
  /** Returns the fault for this call, if any, and counts it. */
  take(vendor: Vendor, call: string, account: string): FaultKind | undefined
  list(): Fault[]
  add(fault: Omit<Fault, 'id' | 'seen'>): Fault
  remove(id: string): boolean
  /** Removes all; an answer that a fault delays is sent at once. */
  clear(): void
  /** A delayed answer waits here: for that long, or until the faults are cleared. */
  hold(ms: number): Promise<void>
}

/** One received call. `effect` says in one line what it changed, and is absent when nothing changed. Secrets are masked. */
export type LedgerEntry = {
  seq: number
  at: number
  vendor: Vendor
  account: string
  call: string
  /** the caller's own number from X-Request-Id: recorded and otherwise ignored */
  requestId?: string
  request: unknown
  status: number
  outcome: 'done' | 'refused' | 'throttled' | 'dropped'
  code?: string
  effect?: string
  ms: number
}

export type Ledger = {
  record(entry: Omit<LedgerEntry, 'seq'>): LedgerEntry
  query(filter: {
    vendor?: Vendor
    call?: string
    account?: string
    outcome?: string
    afterSeq?: number
    limit?: number
  }): {
    total: number
    entries: LedgerEntry[]
  }
  clear(): void
}

export type SimCore = {
  /** Address under which the simulator is reached, without a trailing slash: http://127.0.0.1:3689 */
  readonly origin: string
  readonly clock: SimClock
  readonly faults: Faults
  readonly ledger: Ledger
  /** Folder for files (uploads); tables live beside it. */
  readonly filesDir: string
  table<T>(name: string): Table<T>
  /** Deterministic pseudo-random numbers in [0,1) from the world's seed and a label. */
  random(label: string): () => number
  /** A switch for a behaviour that the reference marks UNCERTAIN; the control page lists and sets them. */
  quirk<T extends string | number | boolean>(name: string, fallback: T, help: string): () => T
}

/** Binds one vendor. The control API uses what it returns: demo credentials, and how to load a scenario. */
export type VendorModule = (
  app: FastifyInstance,
  core: SimCore,
) => {
  credentials(): unknown
  /** Resets the vendor's world to its seed. */
  reset(): void
}

/** Cuts the connection without an answer; a client sees ECONNRESET or "fetch failed". */
export const cutConnection = (request: FastifyRequest): void => {
  request.raw.socket.destroy()
}
