import { REQUEST_ID, STREAM_BEAT_MS } from '@huoqiao/contract/envelope'
import { UNKNOWN_STATUS_TEXT } from '@huoqiao/contract/errors'
import { networkFailure, readAnswer } from './answer.ts'
import type { Asked } from './answer.ts'
import { CallError } from './call-error.ts'
import type { CallRecord } from './contract.ts'
import { readEvents } from './event-stream.ts'
import { encodeFields } from './form-text.ts'
import { clean } from './clean.ts'
import { newRequestId } from './request-id.ts'
import type { FailureSeries } from './failure-series.ts'
import type { SessionStore } from './session.ts'

export type StreamState = 'connecting' | 'open' | 'waiting'
export type StreamHandlers = {
  data: (data: unknown) => void
  state?: (state: StreamState) => void
}

/** A silent connection counts as dead after this time: a sleeping computer or a proxy may drop it without ending it. */
const SILENCE_MS = 3 * STREAM_BEAT_MS

export type StreamDeps = {
  session: Pick<SessionStore, 'token' | 'epoch' | 'replaceToken' | 'end' | 'get'>
  record: (call: string) => CallRecord
  fetch: typeof globalThis.fetch
  origin: string
  /** shows an error toast, with the request number that a person should report, if any */
  tell: (text: string, requestId?: string) => void
  series: FailureSeries
  /** how long to wait before the next try after this many failures in a row, in ms */
  pause: (failures: number) => number
  after: (ms: number, run: () => void) => () => void
}

/** 1 s, 2 s, 4 s … 30 s, each up to 50% longer at random, so that not all clients connect to a restarted server at the same time. */
export const streamPause = (failures: number, chance: number = Math.random()): number =>
  Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1)) * (1 + chance / 2)

/**
 * Follows a server-sent stream of the contract and reconnects whenever it ends or falls silent, until the returned function is called. The
 * last event id is sent to the server. Of several failures in a row the first is shown in a toast. HTTP 403, or an envelope that ends the
 * session, logs out as for any call.
 */
export function createStreamClient(deps: StreamDeps) {
  return function follow(call: string, input: object, handlers: StreamHandlers): () => void {
    const record = deps.record(call)
    const query = encodeFields(clean(input) as Record<string, unknown>)
    const url = `${deps.origin}${record.path}${query === '' ? '' : `?${query}`}`
    const stop = new AbortController()
    let failures = 0
    let lastId = ''
    let retryMs: number | undefined
    let cancelPause = (): void => undefined

    /** Runs one connection; when nothing is heard for too long, it is cut off as if it had ended. */
    async function connect(asked: Asked): Promise<void> {
      const silent = new AbortController()
      const wait = (): (() => void) => deps.after(SILENCE_MS, () => silent.abort())
      let calm = wait()
      try {
        await listen(asked, AbortSignal.any([stop.signal, silent.signal]), () => {
          calm()
          calm = wait()
        })
      } catch (error) {
        if (!silent.signal.aborted || stop.signal.aborted) throw error
      } finally {
        calm()
      }
    }

    async function listen(asked: Asked, signal: AbortSignal, heard: () => void): Promise<void> {
      handlers.state?.('connecting')
      const askedIn = deps.session.epoch()
      const token = deps.session.token()
      const response = await deps.fetch(url, {
        headers: {
          Accept: 'text/event-stream',
          [REQUEST_ID.header]: asked.requestId,
          ...(token ? { Authorization: token } : {}),
          ...(lastId ? { 'Last-Event-ID': lastId } : {}),
        },
        signal,
      })
      const fresh = response.headers.get('authorization')
      if (fresh) deps.session.replaceToken(fresh, askedIn, token)
      const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
      if (!response.ok || !isStream || !response.body) return refused(asked, response, askedIn)
      failures = 0
      deps.series.succeeded(call)
      handlers.state?.('open')
      await readEvents(response.body, {
        event(event) {
          if (event.id) lastId = event.id
          handlers.data(JSON.parse(event.data))
        },
        retry: (ms) => (retryMs = ms),
        heard,
      })
    }

    async function refused(asked: Asked, response: Response, askedIn: number): Promise<void> {
      const text = await response.text()
      try {
        readAnswer(asked, response, text)
      } catch (error) {
        const isOver = error instanceof CallError && error.failure === 'session-over'
        if (isOver && askedIn === deps.session.epoch() && deps.session.get().isLogin) deps.session.end()
        throw error
      }
      throw new CallError('empty', UNKNOWN_STATUS_TEXT, { ...asked, status: response.status })
    }
    function broke(asked: Asked, error: unknown): void {
      failures += 1
      if (failures === 1) console.warn(`the stream ${call} broke off`, error)
      const failure = error instanceof CallError ? error : networkFailure(asked, error, stop.signal)
      if (failure.failure !== 'session-over' && deps.series.failed(call))
        deps.tell(failure.message, failure.numberToTell)
    }

    function again(): void {
      if (stop.signal.aborted) return
      handlers.state?.('waiting')
      cancelPause = deps.after(failures === 0 ? (retryMs ?? deps.pause(1)) : deps.pause(failures), run)
    }
    function run(): void {
      const asked = { call, requestId: newRequestId() }
      connect(asked).then(again, (error: unknown) => {
        if (stop.signal.aborted) return
        broke(asked, error)
        again()
      })
    }
    run()
    return () => {
      stop.abort()
      cancelPause()
    }
  }
}
