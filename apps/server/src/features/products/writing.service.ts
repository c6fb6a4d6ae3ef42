import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { marginOf, priceOf } from '../pricing/index.ts'
import type { PricingService } from '../pricing/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import { isTranslated, touchesShop } from './edit.rules.ts'
import { productContentChanged } from './products.jobs.ts'
import { productColumns, productDoc, variantColumns } from './products.mapping.ts'
import { aggregatesOf, deriveProductState, missingOf } from './products.rules.ts'
import type { Aggregates } from './products.rules.ts'
import {
  deleteVariants,
  findProducts,
  findRevisionOfVersion,
  findVariants,
  insertProduct,
  insertRevisions,
  insertVariants,
  saveVariants,
  updateProduct,
} from './products.store.ts'
import type { ProductRow, RevisionRow, VariantRow } from './products.store.ts'
import type { Change, ListingSummary, ProductDoc, StoreTerms } from './products.types.ts'
import type { By } from '../../platform/call.ts'

export type Written = { doc: ProductDoc; aggregates: Aggregates }
export type ListingsState = Pick<ProductDoc, 'state' | 'listings'>
export type Terms = ReadonlyMap<string, StoreTerms>
export type ProductWriting = ReturnType<typeof productWriting>

type Deps = { clock: Clock; newId: NewId; jobs: Pick<Jobs, 'emit'>; pricing: PricingService; stores: StoresApi }

/**
 * The only place that reads whole products and writes them. Derived values (prices, missing, state, card columns) are calculated here, so
 * that no use case can forget them.
 */
export function productWriting(deps: Deps) {
  const { pricing, stores, newId } = deps
  const now = (): Date => new Date(deps.clock.now())

  const revision = (
    doc: ProductDoc,
    at: Date,
    { by, reason, changes, batchId }: { by: By | null; reason: string; changes: Change[]; batchId?: string },
  ): RevisionRow => ({
    id: newId(),
    productId: doc.id,
    at,
    byId: by?.accountId ?? null,
    byName: by?.name ?? null,
    reason,
    version: doc.version,
    batchId: batchId ?? null,
    changes,
  })

  return {
    now,

    /** The terms of each store. Stores that no longer exist are left out. */
    async termsFor(tx: Tx, storeIds: Iterable<string>): Promise<Terms> {
      const wanted = [...new Set(storeIds)]
      if (wanted.length === 0) return new Map()
      const found = await stores.storesById(tx, wanted)
      const rules = await pricing.rulesById(
        tx,
        [...found.values()].flatMap(({ priceRuleId }) => (priceRuleId === null ? [] : [priceRuleId])),
      )
      return new Map([...found].map(([id, store]) => [id, termsOf(store, rules, pricing)]))
    },

    /** A rule as it is stored now. */
    savedRule: async (tx: Tx, id: string) => (await pricing.rulesById(tx, [id])).get(id),

    /** Whole products in the order of ids; unknown ids are left out. */
    async load(tx: Tx, ids: readonly string[], options: { forUpdate?: boolean } = {}): Promise<ProductDoc[]> {
      const rows = await findProducts(tx, ids, options)
      const variants = await findVariants(
        tx,
        rows.map(({ id }) => id),
      )
      const byProduct = new Map<string, VariantRow[]>()
      for (const variant of variants)
        (byProduct.get(variant.productId) ?? setNew(byProduct, variant.productId)).push(variant)
      const byId = new Map(rows.map((row) => [row.id, productDoc(row, byProduct.get(row.id) ?? [])]))
      return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
    },

    /** The id of the change that led to this version. */
    revisionOf: (tx: Tx, productId: string, version: number) => findRevisionOfVersion(tx, productId, version),

    /** Three statements: product, variants, first revision. False: the offer already has a live product. */
    async insert(tx: Tx, doc: ProductDoc, terms: Terms, by: By | null, reason: string): Promise<Written | undefined> {
      const written = workedOut(doc, terms)
      if (!(await insertProduct(tx, productColumns(written.doc, written.aggregates)))) return undefined
      await insertVariants(
        tx,
        written.doc.variants.map((variant, index) => variantColumns(doc.id, variant, index)),
      )
      await insertRevisions(tx, [revision(written.doc, doc.createdAt, { by, reason, changes: [] })])
      await deps.jobs.emit(tx, productContentChanged, { productIds: [doc.id] })
      return written
    },

    /** Saves an edit with its history. `before` was read with a lock. */
    async save(
      tx: Tx,
      before: ProductDoc,
      after: ProductDoc,
      edit: { terms: Terms; by: By | null; reason: string; changes: Change[]; touchesShop?: boolean; batchId?: string },
    ): Promise<Written> {
      const at = now()
      const outdated = edit.touchesShop ?? touchesShop(edit.changes)
      const written = workedOut(
        {
          ...after,
          version: before.version + 1,
          updatedAt: at,
          listings: after.listings.map((listing) => (outdated ? pushedBefore(listing) : listing)),
        },
        edit.terms,
      )
      const { id: _id, createdAt: _created, ...columns } = productColumns(written.doc, written.aggregates)
      await updateProduct(tx, before.id, columns)
      await writeVariants(tx, before, written.doc)
      await insertRevisions(tx, [revision(written.doc, at, edit)])
      if (isTranslated(edit.changes) || (before.recycledAt === null) !== (after.recycledAt === null))
        await deps.jobs.emit(tx, productContentChanged, { productIds: [before.id] })
      return written
    },

    /** Saves listings and the derived state. Not an edit, so version, history and list order stay. */
    async saveListings(tx: Tx, row: ProductRow, summaries: readonly ListingSummary[]): Promise<ListingsState> {
      const newest = new Map([...row.listings, ...summaries].map((summary) => [summary.storeId, summary]))
      // Summaries of stores that the product is not claimed to are dropped.
      const listings = row.storeIds.flatMap((id) => newest.get(id) ?? [])
      const { storeIds, missing, recycledAt } = row
      const state = deriveProductState({
        recycled: recycledAt !== null,
        complete: missing.length === 0,
        storeIds,
        listings,
      })
      await updateProduct(tx, row.id, { listings, state })
      return { state, listings }
    },
  }
}

