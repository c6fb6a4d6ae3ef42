import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { OfferLink } from '@huoqiao/connector-1688'
import type { Tx } from '../../db/db.ts'
import type { MarketplaceService } from '../marketplace/index.ts'

export type ShortLinks = {
  /** The offer behind a share link; undefined: the person is asked for the page's own link. Never throws on network errors. */
  resolve(url: string): Promise<string | undefined>
}

/**
 * Share links always lead to the real 1688. An installation with a simulator must not access the internet, so they are not resolved there
 * (reference 6, rule 4).
 */
export const shortLinks = (deps: {
  handle: Tx
  marketplace: MarketplaceService
  follow: (url: string) => Promise<OfferLink>
}): ShortLinks => ({
  async resolve(url) {
    const account = await deps.marketplace.requireAccount(deps.handle)
    if (account.environment !== 'live') return undefined
    try {
      const link = await deps.follow(url)
      return link.kind === 'offer' ? link.offerId : undefined
    } catch (error) {
      if (isRemoteFailure(error)) return undefined
      throw error
    }
  },
})
