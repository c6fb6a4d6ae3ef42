import type { FailureWord } from '@huoqiao/connector-kit'

/**
 * One call of the platform as data. The transport knows no call by name: a new one is a new descriptor.
 * Paths are dotted, from the top of the answer; an empty path is the whole answer.
 */
export type CallDescriptor = {
  /** e.g. `com.alibaba.fenxiao.crossborder` */
  readonly namespace: string
  /** e.g. `product.search.keywordQuery` */
  readonly name: string
  /** True when sending it twice does no harm: reads, and writes that only declare a relation. */
  readonly safe: boolean
  /** False for the few calls that the platform answers without an access token. */
  readonly token: boolean
  readonly answer: AnswerLayout
  /** Parameters that carry what a log must not: personal data. Their values are blotted out in the exchange. */
  readonly maskedParams?: readonly string[]
  /** The name under which a file travels; makes the request multipart. Its bytes are not signed (reference 1.1). */
  readonly fileParam?: string
  /** A word for this call's own codes and texts; undefined leaves it to the common table of `error-words.ts`. */
  readonly wordFor?: (code: string | undefined, message: string) => FailureWord | undefined
}

/** Where a family of calls keeps its flag, code, message and payload: the table of reference 1.7. */
export type AnswerLayout = {
  /** Flags; booleans or the strings "true"/"false". Each one that is there has to be true. Empty: the family has none. */
  readonly success: readonly string[]
  readonly code: readonly string[]
  readonly message: readonly string[]
  /**
   * Codes and texts that are only filled when something went wrong. A filled one is a failure even next to
   * `success: true`, as was seen on logistics traces.
   */
  readonly error: readonly string[]
  readonly payload: string
  /** For families whose flag is missing now and then: one of these being there makes the answer a known one. */
  readonly shape?: readonly string[]
  /** A filled value here proves that the work was done, whatever the flag says (order ids, reference 3.4). */
  readonly proof?: readonly string[]
}

/**
 * Product APIs of `com.alibaba.fenxiao.crossborder`: `{result: {success, code, message, result}}`. A refusal may come
 * without the `result` around it, as `{"success":false,"message":"没有该商品的查询权限"}` does.
 */
export const CROSSBORDER_LAYOUT: AnswerLayout = {
  success: ['success', 'result.success'],
  code: ['result.code', 'result.errorCode', 'code', 'errorCode'],
  message: ['result.message', 'result.errorMsg', 'result.errorMessage', 'message', 'errorMsg', 'errorMessage'],
  error: ['result.errorMsg', 'result.errorMessage', 'errorMsg', 'errorMessage'],
  payload: 'result.result',
}

/** Families that keep flag and reasons at the top, under three spellings of "message" (reference 1.7). */
export const topLayout = (payload: string): AnswerLayout => ({
  success: ['success'],
  code: ['errorCode'],
  message: ['errorMessage', 'errorMsg', 'erroMsg', 'extErrorMessage'],
  error: ['errorCode', 'errorMessage', 'errorMsg', 'erroMsg'],
  payload,
  ...(payload === '' ? {} : { shape: [payload] }),
})

/** Families that keep them in `result`, and some of them at the top again (reference 1.7). */
export const resultLayout = (payload: string): AnswerLayout => ({
  success: ['success', 'result.success'],
  code: ['result.code', 'result.errorCode', 'code', 'errorCode'],
  message: ['result.message', 'result.errorInfo', 'result.errorMsg', 'message', 'errorMessage', 'errorMsg'],
  error: ['result.errorCode', 'result.errorInfo', 'result.errorMsg', 'errorCode', 'errorMessage', 'errorMsg'],
  payload,
})
