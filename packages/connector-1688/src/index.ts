import { createPace, systemClock } from '@huoqiao/connector-kit'
import type { Clock, Pace, RemoteFailure, RemoteObserver } from '@huoqiao/connector-kit'
import { probe } from './calls/current-time.ts'
import type { ProbeResult } from './calls/current-time.ts'
import { getOffer } from './calls/get-offer.ts'
import { addRelation, followOffer, pushListing, removeRelation } from './calls/offer-relations.ts'
import type { PushListingOutcome } from './calls/offer-relations.ts'
import { recommendOffers, relatedOffers } from './calls/recommend-offers.ts'
import type { RecommendOffersInput, RelatedOffersInput } from './calls/recommend-offers.ts'
import { searchOffers, sellerOffers } from './calls/search-offers.ts'
import type { OfferLanguage, SearchOffersInput, SellerOffersInput } from './calls/search-offers.ts'
import { withDescriptions } from './description-page.ts'
import { createAlibabaOauth } from './oauth.ts'
import type { OfferCard, OfferCardPage, SourceOffer } from './offer.ts'
import { createTokenSource } from './tokens.ts'
import type { TokenStore } from './tokens.ts'
import { createTrade } from './trade-surface.ts'
import type { AlibabaTrade } from './trade.ts'
import { createTransport } from './transport.ts'
import type { CallOptions } from './transport.ts'

export type AlibabaConnectorDeps = {
  /** `https://gw.open.1688.com`, or the sandbox's address; a path is kept. */
  readonly gateway: string
  readonly appKey: string
  readonly appSecret: string
  /** The account's tokens. Two connectors of one account may share a store. */
  readonly tokens: TokenStore
  /** one for each app key, shared by the app's accounts, because the platform limits apps; left out: five starts a second */
  readonly pace?: Pace
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** In [0, 1); for the jitter of retries. */
  readonly random?: () => number
  /** timeout of one request; default 20 s */
  readonly timeoutMs?: number
  /** called for every request, and provides its request id */
  readonly observer?: RemoteObserver
}

/** All calls to 1688 for one account. Every method throws RemoteFailure with one of the closed words. */
export type AlibabaConnector = AlibabaTrade & {
  probe(options?: CallOptions): Promise<ProbeResult>
  searchOffers(input: SearchOffersInput, options?: CallOptions): Promise<OfferCardPage>
  sellerOffers(input: SellerOffersInput, options?: CallOptions): Promise<OfferCardPage>
  recommendOffers(input: RecommendOffersInput, options?: CallOptions): Promise<OfferCard[]>
  relatedOffers(input: RelatedOffersInput, options?: CallOptions): Promise<OfferCard[]>
  getOffer(
    input: {
      readonly offerId: string
      readonly language?: OfferLanguage
      /** false: if 1688 returns only the address of a description, it is not read */
      readonly descriptions?: boolean
    },
    options?: CallOptions,
  ): Promise<SourceOffer>
  pushListing(offerIds: readonly string[], options?: CallOptions): Promise<PushListingOutcome>
  followOffer(offerId: string, options?: CallOptions): Promise<void>
  addRelation(offerId: string, options?: CallOptions): Promise<void>
  removeRelation(offerId: string, options?: CallOptions): Promise<void>
  /** Extends the buyer's consent; returns the failure if that was not possible. Throws if the consent has ended. */
  prolongConsent(): Promise<RemoteFailure | undefined>
  /** The time until which the platform asked to wait, or undefined. */
  quietUntil(): number | undefined
}

export function createAlibabaConnector(deps: AlibabaConnectorDeps): AlibabaConnector {
  const clock = deps.clock ?? systemClock
  const pace = deps.pace ?? createPace({ startsPerSecond: 5 }, clock)
  const way = {
    gateway: deps.gateway,
    appKey: deps.appKey,
    appSecret: deps.appSecret,
    clock,
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
    ...(deps.timeoutMs === undefined ? {} : { timeoutMs: deps.timeoutMs }),
    ...(deps.observer === undefined ? {} : { observer: deps.observer }),
  }
  const oauth = createAlibabaOauth(way)
  const tokens = createTokenSource({
    store: deps.tokens,
    refresh: (refreshToken) => oauth.refresh(refreshToken),
    postpone: (held) => oauth.postpone(held),
    clock,
  })
  const transport = createTransport({ ...way, tokens, pace, random: deps.random ?? Math.random })
  return {
    probe: (options) => probe(transport, options),
    searchOffers: (input, options) => searchOffers(transport, input, options),
    sellerOffers: (input, options) => sellerOffers(transport, input, options),
    recommendOffers: (input, options) => recommendOffers(transport, input, options),
    relatedOffers: (input, options) => relatedOffers(transport, input, options),
    getOffer: async (input, options) => {
      const offer = await getOffer(transport, input, options)
      if (input.descriptions === false) return offer
      return withDescriptions(offer, {
        gateway: deps.gateway,
        ...(deps.fetch ? { fetch: deps.fetch } : {}),
        ...(options?.signal ? { signal: options.signal } : {}),
        ...(deps.observer === undefined ? {} : { observer: deps.observer }),
      })
    },
    pushListing: (offerIds, options) => pushListing(transport, offerIds, options),
    followOffer: (offerId, options) => followOffer(transport, offerId, options),
    addRelation: (offerId, options) => addRelation(transport, offerId, options),
    removeRelation: (offerId, options) => removeRelation(transport, offerId, options),
    prolongConsent: () => tokens.prolong(),
    ...createTrade(transport),
    quietUntil: () => pace.quietUntil(),
  }
}

export { PAY_LINK_ORDERS } from './calls/pay.ts'
export type { SearchOffersInput } from './calls/search-offers.ts'
export { canonicalOfferUrl, parseOfferLines, parseOfferLink } from './links.ts'
export type { OfferLink } from './links.ts'
export { createAlibabaOauth } from './oauth.ts'
export type { AlibabaOauth } from './oauth.ts'
export type * from './offer.ts'
export { resolveShortLink } from './short-link.ts'
export type { Tokens, TokenStore } from './tokens.ts'
export type { CallOptions } from './transport.ts'
export type * from './payment.ts'
export { parsePush, verifyPush } from './push.ts'
export type * from './push-message.ts'
export type * from './shipping.ts'
export type * from './trade.ts'
export type * from './trade-order.ts'
