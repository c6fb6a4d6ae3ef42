import type { FailureWord } from '@huoqiao/connector-kit'

/**
 * What the platform's ways of failing mean in our closed set of words. This is the only place that knows its codes.
 *
 * Gateway codes (reference 1.7). The gateway answers before the API runs, so whatever it refuses was not done.
 *
 * | code                      | word           | because |
 * | ------------------------- | -------------- | ------- |
 * | `401`                     | unauthorised   | token absent, unknown or expired; reached only after one refresh and one retry |
 * | `gw.SignatureInvalid`     | unauthorised   | the app secret is wrong: a person has to enter the right one |
 * | `gw.SignatureMissing`     | unauthorised   | the same, seen with secrets of another kind |
 * | `gw.AppKeyMissing`        | unauthorised   | no app key |
 * | `gw.AppKeyNotFound`       | unauthorised   | an app key that the platform does not know |
 * | `gw.APIACLDecline`        | unauthorised   | the app lacks the grant for this API: a matter of the 1688 console |
 * | `gw.NoUsageLeftError`     | unauthorised   | the bought package is used up: useless to repeat until a person buys another |
 * | `gw.QosAppFrequencyLimit` | throttled      | too many calls per second or minute |
 * | `gw.APIUnsupported`       | rejected       | no such API |
 * | `gw.ParamMissing`         | rejected       | a parameter is missing; its name is given as the field |
 * | `invalid_grant`           | unauthorised   | the refresh token is dead (token endpoint, reference 1.6) |
 * | `invalid_client`          | unauthorised   | app key and secret do not belong together (token endpoint) |
 * | any other `gw.*`          | rejected       | the code is kept in the failure; with a 5xx or a name that mentions a time-out or an error it is as uncertain as a server error |
 */
const GATEWAY_WORDS: ReadonlyMap<string, FailureWord> = new Map([
  ['401', 'unauthorised'],
  ['gw.SignatureInvalid', 'unauthorised'],
  ['gw.SignatureMissing', 'unauthorised'],
  ['gw.AppKeyMissing', 'unauthorised'],
  ['gw.AppKeyNotFound', 'unauthorised'],
  ['gw.APIACLDecline', 'unauthorised'],
  ['gw.NoUsageLeftError', 'unauthorised'],
  ['gw.QosAppFrequencyLimit', 'throttled'],
  ['gw.APIUnsupported', 'rejected'],
  ['gw.ParamMissing', 'rejected'],
  ['invalid_grant', 'unauthorised'],
  ['invalid_client', 'unauthorised'],
])

/**
 * The word for an answer of the gateway layer. A server error without a gateway code may come from the API behind it: then the work may
 * have been done.
 */
export function gatewayWord(code: string | undefined, status: number, safe: boolean): FailureWord {
  const known = code === undefined ? undefined : GATEWAY_WORDS.get(code)
  if (known) return known
  // An undocumented code may mean that the gateway gave up on the API behind it: then the work may have been done.
  const gaveUp = isUnfinished(status) || /time_?out|unavailable|internal|system|service|invoke|busy/i.test(code ?? '')
  if (code?.startsWith('gw.')) return gaveUp ? statusWord(Math.max(status, 500), safe) : 'rejected'
  return statusWord(status, safe)
}

/** Server errors, and 408 and 499, which mean that a proxy stopped waiting: the work may have been done. */
const isUnfinished = (status: number): boolean => status >= 500 || status === 408 || status === 499

/** The word for an HTTP status if the body contains nothing known. */
export function statusWord(status: number, safe: boolean): FailureWord {
  if (status === 429) return 'throttled'
  if (status === 401) return 'unauthorised'
  // A success status with an unreadable body is as uncertain as a server error: the call arrived, and nothing more is known.
  if (isUnfinished(status) || status < 300) return safe ? 'unavailable' : 'unknown-outcome'
  return 'rejected'
}

