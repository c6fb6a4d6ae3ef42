import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { languageName } from '@huoqiao/contract/languages'
import type { ImportedText } from '@huoqiao/contract/translations/exchange.endpoints'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import { SheetFault } from '../../platform/zip-reader.ts'
import { safeDescription } from '../products/index.ts'
import { checked } from './check-text.ts'
import { fitsIntoCells, readTextSheet, workbookOf } from './exchange-sheet.ts'
import { marketKey, marketOfKey } from './exchange.types.ts'
import type { ExchangedText, ReadTexts } from './exchange.types.ts'
import { marketView } from './market-scope.service.ts'
import type { MarketScopes } from './market-scope.service.ts'
import { findMarketTexts } from './market-texts.store.ts'
import type { MarketTextRow } from './market-texts.store.ts'
import { stateOf } from './sheet.rules.ts'
import { fieldsFor } from './source-fields.rules.ts'
import type { TermsService } from './terms.service.ts'
import { findTexts } from './texts.store.ts'
import { typedText } from './text.rules.ts'
import type { OpenProduct, TextEdit, TextWriting } from './text-writing.service.ts'
import type { MarketOf, MarketScope } from './translations.types.ts'
import { readXliff, xliffOf } from './xliff.ts'

type Endpoints = typeof ENDPOINTS
export type ExchangeService = ReturnType<typeof exchangeService>
/** `why`: the reason why texts can't be written for this market. */
type Market = { scope?: MarketScope; why?: string }
type Judged = { texts: ImportedText[]; edits: TextEdit[]; scope: MarketScope | undefined }
type Deps = { db: Db; newId: NewId; writing: TextWriting; scopes: MarketScopes; terms: TermsService }

const MOST_PRODUCTS = 500

