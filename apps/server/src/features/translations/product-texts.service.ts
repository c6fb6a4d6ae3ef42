import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { languageName } from '@huoqiao/contract/languages'
import type { TranslationProposal, TranslationSheet } from '@huoqiao/contract/translations/translations.schema'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import { Refusal } from '../../platform/refusal.ts'
import { safeDescription } from '../products/index.ts'
import { problemsOf } from './check.rules.ts'
import { marketplaceTexts } from './marketplace-texts.rules.ts'
import type { OfferTextsService } from './offer-texts.service.ts'
import { exact, knownTexts, nearTexts } from './proposals.service.ts'
import { sheetOf, stateOf } from './sheet.rules.ts'
import { fieldsFor } from './source-fields.rules.ts'
import { findTexts } from './texts.store.ts'
import type { Glossary, TermsService } from './terms.service.ts'
import { approvedText, keptOf, typedText } from './text.rules.ts'
import type { OpenProduct, TextEdit, TextWriting } from './text-writing.service.ts'
import { termHitView } from './terms.view.ts'
import { sourceIn } from './units.rules.ts'
import { translationView } from './translations.view.ts'
import type { SourceField } from './translations.types.ts'

type Endpoints = typeof ENDPOINTS
export type ProductTexts = ReturnType<typeof productTexts>
type Deps = { db: Db; writing: TextWriting; terms: TermsService; offers: Pick<OfferTextsService, 'known'> }

/** Problems for which a person's text is refused too; the others are shown. */
const REFUSED: readonly string[] = ['forbidden', 'length']
/** Similar texts are looked up for the first open texts of a product. */
const NEAR_FIELDS = 40
const isOpen = (row: { isApproved: boolean } | undefined): boolean => row?.isApproved !== true

