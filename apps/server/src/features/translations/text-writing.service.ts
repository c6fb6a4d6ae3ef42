import type { TranslationAction } from '@huoqiao/contract/translations/translations.status'
import type { LanguageSheet } from '@huoqiao/contract/translations/translations.schema'
import { groupBy } from '@huoqiao/kit'
import type { Tx } from '../../db/db.ts'
import type { By } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { ProductDoc, ProductsApi } from '../products/index.ts'
import { learn, unlearn } from './learning.service.ts'
import { findMarketTexts, removeMarketTexts, saveMarketTexts } from './market-texts.store.ts'
import type { MarketTextRow } from './market-texts.store.ts'
import { shownPictures } from './pictures.rules.ts'
import type { ShownPicture } from './pictures.rules.ts'
import { findPictureWords } from './pictures.store.ts'
import type { PictureRow } from './pictures.store.ts'
import { sheetOf } from './sheet.rules.ts'
import { findLanguages, removeSheets, saveSheets, sheetRow } from './sheets.store.ts'
import type { SheetRow } from './sheets.store.ts'
import { sourceFieldsOf } from './source-fields.rules.ts'
import { findTexts, insertChanges, lockProducts, removeTexts, saveTexts } from './texts.store.ts'
import type { ChangeRow, TextRow } from './texts.store.ts'
import { keptOf, keptOfMarket, sameKept } from './text.rules.ts'
import type { KeptText, MarketScope, SourceField } from './translations.types.ts'

export type TextEdit = { field: string; after: KeptText | null }
export type TextWriting = ReturnType<typeof textWriting>
export type OpenProduct = {
  doc: ProductDoc
  fields: SourceField[]
  pictures: ShownPicture[]
  /** stored words on the pictures */
  words: PictureRow[]
}
type Written = { changed: string[]; sheet: LanguageSheet }

