import {
  RemoteFailure,
  exchangeOf,
  maskSecrets,
  observed,
  requestIdHeader,
  retryAfterMs,
  sendHttp,
} from '@huoqiao/connector-kit'
import type { Clock, Exchange, HttpAnswer, RemoteObserver, SendGuard } from '@huoqiao/connector-kit'
import type { CostReport } from './bucket.ts'
import { userErrorsFailure, wordOfCode, wordOfStatus } from './failures.ts'
import type { ShopifyUserError } from './failures.ts'
import type { Operation, Variables } from './operation.ts'
import type { Attempt } from './scheduler.ts'
import type { TokenSource } from './tokens.ts'
import { answeredVersion } from './version.ts'
import { costReportOf, envelopeSchema, userErrorSchema } from './wire.ts'
import type { Envelope, TopError } from './wire.ts'

export type TransportDeps = {
  /** https://x.myshopify.com, or the simulator's address of the shop; no trailing slash. */
  readonly origin: string
  readonly version: string
  readonly tokens: TokenSource
  readonly clock: Clock
  readonly fetch?: typeof fetch
  /** called once for each other version that answers, because the requested one is no longer supported */
  readonly onVersion?: (asked: string, answered: string) => void
  readonly observer?: RemoteObserver
}

export type Sending = { readonly timeoutMs: number; readonly signal?: AbortSignal; readonly guard?: SendGuard }

/** Sends one operation once (twice if the token had expired). Does not throw for the remote's answers. */
export type Transport = <V extends Variables, R>(
  operation: Operation<V, R>,
  variables: V,
  sending: Sending,
) => Promise<Attempt<R>>

export function createTransport(deps: TransportDeps): Transport {
  const url = `${deps.origin}/admin/api/${deps.version}/graphql.json`
  const versionsSeen = new Set<string>([deps.version])

  const post = (call: Call, body: string, token: string, sending: Sending): Promise<HttpAnswer> =>
    sendHttp({
      vendor: 'shopify',
      call: call.name,
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-shopify-access-token': token,
        ...requestIdHeader(deps.observer),
      },
      body,
      timeoutMs: sending.timeoutMs,
      safe: !call.mutation,
      maskedRequest: call.masked(body),
      ...(sending.signal ? { signal: sending.signal } : {}),
      ...(sending.guard ? { guard: sending.guard } : {}),
      ...(deps.fetch ? { fetch: deps.fetch } : {}),
    })

  return async (operation, variables, sending) => {
    const token = await deps.tokens.current()
    return observed(
      deps.observer,
      { vendor: 'shopify', call: operation.name },
      (answered) => sendOne(operation, variables, sending, token, answered),
      (attempt) => (attempt.kind === 'answered' ? undefined : attempt.failure),
    )
  }

  async function sendOne<V extends Variables, R>(
    operation: Operation<V, R>,
    variables: V,
    sending: Sending,
    token: string,
    answered: (answer: HttpAnswer) => HttpAnswer,
  ): Promise<Attempt<R>> {
    const body = JSON.stringify({ query: operation.document, variables })
    const call: Call = {
      name: operation.name,
      mutation: operation.mutation,
      // The token is sent in a header, which is never shown; only our own secrets could appear in the variables.
      masked: (text) => maskSecrets(text, deps.tokens.secrets()),
      body,
    }
    let answer = answered(await post(call, body, token, sending))
    if (answer.status === 401) {
      // Refused before anything was done, so repeating is safe for mutations too.
      const other = await deps.tokens.replace(token)
      if (other !== undefined) answer = answered(await post(call, body, other, sending))
    }
    const version = answeredVersion(answer.headers)
    if (version !== undefined && !versionsSeen.has(version)) {
      versionsSeen.add(version)
      deps.onVersion?.(deps.version, version)
    }
    return read(operation, call, answer, deps.clock.now())
  }
}

type Call = {
  readonly name: string
  readonly mutation: boolean
  readonly masked: (text: string) => string
  readonly body: string
}

function read<V extends Variables, R>(
  operation: Operation<V, R>,
  call: Call,
  answer: HttpAnswer,
  now: number,
): Attempt<R> {
  if (answer.status === 429) return tooManyRequests(call, answer, now)
  if (answer.status !== 200) return { kind: 'refused', failure: statusFailure(call, answer) }
  const envelope = envelopeOf(answer.text)
  // HTTP 200 without a GraphQL answer: a proxy answered, and the work may have been done.
  if (!envelope)
    return { kind: 'refused', failure: failureOf(call, answer, lostWord(call), 'the answer is not GraphQL') }
  const stated = costReportOf(envelope)
  const refusal = topFailure(call, answer, envelope, stated)
  const cost = refusal?.kind === 'throttled' ? stated : chargedReport(stated, envelope)
  const charged = cost ? { cost } : {}
  if (refusal) return { ...charged, ...refusal }
  const userErrors = userErrorsIn(envelope.data)
  if (userErrors.length > 0)
    return { ...charged, kind: 'refused', failure: userErrorsFailure(call.name, userErrors, exchange(call, answer)) }
  const parsed = operation.answer.safeParse(envelope.data)
  if (parsed.success) return { ...charged, kind: 'answered', value: parsed.data }
  const message = `the answer has another shape than expected: ${parsed.error.issues[0]?.message ?? ''} at ${parsed.error.issues[0]?.path.join('.') ?? ''}`
  // A repeated query returns the same shape again; a mutation has been carried out.
  const word = call.mutation ? 'unknown-outcome' : 'rejected'
  return { ...charged, kind: 'refused', failure: failureOf(call, answer, word, message, 'UNEXPECTED_SHAPE') }
}

