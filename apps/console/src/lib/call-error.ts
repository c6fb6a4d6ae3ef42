import type { Explanation } from '@huoqiao/contract/envelope'
import { CODE } from '@huoqiao/contract/envelope'

/**
 * Why a call failed: the server refused; the session is over; the answer had no body; an HTTP status before a handler was reached; the
 * network failed; the call was never sent (a duplicate, or a missing file); the caller cancelled it.
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

/** The only error that the request client throws. `message` is the sentence for the person. */
export class CallError extends Error {
  readonly failure: CallFailure
  readonly call: string
  /** the number of the request in the server's log; undefined: it was never sent */
  readonly requestId: string | undefined
  /** code of the envelope, when there was one */
  readonly code: number | undefined
  /** HTTP status, when there was one */
  readonly status: number | undefined
  readonly explanation: Explanation | undefined
  /** the whole answer of a call with rows when no row succeeded: it has the outcome of each row */
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

  /** The request id that a person should report to the operator of the server. Absent for a plain refusal, which explains itself. */
  get numberToTell(): string | undefined {
    const isPlain = this.failure === 'refused' && (this.code ?? 0) < CODE.fault
    return isPlain || this.isSilent ? undefined : this.requestId
  }

  /** Not shown to anybody: the caller cancelled the call, or the same call is already under way. */
  get isSilent(): boolean {
    return this.failure === 'duplicate' || this.failure === 'aborted'
  }
}

export const isCallError = (error: unknown): error is CallError => error instanceof CallError

/** What to show for any thrown value: the server's explanation, or the sentence of the error. */
export function explain(error: unknown): Explanation {
  if (isCallError(error)) {
    const reported = error.explanation ?? { refusal: error.failure, what: error.message }
    return error.requestId === undefined ? reported : { ...reported, requestId: error.requestId }
  }
  return { refusal: 'unexpected', what: '页面出错了', why: error instanceof Error ? error.message : String(error) }
}
