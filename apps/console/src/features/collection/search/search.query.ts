import { SEARCH_FILTERS, SEARCH_SORTS } from '@huoqiao/contract/collection/collection.words'
import type { CallInput } from '../../../lib/index.ts'

/** All filters are text, so that they stand in the address as they are. Prices are yuan, as the call takes them. */
export const SEARCH_DEFAULTS = { keyword: '', priceStart: '', priceEnd: '', sort: 'default', filters: '' }
export type OfferFilters = typeof SEARCH_DEFAULTS

/** Habits of a person; the words themselves are not. */
export const SEARCH_HABITS = ['priceStart', 'priceEnd', 'sort', 'filters'] as const satisfies (keyof OfferFilters)[]

/** What 1688 is not asked about as it stands in the address. */
export const SEARCH_WORDS = { sort: Object.keys(SEARCH_SORTS) }

export type SortWord = keyof typeof SEARCH_SORTS
export type FilterWord = keyof typeof SEARCH_FILTERS

/** The chips that are set, in the order of the contract; words that nobody knows (an old link) are left out. */
export const chosenFilters = (text: string): FilterWord[] => {
  const set = new Set(text.split(','))
  return (Object.keys(SEARCH_FILTERS) as FilterWord[]).filter((word) => set.has(word))
}
export const knownSort = (text: string): SortWord => (text in SEARCH_SORTS ? (text as SortWord) : 'default')

export const searchInput = (
  filters: OfferFilters,
  { page, pageSize }: { page: number; pageSize: number },
): CallInput<'keywordQuery'> => ({
  keyword: filters.keyword,
  sort: knownSort(filters.sort),
  filters: chosenFilters(filters.filters),
  ...(filters.priceStart === '' ? {} : { priceStart: filters.priceStart }),
  ...(filters.priceEnd === '' ? {} : { priceEnd: filters.priceEnd }),
  page,
  pageSize,
})