/** A report without an actual cost means throttled; refusals before the work have none either. */
const chargedReport = (stated: CostReport | undefined, { data }: Envelope): CostReport | undefined =>
  stated && { ...stated, actual: stated.actual ?? (data ? stated.requested : 0) }

const lostWord = (call: Call) => (call.mutation ? 'unknown-outcome' : 'unavailable')

function envelopeOf(text: string): Envelope | undefined {
  try {
    return envelopeSchema.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The refusal of the whole request. THROTTLED comes with HTTP 200, and nothing was done (reference, section 2). */
function topFailure(call: Call, answer: HttpAnswer, envelope: Envelope, cost: CostReport | undefined) {
  const errors = topErrors(envelope)
  if (errors.length === 0) return undefined
  const codes = errors.map((error) => error.extensions?.code ?? undefined)
  const { message } = errors[0]!
  if (codes.includes('THROTTLED')) {
    const failure = failureOf(call, answer, 'throttled', message, 'THROTTLED', waitFor(cost))
    return { kind: 'throttled', failure } as const
  }
  const code = codes.find((each) => each !== undefined)
  const path = errors[0]!.path?.join('.')
  // A mutation with errors and data: part of it was done, which only reading shows.
  const partly = call.mutation && Object.values(envelope.data ?? {}).some((field) => field !== null)
  const word = partly && wordOfCode(code, true) === 'rejected' ? 'unknown-outcome' : wordOfCode(code, call.mutation)
  return { kind: 'refused', failure: failureOf(call, answer, word, message, code, undefined, path) } as const
}

const topErrors = ({ errors }: Envelope): readonly TopError[] =>
  typeof errors === 'string' ? [{ message: errors }] : (errors ?? [])

const waitFor = (cost: CostReport | undefined): number | undefined =>
  cost && cost.restoreRate > 0
    ? Math.ceil((Math.max(0, cost.requested - cost.available) / cost.restoreRate) * 1000)
    : undefined

/** The `userErrors` of every mutation in the request. */
function userErrorsIn(data: Envelope['data']): ShopifyUserError[] {
  return Object.values(data ?? {}).flatMap((payload) => {
    if (typeof payload !== 'object' || payload === null || !('userErrors' in payload)) return []
    const errors = userErrorSchema.array().safeParse(payload.userErrors)
    if (!errors.success) return []
    return errors.data.map(({ code, field, message }) => ({
      message,
      ...(code ? { code } : {}),
      ...(field ? { field } : {}),
    }))
  })
}

/** Retry-After is in seconds, with decimals. The daily limit on new variants is reported the same way (reference, section 2). */
function tooManyRequests(call: Call, answer: HttpAnswer, now: number): Attempt<never> {
  const daily = /daily variant|variant creation/i.test(answer.text)
  const wait = retryAfterMs(answer.headers.get('retry-after'), now) ?? (daily ? DAY_MS : DEFAULT_PAUSE_MS)
  const message = daily ? 'the daily limit on new variants is reached' : 'asked too fast (HTTP 429)'
  const failure = failureOf(call, answer, 'throttled', message, daily ? 'DAILY_VARIANT_LIMIT' : '429', wait)
  return { kind: 'throttled', failure, retryAfterMs: daily ? Math.max(wait, DAILY_LIMIT_PAUSE_MS) : wait }
}

const DEFAULT_PAUSE_MS = 2_000
const DAY_MS = 86_400_000
/** Longer than the longest pause of the scheduler, so that the caller gets the failure and other work continues. */
const DAILY_LIMIT_PAUSE_MS = 3_600_000

const statusFailure = (call: Call, answer: HttpAnswer): RemoteFailure =>
  failureOf(
    call,
    answer,
    wordOfStatus(answer.status, call.mutation),
    topErrors(envelopeOf(answer.text) ?? {})[0]?.message ?? `HTTP ${answer.status}`,
    String(answer.status),
  )

const exchange = (call: Call, answer: HttpAnswer): Exchange =>
  exchangeOf(call.masked(call.body), { status: answer.status, text: call.masked(answer.text) })

function failureOf(
  call: Call,
  answer: HttpAnswer,
  word: RemoteFailure['word'],
  message: string,
  code?: string,
  retryAfterMs?: number,
  field?: string,
): RemoteFailure {
  return new RemoteFailure(word, `${call.name}: ${message}`, {
    vendor: 'shopify',
    call: call.name,
    ...(code === undefined ? {} : { code }),
    ...(field === undefined || field === '' ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    exchange: exchange(call, answer),
  })
}
