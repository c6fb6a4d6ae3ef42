import type { Explanation } from '@huoqiao/contract/envelope'
import { CODE } from '@huoqiao/contract/envelope'

/**
 * Why a call brought nothing: the server refused; the session is over; the answer had no body; HTTP said no before a handler
 * was reached; the network failed; the call was never sent (a duplicate, or a file missing); the caller let go of it.
 */
export type CallFailure =
  | 'refused'
  | 'session-over'
  | 'empty'
  | 'http'
  | 'network'
  | 'duplicate'
  | 'unset-file'
  | 'aborted'

/** The one error that the request client throws. `message` is what a person reads. */
export class CallError extends Error {
  readonly failure: CallFailure
  readonly call: string
  /** under which the server's log knows it; undefined: it was never sent */
  readonly requestId: string | undefined
  /** code of the envelope, when there was one */
  readonly code: number | undefined
  /** HTTP status, when there was one */
  readonly status: number | undefined
  readonly explanation: Explanation | undefined
  /** the whole answer of a call with rows of which none was done: it tells what became of each */
  readonly rowsAnswer: unknown

  constructor(
    failure: CallFailure,
    message: string,
    of: {
      call: string
      requestId?: string | undefined
      code?: number
      status?: number
      explanation?: Explanation
      rowsAnswer?: unknown
      cause?: unknown
    },
  ) {
    super(message, of.cause === undefined ? undefined : { cause: of.cause })
    this.name = 'CallError'
    this.failure = failure
    this.call = of.call
    this.requestId = of.requestId
    this.code = of.code
    this.status = of.status
    this.explanation = of.explanation
    this.rowsAnswer = of.rowsAnswer
  }

  /** What a person has to tell whoever runs the server: its number, where it is no plain refusal, which explains itself. */
  get numberToTell(): string | undefined {
    const isPlain = this.failure === 'refused' && (this.code ?? 0) < CODE.fault
    return isPlain || this.isSilent ? undefined : this.requestId
  }

  /** Nobody needs to hear of it: the caller let go, or the same call is already on its way. */
  get isSilent(): boolean {
    return this.failure === 'duplicate' || this.failure === 'aborted'
  }
}

export const isCallError = (error: unknown): error is CallError => error instanceof CallError

/** What to show of any thrown value: the server's own explanation, or its sentence. */
export function explain(error: unknown): Explanation {
  if (isCallError(error)) {
    const reported = error.explanation ?? { refusal: error.failure, what: error.message }
    return error.requestId === undefined ? reported : { ...reported, requestId: error.requestId }
  }
  return { refusal: 'unexpected', what: '页面出错了', why: error instanceof Error ? error.message : String(error) }
}
