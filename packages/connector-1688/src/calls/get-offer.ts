import { RemoteFailure } from '@huoqiao/connector-kit'
import { toSourceOffer } from '../mapping/offer.mapping.ts'
import type { SourceOffer } from '../offer.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf } from '../wire/big-json.ts'
import { CROSSBORDER_LAYOUT } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'
import { saysNoPermission, saysOfferGone } from '../wire/error-words.ts'
import type { OfferLanguage } from './search-offers.ts'

const PRODUCT_DETAIL: CallDescriptor = {
  namespace: 'com.alibaba.fenxiao.crossborder',
  name: 'product.search.queryProductDetail',
  safe: true,
  token: true,
  answer: CROSSBORDER_LAYOUT,
  wordFor: (_code, message) =>
    saysNoPermission(message) ? 'unauthorised' : saysOfferGone(message) ? 'not-found' : undefined,
}

/**
 * Reads one offer (reference 2.3). The answer for a removed offer is not documented, so both forms are handled: a refusal that says so, and
 * a success without a product, throw RemoteFailure `not-found`. A product whose `status` is not `published` is returned with that status,
 * because its fields are still useful.
 */
export async function getOffer(
  transport: Transport,
  input: { readonly offerId: string; readonly language?: OfferLanguage },
  options?: CallOptions,
): Promise<SourceOffer> {
  const query = { offerId: longOf(input.offerId), country: input.language ?? 'en' }
  const { payload } = await transport.call(PRODUCT_DETAIL, { offerDetailParam: query }, options)
  const offer = toSourceOffer(payload)
  if (offer) return offer
  throw new RemoteFailure('not-found', `${PRODUCT_DETAIL.name}: no product came back for ${input.offerId}`, {
    vendor: '1688',
    call: PRODUCT_DETAIL.name,
  })
}
