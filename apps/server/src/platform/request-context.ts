import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { REQUEST_ID } from '@huoqiao/contract'

/**
 * What the work at hand is done for, known wherever it leads (decision 0032): the request that a person made, and the job that goes on
 * with it. Log lines, jobs and calls of remotes carry it; nothing is decided by it.
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

/** As the console makes them: 16 hexadecimal digits. */
export const newRequestId = (): string => randomBytes(8).toString('hex')

/** The caller's own number, where it is one; else a new one. It goes into logs and exports, so nothing but plain characters is taken. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && REQUEST_ID.pattern.test(given) ? given : newRequestId()
