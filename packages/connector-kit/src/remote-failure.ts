/**
 * The closed set of words for what went wrong at a remote (architecture, section 3). A connector turns every failure of a vendor into
 * exactly one of them; one function on our side decides what each means.
 *
 * - `throttled`        asked too fast; nothing was done; may be sent again after `retryAfterMs`
 * - `unavailable`      nothing was done (refused connection, gateway error before the work); may be sent again
 * - `unauthorised`     the credentials are invalid or lack a grant; a person has to act
 * - `rejected`         the remote understood and refused; sending the same again is useless
 * - `not-found`        the object does not exist (any more)
 * - `already-done`     the remote says that it has done this before: counts as success
 * - `unknown-outcome`  the request may or may not have been carried out: look first, never send again blindly
 */
export const FAILURE_WORDS = [
  'throttled',
  'unavailable',
  'unauthorised',
  'rejected',
  'not-found',
  'already-done',
  'unknown-outcome',
] as const
export type FailureWord = (typeof FAILURE_WORDS)[number]

/** The request and response on the wire, with secrets removed by the connector; shown with the error on request. */
export type Exchange = { readonly request: string; readonly response: string; readonly status?: number }

export type RemoteFailureDetail = {
  /** the vendor's name for the call, for example `product.search.keywordQuery` or `productSet` */
  readonly call: string
  readonly vendor: '1688' | 'shopify' | 'alerts' | 'translation'
  /** the vendor's own code, unchanged */
  readonly code?: string
  /** dotted path of the refused field in the vendor's input, if named */
  readonly field?: string
  readonly retryAfterMs?: number
  readonly exchange?: Exchange
  readonly cause?: unknown
}

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure'
  readonly word: FailureWord
  readonly detail: RemoteFailureDetail

  constructor(word: FailureWord, message: string, detail: RemoteFailureDetail) {
    super(message, { cause: detail.cause })
    this.word = word
    this.detail = detail
  }
}

export const isRemoteFailure = (error: unknown): error is RemoteFailure => error instanceof RemoteFailure