function termsOf(
  store: StoreDoc,
  rules: Awaited<ReturnType<PricingService['rulesById']>>,
  pricing: PricingService,
): StoreTerms {
  const usable = pricing.usableRule(store, store.priceRuleId === null ? undefined : rules.get(store.priceRuleId))
  const plain = { storeId: store.id, name: store.name, locale: store.locale }
  if ('why' in usable)
    return { ...plain, currency: store.currency, why: usable.why, price: () => undefined, margin: () => undefined }
  const { rule } = usable
  return {
    ...plain,
    currency: store.currency ?? rule.currency,
    rule: { id: rule.id, name: rule.name, tried: false },
    price(thing) {
      const priced = priceOf(rule, thing)
      return priced && { minor: priced.priceMinor, compareAtMinor: priced.compareAtMinor }
    },
    margin: ({ costMinor, weightGrams }, minor) =>
      costMinor === null
        ? undefined
        : marginOf(rule, { costMinor, weightGrams: weightGrams ?? 0 }, minor).marginPercent,
  }
}

/** A listing that is in a shop becomes outdated. */
const pushedBefore = (listing: ListingSummary): ListingSummary =>
  listing.shopifyProductId === null || listing.state === 'removed' ? listing : { ...listing, outdated: true }

/** All derived values of a product. */
export function workedOut(doc: ProductDoc, terms: Terms): Written {
  const stores = doc.storeIds.flatMap((id) => terms.get(id) ?? [])
  const missing = missingOf(doc, stores)
  const listings = doc.storeIds.map(
    (storeId) =>
      doc.listings.find((listing) => listing.storeId === storeId) ?? pending(storeId, terms.get(storeId)?.name ?? ''),
  )
  const state = deriveProductState({
    recycled: doc.recycledAt !== null,
    complete: missing.length === 0,
    storeIds: doc.storeIds,
    listings,
  })
  const whole = { ...doc, missing, listings, state }
  return { doc: whole, aggregates: aggregatesOf(whole, stores) }
}

const pending = (storeId: string, storeName: string): ListingSummary => ({
  storeId,
  storeName,
  state: 'pending',
  outdated: false,
  shopifyProductId: null,
  storefrontUrl: null,
  adminUrl: null,
  error: null,
  pushedAt: null,
})

function setNew<K, V>(map: Map<K, V[]>, key: K): V[] {
  const list: V[] = []
  map.set(key, list)
  return list
}

/** Writes only changed rows: an edit of one price among 2,048 variants writes one row. */
async function writeVariants(tx: Tx, before: ProductDoc, after: ProductDoc): Promise<void> {
  if (before.variants === after.variants) return
  const was = new Map(before.variants.map((variant, index) => [variant.id, JSON.stringify([index, variant])]))
  const rows = after.variants.flatMap((variant, index) =>
    was.get(variant.id) === JSON.stringify([index, variant]) ? [] : [variantColumns(after.id, variant, index)],
  )
  const kept = new Set(after.variants.map(({ id }) => id))
  await deleteVariants(
    tx,
    before.variants.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
  )
  if (rows.length > 0) await saveVariants(tx, rows)
}
