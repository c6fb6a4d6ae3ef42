import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { languageName } from '@huoqiao/contract/languages'
import type { TranslationSheet } from '@huoqiao/contract/translations/translations.schema'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import { Refusal } from '../../platform/refusal.ts'
import { safeDescription } from '../products/index.ts'
import type { ProductDoc } from '../products/index.ts'
import { checked } from './check-text.ts'
import type { MarketScopes } from './market-scope.service.ts'
import { findMarketTexts } from './market-texts.store.ts'
import type { SheetViews } from './sheet-view.service.ts'
import { fieldsFor } from './source-fields.rules.ts'
import { findTexts } from './texts.store.ts'
import type { TermsService } from './terms.service.ts'
import { approvedText, keptOf, typedText } from './text.rules.ts'
import type { OpenProduct, TextEdit, TextWriting } from './text-writing.service.ts'
import type { MarketScope } from './translations.types.ts'

type Endpoints = typeof ENDPOINTS
export type ProductTexts = ReturnType<typeof productTexts>
type Deps = { db: Db; writing: TextWriting; terms: TermsService; scopes: MarketScopes; views: SheetViews }

/** Problems for which even a person's text is refused; other problems are only shown. */
const REFUSED: readonly string[] = ['forbidden', 'length']

type Asked = {
  edits: InputOf<Endpoints['saveTranslations']>['edits']
  /** versions of the stored texts, by field */
  versions: ReadonlyMap<string, number>
  scope: MarketScope | undefined
}

/** One product in one language: reading, editing, approving, locking. */
export function productTexts({ db, writing, terms, scopes, views }: Deps) {
  const opened = async (tx: Tx, productId: string, isLocked = false): Promise<OpenProduct> => {
    const found = (await (isLocked ? writing.openLocked(tx, [productId]) : writing.open(tx, [productId]))).get(
      productId,
    )
    if (found === undefined) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
    return found
  }

  const name = (call: Call, { doc }: OpenProduct, locale: string, scope?: MarketScope): void =>
    call.notes.object('translation', doc.id, sheetTitle(doc, locale, scope))

  /** The edits that may be saved, by field. Throws a refusal for others. */
  async function accepted(
    tx: Tx,
    product: OpenProduct,
    locale: string,
    { edits, versions, scope }: Asked,
  ): Promise<TextEdit[]> {
    const sources = new Map(fieldsFor(product.fields, locale).map((source) => [source.field, source]))
    const glossary = await terms.glossary(tx, scope ? [scope.storeId] : product.doc.storeIds)
    const faults: Record<string, string> = {}
    const written: TextEdit[] = []
    const seen = new Set<string>()
    for (const { field, text, version } of edits) {
      const source = sources.get(field)
      const isRemoved = text === null && scope !== undefined
      if (seen.has(field)) faults[field] = '同一字段改了两次，只能留一次'
      else if (source === undefined && !isRemoved) faults[field] = '商品没有这个字段了，请刷新'
      else if ((versions.get(field) ?? 0) !== version)
        throw new Refusal('stale', { current: await views.sheet(tx, product, locale, scope) })
      else if (isRemoved) written.push({ field, after: null })
      else if (text === null) faults[field] = '译文不能为空'
      else if (scope?.isThere === false) faults[field] = '店铺没有这个市场了，只能移除专用译文'
      else {
        const safe = source!.format === 'html' ? safeDescription(text) : text
        const fault = checked(source!, safe, locale, glossary).find(({ word }) => REFUSED.includes(word))
        if (fault) faults[field] = fault.message
        else written.push({ field, after: typedText(source!, safe) })
      }
      seen.add(field)
    }
    if (Object.keys(faults).length > 0) throw new Refusal('invalid', { fields: faults })
    return written
  }

  return {
    async getProductTranslations(
      tx: Tx,
      { productId, locale, ...of }: InputOf<Endpoints['getProductTranslations']>,
    ): Promise<TranslationSheet> {
      const product = await opened(tx, productId)
      return views.sheet(tx, product, locale, await scopes.scopeOf(tx, productId, of))
    },

    async saveTranslations(
      tx: Tx,
      call: Call,
      { productId, locale, edits, ...of }: InputOf<Endpoints['saveTranslations']>,
    ): Promise<TranslationSheet> {
      const product = await opened(tx, productId, true)
      const scope = await scopes.scopeOf(tx, productId, of)
      name(call, product, locale, scope)
      if (product.doc.recycledAt !== null) throw new Refusal('state-not-allowed', { why: '商品在回收站，请先恢复' })
      const stored = scope
        ? await findMarketTexts(tx, [productId], [locale], scope)
        : await findTexts(tx, [productId], [locale])
      const rows = new Map(stored.map(({ field, text, version }) => [field, { text, version }]))
      const versions = new Map([...rows].map(([field, { version }]) => [field, version]))
      const written = await accepted(tx, product, locale, { edits, versions, scope })
      const about = { action: 'edit' as const, by: byOf(call) }
      if (scope) await writing.writeOfMarket(tx, product, scope, locale, written, about)
      else await writing.write(tx, product, locale, written, about)
      const labels = new Map(product.fields.map(({ field, label }) => [field, label]))
      for (const { field, after } of written) {
        const before = rows.get(field)?.text ?? null
        const now = after?.text ?? null
        if (before !== now) call.notes.change(labels.get(field) ?? field, before, now)
      }
      return views.sheet(tx, product, locale, scope)
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
              // Outdated texts are only approved if the fields are named: whether a translation still fits must be decided for each field.
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
      return views.sheet(tx, product, locale, undefined)
    },
  }
}

/** Name of a product's texts in one language, for the operation log. */
export const sheetTitle = (doc: ProductDoc, locale: string, scope?: MarketScope): string =>
  `${doc.title || doc.titleZh}（${languageName(locale)}${scope ? ` · ${scope.storeName} · ${scope.marketName}` : ''}）`
