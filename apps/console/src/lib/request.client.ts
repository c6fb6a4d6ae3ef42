import type { Envelope, Explanation } from '@huoqiao/contract/envelope'
import { CODE } from '@huoqiao/contract/envelope'
import { HTTP_STATUS_TEXT, LOGIN_FIRST, REFUSALS, statusText, UNKNOWN_STATUS_TEXT } from '@huoqiao/contract/errors'
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '@huoqiao/contract/specification'
import { CallError } from './call-error.ts'
import type { CallRecord } from './contract.ts'
import type { Outgoing } from './request.body.ts'
import { FILE_UNSET, outgoing } from './request.body.ts'
import type { SessionStore } from './session.ts'

export type SendOptions = {
  /** query fields beside a JSON body or an upload */
  query?: Readonly<Record<string, unknown>> | undefined
  file?: Blob | null | undefined
  signal?: AbortSignal | undefined
  /** the page shows the failure itself: no toast */
  silent?: boolean | undefined
  /** goes on although the page closes: for its last word, at most 64 kB */
  keepalive?: boolean | undefined
}

export type RequestDeps = {
  session: Pick<SessionStore, 'token' | 'epoch' | 'replaceToken' | 'end' | 'get'>
  /** shows an error toast */
  tell: (text: string) => void
  record: (call: string) => CallRecord
  fetch: typeof globalThis.fetch
  /** '' in the browser: calls go to the page's own origin */
  origin: string
}

export type RequestClient = ReturnType<typeof createRequestClient>

/** The one shared client of specification sections 7 and 8. Every failure is thrown as a CallError and, unless silent, told. */
export function createRequestClient(deps: RequestDeps) {
  /** Non-GET requests on their way, so that an identical one is not sent again while the first is (specification, section 7). */
  const underway = new Map<string, object>()

  async function send(call: string, input: object, options: SendOptions = {}): Promise<unknown> {
    const record = deps.record(call)
    try {
      const out = outgoing(record, input, options)
      if (out === 'unset-file') throw new CallError('unset-file', FILE_UNSET, { call })
      return await once(call, record, out, options)
    } catch (error) {
      const failure = error instanceof CallError ? error : networkFailure(call, error, options.signal)
      if (!failure.isSilent && failure.failure !== 'session-over' && !options.silent) deps.tell(failure.message)
      throw failure
    }
  }

  async function once(call: string, record: CallRecord, out: Outgoing, options: SendOptions): Promise<unknown> {
    if (record.method === 'GET') return answer(call, await transmit(record, out, options))
    if (underway.has(out.identity)) throw new CallError('duplicate', '相同的请求正在处理', { call })
    const mine = {}
    underway.set(out.identity, mine)
    const release = (): void => {
      if (underway.get(out.identity) === mine) underway.delete(out.identity)
    }
    // Released at the moment of letting go: a cancelled read is asked again before its rejection has been heard.
    options.signal?.addEventListener('abort', release, { once: true })
    try {
      return answer(call, await transmit(record, out, options))
    } finally {
      options.signal?.removeEventListener('abort', release)
      release()
    }
  }

  async function transmit(record: CallRecord, out: Outgoing, options: SendOptions): Promise<Answer> {
    const askedIn = deps.session.epoch()
    const token = deps.session.token()
    const isUpload = record.mode === 'upload' || record.mode === 'sliceupload'
    const timeout = AbortSignal.timeout(isUpload ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
    const response = await deps.fetch(deps.origin + out.url, {
      method: record.method,
      headers: {
        ...(token ? { Authorization: token } : {}),
        ...(out.contentType ? { 'Content-Type': out.contentType } : {}),
      },
      body: out.body ?? null,
      ...(options.keepalive ? { keepalive: true } : {}),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    const fresh = response.headers.get('authorization')
    if (fresh) deps.session.replaceToken(fresh, askedIn)
    return { response, text: await response.text(), askedIn }
  }

  function answer(call: string, { response, text, askedIn }: Answer): unknown {
    const status = response.status
    const over = (message: string, code?: number): CallError => {
      if (askedIn === deps.session.epoch() && deps.session.get().isLogin) deps.session.end()
      return new CallError('session-over', message, { call, status, ...(code === undefined ? {} : { code }) })
    }
    if (status === 403) throw over(REFUSALS['session-over'].msg)
    const envelope = readEnvelope(text)
    if (!response.ok) {
      const explanation = readExplanation(envelope?.data)
      // A status that the specification names is told in its words (section 8); of any other the server may know more than nothing.
      const sentence = HTTP_STATUS_TEXT[status] ?? explanation?.what ?? UNKNOWN_STATUS_TEXT
      throw new CallError('http', sentence, { call, status, ...(explanation ? { explanation } : {}) })
    }
    if (!envelope) throw new CallError('empty', UNKNOWN_STATUS_TEXT, { call, status })
    const { code } = envelope
    if (code === CODE.ok) return envelope.data
    const said = envelope.msg || envelope.message
    if (code === CODE.sessionOver || (code === CODE.refused && said === LOGIN_FIRST)) {
      throw over(said || REFUSALS['session-over'].msg, code)
    }
    const explanation = readExplanation(envelope.data)
    throw new CallError('refused', said || statusText(code), {
      call,
      code,
      status,
      ...(explanation ? { explanation } : {}),
    })
  }

  return { send, underway: (): number => underway.size }
}

type Answer = { response: Response; text: string; askedIn: number }

function networkFailure(call: string, cause: unknown, signal: AbortSignal | undefined): CallError {
  if (signal?.aborted) return new CallError('aborted', '请求已取消', { call, cause })
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new CallError('network', isTimeout ? HTTP_STATUS_TEXT[408]! : HTTP_STATUS_TEXT[502]!, { call, cause })
}

function readEnvelope(text: string): (Partial<Envelope<unknown>> & { code: number }) | undefined {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined
  const code = Number(value.code)
  return Number.isFinite(code) ? { ...value, code } : undefined
}

/** Text that is no JSON is no envelope; a proxy's error page comes this way. */
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
