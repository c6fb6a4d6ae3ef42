import { exchangeOf, RemoteFailure, retryAfterMs } from '@huoqiao/connector-kit'
import type { FailureWord, HttpAnswer } from '@huoqiao/connector-kit'
import { parseBigJson } from './big-json.ts'
import type { CallDescriptor } from './call-descriptor.ts'
import { businessWord, gatewayWord, leavesOpen, missingArgument, statusWord } from './error-words.ts'
import { at, flag, isRecord, text } from './field.ts'

/** What a failure needs to know about its call. */
export type AnsweredCall = Pick<CallDescriptor, 'name' | 'safe'> & {
  readonly maskedRequest: string
  /** removes secrets that the vendor may have echoed */
  readonly mask: (text: string) => string
  readonly nowMs: number
}

/**
 * Parses an answer and finds failures of the gateway layer (reference 1.7), which come with HTTP 4xx/5xx and sometimes with 200. Throws
 * RemoteFailure; otherwise returns the parsed body.
 */
export function readGatewayLayer(call: AnsweredCall, answer: HttpAnswer): unknown {
  const body = tryParse(answer.text)
  const record = isRecord(body) ? body : {}
  const code = text(record['error_code']) ?? text(record['error']) ?? undefined
  if (body !== undefined && code === undefined && answer.status >= 200 && answer.status < 300) return body
  const errorText = text(record['error_message']) ?? text(record['error_description']) ?? text(record['exception'])
  const message = errorText ?? (body === undefined ? 'the answer is not JSON' : `HTTP ${answer.status}`)
  const word =
    body === undefined && code === undefined
      ? statusWord(answer.status, call.safe)
      : gatewayWord(code, answer.status, call.safe)
  const field = code === 'gw.ParamMissing' ? missingArgument(message) : undefined
  const wait = retryAfterMs(answer.headers.get('retry-after'), call.nowMs)
  throw new RemoteFailure(word, `${call.name}: ${call.mask(message)}`, {
    vendor: '1688',
    call: call.name,
    code: code ?? (answer.status === 401 ? '401' : `http-${answer.status}`),
    ...(field === undefined ? {} : { field }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    exchange: exchangeOf(call.maskedRequest, { status: answer.status, text: call.mask(answer.text) }),
  })
}

/** Finds failures of the business layer by the descriptor's layout. Throws RemoteFailure; otherwise returns the payload. */
export function readBusinessLayer(
  descriptor: CallDescriptor,
  call: AnsweredCall,
  body: unknown,
  answer: HttpAnswer,
): unknown {
  const { answer: layout } = descriptor
  const payload = at(body, layout.payload)
  if (layout.proof?.some((path) => isFilled(at(body, path)))) return payload
  const flags = layout.success.map((path) => at(body, path)).filter((value) => value !== undefined && value !== null)
  const refused = flags.some((value) => flag(value) !== true)
  const faults = layout.error.map((path) => text(at(body, path))).filter((value) => value !== null && !isFine(value))
  const known = layout.shape?.some((path) => isThere(at(body, path))) ?? false
  const shapeless = layout.success.length > 0 && flags.length === 0 && !known
  if (!refused && faults.length === 0 && !shapeless) return payload
  const code = firstText(body, layout.code)
  const message =
    firstText(body, layout.message) ??
    faults[0] ??
    (shapeless ? 'the answer has no known shape' : 'refused without a reason')
  const word =
    shapeless && faults.length === 0 ? statusWord(answer.status, descriptor.safe) : wordOf(descriptor, code, message)
  throw new RemoteFailure(word, `${call.name}: ${call.mask(message)}`, {
    vendor: '1688',
    call: call.name,
    ...(code === undefined ? {} : { code }),
    exchange: exchangeOf(call.maskedRequest, { status: answer.status, text: call.mask(answer.text) }),
  })
}

/** The word for a refusal of the business layer. For a write it includes doubt: "try later" may be sent after the work was done. */
export function wordOf(descriptor: CallDescriptor, code: string | undefined, message: string): FailureWord {
  const own = descriptor.wordFor?.(code, message)
  if (own) return own
  return !descriptor.safe && leavesOpen(code, message) ? 'unknown-outcome' : businessWord(code)
}

function tryParse(source: string): unknown {
  try {
    return parseBigJson(source)
  } catch {
    return undefined
  }
}

/** The first meaningful text; "200" and "success" of one layer do not hide the other's message. */
export function firstText(body: unknown, paths: readonly string[]): string | undefined {
  const errorText = paths.flatMap((path) => text(at(body, path)) ?? [])
  return errorText.find((value) => !isFine(value)) ?? errorText[0]
}

/** Values of error fields that mean success, besides empty ones. */
export const isFine = (value: string): boolean => /^(?:0|200|ok|success|(?:操作|调用|请求)?成功)$/i.test(value)

const isThere = (value: unknown): boolean => value !== undefined && value !== null

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isRecord(value) || text(value) !== null
