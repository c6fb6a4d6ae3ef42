import { RemoteFailure } from '@huoqiao/connector-kit'
import type { Clock } from '@huoqiao/connector-kit'

export type Tokens = {
  readonly accessToken: string
  /** missing for accounts with a permanent token (reference 1.5) */
  readonly refreshToken: string | null
  /** milliseconds since the epoch; null if the platform named no expiry */
  readonly expiresAt: number | null
  readonly refreshTokenExpiresAt: number | null
  /** the owner of the token: `b2b-…`, the login id, the numeric id */
  readonly memberId: string | null
  readonly loginId: string | null
  readonly aliId: string | null
}

/** The storage of the account's tokens. `read` returns undefined for single-user apps, which send no token. */
export type TokenStore = {
  read(): Promise<Tokens | undefined>
  write(tokens: Tokens): Promise<void>
}

export type TokenSource = {
  /** The token to send now, refreshed before it expires if possible. */
  current(): Promise<Tokens | undefined>
  /** After a 401: a token other than the refused one; undefined if there is none. */
  renew(deadAccessToken: string): Promise<Tokens | undefined>
  /**
   * Exchanges the refresh token for one that lives longer, and returns why that did not succeed. After any failure the old refresh token
   * is used once: throws if it is invalid too, for example because the answer with its successor was lost.
   */
  prolong(): Promise<RemoteFailure | undefined>
}

export type TokenSourceDeps = {
  readonly store: TokenStore
  readonly refresh: (refreshToken: string) => Promise<Tokens>
  readonly postpone: (tokens: { accessToken: string; refreshToken: string }) => Promise<Tokens>
  readonly clock: Pick<Clock, 'now'>
  /** how long before its expiry a token is replaced */
  readonly aheadMs?: number
}

/** After a failed early refresh, the old token is used for this long before the next attempt. */
const AHEAD_RETRY_MS = 60_000

/**
 * Keeps an account's token valid. If many calls find the token invalid at the same time, one refresh is sent and all use its result; a
 * token that somebody else stored in the meantime is used instead of refreshing again.
 */
export function createTokenSource(deps: TokenSourceDeps): TokenSource {
  const { store, refresh, postpone, clock, aheadMs = 10 * 60_000 } = deps
  let flight: Promise<Tokens | undefined> | undefined
  let nextAheadTry = 0

  const replace = async (deadAccessToken: string): Promise<Tokens | undefined> => {
    const stored = await store.read()
    if (!stored || stored.accessToken !== deadAccessToken) return stored
    if (stored.refreshToken === null) return undefined
    const fresh = withOld(await refresh(stored.refreshToken), stored)
    await store.write(fresh)
    return fresh
  }

  const renew = (deadAccessToken: string): Promise<Tokens | undefined> => {
    flight ??= replace(deadAccessToken).finally(() => {
      flight = undefined
    })
    return flight
  }

  const current = async (): Promise<Tokens | undefined> => {
    const stored = await store.read()
    if (!stored || stored.refreshToken === null || stored.expiresAt === null) return stored
    const now = clock.now()
    if (now < stored.expiresAt - aheadMs || now < nextAheadTry) return stored
    try {
      return (await renew(stored.accessToken)) ?? stored
    } catch (error) {
      // An early refresh that fails is not an error yet: the old token still works, and otherwise a 401 will show it.
      if (!(error instanceof RemoteFailure) || now >= stored.expiresAt) throw error
      nextAheadTry = now + AHEAD_RETRY_MS
      return stored
    }
  }

  const exchange = async (onFailure: (failure: RemoteFailure) => void): Promise<Tokens | undefined> => {
    const stored = await store.read()
    if (!stored || stored.refreshToken === null) return stored
    const { accessToken, refreshToken } = stored
    const fresh = await postpone({ accessToken, refreshToken }).catch((error: unknown) => {
      if (!(error instanceof RemoteFailure)) throw error
      onFailure(error)
      return refresh(refreshToken)
    })
    const kept = withOld(fresh, stored)
    await store.write(kept)
    return kept
  }

  return {
    renew,
    current,
    async prolong() {
      // The request needs a valid access token.
      await current()
      while (flight) await flight.catch(() => undefined)
      let failed: RemoteFailure | undefined
      flight = exchange((failure) => (failed = failure)).finally(() => {
        flight = undefined
      })
      await flight
      return failed
    },
  }
}

/** A refresh usually returns only an access token; the refresh token and names are kept (reference 1.6). */
const withOld = (fresh: Tokens, old: Tokens): Tokens => ({
  accessToken: fresh.accessToken,
  expiresAt: fresh.expiresAt,
  refreshToken: fresh.refreshToken ?? old.refreshToken,
  refreshTokenExpiresAt: fresh.refreshToken === null ? old.refreshTokenExpiresAt : fresh.refreshTokenExpiresAt,
  memberId: fresh.memberId ?? old.memberId,
  loginId: fresh.loginId ?? old.loginId,
  aliId: fresh.aliId ?? old.aliId,
})
