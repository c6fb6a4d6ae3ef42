import type { WorkedAnswer } from '../../core/received-call.ts'
import type { Accounts, App, Grant, Refusal } from './accounts.ts'
import type { Api, Params } from './api.ts'
import { platformDate } from './envelopes.ts'
import { apiKey } from './gateway.ts'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** The health probe: signed, no token, no grant; the body is a bare JSON string (reference 1.1). */
export const CURRENT_TIME: Api = {
  namespace: 'system',
  name: 'currentTime',
  token: 'none',
  grant: false,
  required: [],
  work: (platform) => ({
    status: 200,
    body: JSON.stringify(platformDate(platform.core.clock.now())),
    headers: JSON_HEADERS,
  }),
}

/** Refusals of the token endpoint; their body is UNCERTAIN (reference 1.6, section 10 question 8). */
const refusal = ({ error, description }: Refusal): WorkedAnswer => ({
  status: 400,
  body: { error, error_description: description },
  outcome: 'refused',
  code: error,
})

const isRefusal = (answer: Grant | Refusal): answer is Refusal => 'error' in answer

const granted = (grant: Grant | Refusal, effect: string): WorkedAnswer =>
  isRefusal(grant) ? refusal(grant) : { status: 200, body: grant, effect }

/** getToken and postponeToken of reference 1.6. Not signed; the app authenticates with its secret. */
export function tokenCalls(accounts: Accounts): ReadonlyMap<string, (appKey: string, params: Params) => WorkedAnswer> {
  const knownApp = (appKey: string, params: Params): App | Refusal => {
    const app = accounts.app(appKey)
    if (!app || params['client_id'] !== appKey) return { error: 'invalid_client', description: 'unknown client_id' }
    if (params['client_secret'] !== app.appSecret)
      return { error: 'invalid_client', description: 'client_secret does not match' }
    return app
  }
  const getToken = (appKey: string, params: Params): WorkedAnswer => {
    const app = knownApp(appKey, params)
    if ('error' in app) return refusal(app)
    if (params['grant_type'] === 'authorization_code')
      return granted(
        accounts.forCode(app, params['code'] ?? '', params['redirect_uri'] ?? ''),
        'issued tokens for a code',
      )
    if (params['grant_type'] === 'refresh_token')
      return granted(accounts.forRefresh(app, params['refresh_token'] ?? ''), 'issued a new access token')
    return refusal({ error: 'unsupported_grant_type', description: 'grant_type is not supported' })
  }
  const postponeToken = (appKey: string, params: Params): WorkedAnswer => {
    const app = knownApp(appKey, params)
    if ('error' in app) return refusal(app)
    const { refresh_token: refreshToken = '', access_token: accessToken = '' } = params
    return granted(accounts.postpone(app, refreshToken, accessToken), 'renewed the refresh token')
  }
  return new Map([
    [apiKey('system.oauth2', 'getToken'), getToken],
    [apiKey('system.oauth2', 'postponeToken'), postponeToken],
  ])
}
