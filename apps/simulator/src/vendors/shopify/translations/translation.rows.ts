/** A translation of one field of a resource. Its text is what shoppers of that language read. */
export type TranslationRow = {
  key: string
  locale: string
  /** the only market that it applies to; absent: all markets */
  marketId?: string
  value: string
  /** digest of the source text that it translates; the translation is outdated when the present source has another digest */
  digest: string
  /** who wrote it: the app through the API, or staff and other apps */
  by: 'app' | 'staff'
  updatedAt: string
}

/** All translations of a resource, so that one put is one change. */
export type TranslatedRow = { id: string; translations: TranslationRow[] }

/** A language that staff added, changed or removed; a removed one keeps its row, so that it does not return. */
export type LocaleChange = { locale: string; name: string; primary: boolean; published: boolean; removed: boolean }
