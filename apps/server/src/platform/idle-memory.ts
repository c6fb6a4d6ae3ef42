import { subscribe } from 'node:diagnostics_channel'

const EVERY_MS = 10_000
/** Maximum of requests since the last check of an idle process: a monitor requests the health every few seconds, a working person causes more. */
const ASKED_AT_MOST = 2
/** Maximum CPU time of an idle process, as a share of the time since the last check: background jobs use a few hundredths. */
const BUSY_AT_MOST = 0.1
/** Minimum heap growth: a collection takes about 0.1 s, too long for what a background job leaves every few seconds. */
const WORTH_BYTES = 3 * 1024 * 1024

type Seen = { asked: number; busy: number; heapBytes: number; leftBytes: number }

/** Whether to collect garbage now: the process is idle, and the heap has grown enough since the last collection. */
export const isTimeToCollect = ({ asked, busy, heapBytes, leftBytes }: Seen): boolean =>
  asked <= ASKED_AT_MOST && busy <= BUSY_AT_MOST && heapBytes > leftBytes + WORTH_BYTES

/**
 * V8 collects garbage only when memory is allocated, so garbage of the start or of a busy hour (tens of megabytes) stays in memory while the
 * process is idle. This collects garbage in idle times, until the process ends. Does nothing without `--expose-gc`
 * (tools/start/node-flags.mjs).
 */
export function collectWhenIdle(): void {
  const { gc } = globalThis
  if (!gc) return
  let asked = 0
  const count = (): void => {
    asked += 1
  }
  subscribe('http.server.request.start', count)
  let leftBytes = 0
  let [before, at] = [process.cpuUsage(), performance.now()]
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const busy = (user + system) / 1000 / (performance.now() - at)
    if (isTimeToCollect({ asked, busy, heapBytes: process.memoryUsage().heapUsed, leftBytes })) {
      gc()
      leftBytes = process.memoryUsage().heapUsed
    }
    asked = 0
    before = process.cpuUsage()
    at = performance.now()
  }, EVERY_MS)
  timer.unref()
}
