import { RemoteFailure } from '@huoqiao/connector-kit'
import type { Clock } from '@huoqiao/connector-kit'

export type Tokens = {
  readonly accessToken: string
  /** Absent for accounts that were given a lasting token (reference 1.5). */
  readonly refreshToken: string | null
  /** Milliseconds since the epoch; null when the platform named no end. */
  readonly expiresAt: number | null
  readonly refreshTokenExpiresAt: number | null
  /** Who the token belongs to: `b2b-…`, the login id, the numeric id. */
  readonly memberId: string | null
  readonly loginId: string | null
  readonly aliId: string | null
}

/** Where the account's tokens are kept. `read` answers undefined for single-user apps, which send no token at all. */
export type TokenStore = {
  read(): Promise<Tokens | undefined>
  write(tokens: Tokens): Promise<void>
}

export type TokenSource = {
  /** The token to send now, refreshed ahead of its end where that is possible. */
  current(): Promise<Tokens | undefined>
  /** After a 401: a token other than the dead one, or undefined when there is none to be had. */
  renew(deadAccessToken: string): Promise<Tokens | undefined>
}

export type TokenSourceDeps = {
  readonly store: TokenStore
  readonly refresh: (refreshToken: string) => Promise<Tokens>
  readonly clock: Pick<Clock, 'now'>
  /** How long before its end a token is replaced. */
  readonly aheadMs?: number
}

/** After a refresh that failed ahead of time, the old token is used this long before the next attempt. */
const AHEAD_RETRY_MS = 60_000

/**
 * Keeps an account's token alive. However many calls find the token dead at once, one refresh is sent and all take its
 * result; a token that somebody else put into the store meanwhile is taken instead of refreshing again.
 */
export function createTokenSource(deps: TokenSourceDeps): TokenSource {
  const { store, refresh, clock, aheadMs = 10 * 60_000 } = deps
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

  return {
    renew,
    async current() {
      const stored = await store.read()
      if (!stored || stored.refreshToken === null || stored.expiresAt === null) return stored
      const now = clock.now()
      if (now < stored.expiresAt - aheadMs || now < nextAheadTry) return stored
      try {
        return (await renew(stored.accessToken)) ?? stored
      } catch (error) {
        // Ahead of time a failed refresh is no failure yet: the old token still works, and a 401 will tell if not.
        if (!(error instanceof RemoteFailure) || now >= stored.expiresAt) throw error
        nextAheadTry = now + AHEAD_RETRY_MS
        return stored
      }
    },
  }
}

/** A refresh usually answers with an access token alone; the refresh token and the names then stay (reference 1.6). */
const withOld = (fresh: Tokens, old: Tokens): Tokens => ({
  accessToken: fresh.accessToken,
  expiresAt: fresh.expiresAt,
  refreshToken: fresh.refreshToken ?? old.refreshToken,
  refreshTokenExpiresAt: fresh.refreshToken === null ? old.refreshTokenExpiresAt : fresh.refreshTokenExpiresAt,
  memberId: fresh.memberId ?? old.memberId,
  loginId: fresh.loginId ?? old.loginId,
  aliId: fresh.aliId ?? old.aliId,
})
