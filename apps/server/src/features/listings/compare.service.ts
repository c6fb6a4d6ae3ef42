import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { LiveProduct, ShopifyConnector } from '@huoqiao/connector-shopify'
import { estimateProductSetCost } from '@huoqiao/connector-shopify'
import type { DryRunItem } from '@huoqiao/contract/listings/listings.schema'
import type { PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PricingService } from '../pricing/index.ts'
import { shownTexts } from '../products/index.ts'
import type { ProductDoc, ProductsApi } from '../products/index.ts'
import type { ForbiddenWord, StoreDoc, StoresApi } from '../stores/index.ts'
import { desiredOf } from './desired.mapping.ts'
import type { Desired } from './desired.mapping.ts'
import { findListings } from './listings.store.ts'
import type { ListingRow, Pair } from './listings.store.ts'
import type { RemoteRefs } from './listings.tables.ts'
import type { LostProducts } from './lost-products.service.ts'
import { heldBack } from './held-back.rules.ts'
import { planOf } from './plan.rules.ts'
import type { Plan, PushedStock } from './plan.rules.ts'
import { priceSummaryOf } from './price-summary.rules.ts'
import { problemsOf, sourceGone, wordProblems } from './problems.rules.ts'
import { pushParts } from './push-input.mapping.ts'
import { pushedStockOf } from './push-stock.service.ts'
import { refsNow } from './refs.mapping.ts'
import { inShownForm } from './shown.mapping.ts'

export type CompareDeps = {
  db: Db
  products: ProductsApi
  stores: StoresApi
  pricing: PricingService
  lost: LostProducts
}
export type Comparison = {
  ours: Desired
  live: LiveProduct | undefined
  /** what was pushed last */
  base: Desired | null
  /** the same in the form in which the shop shows it */
  shown: Desired | null
  pushedStock: PushedStock
  plan: Plan
  refs: RemoteRefs
  /** it was in the shop and no longer is */
  gone: boolean
}
export type CompareService = ReturnType<typeof compareService>

/** Several products in the shop may be the one that was created before the backup was restored. */
export const SEVERAL_LOST = '店铺里有几件这套系统建的同一商品，这里都没有记录'
export const SEVERAL_LOST_ADVICE = '在店铺后台删掉多余的，只留一件，再同步'

const NO_REFS: RemoteRefs = { variants: {}, media: {} }

