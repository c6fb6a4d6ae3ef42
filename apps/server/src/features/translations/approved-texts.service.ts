import { findTexts } from './texts.store.ts'
import type { TextWriting } from './text-writing.service.ts'
import type { TranslationsApi } from './translations.types.ts'

/** What the push of translations to shops reads. */
export const approvedTexts = ({ writing }: { writing: TextWriting }): TranslationsApi => ({
  async approvedTexts(tx, productIds, locales) {
    const opened = await writing.open(tx, productIds)
    const rows = await findTexts(tx, [...opened.keys()], locales)
    return rows.flatMap(({ productId, field, locale, text, isApproved, sourceDigest }) => {
      const source = opened.get(productId)?.fields.find((one) => one.field === field)
      if (!isApproved || source === undefined) return []
      return [{ productId, field, locale, text, digest: sourceDigest, isOutdated: sourceDigest !== source.digest }]
    })
  },

  async sourceFields(tx, productIds) {
    return new Map([...(await writing.open(tx, productIds))].map(([id, { fields }]) => [id, fields]))
  },
})
