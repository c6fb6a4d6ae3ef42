import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { Log } from './log.ts'
import type { Meters } from './meters.ts'
import { currentContext } from './request-context.ts'

/**
 * Hears of every request of the connectors: counts it, and writes it down with the remote's own number for it. What was done and what was
 * asked too fast is for whoever looks closely; every other failure stands in the log as it is.
 */
export const remoteObserver = ({ log, meters }: { log: Log; meters: Pick<Meters, 'remote'> }): RemoteObserver => ({
  requestId() {
    const { requestId, jobId } = currentContext()
    return requestId ?? jobId
  },
  heard(call) {
    meters.remote(call)
    if (call.outcome === 'ok' || call.outcome === 'throttled') log.debug(call, 'remote request')
    else log.info(call, 'remote request failed')
  },
})
