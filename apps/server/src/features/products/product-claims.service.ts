import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StoresApi } from '../stores/index.ts'
import { changesBetween } from './edit.rules.ts'
import { mergeSource } from './merge.rules.ts'
import { afterMerge, priced, signed } from './prices.rules.ts'
import { variantDoc } from './products.mapping.ts'
import { findProductIds } from './product-search.store.ts'
import { productClaimed } from './products.jobs.ts'
import { doubtsOf } from './products.rules.ts'
import {
  findLiveByOffers,
  findProducts,
  findVariantsByIds,
  findVariantsBySku,
  markUnchecked,
  setSourceHealth,
  updateProduct,
} from './products.store.ts'
import type { FieldSource, ProductDoc, ProductsApi, SourceProduct } from './products.types.ts'
import { marginsOfCost } from './cost-margin.rules.ts'
import { sourceHealthOf } from './source-health.rules.ts'
import { contentOf } from './source.mapping.ts'
import type { ForbiddenWords } from './forbidden-words.service.ts'
import type { ProductWriting } from './writing.service.ts'
import type { By } from '../../platform/call.ts'

export type ProductClaims = ReturnType<typeof productClaims>
type Deps = {
  clock: Clock
  newId: NewId
  jobs: Jobs
  stores: StoresApi
  writing: ProductWriting
  words: ForbiddenWords
}

/** Fields that come from the source and follow it until a person changes them. */
const FROM_SOURCE = ['title', 'titleZh', 'descriptionHtml', 'productType', 'images', 'options'] as const