/** Compares our product with the shop's. The dry run and the push use the same comparison. */
export function compareService(deps: CompareDeps) {
  const ruleOf = async (store: StoreDoc, tx: Tx): Promise<PriceRuleFields | undefined> =>
    store.priceRuleId === null
      ? undefined
      : (await deps.pricing.rulesById(tx, [store.priceRuleId])).get(store.priceRuleId)

  const ourSide = async (product: ProductDoc, store: StoreDoc, tx: Tx = deps.db.handle): Promise<Desired> =>
    desiredOf(product, store, (await ruleOf(store, tx))?.rate ?? null)

  /** The forbidden words in what the store would show. */
  const forbiddenWords = (tx: Tx, ours: Desired, store: StoreDoc): Promise<readonly ForbiddenWord[]> =>
    deps.products.forbiddenWords(
      tx,
      [store],
      shownTexts({
        ...ours,
        options: ours.options.flatMap(({ name, values }) => [name, ...values]),
        alts: ours.images.map(({ alt }) => alt),
      }),
    )

  /** `adopt`: an earlier try may have written to the shop and died before it stored the shop's ids. */
  const compareWith = (sides: {
    ours: Desired
    store: StoreDoc
    listing: ListingRow | undefined
    live: LiveProduct | undefined
    adopt?: boolean
  }): Comparison => {
    const { ours, store, listing, live, adopt = false } = sides
    const gone = listing?.shopifyProductId != null && live === undefined
    const base = gone ? null : (listing?.pushed ?? null)
    const shown = base && inShownForm(base, listing?.shown ?? {})
    const pushedStock = gone ? {} : pushedStockOf(base, listing?.stockIntent ?? null)
    const refs =
      !live || (!listing && !adopt) ? NO_REFS : refsNow(listing?.refs ?? NO_REFS, { ours, live, base }, adopt)
    const plan = planOf({ ours, live, base, shown, refs, pushedStock, withStock: store.locationId !== null })
    return { ours, live, base, shown, pushedStock, plan, refs, gone }
  }

  return {
    ourSide,
    forbiddenWords,
    compareWith,
    readLive,

    /** The dry run of some pairs. Reads the shops in one call for each store; writes nothing. */
    async previewSyncToShopify(pairs: readonly Pair[]): Promise<DryRunItem[]> {
      const tx = deps.db.handle
      const products = new Map(
        (
          await deps.products.productsForPush(
            tx,
            pairs.map((pair) => pair.productId),
          )
        ).map((one) => [one.id, one]),
      )
      const missing = pairs.find((pair) => !products.has(pair.productId))
      if (missing) throw new Refusal('not-found', { affects: `商品 ${missing.productId}` })
      const stores = new Map(
        (await deps.stores.requireStores(tx, [...new Set(pairs.map((pair) => pair.storeId))])).map((one) => [
          one.id,
          one,
        ]),
      )
      const listings = await findListings(tx, pairs)
      const listingOf = (pair: Pair): ListingRow | undefined =>
        listings.find((row) => row.productId === pair.productId && row.storeId === pair.storeId)
      const live = await readLive(listings)
      const items: DryRunItem[] = []
      for (const pair of pairs) {
        const product = products.get(pair.productId)!
        const store = stores.get(pair.storeId)!
        const listing = listingOf(pair)
        const rule = await ruleOf(store, tx)
        const ours = desiredOf(product, store, rule?.rate ?? null)
        const known = live.get(listing?.shopifyProductId ?? '')
        const lost = listing?.shopifyProductId == null ? await readLost(store.id, listing, ours) : []
        const adopt = lost.length === 1
        const comparison = compareWith({ ours, store, listing, live: adopt ? lost[0] : known, adopt })
        const usable = deps.pricing.usableRule(store, rule)
        const priceSummary = priceSummaryOf(product, store, 'rule' in usable ? usable.rule : undefined)
        const words = await forbiddenWords(tx, ours, store)
        items.push({ ...itemOf(product, store, comparison, { lost: lost.length, words }), priceSummary })
      }
      return items
    },
  }

  function itemOf(
    product: ProductDoc,
    store: StoreDoc,
    comparison: Comparison,
    { lost, words }: { lost: number; words: readonly ForbiddenWord[] },
  ): DryRunItem {
    const { ours, plan, live, refs, pushedStock, gone } = comparison
    const { skip } = heldBack({ ours, live, refs, plan }, { skipFields: [], whole: true })
    const problems = problemsOf(ours, store, product.missing, deps.products.doubtsOf(product))
    if (gone) {
      problems.push({
        field: null,
        level: 'warns',
        message: '店铺里的商品已被删除，同步会重新创建',
        advice: '若不需要，请取消这一家店铺',
      })
    }
    if (lost > 1) problems.push({ field: null, level: 'blocks', message: SEVERAL_LOST, advice: SEVERAL_LOST_ADVICE })
    if (lost === 1)
      problems.push({
        field: null,
        level: 'warns',
        message: '店铺里已有这件商品，是恢复备份之前建的：同步会接着更新它，不会再建一件',
        advice: '核对下面的差异再确认',
      })
    const withoutSource = sourceGone(product)
    if (withoutSource) problems.push(withoutSource)
    problems.push(...wordProblems(words, plan, skip))
    const blocked = problems.some((problem) => problem.level === 'blocks')
    const parts = blocked
      ? undefined
      : pushParts({
          ours,
          live,
          refs,
          pushedStock,
          plan,
          skip,
          locationId: store.locationId,
          staged: new Map(),
        })
    return {
      key: `${product.id}:${store.id}`,
      productId: product.id,
      storeId: store.id,
      title: ours.title,
      image: ours.images[0]?.url ?? null,
      storeName: store.name,
      action: blocked ? 'blocked' : plan.action,
      fields: plan.fields.map(({ variantId: _variant, ...field }) => field),
      problems,
      contentHash: plan.contentHash,
      estimatedCost: parts && plan.action !== 'none' ? Math.ceil(estimateProductSetCost(parts.input)) : 0,
    }
  }

  async function readLost(storeId: string, listing: ListingRow | undefined, ours: Desired): Promise<LiveProduct[]> {
    const options = { lane: 'interactive' } as const
    return asked(storeId, async (connector) => {
      const found = await deps.lost.find(connector, { listingId: listing?.id, storeId, ours }, options)
      const ids = found.map(({ id }) => id)
      return ids.length === 0 ? [] : (await connector.readProducts(ids, options)).filter((one) => one !== undefined)
    })
  }

  /** A person waits for this, so a shop that does not answer is reported as such. */
  async function asked<T>(storeId: string, ask: (connector: ShopifyConnector) => Promise<T>): Promise<T> {
    try {
      return await ask(await deps.stores.connectorOf(storeId))
    } catch (failure) {
      if (!isRemoteFailure(failure)) throw failure
      await deps.stores.noteFailure(storeId, failure)
      throw deps.stores.explainStoreFailure(failure)
    }
  }

  /** The live products of listings, by the shop's id; a person waits for this. */
  async function readLive(listings: readonly ListingRow[]): Promise<Map<string, LiveProduct>> {
    const byStore = groupBy(
      listings.filter((row) => row.shopifyProductId !== null),
      (row) => row.storeId,
    )
    const found = new Map<string, LiveProduct>()
    await Promise.all(
      [...byStore].map(async ([storeId, rows]) => {
        const ids = rows.map((row) => row.shopifyProductId!)
        const live = await asked(storeId, (connector) => connector.readProducts(ids, { lane: 'interactive' }))
        for (const product of live) if (product) found.set(product.id, product)
      }),
    )
    return found
  }
}
