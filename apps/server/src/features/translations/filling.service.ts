import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { By } from '../../platform/call.ts'
import { safeDescription } from '../products/index.ts'
import { itemField, planOf, requestsOf, withoutRepeats } from './filling.rules.ts'
import type { Plan } from './filling.rules.ts'
import { marketplaceTexts } from './marketplace-texts.rules.ts'
import type { OfferTextsService } from './offer-texts.service.ts'
import { checked } from './check-text.ts'
import { knownTexts } from './proposals.service.ts'
import { PROTOCOLS } from './provider-request.ts'
import type { OpenProvider, TextToTranslate } from './provider.types.ts'
import type { SpendingService } from './spending.service.ts'
import type { ItemField } from './tasks.tables.ts'
import { termHitView } from './terms.view.ts'
import type { Glossary, TermsService } from './terms.service.ts'
import { foundText } from './text.rules.ts'
import type { OpenProduct, TextEdit, TextWriting } from './text-writing.service.ts'
import { findTexts } from './texts.store.ts'
import type { TextRow } from './texts.store.ts'
import type { KeptText, SourceField } from './translations.types.ts'
import { sourceIn } from './units.rules.ts'

export type FillingService = ReturnType<typeof fillingService>
type Deps = {
  db: Db
  writing: TextWriting
  terms: TermsService
  spending: SpendingService
  offers: OfferTextsService
}
type Found = { source: SourceField; after: KeptText }
/** `ended`: the provider stopped before the last request; `found` has its answers until then. */
type Filled = { found: Found[]; refused: ItemField[]; ended?: Ended }
/** Everything that filling one product in one language needs, read together. */
export type Filling = {
  product: OpenProduct
  rows: TextRow[]
  plan: Plan
  glossary: Glossary
  known: Found[]
  rest: SourceField[]
}
/** The provider can't continue: `later` resolves by itself, `stopped` needs a person. */
type Ended = { stopped: string; next: string } | { later: string; afterMs: number | undefined }
export type FillOutcome = { fields: ItemField[] } | Ended

/** Problems that rule out a text of any origin. */
const NEVER: readonly string[] = ['forbidden', 'length', 'html', 'placeholder']

