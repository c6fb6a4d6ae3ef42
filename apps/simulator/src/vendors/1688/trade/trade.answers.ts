import type { WorkedAnswer } from '../../../core/received-call.ts'
import type { Api, BuyersPlatform, Caller, Params } from '../api.ts'

/** Envelopes of the trade family (reference 1.7): each call has its own names for the flag, the code and the message. */
export const TRADE = 'com.alibaba.trade'
export const LOGISTICS = 'com.alibaba.logistics'

/** A call of the trade half: it needs the buyer's token and the solution's grant, and can only access that buyer's objects. */
export const tradeApi = (
  name: string,
  required: readonly string[],
  work: (platform: BuyersPlatform, params: Params, caller: Caller) => WorkedAnswer | Promise<WorkedAnswer>,
  namespace: string = TRADE,
): Api => ({
  namespace,
  name,
  token: 'required',
  grant: true,
  required,
  work: (platform, params, caller) => work({ ...platform, trade: platform.trade.of(caller.buyer) }, params, caller),
})

/** Done: the body unchanged, with the effect for the ledger. */
export const answered = (body: object, effect?: string): WorkedAnswer => ({
  status: 200,
  body,
  ...(effect === undefined ? {} : { effect }),
})

/** Refused by the business layer: HTTP 200, the body in the call's own form, the code for the ledger. */
export const refused = (code: string, body: object): WorkedAnswer => ({
  status: 200,
  body,
  outcome: 'refused',
  code,
})

/** Everything is inside `result`: {success, code, message, result}. */
export const innerRefusal = (code: string, message: string): WorkedAnswer =>
  refused(code, { result: { success: false, code, message, result: null } })
export const innerAnswer = (payload: unknown, effect?: string): WorkedAnswer =>
  answered({ result: { success: true, code: null, message: null, result: payload } }, effect)

/** `result` is {success, errorCode, errorInfo}. */
export const infoRefusal = (errorCode: string, errorInfo: string): WorkedAnswer =>
  refused(errorCode, { result: { success: false, errorCode, errorInfo } })
export const infoAnswer = (effect: string): WorkedAnswer =>
  answered({ result: { success: true, errorCode: null, errorInfo: null } }, effect)

/** Flat {success, errorCode, errorMessage}. */
export const flatRefusal = (errorCode: string, errorMessage: string): WorkedAnswer =>
  refused(errorCode, { success: false, errorCode, errorMessage })

/** Date parameter yyyyMMddHHmmssSSSZ (reference 1.3) as an instant; undefined when it is not one. */
export function readDate(text: string | undefined): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})([+-]\d\d)(\d\d)$/.exec(text ?? '')
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, ms, zoneHours, zoneMinutes] = match
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}${zoneHours}:${zoneMinutes}`)
  return Number.isNaN(instant) ? undefined : instant
}

/** Whether the instant is in the range of two optional Date parameters, both ends included. */
export function within(at: number, from: string | undefined, to: string | undefined): boolean {
  return at >= (readDate(from) ?? Number.NEGATIVE_INFINITY) && at <= (readDate(to) ?? Number.POSITIVE_INFINITY)
}

/** A page number or size from a parameter, limited to 1 to `most`. */
export const pageNumber = (text: string | undefined, fallback: number, most: number): number =>
  Math.min(most, Math.max(1, /^\d{1,6}$/.test(text ?? '') ? Number(text) : fallback))
