import type {
  TranslationField,
  TranslationProposal,
  TranslationSheet,
} from '@huoqiao/contract/translations/translations.schema'
import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import { checked } from './check-text.ts'
import { marketView } from './market-scope.service.ts'
import type { MarketScopes } from './market-scope.service.ts'
import { findMarketTexts } from './market-texts.store.ts'
import type { MarketTextRow } from './market-texts.store.ts'
import { marketplaceTexts } from './marketplace-texts.rules.ts'
import type { OfferTextsService } from './offer-texts.service.ts'
import { exact, knownTexts, nearTexts } from './proposals.service.ts'
import { sheetOf, stateOf } from './sheet.rules.ts'
import { fieldsFor } from './source-fields.rules.ts'
import { keptOfMarket } from './text.rules.ts'
import { findTexts } from './texts.store.ts'
import type { TextRow } from './texts.store.ts'
import type { OpenProduct } from './text-writing.service.ts'
import { termHitView } from './terms.view.ts'
import type { Glossary, TermsService } from './terms.service.ts'
import { translationView } from './translations.view.ts'
import type { MarketScope, SourceField } from './translations.types.ts'

export type SheetViews = ReturnType<typeof sheetViews>
type Deps = { terms: TermsService; offers: Pick<OfferTextsService, 'known'>; scopes: MarketScopes }

/** Similar texts are looked up only for this many unapproved texts of a product. */
const NEAR_FIELDS = 40
const isOpen = (row: { isApproved: boolean } | undefined): boolean => row?.isApproved !== true

type Stored = {
  /** general texts of the sheet's language */
  readonly own: ReadonlyMap<string, TextRow>
  /** general texts in all languages */
  readonly texts: readonly TextRow[]
  readonly ofMarkets: readonly MarketTextRow[]
}
type TextsOfField = Pick<TranslationField, 'translation' | 'general' | 'markets' | 'others' | 'proposals' | 'problems'>

/** One product in one language, side by side with its source: the general texts, or those of one market. */
export function sheetViews({ terms, offers, scopes }: Deps) {
  /** The general texts; only these have proposals. */
  async function ofAll(
    tx: Tx,
    { doc, fields }: OpenProduct,
    locale: string,
    { own, texts, ofMarkets }: Stored,
    glossary: Glossary,
  ): Promise<(source: SourceField) => TextsOfField> {
    const wanted = fieldsFor(fields, locale)
    const byField = groupBy(texts, ({ field }) => field)
    const named = await scopes.markets(tx, [], ofMarkets)
    const proposals = await knownTexts(tx, wanted, locale, glossary)
    const offered = marketplaceTexts(doc, wanted, await offers.known(tx, doc, locale))
    const near = new Map<string, TranslationProposal[]>()
    for (const source of wanted
      .filter(({ field }) => isOpen(own.get(field)) && !proposals.has(field))
      .slice(0, NEAR_FIELDS))
      near.set(source.field, await nearTexts(tx, source, locale))
    return (source) => {
      const row = own.get(source.field)
      const known = proposals.get(source.field)
      const given = offered.get(source.field)
      return {
        translation: row === undefined ? null : translationView(source, row),
        general: null,
        markets: ofMarkets
          .filter(({ field }) => field === source.field)
          .map((one) => ({
            name: named.find(({ storeId, marketId }) => storeId === one.storeId && marketId === one.market)!.name,
            text: one.text,
            state: stateOf(source, { ...one, isApproved: true }),
          })),
        others: (byField.get(source.field) ?? []).flatMap((one) =>
          one.locale === locale ? [] : [{ locale: one.locale, text: one.text, state: stateOf(source, one) }],
        ),
        proposals: [
          ...(known === undefined ? [] : [known]),
          ...(given === undefined || given === known?.text
            ? []
            : [{ ...exact('marketplace', source.text, given), by: null, at: null }]),
          ...(near.get(source.field) ?? []),
        ].filter((one) => one.text !== row?.text),
        problems: row === undefined ? [] : checked(source, row.text, locale, glossary, row.origin),
      }
    }
  }

  const ofOne =
    ({ storeId, market }: MarketScope, locale: string, { own, ofMarkets }: Stored, glossary: Glossary) =>
    (source: SourceField): TextsOfField => {
      const general = own.get(source.field)
      const row = ofMarkets.find(
        (one) => one.storeId === storeId && one.market === market && one.field === source.field,
      )
      return {
        translation: row === undefined ? null : translationView(source, { ...row, ...keptOfMarket(row) }),
        general: general === undefined ? null : translationView(source, general),
        markets: [],
        others: [],
        proposals: [],
        problems: row === undefined ? [] : checked(source, row.text, locale, glossary),
      }
    }

  return {
    /** `scope`: the texts of that market; undefined: the general texts. */
    async sheet(
      tx: Tx,
      product: OpenProduct,
      locale: string,
      scope: MarketScope | undefined,
    ): Promise<TranslationSheet> {
      const { doc, fields } = product
      const texts = await findTexts(tx, [doc.id])
      const own = new Map(texts.flatMap((row) => (row.locale === locale ? [[row.field, row] as const] : [])))
      const ofMarkets = await findMarketTexts(tx, [doc.id], [locale])
      const stored = { own, texts, ofMarkets }
      const glossary = await terms.glossary(tx, scope ? [scope.storeId] : doc.storeIds)
      const textsOf = scope
        ? ofOne(scope, locale, stored, glossary)
        : await ofAll(tx, product, locale, stored, glossary)
      const wanted = fieldsFor(fields, locale)
      return {
        productId: doc.id,
        title: doc.title || doc.titleZh,
        image: doc.images.find(({ dropped }) => !dropped)?.url ?? null,
        locale,
        market: scope ? marketView(scope) : null,
        markets: await scopes.markets(tx, doc.storeIds, ofMarkets),
        sheet: sheetOf(product, [...own.values()], ofMarkets, locale),
        fields: wanted.map((source) => ({
          field: source.field,
          label: source.label,
          format: source.format,
          most: source.most,
          source: source.text,
          sourceLocale: source.locale,
          terms: glossary.demanded(source.text, locale).map(termHitView),
          ...textsOf(source),
        })),
        can: {
          saveTranslations: doc.recycledAt === null || '商品在回收站，请先恢复',
          approveTranslations:
            scope !== undefined
              ? '专用译文由人保存，保存后就是已审的'
              : wanted.some(({ field }) => own.get(field)?.isApproved === false) || '没有机器译文',
        },
      }
    },
  }
}
