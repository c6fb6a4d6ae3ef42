import { trimEnd } from '@huoqiao/kit'
/** The real platform's hosts lie under 1688.com; everything else is a pretend one (decisions, section 6). */
export function environmentOf(gateway: string): 'sandbox' | 'live' {
  const host = URL.canParse(gateway) ? new URL(gateway).hostname.toLowerCase() : ''
  return host === '1688.com' || host.endsWith('.1688.com') ? 'live' : 'sandbox'
}

/** One form of an address, so that the pace is shared by all who mean the same gateway. */
export const plainGateway = (gateway: string): string => trimEnd(gateway.trim(), '/')

/**
 * The secret belongs to one app at one gateway. Sending it to another address needs somebody who knows it: whoever may
 * edit accounts must not be able to have the kept secret sent to a host of theirs.
 */
export const secretIsNeeded = (
  before: { gateway: string; appKey: string },
  after: { gateway: string; appKey: string },
): boolean => before.appKey !== after.appKey || plainGateway(before.gateway) !== plainGateway(after.gateway)

/** Whether an unset default flag can be obeyed: with several accounts one has to stay the default. */
export const mayLoseDefault = (wasDefault: boolean, wanted: boolean, others: number): boolean =>
  !wasDefault || wanted || others === 0
