import { trimEnd } from '@huoqiao/kit'
import {
  exchangeOf,
  maskSecrets,
  observed,
  RemoteFailure,
  requestIdHeader,
  SHORT_RETRY,
  sendHttp,
  withRetry,
} from '@huoqiao/connector-kit'
import type { Clock, Exchange, HttpAnswer, Pace, RemoteObserver, RetryPolicy, SendGuard } from '@huoqiao/connector-kit'
import type { TokenSource, Tokens } from './tokens.ts'
import { readBusinessLayer, readGatewayLayer } from './wire/answer.ts'
import type { CallDescriptor } from './wire/call-descriptor.ts'
import { paramTexts } from './wire/param-text.ts'
import type { Params } from './wire/param-text.ts'
import { aopSignature } from './wire/signature.ts'

export type TransportDeps = {
  readonly gateway: string
  readonly appKey: string
  readonly appSecret: string
  readonly tokens: Pick<TokenSource, 'current' | 'renew'>
  readonly pace: Pace
  readonly clock: Clock
  readonly random: () => number
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
  readonly observer?: RemoteObserver
}

export type CallOptions = {
  /** retries, and how long to wait in the queue; a job that may wait gives more than a person's request */
  readonly retry?: RetryPolicy
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** for requests that must happen at most once: called at each try, after queue and token, right before the request leaves */
  readonly guard?: SendGuard
  /** The file of a multipart call, for descriptors with a `fileParam`. */
  readonly file?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string; readonly type: string }
}

export type CallAnswer = {
  /** the value at the descriptor's payload path; 19-digit ids are strings */
  readonly payload: unknown
  /** the whole answer, for the few calls that spread their data */
  readonly body: unknown
  readonly ms: number
  /** for the few calls that find a failure in an answer that the layout accepts */
  readonly exchange: Exchange
}

export type Transport = {
  /** Makes one call. Throws RemoteFailure with one of the closed words; returns only if the platform reported success. */
  call(descriptor: CallDescriptor, params: Params, options?: CallOptions): Promise<CallAnswer>
}

/**
 * The `param2` protocol of reference 1: signs, sends, reads both layers of errors, limits the rate and retries. It contains no call names,
 * so adding a call does not change it.
 */
export function createTransport(deps: TransportDeps): Transport {
  const { tokens, pace, clock, random } = deps

  const attempt = async (descriptor: CallDescriptor, texts: Record<string, string>, options: CallOptions) => {
    const patienceMs = (options.retry ?? SHORT_RETRY).patienceMs
    const queued = (token: Tokens | undefined): Promise<CallAnswer> =>
      pace.run({ vendor: '1688', call: descriptor.name, patienceMs }, () =>
        observed(deps.observer, { vendor: '1688', call: descriptor.name }, (answered) =>
          sendOnce(deps, descriptor, texts, token, options, answered),
        ),
      )
    const token = descriptor.token ? await tokens.current() : undefined
    try {
      return await queued(token)
    } catch (error) {
      if (!token || !isDeadToken(error)) throw error
      const fresh = await tokens.renew(token.accessToken)
      if (!fresh) throw error
      // Only once: the gateway refused before the API ran, so nothing was done; a second 401 is final.
      return await queued(fresh)
    }
  }

  return {
    call(descriptor, params, options = {}) {
      const texts = paramTexts(params)
      return withRetry({ clock, random }, options.retry ?? SHORT_RETRY, descriptor.safe, () =>
        attempt(descriptor, texts, options),
      )
    },
  }
}

async function sendOnce(
  deps: TransportDeps,
  descriptor: CallDescriptor,
  texts: Record<string, string>,
  token: Tokens | undefined,
  options: CallOptions,
  answered: (answer: HttpAnswer) => HttpAnswer,
): Promise<CallAnswer> {
  const urlPath = `param2/1/${descriptor.namespace}/${descriptor.name}/${deps.appKey}`
  const signed: Record<string, string> = { ...texts, _aop_timestamp: String(deps.clock.now()) }
  if (token) signed['access_token'] = token.accessToken
  const fields = { ...signed, _aop_signature: aopSignature(urlPath, signed, deps.appSecret) }
  const mask = (text: string): string => maskSecrets(text, [token?.accessToken, token?.refreshToken, deps.appSecret])
  const maskedRequest = `POST /openapi/${urlPath}\n${shown(descriptor, fields)}`
  const { headers, body: sent } = bodyOf(descriptor, fields, options.file)
  const answer = await sendHttp({
    vendor: '1688',
    call: descriptor.name,
    url: `${trimEnd(deps.gateway, '/')}/openapi/${urlPath}`,
    method: 'POST',
    headers: { ...headers, ...requestIdHeader(deps.observer) },
    body: sent,
    timeoutMs: options.timeoutMs ?? deps.timeoutMs ?? 20_000,
    safe: descriptor.safe,
    maskedRequest,
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.guard ? { guard: options.guard } : {}),
  })
  answered(answer)
  const call = { name: descriptor.name, safe: descriptor.safe, maskedRequest, mask, nowMs: deps.clock.now() }
  const body = readGatewayLayer(call, answer)
  const payload = readBusinessLayer(descriptor, call, body, answer)
  const exchange = exchangeOf(maskedRequest, { status: answer.status, text: mask(answer.text) })
  return { payload, body, ms: answer.ms, exchange }
}

function bodyOf(
  descriptor: CallDescriptor,
  fields: Record<string, string>,
  file: CallOptions['file'],
): { headers: Record<string, string>; body: string | FormData } {
  if (descriptor.fileParam === undefined || !file) {
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: new URLSearchParams(fields).toString(),
    }
  }
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append(descriptor.fileParam, new Blob([file.bytes], { type: file.type }), file.name)
  return { headers: {}, body }
}

/** The fields as a person may see them, one on each line. */
function shown(descriptor: CallDescriptor, fields: Record<string, string>): string {
  const hidden = new Set(['access_token', '_aop_signature', ...(descriptor.maskedParams ?? [])])
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${hidden.has(name) ? '***' : value}`)
    .join('\n')
}

const isDeadToken = (error: unknown): boolean =>
  error instanceof RemoteFailure && error.word === 'unauthorised' && error.detail.code === '401'
