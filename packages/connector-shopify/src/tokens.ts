import { RemoteFailure, exchangeOf, maskSecrets, observed, retryAfterMs, sendHttp } from '@huoqiao/connector-kit'
import type { Clock, HttpAnswer, RemoteObserver } from '@huoqiao/connector-kit'
import { z } from 'zod'
import { wordOfStatus } from './failures.ts'

export type Credentials =
  /** An app of the merchant's own organisation, which requests a 24-hour token repeatedly (reference, section 1). */
  | { readonly kind: 'client-credentials'; readonly clientId: string; readonly clientSecret: string }
  /** A legacy custom app's permanent token. */
  | { readonly kind: 'token'; readonly accessToken: string }

export type StoredToken = {
  readonly accessToken: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Comma-separated scopes as granted. */
  readonly scope: string
}

/** The storage of one (app, store)'s token, shared by processes. The text is secret: encrypted at rest. */
export type TokenStore = {
  read(): Promise<StoredToken | undefined>
  write(token: StoredToken): Promise<void>
}

export type TokenSource = {
  /** A valid token. Throws RemoteFailure if there is none. */
  current(): Promise<string>
  /** The token to use after this one was refused; undefined: none. */
  replace(refused: string): Promise<string | undefined>
  /** All values that must never be shown. */
  secrets(): readonly string[]
}

export type TokenDeps = {
  readonly origin: string
  readonly credentials: Credentials
  readonly tokens: TokenStore
  readonly clock: Clock
  readonly fetch?: typeof fetch
  /** called if a token could not be renewed although the old one still works */
  readonly onRenewalFailed?: (failure: unknown) => void
  readonly observer?: RemoteObserver
}

const RENEW_AHEAD_MS = 60 * 60_000
/** After an early renewal failed, the remote is not asked again for this long. */
const RENEW_AGAIN_MS = 5 * 60_000
const DAY_SECONDS = 86_399

const grantSchema = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.coerce.number().positive().default(DAY_SECONDS),
})

/** Keeps one store's access token: requested once for all that wait for it, renewed an hour before it expires. */
export function createTokenSource(deps: TokenDeps): TokenSource {
  const { credentials, tokens, clock } = deps
  if (credentials.kind === 'token') {
    const { accessToken } = credentials
    return {
      current: () => Promise.resolve(accessToken),
      replace: () => Promise.resolve(undefined),
      secrets: () => [accessToken],
    }
  }
  let held: StoredToken | undefined
  let renewal: Promise<StoredToken> | undefined
  let quietUntil = 0

  const renewed = (): Promise<StoredToken> => {
    renewal ??= observed(deps.observer, { vendor: 'shopify', call: TOKEN_CALL }, (answered) =>
      renew(deps, credentials, answered),
    )
      .then((token) => (held = token))
      .finally(() => (renewal = undefined))
    return renewal
  }

  const renewAhead = async (token: StoredToken): Promise<string> => {
    const now = clock.now()
    if (token.expiresAt - now > RENEW_AHEAD_MS || now < quietUntil) return token.accessToken
    try {
      return (await renewed()).accessToken
    } catch (failure) {
      quietUntil = now + RENEW_AGAIN_MS
      deps.onRenewalFailed?.(failure)
      return token.accessToken
    }
  }

  return {
    async current() {
      if (!held || held.expiresAt <= clock.now()) held = (await tokens.read()) ?? held
      if (held && held.expiresAt > clock.now()) return renewAhead(held)
      return (await renewed()).accessToken
    },
    async replace(refused) {
      // Another process, or another call here, may have renewed it already.
      if (held && held.accessToken !== refused) return held.accessToken
      const stored = await tokens.read()
      if (stored && stored.accessToken !== refused && stored.expiresAt > clock.now()) {
        held = stored
        return stored.accessToken
      }
      return (await renewed()).accessToken
    },
    secrets: () => [credentials.clientSecret, ...(held ? [held.accessToken] : [])],
  }
}

async function renew(
  { origin, tokens, clock, fetch }: TokenDeps,
  { clientId, clientSecret }: Extract<Credentials, { kind: 'client-credentials' }>,
  answered: (answer: HttpAnswer) => HttpAnswer,
): Promise<StoredToken> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString()
  const url = `${origin}/admin/oauth/access_token`
  const maskedRequest = `POST ${url}\n${maskSecrets(body, [clientSecret, encodeURIComponent(clientSecret)])}`
  const asked = clock.now()
  const answer = await sendHttp({
    vendor: 'shopify',
    call: TOKEN_CALL,
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body,
    timeoutMs: 20_000,
    // A second token does not invalidate the first.
    safe: true,
    maskedRequest,
    ...(fetch ? { fetch } : {}),
  })
  answered(answer)
  const grant = answer.status === 200 ? grantSchema.safeParse(parsed(answer.text)) : undefined
  if (!grant?.success) throw refusedGrant(answer, maskedRequest, clientSecret, asked)
  const { access_token: accessToken, scope, expires_in: lifetime } = grant.data
  const token = { accessToken, scope, expiresAt: asked + lifetime * 1000 }
  await tokens.write(token)
  return token
}

const TOKEN_CALL = 'oauth/access_token'

function refusedGrant(answer: HttpAnswer, maskedRequest: string, secret: string, now: number): RemoteFailure {
  const body = parsed(answer.text)
  const errorCode = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : undefined
  const wait = retryAfterMs(answer.headers.get('retry-after'), now)
  // A 400 here concerns the app, its secret or its installation, never a value that other input would correct.
  const word =
    answer.status === 429 ? 'throttled' : answer.status >= 500 ? wordOfStatus(answer.status, false) : 'unauthorised'
  return new RemoteFailure(word, `${TOKEN_CALL}: no token was granted (${errorCode ?? `HTTP ${answer.status}`})`, {
    vendor: 'shopify',
    call: TOKEN_CALL,
    code: errorCode ?? String(answer.status),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    // An unexpected answer could contain a token under another name, so only refusals are shown.
    exchange: exchangeOf(maskedRequest, {
      status: answer.status,
      text: answer.status === 200 ? '(not shown)' : maskSecrets(answer.text, [secret]),
    }),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
