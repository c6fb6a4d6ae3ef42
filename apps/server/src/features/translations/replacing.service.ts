import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { ReplacementHit } from '@huoqiao/contract/translations/replacing.endpoints'
import type { TranslationAction } from '@huoqiao/contract/translations/translations.status'
import type { RowOutcome } from '@huoqiao/contract/wire'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { safeDescription } from '../products/index.ts'
import { findTerm } from './glossary.store.ts'
import { checked } from './check-text.ts'
import { findMarketTexts } from './market-texts.store.ts'
import { marketView } from './market-scope.service.ts'
import type { MarketScopes } from './market-scope.service.ts'
import { findProductsWithText } from './replacing.store.ts'
import { replaced } from './replace.rules.ts'
import type { Replacement } from './replace.rules.ts'
import { fieldsFor } from './source-fields.rules.ts'
import { folded, formsOf } from './terms.rules.ts'
import type { TermsService } from './terms.service.ts'
import { findTexts } from './texts.store.ts'
import { keptOf, keptOfMarket } from './text.rules.ts'
import type { OpenProduct, TextEdit, TextWriting } from './text-writing.service.ts'
import type { KeptText, MarketOf, MarketScope, SourceField } from './translations.types.ts'

type Endpoints = typeof ENDPOINTS
export type ReplacingService = ReturnType<typeof replacingService>
type Deps = { db: Db; newId: NewId; writing: TextWriting; scopes: MarketScopes; terms: TermsService }
/** `source`: only texts whose source text contains this word. */
type Asked = Replacement & { locale: string; source?: string }
type From = { after?: string | undefined; limit: number }
/** `scope`: the market of the text; undefined: a general text. */
type Hit = ReplacementHit & { after: string; kept: KeptText; scope: MarketScope | undefined }

/** Products shown in a preview. */
const PREVIEW_MOST = 50
/** Products read at once. */
const PAGE = 50
/** Problems that a replacement must not cause. */
const REFUSED: readonly string[] = ['forbidden', 'length', 'html', 'placeholder']

/** In HTML, the inserted words are escaped too (`&` becomes `&amp;`), so that a second run recognises them. */
function replacedIn(format: SourceField['format'], text: string, asked: Replacement): string | undefined {
  if (format === 'plain') return replaced(text, asked)
  // Leading and trailing spaces are kept.
  const words = asked.replaceWith.trim()
  const replaceWith = asked.replaceWith.replace(words, () => safeDescription(words))
  const after = replaced(text, { ...asked, replaceWith })
  return after === undefined ? undefined : safeDescription(after)
}

