import { translationProvider } from '@huoqiao/contract/translations/providers.schema'
import type { TranslationProvider } from '@huoqiao/contract/translations/providers.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { ProviderRow, Spent } from './providers.store.ts'
import { costOf } from './spending.rules.ts'

/** Without its key: only whether one is stored. */
export const providerView = (row: ProviderRow, spent: Spent): TranslationProvider => ({
  ...wireOf(translationProvider, row),
  hasKey: row.sealedKey !== '',
  monthChars: spent.chars,
  monthPictures: spent.pictures,
  monthSpent: costOf(spent.scaled),
  can: { updateTranslationProvider: true, deleteTranslationProvider: true, testTranslationProvider: true },
})
