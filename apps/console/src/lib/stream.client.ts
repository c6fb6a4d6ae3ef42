import type { CallRecord } from './contract.ts'
import { readEvents } from './event-stream.ts'
import { encodeFields } from './form-text.ts'
import { clean } from './clean.ts'
import type { SessionStore } from './session.ts'

export type StreamState = 'connecting' | 'open' | 'waiting'
export type StreamHandlers = {
  data: (data: unknown) => void
  state?: (state: StreamState) => void
}

export type StreamDeps = {
  session: Pick<SessionStore, 'token' | 'epoch' | 'replaceToken' | 'end' | 'get'>
  record: (call: string) => CallRecord
  fetch: typeof globalThis.fetch
  origin: string
  /** how long to wait before the nth try in a row that failed, in ms */
  pause: (failures: number) => number
  after: (ms: number, run: () => void) => () => void
}

/** 1 s, 2 s, 4 s … 30 s, each up to a half longer by chance, so that a restarted server is not met by everybody at once. */
export const streamPause = (failures: number, chance: number = Math.random()): number =>
  Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1)) * (1 + chance / 2)

/**
 * Follows a server-sent stream of the contract and connects again whenever it ends, until the answered function is called.
 * The last event id is given back to the server. HTTP 403, or an envelope that ends the session, logs out as any call would.
 */
export function createStreamClient(deps: StreamDeps) {
  return function follow(call: string, input: object, handlers: StreamHandlers): () => void {
    const record = deps.record(call)
    const query = encodeFields(clean(input) as Record<string, unknown>)
    const url = `${deps.origin}${record.path}${query === '' ? '' : `?${query}`}`
    const stop = new AbortController()
    let failures = 0
    let lastId = ''
    let asked: number | undefined
    let cancelPause = (): void => undefined

    async function connect(): Promise<void> {
      handlers.state?.('connecting')
      const askedIn = deps.session.epoch()
      const token = deps.session.token()
      const response = await deps.fetch(url, {
        headers: {
          Accept: 'text/event-stream',
          ...(token ? { Authorization: token } : {}),
          ...(lastId ? { 'Last-Event-ID': lastId } : {}),
        },
        signal: stop.signal,
      })
      const fresh = response.headers.get('authorization')
      if (fresh) deps.session.replaceToken(fresh, askedIn)
      const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
      if (!response.ok || !isStream || !response.body) return refused(response, askedIn)
      failures = 0
      handlers.state?.('open')
      await readEvents(response.body, {
        event(event) {
          if (event.id) lastId = event.id
          handlers.data(JSON.parse(event.data))
        },
        retry: (ms) => (asked = ms),
      })
    }

    async function refused(response: Response, askedIn: number): Promise<void> {
      const text = await response.text()
      const isOver = response.status === 403 || /"code":\s*403\b/.test(text)
      if (isOver && askedIn === deps.session.epoch() && deps.session.get().isLogin) deps.session.end()
      throw new Error(`the stream ${call} was refused: HTTP ${response.status}`)
    }

    function again(): void {
      if (stop.signal.aborted) return
      handlers.state?.('waiting')
      cancelPause = deps.after(failures === 0 ? (asked ?? deps.pause(1)) : deps.pause(failures), run)
    }
    function run(): void {
      connect().then(again, (error: unknown) => {
        if (stop.signal.aborted) return
        failures += 1
        if (failures === 1) console.warn(`the stream ${call} broke off`, error)
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
