import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { REQUEST_ID } from '@huoqiao/contract'

/**
 * The request and the job for which the current work is done (decision 0032). Log lines, jobs and remote calls carry it; no decision
 * depends on it.
 */
export type RequestContext = {
  readonly requestId?: string
  readonly job?: string
  readonly jobId?: string
}

const NOTHING_KNOWN: RequestContext = {}
const contexts = new AsyncLocalStorage<RequestContext>()

export const within = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work)

export const currentContext = (): RequestContext => contexts.getStore() ?? NOTHING_KNOWN

/** The same form as the console's: 16 hexadecimal digits. Of `randomUUID`, which reads random bytes in advance: `randomBytes` takes 20 times as long. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '').slice(0, 16)

/** The caller's id if it is valid, otherwise a new one. It is written to logs and exports, so only plain characters are accepted. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && REQUEST_ID.pattern.test(given) ? given : newRequestId()
