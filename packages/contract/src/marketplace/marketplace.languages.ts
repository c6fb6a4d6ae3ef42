import { languageName } from '../languages.ts'

/**
 * The languages into which 1688 translates offers (reference 2.1, `country`). English, Japanese and Korean are confirmed by use; the others
 * are from third parties, and 1688 may refuse them or answer in English.
 */
export const MARKETPLACE_LANGUAGES = ['en', 'ja', 'ko', 'ru', 'vi', 'fr', 'pt', 'es', 'th', 'id', 'ar'] as const
export type MarketplaceLanguage = (typeof MARKETPLACE_LANGUAGES)[number]

/** Chinese is 1688's own language; offers found in a Chinese search also have English titles. */
export type SearchLanguage = 'zh' | MarketplaceLanguage
export const SEARCH_LANGUAGES = Object.fromEntries(
  (['zh', ...MARKETPLACE_LANGUAGES] as const).map((language) => [language, languageName(language)]),
) as Readonly<Record<SearchLanguage, string>>

/** The marketplace's language for a locale of a shop: "pt" for "pt-BR"; undefined if 1688 does not have it. */
export function marketplaceLanguage(locale: string): MarketplaceLanguage | undefined {
  const [language] = locale.toLowerCase().split('-')
  return MARKETPLACE_LANGUAGES.find((one) => one === language)
}
