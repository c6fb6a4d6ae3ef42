import { SEARCH_FILTERS, SEARCH_SORTS } from '@huoqiao/contract/collection/collection.words'
import { SEARCH_LANGUAGES } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { SearchLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { CallInput } from '../../../lib/index.ts'

/** All filters are text, so that the address has them unchanged. Prices are yuan, as the call takes them. */
export const SEARCH_DEFAULTS = {
  keyword: '',
  language: 'zh',
  priceStart: '',
  priceEnd: '',
  sort: 'default',
  filters: '',
}
export type OfferFilters = typeof SEARCH_DEFAULTS

/** Filters that are remembered for the person; the search words are not. */
export const SEARCH_HABITS = [
  'language',
  'priceStart',
  'priceEnd',
  'sort',
  'filters',
] as const satisfies (keyof OfferFilters)[]

/** Filter words of the address that the console itself checks. */
export const SEARCH_WORDS = { language: Object.keys(SEARCH_LANGUAGES), sort: Object.keys(SEARCH_SORTS) }

export type SortWord = keyof typeof SEARCH_SORTS
export type FilterWord = keyof typeof SEARCH_FILTERS

/** The selected filter chips, in the order of the contract; unknown words (from an old link) are dropped. */
export const chosenFilters = (text: string): FilterWord[] => {
  const set = new Set(text.split(','))
  return (Object.keys(SEARCH_FILTERS) as FilterWord[]).filter((word) => set.has(word))
}
export const knownSort = (text: string): SortWord => (text in SEARCH_SORTS ? (text as SortWord) : 'default')

export const knownLanguage = (text: string): SearchLanguage =>
  text in SEARCH_LANGUAGES ? (text as SearchLanguage) : 'zh'

export const searchInput = (
  filters: OfferFilters,
  { page, pageSize }: { page: number; pageSize: number },
): CallInput<'keywordQuery'> => ({
  keyword: filters.keyword,
  language: knownLanguage(filters.language),
  sort: knownSort(filters.sort),
  filters: chosenFilters(filters.filters),
  ...(filters.priceStart === '' ? {} : { priceStart: filters.priceStart }),
  ...(filters.priceEnd === '' ? {} : { priceEnd: filters.priceEnd }),
  page,
  pageSize,
})
