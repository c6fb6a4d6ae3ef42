import { collectDefaultMetrics, Registry } from 'prom-client'

/** Twenty looks a second at how late the event loop is: enough to see what a person feels, and nothing that costs. */
const LAG_RESOLUTION_MS = 50
/** Gauges that prom-client names as if they were counters; what they tell stands in `nodejs_active_resources` and its like as well. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Memory, processor, garbage collection and event loop of the process under the names that everybody's dashboards know. Once a process. */
export function createProcessRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  return registry
}