/** The API of products for claiming, pushing and fetching again. */
export function productClaims(deps: Deps) {
  const { newId, stores, writing, jobs } = deps

  const tellClaimed = async (tx: Tx, productId: string, storeIds: readonly string[]): Promise<void> => {
    if (storeIds.length > 0) await jobs.emit(tx, productClaimed, { productId, storeIds: [...storeIds] })
  }
  const held = async (tx: Tx, productId: string): Promise<ProductDoc> => {
    const [doc] = await writing.load(tx, [productId], { forUpdate: true })
    if (!doc) throw new Refusal('not-found', { why: '商品不存在或已被删除' })
    return doc
  }

  const api: ProductsApi = {
    async createFromOffer(tx, { source, storeIds, by }) {
      const claimed = await stores.requireStores(tx, storeIds)
      const wanted = claimed.map(({ id }) => id)
      const known = await findLiveByOffers(tx, [source.offerId])
      if (known[0]) return api.addClaims(tx, known[0].id, wanted, by)
      const terms = await writing.termsFor(tx, wanted)
      const doc = claimedProduct(source, { id: newId(), newId, by, at: writing.now(), storeIds: wanted })
      doc.vendor = claimed.find(({ vendorName }) => vendorName !== '')?.vendorName ?? ''
      doc.variants = signed(
        [],
        doc.variants.map((variant) => ({ ...variant, prices: priced(variant, [...terms.values()], false) })),
        writtenBy(by, doc.createdAt),
      )
      const written = await writing.insert(tx, doc, terms, by, '认领货源')
      if (!written) {
        // Somebody else claimed the same offer between check and insert; their product is used.
        const [other] = await findLiveByOffers(tx, [source.offerId])
        if (!other) throw new Error(`offer ${source.offerId} is claimed by a product that cannot be seen`)
        return api.addClaims(tx, other.id, wanted, by)
      }
      await tellClaimed(tx, doc.id, wanted)
      return { productId: doc.id, outcome: 'created', addedStoreIds: wanted }
    },

    async addClaims(tx, productId, storeIds, by) {
      const wanted = (await stores.requireStores(tx, storeIds)).map(({ id }) => id)
      const before = await held(tx, productId)
      if (before.recycledAt !== null) throw new Refusal('state-not-allowed', { why: '商品在回收站，请先恢复' })
      const added = wanted.filter((id) => !before.storeIds.includes(id))
      if (added.length === 0) return { productId, outcome: 'already', addedStoreIds: [] }
      const storeIdsAfter = [...before.storeIds, ...added]
      const terms = await writing.termsFor(tx, storeIdsAfter)
      const inOrder = storeIdsAfter.flatMap((id) => terms.get(id) ?? [])
      const after: ProductDoc = {
        ...before,
        storeIds: storeIdsAfter,
        variants: signed(
          before.variants,
          before.variants.map((variant) => ({ ...variant, prices: priced(variant, inOrder, false) })),
          writtenBy(by, writing.now()),
        ),
      }
      await writing.save(tx, before, after, {
        terms,
        by,
        reason: '认领到更多店铺',
        changes: changesBetween(before, after),
      })
      await tellClaimed(tx, productId, added)
      return { productId, outcome: 'added', addedStoreIds: added }
    },

    async claimsByOffers(tx, offerIds) {
      const rows = await findLiveByOffers(tx, [...new Set(offerIds)])
      return rows.flatMap(({ id, offerId, storeIds }) =>
        (storeIds.length === 0 ? [null] : storeIds).map((storeId) => ({ offerId: offerId!, productId: id, storeId })),
      )
    },

    productIdsByKeyword: (tx, keyword) => findProductIds(tx, keyword),

    async marginsOfCosts(tx, moves) {
      const rows = await findLiveByOffers(tx, [...new Set(moves.map(({ offerId }) => offerId))])
      const docs = await writing.load(
        tx,
        rows.map(({ id }) => id),
      )
      const terms = await writing.termsFor(tx, [...new Set(docs.flatMap(({ storeIds }) => storeIds))])
      return moves.map((move) =>
        marginsOfCost(
          docs.filter(({ offerId }) => offerId === move.offerId),
          move,
          terms,
        ),
      )
    },

    productsForPush: (tx, ids, options) => writing.load(tx, ids, options),

    async recordListings(tx, productId, summaries) {
      const [row] = await findProducts(tx, [productId], { forUpdate: true })
      return row && writing.saveListings(tx, row, summaries)
    },

    async recordListingsOfMany(tx, records) {
      const ids = [...new Set(records.map(({ productId }) => productId))]
      for (const row of await findProducts(tx, ids, { forUpdate: true })) {
        const summaries = records.filter(({ productId }) => productId === row.id).flatMap((record) => record.summaries)
        await writing.saveListings(tx, row, summaries)
      }
    },

    async applySourceUpdate(tx, productId, source, by) {
      const before = await held(tx, productId)
      const base = before.source === null ? undefined : contentOf(before.source)
      const merged = mergeSource({ doc: before, base, theirs: contentOf(source), source, newId })
      const { changes } = merged
      const terms = await writing.termsFor(tx, before.storeIds)
      const after = afterMerge(before, merged, terms, writtenBy(by, writing.now()))
      const differences = changesBetween(before, after)
      if (differences.length === 0) {
        // The new base is stored anyway, because the next fetch is compared with it. This is no edit, so the version stays.
        await updateProduct(tx, productId, { source, supplierName: after.supplierName })
        await api.weighSource(tx, [productId], source)
        return changes
      }
      await writing.save(tx, before, after, { terms, by, reason: '更新货源', changes: differences })
      await api.weighSource(tx, [productId], source)
      return changes
    },

    setSourceHealth: (tx, productIds, health) => setSourceHealth(tx, productIds, health),

    async weighSource(tx, productIds, now) {
      for (const doc of await writing.load(tx, productIds)) {
        const health = sourceHealthOf(doc, now)
        if (health !== doc.sourceHealth) await setSourceHealth(tx, [doc.id], health)
      }
    },

    markUnchecked: (tx, offerIds) => markUnchecked(tx, offerIds),

    async variantsByIds(tx, variantIds) {
      const rows = await findVariantsByIds(tx, [...new Set(variantIds)])
      return rows.map((row) => ({ ...variantDoc(row), productId: row.productId }))
    },

    async variantsBySkuCodes(tx, skuCodes) {
      const rows = await findVariantsBySku(tx, [...new Set(skuCodes)])
      return rows.map((row) => ({ ...variantDoc(row), productId: row.productId }))
    },

    forbiddenWords: deps.words.inTexts,
    doubtsOf,
  }
  return { ...api, tellClaimed }
}

const writtenBy = (by: By | null, at: Date) => ({ by: by?.name, at: at.getTime() })

const fromSource = (at: number): FieldSource => ({ origin: '1688', by: null, at, locked: false })

function claimedProduct(
  source: SourceProduct,
  made: { id: string; newId: NewId; by: By | null; at: Date; storeIds: string[] },
): ProductDoc {
  const { variants, ...content } = contentOf(source)
  const at = made.at.getTime()
  const ids = variants.map(() => made.newId())
  return {
    ...content,
    id: made.id,
    version: 0,
    origin: '1688',
    offerId: source.offerId,
    sourceUrl: source.url,
    supplierId: source.supplierId,
    supplierName: source.supplierName,
    ownerId: made.by?.accountId ?? null,
    ownerName: made.by?.name ?? null,
    vendor: '',
    tags: [],
    note: '',
    variants: variants.map((variant, index) => ({
      ...variant,
      id: ids[index]!,
      barcode: '',
      weight: null,
      sourceSkuAliases: [],
      stockPolicy: 'deny',
      dropped: false,
      prices: [],
    })),
    fieldSources: Object.fromEntries(
      [...FROM_SOURCE, ...ids.map((id) => `variants.${id}`)].map((field) => [field, fromSource(at)]),
    ),
    source,
    storeIds: made.storeIds,
    listings: [],
    state: 'draft',
    sourceHealth: 'normal',
    missing: [],
    recycledAt: null,
    createdAt: made.at,
    updatedAt: made.at,
  }
}
