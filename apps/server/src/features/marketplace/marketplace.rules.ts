import { trimEnd } from '@huoqiao/kit'
import type { AccountRow } from './marketplace.store.ts'

/** The real platform's hosts are under 1688.com; everything else is a simulator (decisions, section 6). */
export function environmentOf(gateway: string): 'sandbox' | 'live' {
  const host = URL.canParse(gateway) ? new URL(gateway).hostname.toLowerCase() : ''
  return host === '1688.com' || host.endsWith('.1688.com') ? 'live' : 'sandbox'
}

/** Normalises an address, so that all accounts of the same gateway share one rate limit. */
export const plainGateway = (gateway: string): string => trimEnd(gateway.trim(), '/')

/**
 * The secret belongs to one app at one gateway. If the gateway changes, the secret must be entered again: otherwise a person who may edit
 * accounts could have the stored secret sent to a host of theirs.
 */
export const secretIsNeeded = (
  before: { gateway: string; appKey: string },
  after: { gateway: string; appKey: string },
): boolean => before.appKey !== after.appKey || plainGateway(before.gateway) !== plainGateway(after.gateway)

/** Whether the default flag may be removed: with several accounts one must stay the default. */
export const mayLoseDefault = (wasDefault: boolean, wanted: boolean, others: number): boolean =>
  !wasDefault || wanted || others === 0

const DAY_MS = 86_400_000

/**
 * Whole days until a person has to consent again, rounded down; 0: expired. Access tokens are renewed with the refresh token as long as that is
 * valid. Undefined: no end is known.
 */
export function daysLeft(
  account: Pick<AccountRow, 'health' | 'hasRefreshToken' | 'tokenExpiresAt' | 'refreshTokenExpiresAt'>,
  now: number,
): number | undefined {
  if (account.health === 'unauthorised') return 0
  const end = account.hasRefreshToken ? account.refreshTokenExpiresAt : account.tokenExpiresAt
  return end === null ? undefined : Math.max(0, Math.floor((end.getTime() - now) / DAY_MS))
}

/** 1688 extends a consent only in its last 30 days; two days less, because clocks differ. */
const PROLONG_DAYS = 28

/**
 * Whether to request an extension of the consent from 1688 now. The end of a refresh token that a person typed is not known: the request is
 * repeated until 1688 accepts it, in the last 30 days at the latest; the answer has the new end.
 */
export const mayProlong = (account: Parameters<typeof daysLeft>[0], now: number): boolean => {
  if (!account.hasRefreshToken || account.health === 'unauthorised') return false
  const end = account.refreshTokenExpiresAt?.getTime()
  return end === undefined || (end > now && end - now <= PROLONG_DAYS * DAY_MS)
}

/** Whether key and secret were typed into each other's field: an AppKey is a number, a secret is not. */
export const areSwapped = ({ appKey, appSecret }: { appKey: string; appSecret?: string | undefined }): boolean =>
  /^\d{4,}$/.test(appSecret ?? '') && !/^\d+$/.test(appKey)
