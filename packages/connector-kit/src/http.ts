import type { JudgedFetch } from './judged-fetch.ts'
import { RemoteFailure } from './remote-failure.ts'
import type { Exchange, RemoteFailureDetail } from './remote-failure.ts'
import { confirmingFetch, isSendWithdrawn } from './send-guard.ts'
import type { SendGuard, SendPermit } from './send-guard.ts'

export type HttpSend = {
  readonly vendor: RemoteFailureDetail['vendor']
  /** the vendor's name for the call, used in failures */
  readonly call: string
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestInit['body']
  readonly timeoutMs: number
  /** true if sending it twice does no harm: a read, or a write that the vendor makes idempotent */
  readonly safe: boolean
  /** the request as it may be shown to a person: without token, secret or signature */
  readonly maskedRequest: string
  /** given by tests and proxies; default: the runtime's own */
  readonly fetch?: typeof fetch
  /** ends the wait early, with the same result as a timeout */
  readonly signal?: AbortSignal
  /** for requests that must happen at most once: called right before the request leaves */
  readonly guard?: SendGuard
}

export type HttpAnswer = {
  readonly status: number
  readonly headers: Headers
  /** the body unchanged: the connector parses it, so that 19-digit ids are not damaged */
  readonly text: string
  readonly ms: number
}

/**
 * Sends one request and waits for the whole answer. Every HTTP status is an answer, whose meaning the connector decides. Redirects are
 * not followed, because a POST could become a GET.
 *
 * Throws RemoteFailure
 * - `unavailable` if the request certainly never left (refused, unknown host, failed TLS handshake), or if the answer was lost and the
 *   call is `safe`;
 * - `unknown-outcome` if it may have arrived and no complete answer came back.
 * Throws SendWithdrawn if the guard refuses: the request never left.
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

/** `fetch` wraps the guard's refusal as a cause. */
function withdrawnIn(error: unknown): Error | undefined {
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (isSendWithdrawn(current)) return current
    current = current.cause
  }
  return undefined
}

/** The exchange for a failure's detail, cut in length because it is shown to people and stored in a row. */
export function exchangeOf(maskedRequest: string, answer?: { status: number; text: string }): Exchange {
  const cut = (text: string): string => (text.length > EXCHANGE_LIMIT ? `${text.slice(0, EXCHANGE_LIMIT)}…` : text)
  return {
    request: cut(maskedRequest),
    response: cut(answer?.text ?? ''),
    ...(answer ? { status: answer.status } : {}),
  }
}

/** Replaces every occurrence of the given secrets. Empty ones are skipped. */
export function maskSecrets(text: string, secrets: readonly (string | null | undefined)[]): string {
  let masked = text
  // Longest first, so that a secret that contains another is replaced completely.
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

/** The error code of the socket or TLS layer is one to three causes deep, depending on the runtime. */
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
 * Whether the failure can only occur before the first byte of the request is written: DNS lookup, connecting, checking the certificate.
 * ECONNRESET, EPIPE and later TLS errors are left out on purpose: the remote may have read the request before.
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
  // The two errors when a server answers a TLS handshake with plain text.
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
])
