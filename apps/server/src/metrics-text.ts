import type { NodeCounts } from './db/nodes.ts'

/** The process, the nodes and the jobs in Prometheus' text form. */
export function metricsText(
  queues: { name: string; queued: number; active: number; failed: number }[],
  nodes: NodeCounts,
): string {
  const memory = process.memoryUsage()
  const lines = [
    '# TYPE huoqiao_process_resident_memory_bytes gauge',
    `huoqiao_process_resident_memory_bytes ${memory.rss}`,
    '# TYPE huoqiao_process_uptime_seconds gauge',
    `huoqiao_process_uptime_seconds ${Math.round(process.uptime())}`,
    '# TYPE huoqiao_nodes gauge',
    `huoqiao_nodes{state="alive"} ${nodes.alive}`,
    `huoqiao_nodes{state="missing"} ${nodes.missing}`,
    `huoqiao_nodes{state="clock-off"} ${nodes.clockOff}`,
    '# TYPE huoqiao_jobs gauge',
  ]
  for (const queue of queues) {
    for (const state of ['queued', 'active', 'failed'] as const) {
      lines.push(`huoqiao_jobs{queue="${queue.name}",state="${state}"} ${queue[state]}`)
    }
  }
  return `${lines.join('\n')}\n`
}
