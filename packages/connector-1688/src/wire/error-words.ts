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
 * | any other `gw.*`          | rejected       | the code is kept in the failure |
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
 * The word for an answer of the gateway layer.
 * A server error without a code of the gateway may come from behind it: then the work may have been done.
 */
export function gatewayWord(code: string | undefined, status: number, safe: boolean): FailureWord {
  const known = code === undefined ? undefined : GATEWAY_WORDS.get(code)
  if (known) return known
  if (code?.startsWith('gw.')) return 'rejected'
  return statusWord(status, safe)
}

/** The word for an HTTP status when the body says nothing that we know. */
export function statusWord(status: number, safe: boolean): FailureWord {
  if (status === 429) return 'throttled'
  if (status === 401) return 'unauthorised'
  // A success status with an unreadable body is as open as a server error: the call arrived, and we do not know more.
  if (status >= 500 || status === 408 || status < 300) return safe ? 'unavailable' : 'unknown-outcome'
  return 'rejected'
}

/** The word for a refusal of the business layer (HTTP 200 with a flag). Unknown codes are refusals; the code is kept. */
export function businessWord(code: string | undefined): FailureWord {
  return code === '404' || code === 'ORDER_NOT_EXIST' ? 'not-found' : 'rejected'
}

/**
 * Texts by which product calls say that an offer is gone. The exact answer for a removed product is not documented
 * (reference 2.3, "Removed product"); these are the words that clients of related calls have seen.
 */
export const saysOfferGone = (message: string): boolean =>
  /下架|不存在|已删除|已失效|已过期|does not exist|not exist|not found|off[ -]?shelf/i.test(message)

/** Texts by which relation calls say that the relation stands already (reference 2.6: to be taken as success). */
export const saysAlreadyRelated = (message: string): boolean =>
  /已(?:经)?(?:存在|建立|关联|关注|铺货|添加|绑定)|重复(?:关注|铺货|添加|关联)|already|duplicate/i.test(message)

/** The name in `Required argument offerDetailParam`. */
export const missingArgument = (message: string): string | undefined => /Required argument (\S+)/i.exec(message)?.[1]
