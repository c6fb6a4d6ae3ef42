import { trimEnd } from '@huoqiao/kit'
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
