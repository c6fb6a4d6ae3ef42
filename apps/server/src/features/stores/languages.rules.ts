import type { StoreLanguage } from '@huoqiao/contract/stores/stores.schema'
import type { StoreLanguages } from './stores.types.ts'

/** The languages of a shop by what can be done with them. */
export const languagesFrom = (languages: readonly StoreLanguage[], readAt: Date | null): StoreLanguages => {
  const others = languages.filter(({ primary }) => !primary)
  return {
    primary: languages.find(({ primary }) => primary)?.locale,
    published: others.filter(({ published }) => published).map(({ locale }) => locale),
    unpublished: others.filter(({ published }) => !published).map(({ locale }) => locale),
    readAt,
  }
}
