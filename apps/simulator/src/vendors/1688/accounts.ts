import { randomUUID } from 'node:crypto'
import type { SimCore } from '../../core.ts'
import { hexOf } from '../../core/random.ts'
import { platformDate } from './envelopes.ts'
import { ACCOUNT, accountOf } from './buyers.ts'
import type { BuyerAccount } from './buyers.ts'
import type { Quirks1688 } from './quirks.ts'

export type App = {
  appKey: string
  appSecret: string
  /** Whether 1688 staff granted the cross-border solution; without it only system calls work (reference 1.9). */
  granted: boolean
}

/** `memberId` is absent in rows from before there were two accounts. */
type TokenRow = {
  token: string
  kind: 'access' | 'refresh'
  appKey: string
  memberId?: string
  expiresAt: number | null
}
type CodeRow = { code: string; appKey: string; memberId?: string; redirectUri: string; expiresAt: number }

export type Refusal = { error: string; description: string }
export type Grant = Record<string, string>

const CODE_LIFE_MS = 2 * 60_000
const DAY_MS = 86_400_000

/** The sample app of the official signature page. It has no grant, so it shows the errors that an app without the solution gets. */
const SAMPLE_APP: App = { appKey: '1000000', appSecret: 'test123', granted: false }
/** A permanent token, as the vendor's console issues in the simple multi-user mode (reference 1.5). */
const SAMPLE_TOKEN = 'tok-0001'

const uuidLike = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`

/** Apps, tokens and codes of the simulated platform. Tokens are stored in tables, so they survive a restart. */
export function openAccounts(core: SimCore, quirks: Quirks1688) {
  const tokens = core.table<TokenRow>('1688-tokens')
  const codes = core.table<CodeRow>('1688-codes')
  const now = (): number => core.clock.now()
  const demo: App = { appKey: '5270188', appSecret: 'Hq6mPz2vXk8', granted: true }
  const apps = new Map([demo, SAMPLE_APP].map((app) => [app.appKey, app]))
  const demoAccess = uuidLike(hexOf('demo-access', 32))
  const demoRefresh = uuidLike(hexOf('demo-refresh', 32))

  const keep = (
    token: string,
    kind: TokenRow['kind'],
    appKey: string,
    expiresAt: number | null,
    { memberId }: BuyerAccount = ACCOUNT,
  ): TokenRow => {
    const row = { token, kind, appKey, memberId, expiresAt }
    tokens.put(token, row)
    return row
  }
  const accessUntil = (): number => now() + quirks.tokenSeconds() * 1000
  const refreshUntil = (): number => now() + quirks.refreshTokenDays() * DAY_MS
  const seed = (): void => {
    keep(demoAccess, 'access', demo.appKey, accessUntil())
    keep(demoRefresh, 'refresh', demo.appKey, refreshUntil())
    keep(SAMPLE_TOKEN, 'access', SAMPLE_APP.appKey, null)
  }
  if (tokens.size === 0) seed()

  const alive = (row: TokenRow | undefined, kind: TokenRow['kind'], appKey: string): row is TokenRow =>
    row !== undefined && row.kind === kind && row.appKey === appKey && (row.expiresAt === null || row.expiresAt > now())

  const grant = (appKey: string, buyer: BuyerAccount, withRefresh: boolean): Grant => {
    const access = keep(randomUUID(), 'access', appKey, accessUntil(), buyer)
    const refresh = withRefresh ? keep(randomUUID(), 'refresh', appKey, refreshUntil(), buyer) : undefined
    return {
      access_token: access.token,
      ...(refresh
        ? { refresh_token: refresh.token, refresh_token_timeout: platformDate(refresh.expiresAt ?? now()) }
        : {}),
      expires_in: String(quirks.tokenSeconds()),
      aliId: buyer.aliId,
      memberId: buyer.memberId,
      resource_owner: buyer.loginId,
    }
  }

  const forCode = (app: App, code: string, redirectUri: string): Grant | Refusal => {
    const row = codes.get(code)
    codes.delete(code)
    if (!row || row.appKey !== app.appKey || row.expiresAt <= now())
      return { error: 'invalid_grant', description: 'code is invalid, used or expired' }
    if (row.redirectUri !== redirectUri) return { error: 'invalid_grant', description: 'redirect_uri mismatch' }
    return grant(app.appKey, accountOf(row.memberId), true)
  }
  const renewed = (app: App, refreshToken: string, withRefresh: boolean): Grant | Refusal => {
    const row = tokens.get(refreshToken)
    return alive(row, 'refresh', app.appKey)
      ? grant(app.appKey, accountOf(row.memberId), withRefresh)
      : { error: 'invalid_grant', description: 'refresh_token is invalid or expired' }
  }

  /** A new refresh token in exchange for a valid one near its end (postponeToken, UNCERTAIN). */
  const postpone = (app: App, refreshToken: string, accessToken: string): Grant | Refusal => {
    const row = tokens.get(refreshToken)
    if (!alive(row, 'refresh', app.appKey))
      return { error: 'invalid_grant', description: 'refresh_token is invalid or expired' }
    if (!alive(tokens.get(accessToken), 'access', app.appKey))
      return { error: 'invalid_grant', description: 'access_token is invalid or expired' }
    if ((row.expiresAt ?? Infinity) - now() > quirks.postponeWithinDays() * DAY_MS)
      return { error: 'invalid_request', description: 'refresh_token can not be postponed now' }
    if (quirks.postponeEndsOld()) tokens.delete(refreshToken)
    return grant(app.appKey, accountOf(row.memberId), true)
  }

  return {
    demoAppKey: demo.appKey,
    app: (appKey: string): App | undefined => apps.get(appKey),
    accessAlive: (appKey: string, token: string): boolean => alive(tokens.get(token), 'access', appKey),
    /** The account of a token; the first account where a call needs no token. */
    ownerOf: (token: string): BuyerAccount => accountOf(tokens.get(token)?.memberId),
    /** Whether the member ever authorized the app: messages are sent only for those (reference 5.1). */
    authorized: (appKey: string, memberId: string): boolean =>
      Array.from(tokens.values()).some((row) => row.appKey === appKey && accountOf(row.memberId).memberId === memberId),
    kill: (token: string): boolean => tokens.delete(token),
    /** A code for the callback of an authorization, valid once and for two minutes. */
    issueCode: (appKey: string, { memberId }: BuyerAccount, redirectUri: string): string => {
      const code = randomUUID()
      codes.put(code, { code, appKey, memberId, redirectUri, expiresAt: now() + CODE_LIFE_MS })
      return code
    },
    forCode,
    forRefresh: (app: App, refreshToken: string): Grant | Refusal =>
      renewed(app, refreshToken, quirks.refreshReturnsRefreshToken()),
    postpone,
    credentials: () => ({
      appKey: demo.appKey,
      appSecret: demo.appSecret,
      accessToken: demoAccess,
      refreshToken: demoRefresh,
      accessTokenAlive: alive(tokens.get(demoAccess), 'access', demo.appKey),
      memberId: ACCOUNT.memberId,
      aliId: ACCOUNT.aliId,
      loginId: ACCOUNT.loginId,
      gateway: core.origin,
      authorizeUrl: `${core.origin}/oauth/authorize`,
    }),
    reset: () => {
      tokens.clear()
      codes.clear()
      seed()
    },
  }
}

export type Accounts = ReturnType<typeof openAccounts>
