import { subscribe } from 'node:diagnostics_channel'

const EVERY_MS = 10_000
/** Requests since the last look: a monitor asks for the health every few seconds, a person who works asks for more. */
const ASKED_AT_MOST = 2
/** Processor time of this process in a share of the time since the last look: its own jobs take some hundredths. */
const BUSY_AT_MOST = 0.1
/** Not for what a background job leaves every few seconds: a collection takes about a tenth of a second. */
const WORTH_BYTES = 3 * 1024 * 1024

type Seen = { asked: number; busy: number; heapBytes: number; leftBytes: number }

/** Whether to collect garbage now: nobody waits, and there is more of it than the last collection left. */
export const isTimeToCollect = ({ asked, busy, heapBytes, leftBytes }: Seen): boolean =>
  asked <= ASKED_AT_MOST && busy <= BUSY_AT_MOST && heapBytes > leftBytes + WORTH_BYTES

/**
 * V8 collects garbage when memory is asked for, so what a start or a busy hour leaves stays resident while the process rests: some ten megabytes.
 * Collects it then. Does nothing in a process without `--expose-gc` (tools/start/node-flags.mjs). For the rest of the process.
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