/** Exports texts for translators, and imports their files. */
export function exchangeService({ db, newId, writing, scopes, terms }: Deps) {
  /** With `of`: each field for that market. Otherwise: each field's general text, followed by the texts of single markets. */
  async function textsOf(
    {
      productIds,
      locale,
      openOnly,
    }: Pick<InputOf<Endpoints['exportTranslations']>, 'productIds' | 'locale' | 'openOnly'>,
    of: MarketScope | undefined,
  ): Promise<ExchangedText[]> {
    const opened = await writing.open(db.handle, [...new Set(productIds)])
    const ids = [...opened.keys()]
    const general = groupBy(await findTexts(db.handle, ids, [locale]), ({ productId }) => productId)
    const marketRows = await findMarketTexts(db.handle, ids, [locale], of)
    const ofMarkets = groupBy(marketRows, ({ productId }) => productId)
    const names = await scopes.markets(db.handle, [], marketRows)
    const nameOf = ({ storeId, market }: MarketOf): string =>
      names.find((one) => one.storeId === storeId && one.marketId === market)!.name
    return [...opened].flatMap(([productId, { doc, fields }]) => {
      const [own, special] = [general.get(productId) ?? [], ofMarkets.get(productId) ?? []]
      return fieldsFor(fields, locale).flatMap((source): ExchangedText[] => {
        const row = own.find(({ field }) => field === source.field)
        const base = {
          productId,
          title: doc.title || doc.titleZh,
          field: source.field,
          label: source.label,
          source: source.text,
          sourceLocale: source.locale,
        }
        const those = special.filter(({ field }) => field === source.field)
        const ofMarket = (key: MarketOf, marketName: string, one: MarketTextRow | undefined): ExchangedText => ({
          ...base,
          market: marketKey(key),
          marketName,
          general: row?.text ?? '',
          target: one?.text ?? '',
          isApproved: stateOf(source, one && { ...one, isApproved: true }) === 'approved',
        })
        const texts: ExchangedText[] =
          of !== undefined
            ? [ofMarket(of, marketView(of).name, those[0])]
            : [
                {
                  ...base,
                  market: '',
                  marketName: '',
                  general: '',
                  target: row?.text ?? '',
                  isApproved: stateOf(source, row) === 'approved',
                },
                ...those.map((one) => ofMarket(one, nameOf(one), one)),
              ]
        return openOnly ? texts.filter(({ isApproved }) => !isApproved) : texts
      })
    })
  }

  async function read(bytes: Buffer): Promise<ReadTexts> {
    try {
      // Bounded: only the beginning of the file.
      const isXml = /^\uFEFF?\s{0,20}</.test(bytes.subarray(0, 64).toString('utf8'))
      return isXml ? await readXliff(bytes) : await readTextSheet(bytes)
    } catch (error) {
      if (error instanceof SheetFault) throw new Refusal('file-refused', { why: error.message })
      throw error
    }
  }

  /** The outcome of importing texts of one product, for one market or for all. */
  async function judged(
    tx: Tx,
    product: OpenProduct | undefined,
    texts: ReadTexts['texts'],
    locale: string,
    market: Market,
  ): Promise<Judged> {
    const outcomes: ImportedText[] = []
    const edits: TextEdit[] = []
    const { scope } = market
    const productId = product?.doc.id ?? ''
    const sources = new Map(
      product === undefined ? [] : fieldsFor(product.fields, locale).map((source) => [source.field, source]),
    )
    const stored = scope
      ? (await findMarketTexts(tx, [productId], [locale], scope)).map((row) => ({ ...row, isApproved: true }))
      : await findTexts(tx, product === undefined ? [] : [productId], [locale])
    const rows = new Map(stored.map((row) => [row.field, row]))
    const glossary = await terms.glossary(tx, scope ? [scope.storeId] : (product?.doc.storeIds ?? []))
    const seen = new Set<string>()
    for (const { productId: named, field, source: given, target } of texts) {
      const source = sources.get(field)
      const row = rows.get(field)
      const after = source?.format === 'html' ? safeDescription(target) : target.trim()
      const tell = (outcome: ImportedText['outcome'], why = ''): void =>
        void outcomes.push({
          productId: named,
          title: product === undefined ? '' : product.doc.title || product.doc.titleZh,
          field,
          label: source?.label ?? field,
          ...(scope ? { market: marketView(scope).name } : {}),
          before: row?.text ?? null,
          after,
          outcome,
          why,
        })
      if (product === undefined) tell('refused', '没有这个商品，可能是别的账套的文件')
      else if (market.why !== undefined) tell('refused', market.why)
      else if (source === undefined) tell('refused', '商品没有这个字段了')
      else if (after === '') tell('same')
      else if (seen.has(field)) tell('refused', '文件里这个字段有两段译文，只用前一段')
      else if (plain(given) !== plain(source.text)) tell('refused', '原文和现在的不一样，请重新导出')
      else if (row?.text === after && row.isApproved && row.sourceDigest === source.digest) {
        seen.add(field)
        tell('same')
      } else if (scope?.isThere === false) tell('refused', '店铺没有这个市场了')
      else {
        const [problem] = checked(source, after, locale, glossary)
        if (problem !== undefined) tell('refused', problem.message)
        else {
          seen.add(field)
          tell('change')
          edits.push({ field, after: typedText(source, after) })
        }
      }
    }
    return { texts: outcomes, edits, scope }
  }

  /** The market that a file names; `why`: it can't be used. */
  async function marketOf(tx: Tx, product: OpenProduct | undefined, key: string): Promise<Market> {
    if (key === '' || product === undefined) return {}
    const of = marketOfKey(key)
    if (of === undefined) return { why: '市场编号读不懂，请用这里导出的文件' }
    try {
      return { scope: await scopes.named(tx, product.doc.id, of) }
    } catch (error) {
      if (isRefusal(error)) return { why: error.detail.why ?? '没有这个市场' }
      throw error
    }
  }

  /** The outcome of importing the texts of one product, general texts first. */
  async function judgedByMarket(
    tx: Tx,
    product: OpenProduct | undefined,
    texts: ReadTexts['texts'],
    locale: string,
  ): Promise<Judged[]> {
    const parts: Judged[] = []
    const byMarket = groupBy(texts, ({ market }) => plainKey(market))
    for (const [key, ofMarket] of [...byMarket].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      parts.push(await judged(tx, product, ofMarket, locale, await marketOf(tx, product, key)))
    return parts
  }

  return {
    async exportTranslations(
      call: Call,
      { productIds, locale, format, openOnly, ...of }: InputOf<Endpoints['exportTranslations']>,
    ): Promise<OutputOf<Endpoints['exportTranslations']>> {
      const scope = await scopes.scopeOf(db.handle, productIds[0]!, of)
      const all = await textsOf({ productIds, locale, openOnly }, scope)
      if (all.length === 0)
        throw new Refusal('unchanged', { why: openOnly ? '都审过了，没有要导出的' : '没有要翻译的' })
      const isSheet = format === 'xlsx'
      const texts = isSheet ? all.filter(fitsIntoCells) : all
      const bytes = isSheet ? await workbookOf(texts) : Buffer.from(xliffOf(texts, locale))
      // A file that could not be imported again is not exported.
      const unreadable = await (isSheet ? readTextSheet(bytes) : readXliff(bytes)).catch(faultOf)
      if (unreadable instanceof SheetFault)
        throw new Refusal('too-large', {
          why: `${texts.length} 段太多，一个文件放不下（${unreadable.message}）：少选一些商品${isSheet ? '，或导出 XLIFF' : ''}`,
        })
      const named = scope ? `${languageName(locale)} · ${marketView(scope).name}` : languageName(locale)
      call.notes.object('translation', productIds[0]!, `${named}，${texts.length} 段`)
      return {
        fileName: `译文-${languageName(locale)}${scope ? `-${scope.marketName.replaceAll(/[^\p{L}\p{N} ]+/gu, ' ').trim()}` : ''}.${isSheet ? 'xlsx' : 'xliff'}`,
        content: bytes.toString('base64'),
        texts: texts.length,
        left: all.length - texts.length,
      }
    },

    /** Each product in its own transaction. */
    async importTranslations(
      call: Call,
      { locale, dryRun }: InputOf<Endpoints['importTranslations']>,
    ): Promise<OutputOf<Endpoints['importTranslations']>> {
      const file = await read(call.file.bytes)
      if (file.locale !== '' && file.locale !== locale)
        throw new Refusal('file-refused', {
          why: `文件是${languageName(file.locale)}的译文，现在选的是${languageName(locale)}`,
          next: [{ label: '选对语言后再导入' }],
        })
      const byProduct = groupBy(file.texts, ({ productId }) => productId)
      if (byProduct.size === 0) throw new Refusal('file-refused', { why: '文件里没有译文' })
      if (byProduct.size > MOST_PRODUCTS) throw new Refusal('file-refused', { why: `一次最多 ${MOST_PRODUCTS} 个商品` })
      const batchId = newId()
      const texts: ImportedText[] = []
      let written = 0
      for (const [productId, ofProduct] of byProduct)
        await db.transaction(async (tx) => {
          const product = UUID.test(productId) ? (await writing.openLocked(tx, [productId])).get(productId) : undefined
          for (const part of await judgedByMarket(tx, product, ofProduct, locale)) {
            texts.push(...part.texts)
            if (dryRun === 'true' || product === undefined || part.edits.length === 0) continue
            call.notes.object('translation', productId, product.doc.title || product.doc.titleZh)
            const about = { action: 'import' as const, by: byOf(call), batchId }
            written += part.scope
              ? (await writing.writeOfMarket(tx, product, part.scope, locale, part.edits, about)).length
              : (await writing.write(tx, product, locale, part.edits, about)).changed.length
          }
        })
      const times = (wanted: ImportedText['outcome']): number =>
        texts.filter(({ outcome }) => outcome === wanted).length
      return {
        texts,
        change: times('change'),
        same: times('same'),
        refused: times('refused'),
        batchId: written > 0 ? batchId : null,
      }
    },
  }
}

function faultOf(error: unknown): SheetFault {
  if (error instanceof SheetFault) return error
  throw error
}
/** Lower case, because some programs change the case of the key; otherwise one market would get two groups. */
const plainKey = (key: string): string => {
  const of = marketOfKey(key)
  return of === undefined ? key : marketKey(of)
}
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Programs change line endings and leading or trailing spaces. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
