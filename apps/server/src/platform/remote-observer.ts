import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { Log } from './log.ts'
import type { Meters } from './meters.ts'
import { currentContext } from './request-context.ts'

/**
 * Called after every request of a connector: counts it, and logs it with the remote's request id. Successes and rate-limit refusals are
 * logged at debug level, every other failure at a higher one.
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