/** One product in one language: reading, editing, approving, locking. */
export function productTexts({ db, writing, terms, offers }: Deps) {
  const opened = async (tx: Tx, productId: string, isLocked = false): Promise<OpenProduct> => {
    const found = (await (isLocked ? writing.openLocked(tx, [productId]) : writing.open(tx, [productId]))).get(
      productId,
    )
    if (found === undefined) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
    return found
  }

  const name = (call: Call, { doc }: OpenProduct, locale: string): void =>
    call.notes.object('translation', doc.id, `${doc.title || doc.titleZh}（${languageName(locale)}）`)

  const sheetView = async (tx: Tx, product: OpenProduct, locale: string): Promise<TranslationSheet> => {
    const { doc, fields } = product
    const texts = await findTexts(tx, [doc.id])
    const own = new Map(texts.flatMap((row) => (row.locale === locale ? [[row.field, row] as const] : [])))
    const byField = groupBy(texts, ({ field }) => field)
    const glossary = await terms.glossary(tx, doc.storeIds)
    const wanted = fieldsFor(fields, locale)
    const proposals = await knownTexts(tx, wanted, locale, glossary)
    const offered = marketplaceTexts(doc, wanted, await offers.known(tx, doc, locale))
    const near = new Map<string, TranslationProposal[]>()
    for (const source of wanted
      .filter(({ field }) => isOpen(own.get(field)) && !proposals.has(field))
      .slice(0, NEAR_FIELDS))
      near.set(source.field, await nearTexts(tx, source, locale))
    return {
      productId: doc.id,
      title: doc.title || doc.titleZh,
      image: doc.images.find(({ dropped }) => !dropped)?.url ?? null,
      locale,
      sheet: sheetOf(fields, [...own.values()], locale),
      fields: wanted.map((source) => {
        const row = own.get(source.field)
        const known = proposals.get(source.field)
        const given = offered.get(source.field)
        return {
          field: source.field,
          label: source.label,
          format: source.format,
          most: source.most,
          source: source.text,
          sourceLocale: source.locale,
          translation: row === undefined ? null : translationView(source, row),
          others: (byField.get(source.field) ?? []).flatMap((one) =>
            one.locale === locale ? [] : [{ locale: one.locale, text: one.text, state: stateOf(source, one) }],
          ),
          terms: glossary.demanded(source.text, locale).map(termHitView),
          proposals: [
            ...(known === undefined ? [] : [known]),
            ...(given === undefined || given === known?.text
              ? []
              : [{ ...exact('marketplace', source.text, given), by: null, at: null }]),
            ...(near.get(source.field) ?? []),
          ].filter((one) => one.text !== row?.text),
          problems: row === undefined ? [] : checked(source, row.text, locale, glossary),
        }
      }),
      can: {
        saveTranslations: doc.recycledAt === null || '商品在回收站，请先恢复',
        approveTranslations: wanted.some(({ field }) => own.get(field)?.isApproved === false) || '没有机器译文',
      },
    }
  }

  return {
    async getProductTranslations(
      tx: Tx,
      { productId, locale }: InputOf<Endpoints['getProductTranslations']>,
    ): Promise<TranslationSheet> {
      return sheetView(tx, await opened(tx, productId), locale)
    },

    async saveTranslations(
      tx: Tx,
      call: Call,
      { productId, locale, edits }: InputOf<Endpoints['saveTranslations']>,
    ): Promise<TranslationSheet> {
      const product = await opened(tx, productId, true)
      name(call, product, locale)
      if (product.doc.recycledAt !== null) throw new Refusal('state-not-allowed', { why: '商品在回收站，请先恢复' })
      const sources = new Map(fieldsFor(product.fields, locale).map((source) => [source.field, source]))
      const rows = new Map((await findTexts(tx, [productId], [locale])).map((row) => [row.field, row]))
      const glossary = await terms.glossary(tx, product.doc.storeIds)
      const faults: Record<string, string> = {}
      const written: TextEdit[] = []
      for (const { field, text, version } of edits) {
        const source = sources.get(field)
        if (source === undefined) faults[field] = '商品没有这个字段了，请刷新'
        else if ((rows.get(field)?.version ?? 0) !== version)
          throw new Refusal('stale', { current: await sheetView(tx, product, locale) })
        else {
          const safe = source.format === 'html' ? safeDescription(text) : text
          const fault = checked(source, safe, locale, glossary).find(({ word }) => REFUSED.includes(word))
          if (fault) faults[field] = fault.message
          else written.push({ field, after: typedText(source, safe) })
        }
      }
      if (Object.keys(faults).length > 0) throw new Refusal('invalid', { fields: faults })
      await writing.write(tx, product, locale, written, { action: 'edit', by: byOf(call) })
      for (const { field, after } of written) {
        const before = rows.get(field)?.text ?? null
        if (before !== after!.text) call.notes.change(sources.get(field)!.label, before, after!.text)
      }
      return sheetView(tx, product, locale)
    },

    /** Each product in its own transaction. */
    approveTranslations(
      call: Call,
      { productIds, locale, fields }: InputOf<Endpoints['approveTranslations']>,
    ): Promise<OutputOf<Endpoints['approveTranslations']>> {
      return eachRow(
        [...new Set(productIds)],
        (id) => id,
        (id) =>
          db.transaction(async (tx) => {
            const product = await opened(tx, id, true)
            name(call, product, locale)
            const rows = new Map((await findTexts(tx, [id], [locale], fields)).map((row) => [row.field, row]))
            const edits = fieldsFor(product.fields, locale).flatMap((source): TextEdit[] => {
              const row = rows.get(source.field)
              if (row === undefined) return []
              const isOutdated = row.sourceDigest !== source.digest
              // What a changed source text means for a translation is decided field by field.
              if (isOutdated ? fields === undefined : row.isApproved) return []
              return [{ field: source.field, after: approvedText(source, keptOf(row)) }]
            })
            const { changed } = await writing.write(tx, product, locale, edits, { action: 'approve', by: byOf(call) })
            return changed.length === 0
              ? { ok: false, word: 'state-not-allowed', message: '没有待审的译文' }
              : { ok: true, message: `通过 ${changed.length} 个字段` }
          }),
      )
    },

    async lockTranslations(
      tx: Tx,
      call: Call,
      { productId, locale, fields, locked }: InputOf<Endpoints['lockTranslations']>,
    ): Promise<TranslationSheet> {
      const product = await opened(tx, productId, true)
      name(call, product, locale)
      const rows = await findTexts(tx, [productId], [locale], fields)
      const edits = rows.map((row) => ({ field: row.field, after: { ...keptOf(row), locked } }))
      const { changed } = await writing.write(tx, product, locale, edits, {
        action: locked ? 'lock' : 'unlock',
        by: byOf(call),
      })
      if (changed.length === 0) throw new Refusal('unchanged', { why: '这些字段没有译文，或已经是这样' })
      call.notes.change('locked', !locked, locked)
      return sheetView(tx, product, locale)
    },
  }
}

export const checked = (source: SourceField, text: string, locale: string, glossary: Glossary) =>
  problemsOf({
    source: sourceIn(source.text, locale, glossary.imperial),
    text,
    locale,
    format: source.format,
    most: source.most,
    terms: glossary.demanded(source.text, locale),
    forbidden: glossary.forbidden(text, locale),
  })
