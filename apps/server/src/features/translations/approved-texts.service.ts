import { findMarketTexts } from './market-texts.store.ts'
import { pictureNeeds } from './pictures.service.ts'
import { findTexts } from './texts.store.ts'
import type { TextWriting } from './text-writing.service.ts'
import type { TermsService } from './terms.service.ts'
import type { TranslationsApi } from './translations.types.ts'

/** The texts that the push of translations to shops reads. */
export const approvedTexts = ({ writing, terms }: { writing: TextWriting; terms: TermsService }): TranslationsApi => ({
  async approvedTexts(tx, productIds, locales, storeId) {
    const opened = await writing.open(tx, productIds)
    const glossary = await terms.glossary(tx, [storeId])
    const ids = [...opened.keys()]
    const general = (await findTexts(tx, ids, locales)).filter(({ isApproved }) => isApproved)
    const ofMarkets = await findMarketTexts(tx, ids, locales, { storeId })
    return [
      ...general.map((row) => ({ row, market: undefined })),
      ...ofMarkets.map((row) => ({ row, market: { id: row.market, name: row.marketName } })),
    ].flatMap(({ row: { productId, field, locale, text, sourceDigest }, market }) => {
      const source = opened.get(productId)?.fields.find((one) => one.field === field)
      if (source === undefined) return []
      const hits = glossary.forbidden(text, locale).map(({ term }) => term)
      const forbidden = [...new Set(hits.map(({ source: word, note }) => (note ? `${word}（${note}）` : word)))]
      const isOutdated = sourceDigest !== source.digest
      return [{ productId, field, locale, market, text, digest: sourceDigest, isOutdated, forbidden }]
    })
  },

  async sourceFields(tx, productIds) {
    return new Map([...(await writing.open(tx, productIds))].map(([id, { fields }]) => [id, fields]))
  },

  pictureNeeds: (tx, productIds, locales) => pictureNeeds(writing, tx, productIds, locales),
})
