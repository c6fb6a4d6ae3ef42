import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { SEARCH_JOINED_PAGE, SEARCH_PAGE_MAX } from '@huoqiao/contract/collection/collection.words'
import { SEARCH_LANGUAGES } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { MarketplaceLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import { parseOfferLink } from '@huoqiao/connector-1688'
import type { OfferCardPage, SearchOffersInput } from '@huoqiao/connector-1688'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import { parseMinor } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/refusal.ts'
import { storable } from '../../platform/storable.ts'
import { explainMarketplaceFailure, isChinese, languageOfTexts } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { cardOfOffer, cardOfSearch } from './collection.view.ts'
import { lineOf } from './lines.mapping.ts'
import type { OffersService } from './offers.service.ts'
import type { ShortLinks } from './short-links.ts'
import { findKnown } from './source-offer.store.ts'

type SearchInput = InputOf<typeof ENDPOINTS.keywordQuery>
type SearchPage = OutputOf<typeof ENDPOINTS.keywordQuery>

/** Repeating a search, by going back a page or by a second person, should not cost calls of a paid package. */
const CACHE_MS = 30_000
const CACHE_SIZE = 200

const SORTS: Readonly<Record<SearchInput['sort'], SearchOffersInput['sort']>> = {
  default: undefined,
  'price-asc': { by: 'price', direction: 'asc' },
  'price-desc': { by: 'price', direction: 'desc' },
  'sold-desc': { by: 'monthSold', direction: 'desc' },
  'repurchase-desc': { by: 'rePurchaseRate', direction: 'desc' },
}

/** Searches the marketplace; results are stored only when somebody collects them. */
export function searchService(deps: {
  db: Db
  clock: Clock
  marketplace: MarketplaceService
  offers: OffersService
  shortLinks: ShortLinks
}) {
  const { db, marketplace, offers } = deps
  const cache = new Map<string, { until: number; page: Promise<OfferCardPage> }>()

  /** The search, or the cached result of the same search within half a minute. A failed one is not cached. */
  const search = async (query: SearchOffersInput): Promise<OfferCardPage> => {
    const account = await marketplace.requireAccount(db.handle)
    const key = JSON.stringify([account.id, query])
    const known = cache.get(key)
    if (known && known.until > deps.clock.now()) return known.page
    // Without the caller's signal, because others may wait for the same page when this caller disconnects.
    const page = marketplace.withConnector(account.id, async (one) => storable(await one.searchOffers(query)))
    cache.delete(key)
    cache.set(key, { until: deps.clock.now() + CACHE_MS, page })
    if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value!)
    page.catch(() => {
      if (cache.get(key)?.page === page) cache.delete(key)
    })
    return page
  }

  /**
   * One page of results: one page of the marketplace, or several joined if more are requested than it returns at once. The first page
   * contains the total; pages beyond the end are not requested. An offer that appears on two of them is returned once.
   */
  const searchWhole = async (input: SearchInput): Promise<Pick<OfferCardPage, 'cards' | 'total'>> => {
    const query = queryOf(input)
    if (input.pageSize <= SEARCH_PAGE_MAX) return search({ ...query, page: input.page, pageSize: input.pageSize })
    const count = input.pageSize / SEARCH_JOINED_PAGE
    const pageOf = (index: number): number => (input.page - 1) * count + index + 1
    const first = await search({ ...query, page: pageOf(0), pageSize: SEARCH_JOINED_PAGE })
    const rest = Array.from({ length: count - 1 }, (_, index) => pageOf(index + 1))
    const others = await Promise.all(
      rest
        .filter((page) => (page - 1) * SEARCH_JOINED_PAGE < first.total)
        .map((page) => search({ ...query, page, pageSize: SEARCH_JOINED_PAGE })),
    )
    const cards = [first, ...others].flatMap((page) => page.cards)
    return { cards: [...new Map(cards.map((card) => [card.offerId, card])).values()], total: first.total }
  }

  const oneOffer = async (offerId: string, call: Call): Promise<SearchPage> => {
    const row = await offers.recent(offerId, false, call.signal)
    const mark = await offers.marksOf(db.handle, [offerId])
    return { list: [cardOfOffer(row.offer, mark(offerId))], total: 1, page: 1, pageSize: 1, titlesIn: 'en' }
  }

  /** The offer that the keyword names; undefined: an ordinary keyword. */
  const namedOffer = async (keyword: string): Promise<string | undefined> => {
    const link = parseOfferLink(keyword)
    if (link.kind === 'offer') return link.offerId
    if (link.kind === 'unreadable') {
      if (/^https?:\/\//i.test(keyword)) throw invalidField('keyword', '链接里没有1688商品编号')
      return undefined
    }
    const offerId = link.kind === 'short-link' ? await deps.shortLinks.resolve(link.url) : undefined
    if (offerId !== undefined) return offerId
    throw invalidField('keyword', lineOf(keyword, link).stopped!.message)
  }

  return {
    async keywordQuery(call: Call, input: SearchInput): Promise<SearchPage> {
      const offerId = await namedOffer(input.keyword)
      if (offerId !== undefined) return oneOffer(offerId, call)
      const found = await searchWhole(input).catch((error: unknown) => {
        throw isRemoteFailure(error) ? explainMarketplaceFailure(error, searchWords(input)) : error
      })
      const ids = found.cards.map((card) => card.offerId)
      const mark = await offers.marksOf(db.handle, ids)
      const known = new Map((await findKnown(db.handle, ids)).map((row) => [row.offerId, row]))
      return {
        list: found.cards.map((card) =>
          cardOfSearch(card, known.get(card.offerId)?.supplierName ?? null, mark(card.offerId)),
        ),
        total: found.total,
        page: input.page,
        pageSize: input.pageSize,
        titlesIn: languageOfTexts(
          found.cards.map(({ offerId, subject, subjectTrans }) => ({
            zh: subject,
            text: subjectTrans ?? '',
            en: known.get(offerId)?.subjectTrans,
          })),
          titlesAsked(input),
        ),
      }
    },
  }
}

/** Offers found in Chinese have English titles beside the Chinese ones. */
const titlesAsked = ({ language }: SearchInput): MarketplaceLanguage => (language === 'zh' ? 'en' : language)

const searchWords = ({ keyword, language }: SearchInput): string =>
  language === 'zh' ? `搜索“${keyword}”` : `用${SEARCH_LANGUAGES[language]}搜索“${keyword}”`

function queryOf(input: SearchInput): SearchOffersInput {
  const from = input.priceStart === undefined ? undefined : parseMinor(input.priceStart, 'CNY')
  const to = input.priceEnd === undefined ? undefined : parseMinor(input.priceEnd, 'CNY')
  if (from !== undefined && to !== undefined && from > to) throw invalidField('priceEnd', '最高价不能低于最低价')
  const sort = SORTS[input.sort]
  return {
    keyword: input.keyword,
    keywordIsChinese: isChinese(input.keyword, input.language),
    language: titlesAsked(input),
    filters: [...input.filters].sort(),
    ...(sort ? { sort } : {}),
    ...(from === undefined ? {} : { priceFromMinor: from }),
    ...(to === undefined ? {} : { priceToMinor: to }),
  }
}