/** The word for a refusal of the business layer (HTTP 200 with a flag). Unknown codes are refusals; the code is kept. */
export function businessWord(code: string | undefined): FailureWord {
  return code === '404' || code === 'ORDER_NOT_EXIST' ? 'not-found' : 'rejected'
}

/**
 * Whether a refusal of a write leaves the outcome open. An error of the platform (a time-out, a busy system) also comes with HTTP 200 and
 * may occur after the work; a code that states a rule is a refusal, whatever its text says. `preparePay` is documented to refuse after a
 * time-out although the money moved (reference 3.7).
 */
export function leavesOpen(code: string | undefined, message: string): boolean {
  if (code !== undefined && STATES_A_RULE.test(code)) return false
  return (
    /^(?:sys|system|service|hsf|timeout|unknown|internal)/i.test(code ?? '') ||
    /超时|系统.{0,4}(?:异常|繁忙|错误|忙)|服务.{0,4}(?:异常|繁忙|不可用)|网络.{0,2}异常|稍后|请重试/.test(message) ||
    /time[- ]?out|timed out|(?:system|server|service|internal)[ _]?(?:error|busy|exception|unavailable)|try again/i.test(
      message,
    )
  )
}

/** `500_001`… of previews and creates, `400`, `400_3`, and the codes in words of reference 3.6. */
const STATES_A_RULE = /^(?:500_\d{3}|400(?:_\d+)?|CLOSE_ORDER_TOO_FAST|ORDER_STATUS_ERROR|ORDER_NOT_EXIST)$/

/** Texts of a create that mean that our number was used before. Whether 1688 refuses repetitions is unknown (reference 3.4). */
export const saysNumberUsed = (message: string): boolean =>
  /out_?order|外部(?:订)?单号/i.test(message) && /重复|已(?:经)?(?:存在|使用)|exist|duplicate|repeat/i.test(message)

/** The same for a refund; its code is only `500` or the call's own (reference 3.8). */
export const saysRefundUnknown = (message: string): boolean => /退款单.{0,8}不存在|REFUND_DATA_ERROR/.test(message)

/** Texts of a trace that mean that there is none yet; they also occur without a code and with a success flag (reference 4). */
export const saysNoTrace = (message: string): boolean =>
  !/权限|permission/i.test(message) &&
  /(?:没有|暂无|未查(?:询)?到|查(?:询)?不到|无).{0,12}(?:物流|跟踪|轨迹|信息)|no .{0,12}trace|trace.{0,12}(?:not found|not exist)/i.test(
    message,
  )

/** Texts of order calls that mean that the order does not exist; a code is documented only for cancelling. */
export const saysOrderUnknown = (message: string): boolean =>
  /订单.{0,8}不存在|找不到.{0,4}订单|order.{0,24}(?:not exist|not found)/i.test(message)

/**
 * Texts of product calls that mean that an offer is gone. The exact answer for a removed product is not documented (reference 2.3, "Removed
 * product"); these texts were observed by clients of related calls.
 */
export const saysOfferGone = (message: string): boolean =>
  /下架|不存在|已删除|已失效|已过期|does not exist|not exist|not found|off[ -]?shelf/i.test(message)

/** Texts of product calls that mean that the app may not read this offer: a missing grant, not a business refusal (reference 1.9). */
export const saysNoPermission = (message: string): boolean =>
  /(?:没有|无|缺少).{0,12}权限|no (?:right|permission)|permission denied/i.test(message)

/** Texts of relation calls that mean that the relation already exists (reference 2.6: counts as success). */
export const saysAlreadyRelated = (message: string): boolean =>
  /已(?:经)?(?:存在|建立|关联|关注|铺货|添加|绑定)|重复(?:关注|铺货|添加|关联)|already|duplicate/i.test(message)

/** The name in `Required argument offerDetailParam`. */
export const missingArgument = (message: string): string | undefined => /Required argument (\S+)/i.exec(message)?.[1]
