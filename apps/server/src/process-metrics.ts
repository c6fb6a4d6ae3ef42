import { collectDefaultMetrics, Registry } from 'prom-client'

/** The event loop delay is sampled twenty times a second: enough to see what people notice, at little cost. */
const LAG_RESOLUTION_MS = 50
/** Gauges that prom-client names like counters; `nodejs_active_resources` and similar ones contain the same values. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Memory, CPU, garbage collection and event loop of the process, under prom-client's standard names. Once for each process. */
export function createProcessRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return registry
}
