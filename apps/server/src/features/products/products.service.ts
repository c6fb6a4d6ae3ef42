import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Product, ProductEdit } from '@huoqiao/contract/products/products.schema'
import type { Db, Tx } from '../../db/db.ts'
import type { Hooks } from '../../define-feature.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { byOf } from '../../platform/call.ts'
import type { By, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { WrittenJson } from '../../platform/written-json.ts'
import type { PricingService } from '../pricing/index.ts'
import { wordsFault } from '../stores/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { blankProduct, defaultVariant } from './product-blank.rules.ts'
import { productBulk } from './product-bulk.service.ts'
import { productClaims } from './product-claims.service.ts'
import { productUndo } from './product-undo.service.ts'
import { productTakeover } from './takeover.service.ts'
import { sourceProposalsService } from './source-proposals.service.ts'
import { safeDescription } from './description.mapping.ts'
import { applyEdit, changesBetween, sourcesAfterEdit } from './edit.rules.ts'
import { forbiddenWords } from './forbidden-words.service.ts'
import { keptCards } from './kept-cards.ts'
import { countByState, findPage } from './product-list.store.ts'
import { productsJobs } from './products.jobs.ts'
import { whyNotEdit } from './products.rules.ts'
import { findDraft, foldCountDeltas, productExists, removeDraft, saveDraft } from './products.store.ts'
import type { ProductDoc } from './products.types.ts'
import { productView } from './products.view.ts'
import { consistencyFault } from './variants.rules.ts'
import { signed } from './prices.rules.ts'
import { whatIfService } from './what-if.service.ts'
import { productWriting, workedOut } from './writing.service.ts'
import type { Terms, Written } from './writing.service.ts'

export type ProductsService = ReturnType<typeof productsService>
type Endpoints = typeof ENDPOINTS

export type ProductsDeps = {
  db: Db
  hooks: Hooks
  clock: Clock
  newId: NewId
  jobs: Jobs
  pricing: PricingService
  stores: StoresApi
}

/** Maximum size of a draft, so that drafts cannot be used as file storage. */
const DRAFT_MAX = 2_000_000

export function productsService(deps: ProductsDeps) {
  const { db, newId, stores } = deps
  const writing = productWriting(deps)
  const words = forbiddenWords(deps)
  const claims = productClaims({ ...deps, writing, words })
  const { moveToBin, ...bulk } = productBulk({ ...deps, writing, claims, words })
  const history = productUndo({ db, writing, claims })
  const takeover = productTakeover({ newId, writing, history, moveToBin })
  const proposals = sourceProposalsService({ newId, writing })
  const trying = whatIfService({ writing })
  const cards = keptCards()
  productsJobs(deps.jobs, { compactCounts: () => db.transaction((tx) => foldCountDeltas(tx)) })

  const viewed = async (tx: Tx, { doc, aggregates }: Written): Promise<Product> =>
    productView(doc, aggregates, await stores.storeNames(tx), await words.inProduct(tx, doc))
  const termsOf = (tx: Tx, doc: ProductDoc): Promise<Terms> => writing.termsFor(tx, doc.storeIds)
  const one = async (tx: Tx, id: string, options?: { forUpdate: boolean }): Promise<ProductDoc> => {
    const [doc] = await writing.load(tx, [id], options)
    if (!doc) throw new Refusal('not-found')
    return doc
  }
  const check = (doc: ProductDoc, terms: Terms, path: string, sent: ProductEdit): void => {
    const fault = consistencyFault(doc, [...terms.values()], sent.variants)
    if (fault) throw invalidField(path + fault.field, fault.message)
  }
  /** Refuses forbidden words that a person's form brings in. */
  const checkWords = async (tx: Tx, path: string, before: ProductDoc | undefined, after: ProductDoc): Promise<void> => {
    const fault = wordsFault(await words.broughtIn(tx, before, after))
    if (fault) throw invalidField(path + fault.field, fault.message)
  }

  /** Locks a product, checks the version that the person saw, lets `work` write it, and returns the result. */
  const changed = async (
    tx: Tx,
    call: Call,
    { productId, version }: { productId: string; version: number },
    work: (doc: ProductDoc, by: By) => Promise<Written>,
  ): Promise<Product> => {
    const doc = await one(tx, productId, { forUpdate: true })
    if (doc.version !== version)
      throw new Refusal('stale', { current: await viewed(tx, workedOut(doc, await termsOf(tx, doc))) })
    call.notes.object('product', doc.id, doc.title)
    return viewed(tx, await work(doc, byOf(call)))
  }

  return {
    ...claims,
    ...bulk,
    ...takeover,
    ...trying,

    async getProductsByCondition(
      tx: Tx,
      input: InputOf<Endpoints['getProductsByCondition']>,
    ): Promise<WrittenJson<OutputOf<Endpoints['getProductsByCondition']>>> {
      const { keys, total, capped } = await findPage(tx, input, input)
      const texts = await cards.texts(tx, keys, await stores.storeNames(tx))
      const { page, pageSize } = input
      const rest = JSON.stringify({ total, page, pageSize, ...(capped ? { totalCapped: true } : {}) })
      return new WrittenJson(`{"list":[${texts.join(',')}],${rest.slice(1)}`)
    },

    async getProductCountByState(
      tx: Tx,
      input: InputOf<Endpoints['getProductCountByState']>,
    ): Promise<OutputOf<Endpoints['getProductCountByState']>> {
      const { counts, capped } = await countByState(tx, input)
      const all = Object.entries(counts).reduce((sum, [state, n]) => (state === 'recycled' ? sum : sum + n), 0)
      return { counts, all, capped }
    },

    async getProduct(tx: Tx, id: string): Promise<Product> {
      const doc = await one(tx, id)
      return viewed(tx, workedOut(doc, await termsOf(tx, doc)))
    },

    async createProduct(tx: Tx, call: Call, input: InputOf<Endpoints['createProduct']>): Promise<Product> {
      const { storeIds, ...edit } = input
      const at = writing.now()
      const by = byOf(call)
      const claimed = storeIds.length === 0 ? [] : await stores.requireStores(tx, storeIds)
      const terms = await writing.termsFor(tx, storeIds)
      const blank = blankProduct(
        newId(),
        by,
        at,
        claimed.map(({ id }) => id),
      )
      const doc = applyEdit(blank, safe(edit), { newId, stores: [...terms.values()] })
      if (edit.variants === undefined || edit.variants.length === 0) doc.variants = [defaultVariant(newId())]
      if (edit.vendor === undefined) doc.vendor = claimed.find(({ vendorName }) => vendorName !== '')?.vendorName ?? ''
      check(doc, terms, '', edit)
      await checkWords(tx, '', undefined, doc)
      doc.variants = signed([], doc.variants, { by: by.name, at: at.getTime() })
      doc.fieldSources = sourcesAfterEdit(
        doc,
        changesBetween(blank, { ...doc, variants: blank.variants }),
        by.name,
        at.getTime(),
      )
      for (const { id } of doc.variants)
        doc.fieldSources[`variants.${id}`] = { origin: 'manual', by: by.name, at: at.getTime(), locked: false }
      const written = await writing.insert(tx, doc, terms, by, '新建')
      if (!written) throw new Error('a product without an offer met another')
      await claims.tellClaimed(tx, doc.id, doc.storeIds)
      call.notes.object('product', doc.id, doc.title)
      // It has no forbidden words: a form with one was refused above.
      return productView(written.doc, written.aggregates, await stores.storeNames(tx), [])
    },

    async editProduct(tx: Tx, call: Call, input: InputOf<Endpoints['editProduct']>): Promise<Product> {
      const before = await one(tx, input.productId, { forUpdate: true })
      const why = whyNotEdit(before)
      if (why !== undefined) throw new Refusal('state-not-allowed', { why })
      const terms = await termsOf(tx, before)
      if (before.version !== input.version)
        throw new Refusal('stale', { current: await viewed(tx, workedOut(before, terms)) })
      const after = applyEdit(before, safe(input.edit), { newId, stores: [...terms.values()] })
      check(after, terms, 'edit.', input.edit)
      const by = byOf(call)
      after.variants = signed(before.variants, after.variants, { by: by.name, at: deps.clock.now() })
      const changes = changesBetween(before, after)
      call.notes.object('product', before.id, after.title)
      if (changes.length === 0) return viewed(tx, workedOut(before, terms))
      await checkWords(tx, 'edit.', before, after)
      after.fieldSources = sourcesAfterEdit(after, changes, by.name, deps.clock.now())
      for (const { field, before: was, after: is } of changes) call.notes.change(field, was, is)
      return viewed(tx, await writing.save(tx, before, after, { terms, by, reason: '编辑', changes }))
    },

    getProductHistory: (tx: Tx, input: InputOf<Endpoints['getProductHistory']>) => history.getProductHistory(tx, input),
    getProductAt: async (tx: Tx, input: InputOf<Endpoints['getProductAt']>) =>
      history.at(tx, await one(tx, input.productId), input),
    undoProductBatch: (call: Call, input: InputOf<Endpoints['undoProductBatch']>) =>
      history.undoProductBatch(call, input, byOf(call)),

    undoProductChange: (tx: Tx, call: Call, input: InputOf<Endpoints['undoProductChange']>): Promise<Product> =>
      changed(tx, call, input, (doc, by) => history.undo(tx, call, doc, input.revisionId, by)),

    unlockProductFields: (tx: Tx, call: Call, input: InputOf<Endpoints['unlockProductFields']>): Promise<Product> =>
      changed(tx, call, input, (doc, by) => proposals.unlock(tx, call, doc, input.fields, by)),

    getSourceProposals: async (tx: Tx, productId: string): Promise<OutputOf<Endpoints['getSourceProposals']>> =>
      proposals.proposals(await one(tx, productId)),

    applySourceProposals: (tx: Tx, call: Call, input: InputOf<Endpoints['applySourceProposals']>): Promise<Product> =>
      changed(tx, call, input, (doc, by) => proposals.apply(tx, call, doc, input.fields, by)),

    async saveProductDraft(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['saveProductDraft']>,
    ): Promise<{ savedAt: number }> {
      const { productId, version, draft } = input
      const savedAt = writing.now()
      const { accountId } = call.actor
      if (draft === null) {
        await removeDraft(tx, productId, accountId)
        return { savedAt: savedAt.getTime() }
      }
      if (JSON.stringify(draft).length > DRAFT_MAX) throw new Refusal('too-large', { msg: '草稿太大，不能保存' })
      if (!(await productExists(tx, productId))) throw new Refusal('not-found')
      await saveDraft(tx, { productId, accountId, version, savedAt, draft })
      return { savedAt: savedAt.getTime() }
    },

    async getProductDraft(tx: Tx, call: Call, productId: string): Promise<OutputOf<Endpoints['getProductDraft']>> {
      const row = await findDraft(tx, productId, call.actor.accountId)
      return row ? { version: row.version, savedAt: row.savedAt.getTime(), draft: row.draft } : null
    },
  }
}

/** Descriptions are sanitised whoever sends them; titles are plain text and stay unchanged. */
const safe = (edit: ProductEdit): ProductEdit =>
  edit.descriptionHtml === undefined ? edit : { ...edit, descriptionHtml: safeDescription(edit.descriptionHtml) }
