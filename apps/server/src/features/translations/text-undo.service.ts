import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import { eachRow } from '../../platform/each-row.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MarketScopes } from './market-scope.service.ts'
import { findMarketTexts } from './market-texts.store.ts'
import { sheetTitle } from './product-texts.service.ts'
import type { SheetViews } from './sheet-view.service.ts'
import { keptOf, keptOfMarket } from './text.rules.ts'
import { findBatch, findChange, findChanges, findTexts } from './texts.store.ts'
import type { ChangeRow } from './texts.store.ts'
import type { KeptText } from './translations.types.ts'
import type { OpenProduct, TextWriting } from './text-writing.service.ts'
import { changeView, whyNotUndo } from './translations.view.ts'

type Endpoints = typeof ENDPOINTS
export type TextUndo = ReturnType<typeof textUndo>
type Deps = { db: Db; writing: TextWriting; scopes: MarketScopes; views: SheetViews }

/** '': a general text. */
const marketKey = ({ storeId, market }: Pick<ChangeRow, 'storeId' | 'market'>): string =>
  storeId === null ? '' : ` ${storeId} ${market}`
/** Key of a text within one product and language: field and market. */
const textOf = (change: Pick<ChangeRow, 'field' | 'storeId' | 'market'>): string => change.field + marketKey(change)

async function currentTexts(tx: Tx, productId: string, locale: string): Promise<Map<string, KeptText>> {
  const general = await findTexts(tx, [productId], [locale])
  const ofMarkets = await findMarketTexts(tx, [productId], [locale])
  return new Map([
    ...general.map((row) => [row.field, keptOf(row)] as const),
    ...ofMarkets.map((row) => [textOf(row), keptOfMarket(row)] as const),
  ])
}

/** The history of texts, and its undo. */
export function textUndo({ db, writing, scopes, views }: Deps) {
  /** Undoes changes of one product in one language, all of the same market or all of general texts. Returns how many texts changed. */
  async function setBack(
    tx: Tx,
    product: OpenProduct,
    locale: string,
    changes: readonly ChangeRow[],
    by: By,
  ): Promise<number> {
    const { storeId, market } = changes[0]!
    const edits = changes.map(({ field, before }) => ({ field, after: before }))
    const about = { action: 'undo' as const, by }
    if (storeId === null || market === null)
      return (await writing.write(tx, product, locale, edits, about)).changed.length
    const scope = await scopes.named(tx, product.doc.id, { storeId, market })
    return (await writing.writeOfMarket(tx, product, scope, locale, edits, about)).length
  }

  return {
    async getTranslationHistory(
      tx: Tx,
      input: InputOf<Endpoints['getTranslationHistory']>,
    ): Promise<OutputOf<Endpoints['getTranslationHistory']>> {
      const product = (await writing.open(tx, [input.productId])).get(input.productId)
      if (product === undefined) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
      const { rows, total } = await findChanges(tx, input, input)
      const current = await currentTexts(tx, input.productId, input.locale)
      const sources = new Map(product.fields.map((source) => [source.field, source]))
      return {
        list: rows.map((row) => changeView(row, sources.get(row.field), current.get(textOf(row)))),
        total,
        page: input.page,
        pageSize: input.pageSize,
      }
    },

    async undoTranslation(
      tx: Tx,
      call: Call,
      { id }: InputOf<Endpoints['undoTranslation']>,
    ): Promise<OutputOf<Endpoints['undoTranslation']>> {
      const change = await findChange(tx, id)
      if (change === undefined) throw new Refusal('not-found', { why: '没有这一条历史' })
      const { productId, locale, field } = change
      const product = (await writing.openLocked(tx, [productId])).get(productId)
      if (product === undefined) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
      const { storeId, market } = change
      const scope = storeId && market ? await scopes.named(tx, productId, { storeId, market }) : undefined
      call.notes.object('translation', productId, sheetTitle(product.doc, locale, scope))
      const why = whyNotUndo(change, (await currentTexts(tx, productId, locale)).get(textOf(change)))
      if (why !== true) throw new Refusal('state-not-allowed', { why })
      await setBack(tx, product, locale, [change], byOf(call))
      call.notes.change(field, change.after?.text ?? null, change.before?.text ?? null)
      return views.sheet(tx, product, locale, scope)
    },

    /** Each product in its own transaction. Texts that changed since are not undone, but counted. */
    async undoTranslationBatch(
      call: Call,
      { batchId }: InputOf<Endpoints['undoTranslationBatch']>,
    ): Promise<OutputOf<Endpoints['undoTranslationBatch']>> {
      const changes = await findBatch(db.handle, batchId)
      if (changes.length === 0) throw new Refusal('not-found', { why: '没有这一次批量操作' })
      const byProduct = groupBy(changes, ({ productId }) => productId)
      return eachRow(
        [...byProduct.keys()],
        (id) => id,
        (id) =>
          db.transaction(async (tx) => {
            const product = (await writing.openLocked(tx, [id])).get(id)
            if (product === undefined) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
            call.notes.object('translation', id, product.doc.title || product.doc.titleZh)
            let undone = 0
            let left = 0
            for (const [locale, ofLocale] of groupBy(byProduct.get(id)!, (one) => one.locale)) {
              const current = await currentTexts(tx, id, locale)
              const may = ofLocale.filter((change) => whyNotUndo(change, current.get(textOf(change))) === true)
              left += ofLocale.length - may.length
              for (const ofMarket of groupBy(may, marketKey).values())
                undone += await setBack(tx, product, locale, ofMarket, byOf(call))
            }
            if (undone === 0) return { ok: false, word: 'state-not-allowed', message: '之后都改过，没有撤销' }
            return {
              ok: true,
              ...(left > 0 ? { partly: true } : {}),
              message: `撤销 ${undone} 处${left > 0 ? `，${left} 处之后改过，保留` : ''}`,
            }
          }),
      )
    },
  }
}