export function replacingService({ db, newId, writing, scopes, terms }: Deps) {
  async function hitsIn(tx: Tx, product: OpenProduct, asked: Asked): Promise<Hit[]> {
    const { doc, fields } = product
    const sources = fieldsFor(fields, asked.locale)
    const general = groupBy(await findTexts(tx, [doc.id], [asked.locale]), ({ field }) => field)
    const ofMarkets = groupBy(await findMarketTexts(tx, [doc.id], [asked.locale]), ({ field }) => field)
    const glossary = await terms.glossary(tx, doc.storeIds)
    const hitOf = async (source: SourceField, kept: KeptText, of?: MarketOf): Promise<Hit | undefined> => {
      if (asked.source !== undefined && !folded(kept.sourceText).includes(folded(asked.source))) return undefined
      const after = replacedIn(source.format, kept.text, asked)
      if (after === undefined || after === kept.text) return undefined
      const scope = of && (await scopes.named(tx, doc.id, of))
      const former = new Set(checked(source, kept.text, asked.locale, glossary).map(({ message }) => message))
      return {
        productId: doc.id,
        title: doc.title || doc.titleZh,
        field: source.field,
        label: source.label,
        ...(scope ? { market: marketView(scope).name } : {}),
        before: kept.text,
        after,
        locked: kept.locked,
        problems:
          after.trim() === ''
            ? [{ word: 'length', message: '替换后没有内容了' }]
            : checked(source, after, asked.locale, glossary).filter(({ message }) => !former.has(message)),
        kept,
        scope,
      }
    }
    const hits: (Hit | undefined)[] = []
    for (const source of sources) {
      for (const row of general.get(source.field) ?? []) hits.push(await hitOf(source, keptOf(row)))
      for (const row of ofMarkets.get(source.field) ?? []) hits.push(await hitOf(source, keptOfMarket(row), row))
    }
    return hits.filter((hit) => hit !== undefined)
  }

  /** Returns how many texts were changed. */
  async function writeHits(
    tx: Tx,
    product: OpenProduct,
    locale: string,
    hits: readonly Hit[],
    about: { action: TranslationAction; by: By; batchId: string },
  ): Promise<number> {
    let changed = 0
    for (const those of groupBy(hits, ({ scope }) => (scope ? `${scope.storeId} ${scope.market}` : '')).values()) {
      const { scope } = those[0]!
      const edits = those.map(({ field, after, kept }): TextEdit => ({ field, after: { ...kept, text: after } }))
      changed += scope
        ? (await writing.writeOfMarket(tx, product, scope, locale, edits, about)).length
        : (await writing.write(tx, product, locale, edits, about)).changed.length
    }
    return changed
  }

  /**
   * The hits of each product, in the order of product ids. The query also finds products that have the words only inside other words; these are
   * skipped and do not count towards the limit.
   */
  async function* productsWithHits(asked: Asked, from?: string): AsyncGenerator<Hit[]> {
    for (let after = from; ;) {
      const ids = await findProductsWithText(db.handle, asked, after, PAGE)
      for (const product of (await writing.open(db.handle, ids)).values()) {
        const hits = await hitsIn(db.handle, product, asked)
        if (hits.length > 0) yield hits
      }
      if (ids.length < PAGE) return
      after = ids.at(-1)
    }
  }

  async function replaceAll(call: Call, asked: Asked, { after, limit }: From, action: TranslationAction) {
    const batchId = newId()
    const rows: RowOutcome[] = []
    const titles: Record<string, string> = {}
    let next: string | undefined
    for await (const [seen] of productsWithHits(asked, after)) {
      if (rows.length === limit) {
        next = rows.at(-1)!.key
        break
      }
      const id = seen!.productId
      const row = await db.transaction(async (tx): Promise<RowOutcome | undefined> => {
        const product = (await writing.openLocked(tx, [id])).get(id)
        if (product === undefined) return undefined
        const hits = await hitsIn(tx, product, asked)
        if (hits.length === 0) return undefined
        const wrong = hits.find(({ problems }) => problems.some(({ word }) => REFUSED.includes(word)))
        const may = hits.filter(({ problems }) => !problems.some(({ word }) => REFUSED.includes(word)))
        const changed = await writeHits(tx, product, asked.locale, may, { action, by: byOf(call), batchId })
        const why = wrong === undefined ? '' : `${wrong.label}：${wrong.problems[0]!.message}`
        if (changed === 0) return { key: id, ok: false, word: 'state-not-allowed', message: why }
        return {
          key: id,
          ok: true,
          ...(why === '' ? {} : { partly: true }),
          message: `改了 ${changed} 处${why === '' ? '' : `；没有改：${why}`}`,
        }
      })
      if (row === undefined) continue
      rows.push(row)
      titles[id] = seen!.title
    }
    if (rows.length === 0) throw new Refusal('unchanged', { why: `译文里没有“${asked.find}”` })
    return { batchId, rows: outcomeOf(rows), titles, ...(next === undefined ? {} : { next }) }
  }

  const sane = <T extends Replacement>(asked: T): T => {
    if (asked.find.trim() === '') throw invalidField('find', '该项为必填项')
    if (asked.find === asked.replaceWith) throw invalidField('replaceWith', '和要找的一样')
    return asked
  }

  return {
    async previewReplaceTranslations(
      input: InputOf<Endpoints['previewReplaceTranslations']>,
    ): Promise<OutputOf<Endpoints['previewReplaceTranslations']>> {
      const asked = sane(input)
      const list: ReplacementHit[] = []
      let products = 0
      for await (const hits of productsWithHits(asked)) {
        if ((products += 1) > PREVIEW_MOST) break
        for (const { kept: _kept, scope: _scope, ...hit } of hits) list.push(hit)
      }
      return {
        list,
        total: list.length,
        page: 1,
        pageSize: Math.max(list.length, 1),
        ...(products > PREVIEW_MOST ? { totalCapped: true } : {}),
      }
    },

    async replaceTranslations(
      call: Call,
      input: InputOf<Endpoints['replaceTranslations']>,
    ): Promise<OutputOf<Endpoints['replaceTranslations']>> {
      return replaceAll(call, sane(input), input, 'replace')
    },

    async applyGlossaryTerm(
      call: Call,
      { id, former, ...from }: InputOf<Endpoints['applyGlossaryTerm']>,
    ): Promise<OutputOf<Endpoints['applyGlossaryTerm']>> {
      const term = await findTerm(db.handle, id)
      if (term === undefined) throw new Refusal('not-found')
      call.notes.object('glossary-term', id, term.source)
      const [wanted] = formsOf(term)
      if (term.kind !== 'forced' || wanted === undefined || term.locale === '')
        throw new Refusal('state-not-allowed', { why: '只有一种语言的强制译法能用到已有译文' })
      const asked = { find: former, replaceWith: wanted, isExactCase: false, isWholeWord: true, source: term.source }
      return replaceAll(call, { ...asked, locale: term.locale }, from, 'glossary')
    },
  }
}
