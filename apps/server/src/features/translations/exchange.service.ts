import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { languageName } from '@huoqiao/contract/languages'
import type { ImportedText } from '@huoqiao/contract/translations/exchange.endpoints'
import { groupBy } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import { byOf } from '../../platform/call.ts'
import type { Call } from '../../platform/call.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readSheet } from '../../platform/sheet-reader.ts'
import { sheetWriter } from '../../platform/sheet-writer.ts'
import { SheetFault } from '../../platform/zip-reader.ts'
import { safeDescription } from '../products/index.ts'
import { checked } from './check-text.ts'
import { stateOf } from './sheet.rules.ts'
import { fieldsFor } from './source-fields.rules.ts'
import type { TermsService } from './terms.service.ts'
import { findTexts } from './texts.store.ts'
import { typedText } from './text.rules.ts'
import type { OpenProduct, TextEdit, TextWriting } from './text-writing.service.ts'
import { readXliff, xliffOf } from './xliff.ts'
import type { ExchangedText, ReadTexts } from './xliff.ts'

type Endpoints = typeof ENDPOINTS
export type ExchangeService = ReturnType<typeof exchangeService>
type Deps = { db: Db; newId: NewId; writing: TextWriting; terms: TermsService }

const COLUMNS = [
  { title: '商品编号', width: 38 },
  { title: '字段编号', width: 18 },
  { title: '商品', width: 40 },
  { title: '字段', width: 16 },
  { title: '原文', width: 60 },
  { title: '译文', width: 60 },
]
/** Excel's limit for one cell. */
const CELL_MOST = 32_767
const MOST_PRODUCTS = 500

