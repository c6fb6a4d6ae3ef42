import type { Clock } from '@huoqiao/connector-kit'
import type { CallOptions, Execute } from './operation.ts'
import { createTranslationReader } from './operations/read-translations.ts'
import { registerTranslations, removeTranslations } from './operations/register-translations.ts'
import type { TranslationEntry } from './operations/register-translations.ts'
import { shopLocales } from './operations/shop-locales.ts'
import { shopMarkets } from './operations/shop-markets.ts'
import { translatableParts } from './operations/translatable-parts.ts'

/** Languages and markets of a shop and translations of its products. Needs read_locales, read_markets, and write_translations for the rest. */
export const createTranslationMethods = ({ execute, clock }: { readonly execute: Execute; readonly clock: Clock }) => ({
  shopLocales: (options?: CallOptions) => shopLocales(execute, options),
  shopMarkets: (options?: CallOptions) => shopMarkets(execute, options),
  translatableParts: (productIds: readonly string[], options?: CallOptions) =>
    translatableParts(execute, productIds, options),
  readTranslations: createTranslationReader(execute, clock),
  registerTranslations: (resourceId: string, entries: readonly TranslationEntry[], options?: CallOptions) =>
    registerTranslations(execute, resourceId, entries, options),
  removeTranslations: (resourceId: string, what: Parameters<typeof removeTranslations>[2], options?: CallOptions) =>
    removeTranslations(execute, resourceId, what, options),
})
