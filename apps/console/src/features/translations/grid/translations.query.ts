import type { Locale, TranslationState } from '@huoqiao/contract/translations/translations.status'
import type { CallInput } from '../../../lib/contract.ts'
import type { ListQuery } from '../../../lib/list-query.ts'
import { some, TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'

const DEFAULTS = { locale: '', state: '', keyword: '', storeId: '', needsPictures: '' }
type Values = { [K in keyof typeof DEFAULTS]: string }
const REMEMBERED = ['locale', 'storeId'] as const
export type TranslationFilters = ListQuery<Values>

export const useTranslationFilters = (): TranslationFilters =>
  useListQuery<Values>('translations', DEFAULTS, { paging: TABLE_PAGING, remember: REMEMBERED })

/** The language of the list: the chosen one if products are still translated into it, otherwise the first. */
export const localeIn = ({ filters }: TranslationFilters, locales: readonly Locale[]): Locale | undefined =>
  locales.find((locale) => locale === filters.locale) ?? locales[0]

/** The filters without the state, as the counts take them. */
export const askedBeside = (
  { filters }: TranslationFilters,
  locale: Locale,
): CallInput<'getTranslationCountByState'> => ({
  locale,
  keyword: some(filters.keyword),
  storeId: some(filters.storeId),
  needsPictures: filters.needsPictures === '' ? undefined : 'true',
})

export const asked = (list: TranslationFilters, locale: Locale): CallInput<'queryTranslations'> => ({
  ...askedBeside(list, locale),
  state: some(list.filters.state) as TranslationState | undefined,
  page: list.page,
  pageSize: list.pageSize,
})
