import { Counter, Histogram, Registry } from 'prom-client'
import type { RemoteCall } from '@huoqiao/connector-kit'

/** Seconds. Most calls take a few milliseconds; after ten seconds the person has given up. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A remote takes a tenth of a second at best, and at most its timeout. */
const REMOTE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60]
const JOB_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600]

export const CALL_OUTCOMES = ['ok', 'refused', 'fault', 'left'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]
export const JOB_OUTCOMES = ['ok', 'failed', 'stopped'] as const
export type JobOutcome = (typeof JOB_OUTCOMES)[number]

/**
 * The counters of one installation. Label values come from closed sets: names in the code, failure words, states. Jobs are labelled by
 * `queue`, because `job` is a label of Prometheus itself.
 */
export type Meters = {
  readonly registry: Registry
  /** `seconds` left out: a stream, whose duration is not a latency */
  called(call: string, outcome: CallOutcome, seconds?: number): void
  answered(method: string, status: number): void
  remote(call: RemoteCall): void
  /** Records the start of a job; the returned function records its end. */
  jobBegan(job: string): (outcome: JobOutcome) => void
  /** For each name, how many seconds its oldest running job has been running in this process. */
  longestRuns(): ReadonlyMap<string, number>
  act(kind: string, outcome: string): void
}

/** With its own registry, because a process may contain several installations, as in tests. */
export function createMeters(): Meters {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({
    name: 'huoqiao_calls_total',
    help: 'Calls of the console by name: done, refused in a word of the catalogue, failed by a fault of ours, or left by the caller.',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const callSeconds = new Histogram({
    name: 'huoqiao_call_duration_seconds',
    help: 'Time from the arrival of a call to its answer, by name, without streams.',
    labelNames: ['call'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const requests = new Counter({
    name: 'huoqiao_http_requests_total',
    help: 'HTTP requests of every kind by method and status code. Calls that are refused answer 200, too.',
    labelNames: ['method', 'code'],
    registers,
  })
  const remoteSeconds = new Histogram({
    name: 'huoqiao_remote_request_duration_seconds',
    help: 'Time of a request to 1688 or Shopify, without our own waits before it, by what came of it: ok, one of the seven failure words, not-sent, fault.',
    labelNames: ['vendor', 'outcome'],
    buckets: REMOTE_BUCKETS,
    registers,
  })
  const remoteCalls = new Counter({
    name: 'huoqiao_remote_requests_total',
    help: 'Requests to 1688 or Shopify by the name of the call and by what came of it.',
    labelNames: ['vendor', 'call', 'outcome'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'huoqiao_job_duration_seconds',
    help: 'Time of one run of a job in this process: ok, failed (and tried again, where tries are left), or stopped with the process.',
    labelNames: ['queue', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  })
  const acts = new Counter({
    name: 'huoqiao_act_outcomes_total',
    help: 'What became of remote acts (orders at 1688, payments, refunds, shipments): done, refused, unknown and held-back as answered; found or absent as looked up.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const running = new Set<{ job: string; began: number }>()

  return {
    registry,
    called(call, outcome, seconds) {
      calls.inc({ call, outcome })
      if (seconds !== undefined) callSeconds.observe({ call }, seconds)
    },
    answered: (method, status) => requests.inc({ method, code: status }),
    remote({ vendor, call, outcome, ms }) {
      remoteCalls.inc({ vendor, call, outcome })
      remoteSeconds.observe({ vendor, outcome }, ms / 1000)
    },
    jobBegan(job) {
      const run = { job, began: performance.now() }
      running.add(run)
      return (outcome) => {
        running.delete(run)
        jobSeconds.observe({ queue: job, outcome }, (performance.now() - run.began) / 1000)
      }
    },
    longestRuns() {
      const longest = new Map<string, number>()
      const now = performance.now()
      // In the order in which they began.
      for (const { job, began } of running) if (!longest.has(job)) longest.set(job, (now - began) / 1000)
      return longest
    },
    act: (kind, outcome) => acts.inc({ kind, outcome }),
  }
}
