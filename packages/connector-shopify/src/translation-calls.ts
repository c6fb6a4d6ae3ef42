import type { CallOptions, Execute } from './operation.ts'
import { readTranslations } from './operations/read-translations.ts'
import { registerTranslations, removeTranslations } from './operations/register-translations.ts'
import type { TranslationEntry } from './operations/register-translations.ts'
import { shopLocales } from './operations/shop-locales.ts'
import { shopMarkets } from './operations/shop-markets.ts'
import { translatableParts } from './operations/translatable-parts.ts'

/** Languages and markets of a shop and translations of its products. Needs read_locales, read_markets, and write_translations for the rest. */
export const createTranslationMethods = (execute: Execute) => ({
  shopLocales: (options?: CallOptions) => shopLocales(execute, options),
  shopMarkets: (options?: CallOptions) => shopMarkets(execute, options),
  translatableParts: (productIds: readonly string[], options?: CallOptions) =>
    translatableParts(execute, productIds, options),
  readTranslations: (
    ids: readonly string[],
    locales: readonly string[],
    { marketId, ...options }: CallOptions & { readonly marketId?: string } = {},
  ) => readTranslations(execute, ids, locales, options, marketId),
  registerTranslations: (resourceId: string, entries: readonly TranslationEntry[], options?: CallOptions) =>
    registerTranslations(execute, resourceId, entries, options),
  removeTranslations: (resourceId: string, what: Parameters<typeof removeTranslations>[2], options?: CallOptions) =>
    removeTranslations(execute, resourceId, what, options),
})
