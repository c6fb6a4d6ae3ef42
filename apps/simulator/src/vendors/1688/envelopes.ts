import type { WorkedAnswer } from '../../core/received-call.ts'

/** Error bodies of the gateway layer (reference 1.7): error_code, error_message and the same text as exception. */
export const gatewayError = (code: string, message: string, status = 400): WorkedAnswer => ({
  status,
  body: { error_code: code, error_message: message, exception: message },
  outcome: 'refused',
  code,
})

export const throttled = (): WorkedAnswer => ({
  ...gatewayError('gw.QosAppFrequencyLimit', 'App call exceeds limited frequency'),
  outcome: 'throttled',
})

export const missingArgument = (name: string): WorkedAnswer =>
  gatewayError('gw.ParamMissing', `Required argument ${name}`)

/** Success of the cross-border product family: everything inside `result`, the payload in `result.result`. */
export const productAnswer = (payload: unknown, effect?: string): WorkedAnswer => ({
  status: 200,
  body: { result: { success: true, code: '200', message: '操作成功', result: payload } },
  ...(effect === undefined ? {} : { effect }),
})

/** The two picture calls answer `success` as text (reference 1.7, section 8 point 6). */
export const pictureAnswer = (payload: unknown, effect?: string): WorkedAnswer => ({
  status: 200,
  body: { result: { success: 'true', code: '200', message: '操作成功', result: payload } },
  ...(effect === undefined ? {} : { effect }),
})

/** Business refusal of the same family: HTTP 200, `success` false (or "false" where it is text). Codes are ours: UNCERTAIN. */
export const productRefusal = (code: string, message: string, success: false | 'false' = false): WorkedAnswer => ({
  status: 200,
  body: { result: { success, code, message, result: null } },
  outcome: 'refused',
  code,
})

/** The platform's Date form, yyyyMMddHHmmssSSSZ in China time (reference 1.3). */
export function platformDate(instantMs: number): string {
  const china = new Date(instantMs + 8 * 3_600_000).toISOString()
  return `${china.replace(/[-:T.Z]/g, '')}+0800`
}
