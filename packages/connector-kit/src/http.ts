import type { JudgedFetch } from './judged-fetch.ts'
import { RemoteFailure } from './remote-failure.ts'
import type { Exchange, RemoteFailureDetail } from './remote-failure.ts'
import { confirmingFetch, isSendWithdrawn } from './send-guard.ts'
import type { SendGuard, SendPermit } from './send-guard.ts'

export type HttpSend = {
  readonly vendor: RemoteFailureDetail['vendor']
  /** The vendor's name for the call, as it shall appear in a failure. */
  readonly call: string
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestInit['body']
  readonly timeoutMs: number
  /** True when sending it twice does no harm: a read, or a write that the vendor itself makes idempotent. */
  readonly safe: boolean
  /** The request as it may be shown to a person: no token, secret or signature in it. */
  readonly maskedRequest: string
  /** The way out. Given in tests and by proxies; the runtime's own when left out. */
  readonly fetch?: typeof fetch
  /** Ends the wait early, with the same meaning as a timeout. */
  readonly signal?: AbortSignal
  /** For what must be carried out at most once: asked right before the request leaves. */
  readonly guard?: SendGuard
}

export type HttpAnswer = {
  readonly status: number
  readonly headers: Headers
  /** The body exactly as it came: parsing is the connector's, so that 19-digit ids survive. */
  readonly text: string
  readonly ms: number
}

/**
 * Sends one request and waits for the whole answer. Every HTTP status is an answer; what it means is the connector's
 * to say. Redirects are not followed: a POST that turns into a GET on the way would be another call.
 *
 * Throws RemoteFailure
 * - `unavailable` when the request surely never left (refused, unknown host, failed TLS handshake), or when the answer
 *   was lost and the call is `safe`, as then nothing can have been done;
 * - `unknown-outcome` when it may have arrived and no whole answer came back.
 * Throws SendWithdrawn when the guard refuses: the request never left.
 */
export async function sendHttp(send: HttpSend): Promise<HttpAnswer> {
  const permit = await send.guard?.(send.timeoutMs)
  const started = performance.now()
  const deadline = AbortSignal.timeout(send.timeoutMs)
  const init: RequestInit = {
    method: send.method,
    headers: { ...send.headers },
    redirect: 'manual',
    signal: send.signal ? AbortSignal.any([deadline, send.signal]) : deadline,
  }
  if (send.body !== undefined) init.body = send.body
  let status: number | undefined
  try {
    const response = await (await fetchOf(send, permit))(send.url, init)
    status = response.status
    const text = await response.text()
    return { status, headers: response.headers, text, ms: Math.round(performance.now() - started) }
  } catch (error) {
    throw withdrawnIn(error) ?? lostAnswer(send, error, status)
  }
}

async function fetchOf(send: HttpSend, permit: SendPermit | undefined): Promise<typeof fetch> {
  if (permit === undefined) return send.fetch ?? fetch
  if (send.fetch === undefined) return confirmingFetch(permit)
  if ('confirming' in send.fetch) return (send.fetch as JudgedFetch).confirming(permit)
  permit.confirm()
  return send.fetch
}

/** The refusal of the guard lies below what `fetch` makes of it. */
function withdrawnIn(error: unknown): Error | undefined {
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (isSendWithdrawn(current)) return current
    current = current.cause
  }
  return undefined
}

/** The exchange for a failure's detail. The text is cut: it is shown to a person, and kept in a database row. */
export function exchangeOf(maskedRequest: string, answer?: { status: number; text: string }): Exchange {
  const cut = (text: string): string => (text.length > EXCHANGE_LIMIT ? `${text.slice(0, EXCHANGE_LIMIT)}…` : text)
  return {
    request: cut(maskedRequest),
    response: cut(answer?.text ?? ''),
    ...(answer ? { status: answer.status } : {}),
  }
}

/** Blots out every occurrence of the given secrets. Empty and absent ones are skipped. */
export function maskSecrets(text: string, secrets: readonly (string | null | undefined)[]): string {
  let masked = text
  // Longest first, so that a secret that contains another is not left half readable.
  const known = secrets
    .filter((secret) => typeof secret === 'string' && secret !== '')
    .sort((a, b) => b!.length - a!.length)
  for (const secret of known) masked = masked.replaceAll(secret!, '***')
  return masked
}

const EXCHANGE_LIMIT = 16_384

function lostAnswer(send: HttpSend, error: unknown, status: number | undefined): RemoteFailure {
  const { code, syscall } = rootCause(error)
  const neverSent = status === undefined && wasNeverSent(code, syscall)
  const timedOut = error instanceof Error && error.name === 'TimeoutError'
  const what = neverSent
    ? 'could not be reached'
    : timedOut
      ? `gave no answer within ${send.timeoutMs} ms`
      : 'broke off before the answer was complete'
  const word = neverSent || send.safe ? 'unavailable' : 'unknown-outcome'
  return new RemoteFailure(word, `${send.call}: the remote ${what}`, {
    vendor: send.vendor,
    call: send.call,
    ...(code === undefined ? {} : { code }),
    exchange: { request: send.maskedRequest, response: '', ...(status === undefined ? {} : { status }) },
    cause: error,
  })
}

/** The socket's or the TLS layer's code lies one to three causes deep, depending on the runtime. */
function rootCause(error: unknown): { code?: string; syscall?: string } {
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const inner: unknown = current instanceof AggregateError ? current.errors[0] : current.cause
    if (!(inner instanceof Error) && 'code' in current && typeof current.code === 'string') {
      return {
        code: current.code,
        ...('syscall' in current && typeof current.syscall === 'string' ? { syscall: current.syscall } : {}),
      }
    }
    current = inner
  }
  return {}
}

/**
 * Whether the failure can only come up before the first byte of the request is written: looking up the host,
 * connecting, checking the certificate. ECONNRESET, EPIPE and a TLS record that fails later are left out on purpose:
 * the far side may have read the request before.
 */
const wasNeverSent = (code = '', syscall = ''): boolean =>
  CONNECTING.has(syscall) || HANDSHAKE.has(code) || /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code)

const CONNECTING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

const HANDSHAKE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_HANDSHAKE_TIMEOUT',
  // The two ways in which plain text answers a TLS greeting.
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
])