/** Fills the texts of one product in one language from each origin in turn. */
export function fillingService({ db, writing, terms, spending, offers }: Deps) {
  /** Undefined: the product is gone, or in the recycle bin. */
  async function read(
    tx: Tx,
    productId: string,
    locale: string,
    redoBefore: Date | undefined,
  ): Promise<Filling | undefined> {
    const product = (await writing.open(tx, [productId])).get(productId)
    if (product === undefined || product.doc.recycledAt !== null) return undefined
    const rows = await findTexts(tx, [productId], [locale])
    const plan = planOf(product.fields, rows, locale, redoBefore)
    const glossary = await terms.glossary(tx, product.doc.storeIds)
    const proposals = await knownTexts(tx, plan.fill, locale, glossary)
    const offered = marketplaceTexts(product.doc, plan.fill, await offers.known(tx, product.doc, locale))
    const known: Found[] = []
    const rest: SourceField[] = []
    for (const source of plan.fill) {
      const proposal = proposals.get(source.field)
      const given = offered.get(source.field)
      const origin = proposal?.origin === 'glossary' ? 'glossary' : proposal !== undefined ? 'memory' : 'marketplace'
      const text = proposal?.text ?? given
      const isWrong =
        text === undefined ||
        checked(source, text, locale, glossary, origin).some(
          ({ word }) => origin === 'marketplace' || NEVER.includes(word),
        )
      if (isWrong) rest.push(source)
      else known.push({ source, after: foundText(source, text, origin) })
    }
    return { product, rows, plan, glossary, known, rest }
  }

  /** Requests texts from the provider and checks its answers. */
  async function translated(
    provider: OpenProvider,
    { product, glossary }: Filling,
    sources: readonly SourceField[],
    locale: string,
    about: { taskId: string; by: string; signal: AbortSignal },
  ): Promise<Filled> {
    const protocol = PROTOCOLS[provider.kind]
    const groups = withoutRepeats(sources)
    const bySource = groupBy([...groups.values()], ([first]) => first!.locale)
    const filled: Filled = { found: [], refused: [] }
    const refuse = (same: readonly SourceField[], why: string): void =>
      void filled.refused.push(...same.map((source) => itemField(source, 'refused', why)))
    for (const [from, ofLanguage] of bySource) {
      const texts = ofLanguage.map(([source]) => ({ source: source!, ...textFor(source!, locale, glossary) }))
      const { requests, tooLong } = requestsOf(texts, protocol)
      for (const { id } of tooLong) refuse(groups.get(id)!, `太长，${provider.name}一次最多 ${protocol.chars} 个字符`)
      for (const request of requests) {
        const facts = { title: product.doc.title || product.doc.titleZh, type: product.doc.productType }
        const asked = await spending.ask(provider, { from, to: locale, texts: request, facts }, about)
        if (asked.result === 'stopped') return { ...filled, ended: { stopped: asked.why, next: asked.next } }
        if (asked.result === 'later') return { ...filled, ended: { later: asked.why, afterMs: asked.afterMs } }
        for (const { id } of request) {
          const same = groups.get(id)!
          const [source] = same
          const made = asked.result === 'done' ? asked.texts.get(id) : undefined
          if (made === undefined) {
            refuse(same, asked.result === 'refused' ? asked.why : '答复里没有这一段')
            continue
          }
          const text = source!.format === 'html' ? made.trim() : made.trim().replaceAll(/\s+/g, ' ')
          const safe = source!.format === 'html' ? safeDescription(text) : text
          // Fields with equal texts may have different limits, such as a title and an SEO title.
          for (const one of same) {
            const [problem] = checked(one, text, locale, glossary, 'machine')
            if (problem !== undefined) refuse([one], problem.message)
            else filled.found.push({ source: one, after: foundText(one, safe, 'machine') })
          }
        }
      }
    }
    return filled
  }

  /** Writes the found texts, except where the text or its source text changed in the meantime. */
  async function write(
    { product, rows }: Filling,
    found: readonly Found[],
    locale: string,
    about: { by: By; batchId: string },
  ): Promise<ItemField[]> {
    if (found.length === 0) return []
    return db.transaction(async (tx) => {
      const now = (await writing.openLocked(tx, [product.doc.id])).get(product.doc.id)
      if (now === undefined) return found.map(({ source }) => itemField(source, 'kept', '商品已被删除'))
      const seen = new Map(rows.map((row) => [row.field, row.version]))
      const present = new Map((await findTexts(tx, [product.doc.id], [locale])).map((row) => [row.field, row.version]))
      const sources = new Map(now.fields.map((source) => [source.field, source.digest]))
      const outcomes: ItemField[] = []
      const edits: TextEdit[] = []
      for (const { source, after } of found) {
        if ((present.get(source.field) ?? 0) !== (seen.get(source.field) ?? 0))
          outcomes.push(itemField(source, 'kept', '翻译期间有人改过'))
        else if (sources.get(source.field) !== source.digest)
          outcomes.push(itemField(source, 'kept', '翻译期间原文改过'))
        else {
          edits.push({ field: source.field, after })
          outcomes.push(itemField(source, after.origin as ItemField['outcome']))
        }
      }
      await writing.write(tx, now, locale, edits, { action: 'translate', ...about })
      return outcomes
    })
  }

  return {
    read,

    /** Can be repeated. Filled texts are kept, also those of a try that ended between two requests, because they are paid for. */
    async fillOne(
      item: { productId: string; locale: string; redoBefore: Date | undefined; taskId: string; by: By },
      provider: OpenProvider | undefined,
      signal: AbortSignal,
    ): Promise<FillOutcome> {
      const opened = (): Promise<Filling | undefined> => read(db.handle, item.productId, item.locale, item.redoBefore)
      const first = await opened()
      const hasMore = first && (await offers.readOnce(first.product.doc, first.rest, item.locale, signal))
      const filling = hasMore ? await opened() : first
      if (filling === undefined) return { fields: [] }
      const about = { by: item.by, batchId: item.taskId }
      const known = await write(filling, filling.known, item.locale, about)
      const none = filling.rest.map((source) => itemField(source, 'refused', '没有翻译服务，术语和记忆里也没有'))
      if (provider === undefined) return { fields: [...known, ...none, ...filling.plan.kept] }
      const made = await translated(provider, filling, filling.rest, item.locale, {
        taskId: item.taskId,
        by: item.by.name,
        signal,
      })
      const machine = await write(filling, made.found, item.locale, about)
      if (made.ended) return made.ended
      return { fields: [...known, ...machine, ...made.refused, ...filling.plan.kept] }
    },
  }
}

function textFor(source: SourceField, locale: string, glossary: Glossary): TextToTranslate {
  const text = sourceIn(source.text, locale, glossary.imperial)
  return {
    id: source.field,
    text,
    format: source.format,
    most: source.most,
    terms: glossary.demanded(text, locale).map((hit) => termHitView(hit)),
  }
}
