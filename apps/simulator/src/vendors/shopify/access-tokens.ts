import { randomBytes } from 'node:crypto'
import { DEMO_APP, GRANTED_SCOPES, impliedScopes } from './demo-shops.ts'
import type { ShopifyQuirks } from './quirks.ts'
import type { ShopState } from './shop-state.ts'

/** Scopes that the app has on a shop now: the granted ones without those that the quirk withholds. */
export function heldScopes(quirks: ShopifyQuirks): Set<string> {
  const withheld = new Set(
    quirks
      .withheldScopes()
      .split(',')
      .map((scope) => scope.trim()),
  )
  const extra = quirks
    .extraScopes()
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')
  const held = [...GRANTED_SCOPES, ...extra].filter((scope) => !withheld.has(scope))
  const all = impliedScopes(held)
  for (const scope of withheld) all.delete(scope)
  return all
}

/** The scopes of a valid token; undefined when the token is unknown or expired (simulated time). */
export function scopesOfToken(shop: ShopState, token: string, quirks: ShopifyQuirks): Set<string> | undefined {
  const row = shop.tokens.get(token)
  if (!row || row.expiresAt <= shop.core.clock.now()) return undefined
  return heldScopes(quirks)
}

export type TokenAnswer = { status: number; body: object; code?: string }

/** Client-credentials grant (reference shopify-admin 1): one token per shop, 24 hours, no refresh token. */
export function grantToken(shop: ShopState, sent: Record<string, unknown>, quirks: ShopifyQuirks): TokenAnswer {
  if (sent.grant_type !== 'client_credentials')
    return refuse(400, 'unsupported_grant_type', 'The grant type is not supported')
  if (sent.client_id !== DEMO_APP.clientId)
    return refuse(400, 'application_cannot_be_found', 'The application cannot be found')
  if (sent.client_secret !== DEMO_APP.clientSecret) return refuse(400, 'invalid_client', 'The client secret is invalid')
  if (quirks.grantRefusal() !== '')
    return refuse(400, quirks.grantRefusal(), 'The app cannot have a token of this shop')
  const life = quirks.tokenLifeSeconds()
  const now = shop.core.clock.now()
  for (const row of Array.from(shop.tokens.values())) if (row.expiresAt <= now) shop.tokens.delete(row.token)
  const token = `shpat_${randomBytes(16).toString('hex')}`
  const held = heldScopes(quirks)
  /* The answer lists only what was granted; a write scope includes its read scope (reference 1, "Scopes"). */
  const scopes = Array.from(held)
    .filter((scope) => !scope.startsWith('read_') || !held.has(`write_${scope.slice('read_'.length)}`))
    .sort()
  shop.tokens.put(token, { token, expiresAt: now + life * 1000, scopes })
  return { status: 200, body: { access_token: token, scope: scopes.join(','), expires_in: life } }
}

const refuse = (status: number, error: string, error_description: string): TokenAnswer => ({
  status,
  body: { error, error_description },
  code: error,
})