/** The only place that writes texts. It also writes their history, the memory and the counts of the grid, so that no use case can forget them. */
export function textWriting(deps: { clock: Clock; newId: NewId; products: ProductsApi }) {
  const { newId } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Products with their source texts; unknown ids are left out. */
  async function open(tx: Tx, ids: readonly string[]): Promise<Map<string, OpenProduct>> {
    const docs = await deps.products.productsForPush(tx, ids)
    const words = groupBy(
      await findPictureWords(
        tx,
        docs.map(({ id }) => id),
      ),
      ({ productId }) => productId,
    )
    return new Map(
      docs.map((doc) => [
        doc.id,
        { doc, fields: sourceFieldsOf(doc), pictures: shownPictures(doc), words: words.get(doc.id) ?? [] },
      ]),
    )
  }

  /** Opens products and locks them until the transaction ends. */
  async function openLocked(tx: Tx, ids: readonly string[]): Promise<Map<string, OpenProduct>> {
    await lockProducts(tx, ids)
    return open(tx, ids)
  }

  /** Saves the counts, only for languages of the workbench and products outside the recycle bin. */
  async function keepSheet(tx: Tx, doc: ProductDoc, sheet: LanguageSheet): Promise<void> {
    const { locales } = await findLanguages(tx)
    if (doc.recycledAt === null && locales.includes(sheet.locale))
      await saveSheets(tx, [sheetRow(doc.id, doc.updatedAt, sheet)])
  }

  return {
    now,
    open,
    openLocked,

    /** Writes texts of one product in one language; the caller holds the lock of the product. Returns the fields that changed. */
    async write(
      tx: Tx,
      product: OpenProduct,
      locale: string,
      edits: readonly TextEdit[],
      about: { action: TranslationAction; by: By | null; batchId?: string | undefined },
    ): Promise<Written> {
      const { doc } = product
      const at = now()
      const rows = new Map((await findTexts(tx, [doc.id], [locale])).map((row) => [row.field, row]))
      const saved: TextRow[] = []
      const removed: string[] = []
      const changes: ChangeRow[] = []
      for (const { field, after } of edits) {
        const row = rows.get(field)
        const before = row === undefined ? null : keptOf(row)
        if (sameKept(before, after)) continue
        const version = after === null ? 0 : (row?.version ?? 0) + 1
        changes.push({
          id: newId(),
          productId: doc.id,
          locale,
          field,
          ...OF_ALL_MARKETS,
          action: about.action,
          before,
          after,
          version,
          batchId: about.batchId ?? null,
          byId: about.by?.accountId ?? null,
          byName: about.by?.name ?? null,
          at,
        })
        if (after === null) {
          if (row !== undefined) removed.push(row.id)
          rows.delete(field)
          continue
        }
        const next: TextRow = {
          id: row?.id ?? newId(),
          productId: doc.id,
          locale,
          field,
          ...after,
          version,
          byId: about.by?.accountId ?? null,
          byName: about.by?.name ?? null,
          createdAt: row?.createdAt ?? at,
          updatedAt: at,
        }
        rows.set(field, next)
        saved.push(next)
      }
      // A row of a bulk call that changes nothing is refused and writes nothing, not even counts.
      const ofMarkets = await findMarketTexts(tx, [doc.id], [locale])
      const counted = (): LanguageSheet => sheetOf(product, [...rows.values()], ofMarkets, locale)
      if (changes.length === 0) return { changed: [], sheet: counted() }
      await saveTexts(tx, saved)
      await removeTexts(tx, removed)
      await insertChanges(tx, changes)
      const written = changes.map(({ field, before }) => ({ before, row: rows.get(field) }))
      const { action } = about
      if (action === 'undo') await unlearn(tx, written, rows.values(), { locale, productId: doc.id, newId, at })
      else await learn(tx, written, { action, newId, at })
      const sheet = counted()
      await keepSheet(tx, doc, sheet)
      return { changed: changes.map(({ field }) => field), sheet }
    },

    /**
     * Writes the texts of one market. They are meant for the shoppers of that market, so the memory does not learn them. Returns the fields that
     * changed.
     */
    async writeOfMarket(
      tx: Tx,
      product: OpenProduct,
      { storeId, market, marketName, storeName }: MarketScope,
      locale: string,
      edits: readonly TextEdit[],
      about: { action: TranslationAction; by: By; batchId?: string },
    ): Promise<string[]> {
      const at = now()
      const [productId, { accountId: byId, name: byName }] = [product.doc.id, about.by]
      const those = await findMarketTexts(tx, [productId], [locale], { storeId, market })
      const rows = new Map(those.map((row) => [row.field, row]))
      const base = { productId, locale, storeId, market, byId, byName }
      const saved: MarketTextRow[] = []
      const removed: string[] = []
      const changes: ChangeRow[] = []
      for (const { field, after } of edits) {
        const row = rows.get(field)
        const before = row === undefined ? null : keptOfMarket(row)
        if (sameKept(before, after)) continue
        const version = after === null ? 0 : (row?.version ?? 0) + 1
        const named = {
          marketName: `${storeName} · ${marketName}`,
          action: about.action,
          batchId: about.batchId ?? null,
        }
        changes.push({ ...base, ...named, id: newId(), field, before, after, version, at })
        if (after === null) {
          if (row !== undefined) removed.push(row.id)
          continue
        }
        const { text, sourceText, sourceDigest } = after
        const [id, createdAt] = [row?.id ?? newId(), row?.createdAt ?? at]
        saved.push({
          ...base,
          marketName,
          id,
          field,
          text,
          sourceText,
          sourceDigest,
          version,
          createdAt,
          updatedAt: at,
        })
      }
      await saveMarketTexts(tx, saved)
      await removeMarketTexts(tx, removed)
      await insertChanges(tx, changes)
      if (changes.length === 0) return []
      const [general, ofMarkets] = [
        await findTexts(tx, [productId], [locale]),
        await findMarketTexts(tx, [productId], [locale]),
      ]
      await keepSheet(tx, product.doc, sheetOf(product, general, ofMarkets, locale))
      return changes.map(({ field }) => field)
    },

    /**
     * Counts products again, in some languages or all, and removes those in the recycle bin from the grid. Locks the products: otherwise counts
     * from before a concurrent write could overwrite the newer ones.
     */
    async recount(tx: Tx, productIds: readonly string[], only?: readonly string[]): Promise<void> {
      const { locales } = await findLanguages(tx)
      const wanted = locales.filter((locale) => only?.includes(locale) ?? true)
      if (wanted.length === 0) return
      const opened = await openLocked(tx, productIds)
      const texts = groupBy(await findTexts(tx, [...opened.keys()], wanted), ({ productId }) => productId)
      const ofMarkets = groupBy(await findMarketTexts(tx, [...opened.keys()], wanted), keyOfSheet)
      const sheets: SheetRow[] = []
      const gone: string[] = []
      for (const [id, product] of opened) {
        const { doc } = product
        if (doc.recycledAt !== null) {
          gone.push(id)
          continue
        }
        const byLocale = groupBy(texts.get(id) ?? [], ({ locale }) => locale)
        for (const locale of wanted) {
          const there = ofMarkets.get(keyOfSheet({ productId: id, locale })) ?? []
          sheets.push(sheetRow(id, doc.updatedAt, sheetOf(product, byLocale.get(locale) ?? [], there, locale)))
        }
      }
      await saveSheets(tx, sheets)
      await removeSheets(tx, gone)
    },
  }
}

const OF_ALL_MARKETS = { storeId: null, market: null, marketName: null }

const keyOfSheet = ({ productId, locale }: { productId: string; locale: string }): string => `${productId} ${locale}`
