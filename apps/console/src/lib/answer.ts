import type { Envelope, Explanation } from '@huoqiao/contract/envelope'
import { CODE } from '@huoqiao/contract/envelope'
import { rowOutcomesOf } from '@huoqiao/contract/row-outcomes'
import { HTTP_STATUS_TEXT, LOGIN_FIRST, REFUSALS, statusText, UNKNOWN_STATUS_TEXT } from '@huoqiao/contract/errors'
import { CallError } from './call-error.ts'

/** Which call, and its request number. */
export type Asked = { call: string; requestId: string }

/** The data of an answer (specification, section 8). Throws CallError for everything that is not code 200. */
export function readAnswer(asked: Asked, { status, ok }: Pick<Response, 'status' | 'ok'>, text: string): unknown {
  const over = (message: string, code?: number): CallError =>
    new CallError('session-over', message, { ...asked, status, ...(code === undefined ? {} : { code }) })
  if (status === 403) throw over(REFUSALS['session-over'].msg)
  const envelope = readEnvelope(text)
  if (!ok) {
    const explanation = readExplanation(envelope?.data)
    // A status that the specification names has a fixed sentence (section 8); for any other status the server may have sent an explanation.
    const sentence = HTTP_STATUS_TEXT[status] ?? explanation?.what ?? UNKNOWN_STATUS_TEXT
    throw new CallError('http', sentence, { ...asked, status, ...(explanation ? { explanation } : {}) })
  }
  if (!envelope) throw new CallError('empty', UNKNOWN_STATUS_TEXT, { ...asked, status })
  const { code } = envelope
  if (code === CODE.ok) return envelope.data
  const message = envelope.msg || envelope.message
  if (code === CODE.sessionOver || (code === CODE.refused && message === LOGIN_FIRST)) {
    throw over(message || REFUSALS['session-over'].msg, code)
  }
  const explanation = readExplanation(envelope.data)
  throw new CallError('refused', message || statusText(code), {
    ...asked,
    code,
    status,
    ...(explanation ? { explanation } : {}),
    ...(rowOutcomesOf(envelope.data) ? { rowsAnswer: envelope.data } : {}),
  })
}

export function networkFailure(asked: Asked, cause: unknown, signal: AbortSignal | undefined): CallError {
  if (signal?.aborted) return new CallError('aborted', '请求已取消', { ...asked, cause })
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new CallError('network', isTimeout ? HTTP_STATUS_TEXT[408]! : HTTP_STATUS_TEXT[502]!, { ...asked, cause })
}

function readEnvelope(text: string): (Partial<Envelope<unknown>> & { code: number }) | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined
  const code = Number(value.code)
  return Number.isFinite(code) ? { ...value, code } : undefined
}

/** Text that is not JSON is not an envelope, for example the error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readExplanation = (data: unknown): Explanation | undefined =>
  typeof data === 'object' && data !== null && typeof (data as Partial<Explanation>).what === 'string'
    ? (data as Explanation)
    : undefined
