import { formatMinor } from '@huoqiao/kit'
import { toOfferCardPage } from '../mapping/offer-card.mapping.ts'
import type { OfferCardPage } from '../offer.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { longOf, writeBigJson } from '../wire/big-json.ts'
import { CROSSBORDER_LAYOUT } from '../wire/call-descriptor.ts'
import type { CallDescriptor } from '../wire/call-descriptor.ts'

/** Language of the translated fields; en, ja and ko are confirmed by use (reference 2.1, `country`). */
export type OfferLanguage = 'en' | 'ja' | 'ko' | 'ru' | 'vi' | 'fr' | 'pt' | 'es' | 'th' | 'id' | 'ar'

/** Values of `filter` (reference 2.1). The list is from third parties that agree; the platform ignores unknown values. */
const OFFER_FILTERS = [
  'shipInToday',
  'shipIn24Hours',
  'shipIn48Hours',
  'getRate24HLv1',
  'getRate24HLv2',
  'getRate24HLv3',
  'getRate48HLv1',
  'getRate48HLv2',
  'getRate48HLv3',
  'noReason7DReturn',
  'isOnePsale',
  'isOnePsaleFreePost',
  'certifiedFactory',
  '1688Selection',
  'jxhy',
  'isQqyx',
  'isSelect',
  'new7',
  'new30',
  'totalEpScoreLv1',
  'totalEpScoreLv2',
  'totalEpScoreLv3',
  'totalEpScoreLv4',
  'qrr0',
  'qrr1',
  'qrr5',
  'qrr10',
] as const
export type OfferFilter = (typeof OFFER_FILTERS)[number]

const OFFER_SORT_KEYS = ['price', 'monthSold', 'rePurchaseRate'] as const
export type OfferSortKey = (typeof OFFER_SORT_KEYS)[number]

export type OfferPageInput = {
  /** From 1. */
  readonly page?: number
  /** at most 50, default 20; larger values are reduced to 50, as other clients do (reference 1.8) */
  readonly pageSize?: number
  readonly language?: OfferLanguage
  readonly filters?: readonly OfferFilter[]
  readonly sort?: { readonly by: OfferSortKey; readonly direction: 'asc' | 'desc' }
  /** Wholesale price in fen. */
  readonly priceFromMinor?: number
  readonly priceToMinor?: number
  /** offers in any of these */
  readonly categoryIds?: readonly string[]
  /** units sold in a period; several conditions are combined with AND */
  readonly sold?: readonly {
    readonly period: 'sales7' | 'sales14' | 'sales30' | 'totalSales'
    readonly from?: number
    readonly to?: number
  }[]
}

export type SearchOffersInput = OfferPageInput & {
  readonly keyword: string
  /** the keyword is already Chinese and must not be translated */
  readonly keywordIsChinese?: boolean
}

export type SellerOffersInput = OfferPageInput & {
  readonly sellerOpenId: string
  readonly keyword?: string
}

const MAX_PAGE_SIZE = 50

const KEYWORD_QUERY: CallDescriptor = {
  namespace: 'com.alibaba.fenxiao.crossborder',
  name: 'product.search.keywordQuery',
  safe: true,
  token: true,
  answer: CROSSBORDER_LAYOUT,
}

const SELLER_OFFERS: CallDescriptor = { ...KEYWORD_QUERY, name: 'product.search.querySellerOfferList' }

/** Searches the marketplace by keyword (reference 2.1). Throws RemoteFailure. */
export async function searchOffers(
  transport: Transport,
  input: SearchOffersInput,
  options?: CallOptions,
): Promise<OfferCardPage> {
  const query = { keyword: input.keyword.trim(), keywordTranslate: input.keywordIsChinese, ...pageQuery(input) }
  const { payload } = await transport.call(KEYWORD_QUERY, { offerQueryParam: query }, options)
  return toOfferCardPage(payload, { page: query.beginPage, pageSize: query.pageSize })
}

/** One supplier's offers (reference 2.4, `querySellerOfferList`). Throws RemoteFailure. */
export async function sellerOffers(
  transport: Transport,
  input: SellerOffersInput,
  options?: CallOptions,
): Promise<OfferCardPage> {
  const query = { sellerOpenId: input.sellerOpenId, keyword: input.keyword?.trim() || undefined, ...pageQuery(input) }
  const { payload } = await transport.call(SELLER_OFFERS, { offerQueryParam: query }, options)
  return toOfferCardPage(payload, { page: query.beginPage, pageSize: query.pageSize })
}

/** Undefined fields are left out of the JSON. Prices, categories and sales figures are sent as text (reference 2.1). */
function pageQuery(input: OfferPageInput) {
  const yuanText = (minor: number | undefined): string | undefined =>
    minor === undefined ? undefined : formatMinor(minor, 'CNY')
  const categories = input.categoryIds ?? []
  return {
    beginPage: Math.max(1, Math.trunc(input.page ?? 1)),
    pageSize: Math.min(MAX_PAGE_SIZE, Math.max(1, Math.trunc(input.pageSize ?? 20))),
    country: input.language ?? 'en',
    filter: input.filters?.length ? input.filters.join(',') : undefined,
    // JSON text inside the JSON.
    sort: input.sort ? writeBigJson({ [input.sort.by]: input.sort.direction }) : undefined,
    priceStart: yuanText(input.priceFromMinor),
    priceEnd: yuanText(input.priceToMinor),
    categoryId: categories.length === 1 ? longOf(categories[0]!) : undefined,
    categoryIdList: categories.length > 1 ? categories.join(',') : undefined,
    saleFilterList: input.sold?.length
      ? input.sold.map(({ period, from, to }) => ({
          saleType: period,
          saleStart: from?.toString(),
          saleEnd: to?.toString(),
        }))
      : undefined,
  }
}
