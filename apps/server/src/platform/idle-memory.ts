import { performance } from 'node:perf_hooks'

const EVERY_MS = 10_000
/** Share of the time since the last look in which the process did anything. */
const IDLE_BELOW = 0.05
/** Not for what a background job leaves every few seconds: a collection takes about a tenth of a second. */
const WORTH_BYTES = 3 * 1024 * 1024

/** Whether to collect garbage now: nobody waits, and there is more of it than the last collection left. */
export const isTimeToCollect = (now: { busy: number; heapBytes: number; leftBytes: number }): boolean =>
  now.busy < IDLE_BELOW && now.heapBytes > now.leftBytes + WORTH_BYTES

/**
 * V8 collects garbage when memory is asked for, so what a start or a busy hour leaves stays resident while the process rests: some ten megabytes.
 * Collects it then. Does nothing in a process without `--expose-gc` (tools/start/node-flags.mjs). Returns what ends it.
 */
export function collectWhenIdle(): () => void {
  const { gc } = globalThis
  if (!gc) return () => undefined
  let leftBytes = 0
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization: busy } = performance.eventLoopUtilization(before)
    if (isTimeToCollect({ busy, heapBytes: process.memoryUsage().heapUsed, leftBytes })) {
      gc()
      leftBytes = process.memoryUsage().heapUsed
    }
    before = performance.eventLoopUtilization()
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
