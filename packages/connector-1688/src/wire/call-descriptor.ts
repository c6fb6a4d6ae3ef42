import type { FailureWord } from '@huoqiao/connector-kit'

/**
 * One call of the platform as data. The transport contains no call names: a new call is a new descriptor. Paths are dotted and start at the
 * top of the answer; an empty path is the whole answer.
 */
export type CallDescriptor = {
  /** e.g. `com.alibaba.fenxiao.crossborder` */
  readonly namespace: string
  /** e.g. `product.search.keywordQuery` */
  readonly name: string
  /** true if sending it twice does no harm: reads, and writes that only declare a relation */
  readonly safe: boolean
  /** false for the few calls that need no access token */
  readonly token: boolean
  readonly answer: AnswerLayout
  /** parameters with personal data, whose values are masked in the exchange */
  readonly maskedParams?: readonly string[]
  /** the parameter name of a file; makes the request multipart; its bytes are not signed (reference 1.1) */
  readonly fileParam?: string
  /** a word for this call's own codes and texts; undefined: use the common table of `error-words.ts` */
  readonly wordFor?: (code: string | undefined, message: string) => FailureWord | undefined
}

/** Where a family of calls has its flag, code, message and payload: the table of reference 1.7. */
export type AnswerLayout = {
  /** success flags: booleans or "true"/"false"; all existing ones must be true; empty: the family has none */
  readonly success: readonly string[]
  readonly code: readonly string[]
  readonly message: readonly string[]
  /**
   * codes and texts that are only filled on failure; a filled one means failure even with `success: true`, as was observed for logistics
   * traces
   */
  readonly error: readonly string[]
  readonly payload: string
  /** for families whose flag may be missing: if one of these exists, the answer is recognised */
  readonly shape?: readonly string[]
  /** a filled value here proves that the work was done, whatever the flag says (order ids, reference 3.4) */
  readonly proof?: readonly string[]
}

/**
 * Product APIs of `com.alibaba.fenxiao.crossborder`: `{result: {success, code, message, result}}`. A refusal may come without `result`
 * around it, for example `{"success":false,"message":"没有该商品的查询权限"}`.
 */
export const CROSSBORDER_LAYOUT: AnswerLayout = {
  success: ['success', 'result.success'],
  code: ['result.code', 'result.errorCode', 'code', 'errorCode'],
  message: ['result.message', 'result.errorMsg', 'result.errorMessage', 'message', 'errorMsg', 'errorMessage'],
  error: ['result.errorMsg', 'result.errorMessage', 'errorMsg', 'errorMessage'],
  payload: 'result.result',
}

/** Families with flag and reasons at the top level, with three spellings of "message" (reference 1.7). */
export const topLayout = (payload: string): AnswerLayout => ({
  success: ['success'],
  code: ['errorCode'],
  message: ['errorMessage', 'errorMsg', 'erroMsg', 'extErrorMessage'],
  error: ['errorCode', 'errorMessage', 'errorMsg', 'erroMsg'],
  payload,
  ...(payload === '' ? {} : { shape: [payload] }),
})

/** Families with these in `result`, and sometimes also at the top level (reference 1.7). */
export const resultLayout = (payload: string): AnswerLayout => ({
  success: ['success', 'result.success'],
  code: ['result.code', 'result.errorCode', 'code', 'errorCode'],
  message: ['result.message', 'result.errorInfo', 'result.errorMsg', 'message', 'errorMessage', 'errorMsg'],
  error: ['result.errorCode', 'result.errorInfo', 'result.errorMsg', 'errorCode', 'errorMessage', 'errorMsg'],
  payload,
})
