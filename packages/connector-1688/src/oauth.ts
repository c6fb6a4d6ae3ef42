import { trimEnd } from '@huoqiao/kit'
import { maskSecrets, observed, RemoteFailure, SHORT_RETRY, sendHttp, withRetry } from '@huoqiao/connector-kit'
import type { Clock, HttpAnswer, RemoteObserver } from '@huoqiao/connector-kit'
import type { Tokens } from './tokens.ts'
import { readGatewayLayer } from './wire/answer.ts'
import { parseAopDate } from './wire/aop-date.ts'
import { count, record, text } from './wire/field.ts'

export type AlibabaOauthDeps = {
  /** e.g. `https://gw.open.1688.com`; a path is kept. */
  readonly gateway: string
  /** Where a person grants access; default `https://auth.1688.com`. */
  readonly authHost?: string
  readonly appKey: string
  readonly appSecret: string
  readonly clock: Clock
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
  readonly observer?: RemoteObserver
}

export type AlibabaOauth = {
  /** The page where a person grants access. `redirectUri` must be on the domain registered for the app (reference 1.6). */
  authorizeUrl(input: { redirectUri: string; state: string }): string
  /** Exchanges the code of the callback for tokens. A code works once and within two minutes, so this is never repeated. */
  exchangeCode(input: { code: string; redirectUri: string }): Promise<Tokens>
  /** Requests a new access token. Safe to repeat: the old tokens stay valid until they expire. */
  refresh(refreshToken: string): Promise<Tokens>
  /**
   * Exchanges the refresh token for one that lives longer. 1688 does so in the last 30 days before it expires. The old token may be invalid
   * afterwards, so this is never repeated. UNCERTAIN (reference 1.6).
   */
  postpone(tokens: { accessToken: string; refreshToken: string }): Promise<Tokens>
}

/** Its path starts with the protocol: http, or param2 as documented for each. */
const GET_TOKEN = { protocol: 'http', call: 'system.oauth2/getToken' }
const POSTPONE_TOKEN = { protocol: 'param2', call: 'system.oauth2/postponeToken' }
type TokenCall = typeof GET_TOKEN

/** The token endpoints of reference 1.6: form POST without a signature. All calls throw RemoteFailure. */
export function createAlibabaOauth(deps: AlibabaOauthDeps): AlibabaOauth {
  const { appKey, appSecret, clock } = deps

  const ask = (to: TokenCall, fields: Record<string, string>, safe: boolean): Promise<Tokens> =>
    observed(deps.observer, { vendor: '1688', call: to.call }, (answered) => askOnce(to, fields, safe, answered))

  const askOnce = async (
    { protocol, call }: TokenCall,
    fields: Record<string, string>,
    safe: boolean,
    answered: (answer: HttpAnswer) => HttpAnswer,
  ): Promise<Tokens> => {
    const path = `/openapi/${protocol}/1/${call}/${appKey}`
    const secrets = [appSecret, fields['code'], fields['refresh_token'], fields['access_token']]
    const form = new URLSearchParams({ ...fields, client_id: appKey, client_secret: appSecret })
    const maskedRequest = maskSecrets(`POST ${path}\n${form.toString()}`, secrets)
    const answer = await sendHttp({
      vendor: '1688',
      call,
      url: `${trimEnd(deps.gateway, '/')}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: form.toString(),
      timeoutMs: deps.timeoutMs ?? 15_000,
      safe,
      maskedRequest,
      ...(deps.fetch ? { fetch: deps.fetch } : {}),
    })
    answered(answer)
    const mask = (text: string): string => maskSecrets(text, secrets)
    const body = readGatewayLayer({ name: call, safe, maskedRequest, mask, nowMs: clock.now() }, answer)
    const tokens = tokensOf(body, clock.now())
    if (tokens) return tokens
    throw new RemoteFailure('rejected', `${call}: the answer holds no access token`, {
      vendor: '1688',
      call,
      // Without the answer's text: it may contain a token under an unexpected name.
      exchange: { request: maskedRequest, response: '', status: answer.status },
    })
  }

  return {
    authorizeUrl({ redirectUri, state }) {
      const query = new URLSearchParams({ client_id: appKey, site: '1688', redirect_uri: redirectUri, state })
      return `${trimEnd(deps.authHost ?? 'https://auth.1688.com', '/')}/oauth/authorize?${query.toString()}`
    },
    exchangeCode: ({ code, redirectUri }) =>
      ask(
        GET_TOKEN,
        { grant_type: 'authorization_code', need_refresh_token: 'true', redirect_uri: redirectUri, code },
        false,
      ),
    refresh: (refreshToken) =>
      withRetry({ clock, random: Math.random }, SHORT_RETRY, true, () =>
        ask(GET_TOKEN, { grant_type: 'refresh_token', refresh_token: refreshToken }, true),
      ),
    postpone: ({ accessToken, refreshToken }) =>
      ask(POSTPONE_TOKEN, { refresh_token: refreshToken, access_token: accessToken }, false),
  }
}

/** The fields of the token answer; `expires_in` is seconds as text, and some samples spell `resourceOwner` (reference 1.6). */
function tokensOf(body: unknown, nowMs: number): Tokens | undefined {
  const answer = record(body)
  const accessToken = text(answer['access_token'])
  if (accessToken === null) return undefined
  const seconds = count(answer['expires_in'])
  return {
    accessToken,
    refreshToken: text(answer['refresh_token']),
    expiresAt: seconds === null ? null : nowMs + seconds * 1000,
    refreshTokenExpiresAt: parseAopDate(text(answer['refresh_token_timeout']) ?? '') ?? null,
    memberId: text(answer['memberId']),
    loginId: text(answer['resource_owner']) ?? text(answer['resourceOwner']),
    aliId: text(answer['aliId']),
  }
}
