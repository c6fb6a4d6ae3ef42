import { CODE, REQUEST_ID } from '@huoqiao/contract/envelope'
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '@huoqiao/contract/specification'
import { networkFailure, readAnswer } from './answer.ts'
import type { Asked } from './answer.ts'
import { CallError } from './call-error.ts'
import type { CallRecord } from './contract.ts'
import type { Outgoing } from './request.body.ts'
import { FILE_UNSET, outgoing } from './request.body.ts'
import { newRequestId } from './request-id.ts'
import type { FailureSeries } from './failure-series.ts'
import type { SessionStore } from './session.ts'

export type SendOptions = {
  /** query fields beside a JSON body or an upload */
  query?: Readonly<Record<string, unknown>> | undefined
  file?: Blob | null | undefined
  signal?: AbortSignal | undefined
  /** of a series of background calls only the first failure is shown in a toast */
  series?: string | undefined
  /** continues when the page closes: for its last request, at most 64 kB */
  keepalive?: boolean | undefined
}

export type RequestDeps = {
  session: Pick<SessionStore, 'token' | 'epoch' | 'replaceToken' | 'end' | 'get' | 'refresh'>
  /** shows an error toast, with the request number that a person should report, if any */
  tell: (text: string, requestId?: string) => void
  series: FailureSeries
  /** for reads: whether a list handles the refused filter, so that no toast is needed */
  takesCare?: (failure: CallError, input: object) => boolean
  record: (call: string) => CallRecord
  fetch: typeof globalThis.fetch
  /** '' in the browser: calls are sent to the page's own origin */
  origin: string
}

export type RequestClient = ReturnType<typeof createRequestClient>

/**
 * The one shared client of specification sections 7 and 8. Every failure is thrown as a CallError and shown in a toast, for all callers: a
 * page, the login, a timer (of a `series` only the first failure). Not shown: aborted requests, duplicates, and the end of the session,
 * which opens the login page. A call with rows that all failed is shown as refused, and then returns its rows like any other: the caller
 * shows the outcome of each.
 */
export function createRequestClient(deps: RequestDeps) {
  /**
   * Requests other than GET that are under way: an identical one is not sent again until the first has ended (specification, section 7).
   */
  const underway = new Map<string, object>()

  async function send(call: string, input: object, options: SendOptions = {}): Promise<unknown> {
    const record = deps.record(call)
    const asked: Asked = { call, requestId: newRequestId() }
    try {
      const out = outgoing(record, input, options)
      if (out === 'unset-file') throw new CallError('unset-file', FILE_UNSET, { call })
      const data = await once(asked, record, out, options)
      if (options.series !== undefined) deps.series.succeeded(options.series)
      return data
    } catch (error) {
      const failure = error instanceof CallError ? error : networkFailure(asked, error, options.signal)
      const isHandled = options.series !== undefined && deps.takesCare?.(failure, input) === true
      if (!isHandled && !failure.isSilent && failure.failure !== 'session-over' && isShown(options))
        deps.tell(failure.message, failure.numberToTell)
      if (failure.rowsAnswer !== undefined) return failure.rowsAnswer
      throw failure
    }
  }
  const isShown = ({ series }: SendOptions): boolean => series === undefined || deps.series.failed(series)

  async function once(asked: Asked, record: CallRecord, out: Outgoing, options: SendOptions): Promise<unknown> {
    if (record.method === 'GET') return answer(asked, await transmit(asked, record, out, options))
    if (underway.has(out.identity)) throw new CallError('duplicate', '相同的请求正在处理', { call: asked.call })
    const mine = {}
    underway.set(out.identity, mine)
    const release = (): void => {
      if (underway.get(out.identity) === mine) underway.delete(out.identity)
    }
    // Released at the moment of the cancellation: a cancelled read may be asked again before its rejection arrives.
    options.signal?.addEventListener('abort', release, { once: true })
    try {
      return answer(asked, await transmit(asked, record, out, options))
    } finally {
      options.signal?.removeEventListener('abort', release)
      release()
    }
  }

  async function transmit(
    { requestId }: Asked,
    record: CallRecord,
    out: Outgoing,
    options: SendOptions,
  ): Promise<Answer> {
    const askedIn = deps.session.epoch()
    const token = deps.session.token()
    const isUpload = record.mode === 'upload' || record.mode === 'sliceupload'
    const timeout = AbortSignal.timeout(isUpload ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
    const response = await deps.fetch(deps.origin + out.url, {
      method: record.method,
      headers: {
        [REQUEST_ID.header]: requestId,
        ...(token ? { Authorization: token } : {}),
        ...(out.contentType ? { 'Content-Type': out.contentType } : {}),
      },
      body: out.body ?? null,
      ...(options.keepalive ? { keepalive: true } : {}),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    const fresh = response.headers.get('authorization')
    if (fresh) deps.session.replaceToken(fresh, askedIn, token)
    return { response, text: await response.text(), askedIn }
  }

  function answer(asked: Asked, { response, text, askedIn }: Answer): unknown {
    try {
      return readAnswer(asked, response, text)
    } catch (error) {
      const isOver = error instanceof CallError && error.failure === 'session-over'
      if (isOver && askedIn === deps.session.epoch() && deps.session.get().isLogin) deps.session.end()
      if (error instanceof CallError && error.code === CODE.authenticatorFirst && askedIn === deps.session.epoch())
        askForAuthenticator()
      throw error
    }
  }

  /** A role began to demand the authenticator while the person was logged in: the shell shows the binding from now on. */
  function askForAuthenticator(): void {
    const { userInfo, apiRight } = deps.session.get()
    if (userInfo && !userInfo.mustBindAuthenticator)
      deps.session.refresh({ ...userInfo, mustBindAuthenticator: true }, apiRight)
  }

  return { send, underway: (): number => underway.size }
}

type Answer = { response: Response; text: string; askedIn: number }
