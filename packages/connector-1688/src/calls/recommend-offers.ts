import { toOfferCards } from '../mapping/offer-card.mapping.ts'
import type { OfferCard } from '../offer.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { CROSSBORDER_LAYOUT } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import type { OfferLanguage } from './search-offers.ts'

const OFFER_RECOMMEND: CallDescriptor = {
  namespace: 'com.alibaba.fenxiao.crossborder',
  name: 'product.search.offerRecommend',
  safe: true,
  token: true,
  answer: CROSSBORDER_LAYOUT,
}

const RELATED_RECOMMEND: CallDescriptor = { ...OFFER_RECOMMEND, name: 'product.related.recommend' }

/** Maximum of the related list (reference 1.8). */
const MAX_RELATED = 10

export type RecommendOffersInput = {
  /** Our own user id, which the platform requires for personal recommendations. */
  readonly ourUserId: string
  readonly page?: number
  readonly pageSize?: number
  readonly language?: OfferLanguage
}

export type RelatedOffersInput = {
  readonly offerId: string
  readonly page?: number
  readonly pageSize?: number
  readonly language?: OfferLanguage
}

/** Offers that 1688 recommends to one of our users (reference 2.4); a plain list, without totals. Throws RemoteFailure. */
export async function recommendOffers(
  transport: Transport,
  input: RecommendOffersInput,
  options?: CallOptions,
): Promise<OfferCard[]> {
  const query = {
    beginPage: input.page ?? 1,
    pageSize: input.pageSize ?? 20,
    country: input.language ?? 'en',
    outMemberId: input.ourUserId,
  }
  const { payload } = await transport.call(OFFER_RECOMMEND, { recommendOfferParam: query }, options)
  return toOfferCards(payload)
}

/** Offers similar to a given one (reference 2.4), at most ten on a page. This call uses `language` and `pageNo`. Throws RemoteFailure. */
export async function relatedOffers(
  transport: Transport,
  input: RelatedOffersInput,
  options?: CallOptions,
): Promise<OfferCard[]> {
  const query = {
    offerId: longOf(input.offerId),
    pageNo: input.page ?? 1,
    pageSize: Math.min(MAX_RELATED, input.pageSize ?? MAX_RELATED),
    language: input.language ?? 'en',
  }
  const { payload } = await transport.call(RELATED_RECOMMEND, { relatedQueryParams: query }, options)
  return toOfferCards(payload)
}
