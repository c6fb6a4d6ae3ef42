import { findTexts } from './texts.store.ts'
import type { TextWriting } from './text-writing.service.ts'
import type { TermsService } from './terms.service.ts'
import type { TranslationsApi } from './translations.types.ts'

/** What the push of translations to shops reads. */
export const approvedTexts = ({ writing, terms }: { writing: TextWriting; terms: TermsService }): TranslationsApi => ({
  async approvedTexts(tx, productIds, locales, storeId) {
    const opened = await writing.open(tx, productIds)
    const glossary = await terms.glossary(tx, [storeId])
    const rows = await findTexts(tx, [...opened.keys()], locales)
    return rows.flatMap(({ productId, field, locale, text, isApproved, sourceDigest }) => {
      const source = opened.get(productId)?.fields.find((one) => one.field === field)
      if (!isApproved || source === undefined) return []
      const forbidden = glossary
        .forbidden(text, locale)
        .map(({ term: { source: word, note } }) => (note ? `${word}（${note}）` : word))
      const isOutdated = sourceDigest !== source.digest
      return [{ productId, field, locale, text, digest: sourceDigest, isOutdated, forbidden: [...new Set(forbidden)] }]
    })
  },

  async sourceFields(tx, productIds) {
    return new Map([...(await writing.open(tx, productIds))].map(([id, { fields }]) => [id, fields]))
  },
})
