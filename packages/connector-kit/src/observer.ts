import type { HttpAnswer } from './http.ts'
import { isRemoteFailure } from './remote-failure.ts'
import type { FailureWord, RemoteFailureDetail } from './remote-failure.ts'
import { isSendWithdrawn } from './send-guard.ts'

/**
 * The outcome of one request: done, or one of the failure words; `not-sent`: withdrawn before sending; `fault`: an error in our own code.
 */
export const REMOTE_OUTCOMES = ['ok', 'not-sent', 'fault'] as const
export type RemoteOutcome = FailureWord | (typeof REMOTE_OUTCOMES)[number]

/** One request to a remote, measured without our own waits before it (rate limit, budget) and without retries. */
export type RemoteCall = {
  readonly vendor: RemoteFailureDetail['vendor']
  /** the vendor's name for the call, one of those in the connector's code */
  readonly call: string
  readonly outcome: RemoteOutcome
  readonly ms: number
  readonly status?: number
  /** the remote's own request id, which its support needs */
  readonly remoteId?: string
}

/** Observes the calls of a connector. A connector knows nothing else about its caller. */
export type RemoteObserver = {
  /** our request id, sent along if the vendor's protocol allows it */
  requestId?(): string | undefined
  heard(call: RemoteCall): void
}

/** The header with our request id. Proxies and vendors may read it; nobody acts on it. */
export function requestIdHeader(observer: RemoteObserver | undefined): Record<string, string> {
  const id = observer?.requestId?.()
  return id === undefined ? {} : { 'x-request-id': id }
}

/**
 * Runs one request and reports its outcome to the observer. `answered` is called with the HTTP answer, if any; `failureIn` is for work that
 * returns its failure instead of throwing it.
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