/** Texts out for translators, and in again. */
export function exchangeService({ db, newId, writing, terms }: Deps) {
  async function textsOf(ids: readonly string[], locale: string, openOnly: boolean): Promise<ExchangedText[]> {
    const opened = await writing.open(db.handle, ids)
    const rows = groupBy(await findTexts(db.handle, [...opened.keys()], [locale]), ({ productId }) => productId)
    return [...opened].flatMap(([productId, { doc, fields }]) => {
      const stored = new Map((rows.get(productId) ?? []).map((row) => [row.field, row]))
      return fieldsFor(fields, locale).flatMap((source): ExchangedText[] => {
        const row = stored.get(source.field)
        const state = stateOf(source, row)
        if (openOnly && state === 'approved') return []
        return [
          {
            productId,
            title: doc.title || doc.titleZh,
            field: source.field,
            label: source.label,
            source: source.text,
            sourceLocale: source.locale,
            target: row?.text ?? '',
            isApproved: state === 'approved',
          },
        ]
      })
    })
  }

  async function workbook(texts: readonly ExchangedText[]): Promise<Buffer> {
    const folder = await mkdtemp(join(tmpdir(), 'huoqiao-texts-'))
    try {
      const path = join(folder, 'texts.xlsx')
      const sheet = await sheetWriter(path, { title: '译文', columns: COLUMNS })
      for (const one of texts) await sheet.row([one.productId, one.field, one.title, one.label, one.source, one.target])
      await sheet.close()
      return await readFile(path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function read(bytes: Buffer): Promise<ReadTexts> {
    try {
      // Bounded: only the beginning of the file.
      const isXml = /^\uFEFF?\s{0,20}</.test(bytes.subarray(0, 64).toString('utf8'))
      return isXml ? await readXliff(bytes) : sheetTexts(await readSheet(bytes))
    } catch (error) {
      if (error instanceof SheetFault) throw new Refusal('file-refused', { why: error.message })
      throw error
    }
  }

  /** What becomes of the texts of one product. */
  async function judged(
    product: OpenProduct | undefined,
    productId: string,
    texts: ReadTexts['texts'],
    locale: string,
  ): Promise<{ texts: ImportedText[]; edits: TextEdit[] }> {
    const outcomes: ImportedText[] = []
    const edits: TextEdit[] = []
    const sources = new Map(
      product === undefined ? [] : fieldsFor(product.fields, locale).map((source) => [source.field, source]),
    )
    const rows = new Map((await findTexts(db.handle, [productId], [locale])).map((row) => [row.field, row]))
    const glossary = await terms.glossary(db.handle, product?.doc.storeIds ?? [])
    for (const { field, source: given, target } of texts) {
      const source = sources.get(field)
      const row = rows.get(field)
      const after = source?.format === 'html' ? safeDescription(target) : target.trim()
      const tell = (outcome: ImportedText['outcome'], why = ''): void =>
        void outcomes.push({
          productId,
          title: product === undefined ? '' : product.doc.title || product.doc.titleZh,
          field,
          label: source?.label ?? field,
          before: row?.text ?? null,
          after,
          outcome,
          why,
        })
      if (product === undefined) tell('refused', '没有这个商品，可能是别的账套的文件')
      else if (source === undefined) tell('refused', '商品没有这个字段了')
      else if (after === '') tell('same')
      else if (plain(given) !== plain(source.text)) tell('refused', '原文和现在的不一样，请重新导出')
      else if (row?.text === after && row.isApproved && row.sourceDigest === source.digest) tell('same')
      else {
        const [problem] = checked(source, after, locale, glossary)
        if (problem !== undefined) tell('refused', problem.message)
        else {
          tell('change')
          edits.push({ field, after: typedText(source, after) })
        }
      }
    }
    return { texts: outcomes, edits }
  }

  return {
    async exportTranslations(
      call: Call,
      { productIds, locale, format, openOnly }: InputOf<Endpoints['exportTranslations']>,
    ): Promise<OutputOf<Endpoints['exportTranslations']>> {
      const all = await textsOf([...new Set(productIds)], locale, openOnly)
      if (all.length === 0)
        throw new Refusal('unchanged', { why: openOnly ? '都审过了，没有要导出的' : '没有要翻译的' })
      const isSheet = format === 'xlsx'
      const texts = isSheet
        ? all.filter(({ source, target }) => source.length <= CELL_MOST && target.length <= CELL_MOST)
        : all
      const bytes = isSheet ? await workbook(texts) : Buffer.from(xliffOf(texts, locale))
      call.notes.object('translation', productIds[0]!, `${languageName(locale)}，${texts.length} 段`)
      return {
        fileName: `译文-${languageName(locale)}.${isSheet ? 'xlsx' : 'xliff'}`,
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
      for (const [productId, ofProduct] of byProduct) {
        if (!UUID.test(productId)) {
          texts.push(...(await judged(undefined, NOBODY, ofProduct, locale)).texts)
          continue
        }
        await db.transaction(async (tx) => {
          const product = (await writing.openLocked(tx, [productId])).get(productId)
          const outcome = await judged(product, productId, ofProduct, locale)
          texts.push(...outcome.texts)
          if (dryRun === 'true' || product === undefined || outcome.edits.length === 0) return
          call.notes.object('translation', productId, product.doc.title || product.doc.titleZh)
          written += (
            await writing.write(tx, product, locale, outcome.edits, { action: 'import', by: byOf(call), batchId })
          ).changed.length
        })
      }
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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NOBODY = '00000000-0000-7000-8000-000000000000'
/** Programs change line ends and spaces at the ends. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function sheetTexts(rows: readonly string[][]): ReadTexts {
  const head = rows[0] ?? []
  const at = (title: string): number => head.indexOf(title)
  const places = ['商品编号', '字段编号', '原文', '译文'].map(at)
  if (places.includes(-1)) throw new SheetFault('第一行要有“商品编号”“字段编号”“原文”“译文”四列，请用这里导出的文件')
  const [productId, field, source, target] = places as [number, number, number, number]
  return {
    locale: '',
    texts: rows
      .slice(1)
      .filter((row) => row.some((cell) => cell !== ''))
      .map((row) => ({
        productId: row[productId] ?? '',
        field: row[field] ?? '',
        source: row[source] ?? '',
        target: row[target] ?? '',
      })),
  }
}
