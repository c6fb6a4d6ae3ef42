import type { HttpAnswer } from './http.ts'
import { isRemoteFailure } from './remote-failure.ts'
import type { FailureWord, RemoteFailureDetail } from './remote-failure.ts'
import { isSendWithdrawn } from './send-guard.ts'

/** What came of one request: done, or one of the failure words; withdrawn before it was sent; or our own code failed over it. */
export const REMOTE_OUTCOMES = ['ok', 'not-sent', 'fault'] as const
export type RemoteOutcome = FailureWord | (typeof REMOTE_OUTCOMES)[number]

/** One request to a remote, as it is measured: without waits of ours before it (pace, budget) and without further tries. */
export type RemoteCall = {
  readonly vendor: RemoteFailureDetail['vendor']
  /** The vendor's name for the call: one of those that stand in the connector's code. */
  readonly call: string
  readonly outcome: RemoteOutcome
  readonly ms: number
  readonly status?: number
  /** The remote's own number for the request, which its support asks for. */
  readonly remoteId?: string
}

/** Whoever watches over the calls of a connector. A connector knows nothing else of whom it works for. */
export type RemoteObserver = {
  /** The number under which our side knows what the request is for: sent along where the vendor's protocol has room for it. */
  requestId?(): string | undefined
  heard(call: RemoteCall): void
}

/** The header of our number. Both a proxy and a vendor may read it; nobody acts on it. */
export function requestIdHeader(observer: RemoteObserver | undefined): Record<string, string> {
  const id = observer?.requestId?.()
  return id === undefined ? {} : { 'x-request-id': id }
}

/**
 * Does one request and tells the observer what came of it. `answered` is told of the HTTP answer, once there is one; `failureIn` is
 * for work that gives its failure back instead of throwing it.
 */
export async function observed<T>(
  observer: RemoteObserver | undefined,
  about: Pick<RemoteCall, 'vendor' | 'call'>,
  work: (answered: (answer: HttpAnswer) => HttpAnswer) => Promise<T>,
  failureIn: (result: T) => unknown = () => undefined,
): Promise<T> {
  if (observer === undefined) return work((answer) => answer)
  const began = performance.now()
  let last: HttpAnswer | undefined
  const tell = (outcome: RemoteOutcome): void => {
    const remoteId = last?.headers.get('x-request-id')?.slice(0, REMOTE_ID_CHARS)
    observer.heard({
      ...about,
      outcome,
      ms: Math.round(performance.now() - began),
      ...(last === undefined ? {} : { status: last.status }),
      ...(remoteId ? { remoteId } : {}),
    })
  }
  try {
    const result = await work((answer) => (last = answer))
    tell(outcomeOf(failureIn(result)))
    return result
  } catch (error) {
    tell(outcomeOf(error))
    throw error
  }
}

const REMOTE_ID_CHARS = 100

const outcomeOf = (failure: unknown): RemoteOutcome => {
  if (failure === undefined) return 'ok'
  if (isRemoteFailure(failure)) return failure.word
  return isSendWithdrawn(failure) ? 'not-sent' : 'fault'
}
